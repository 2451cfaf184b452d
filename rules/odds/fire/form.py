"""The form of a question of fire: firer, weapon, distance, target."""

from django.http import QueryDict
from django.utils.http import urlencode
from django.utils.translation import gettext

from rules.core.catalogue.catalogue import FireRow
from rules.odds.asking.form import Engine, Form, Labels, aimed_weapons, only_flying
from rules.odds.showing.answers import Raw
from rules.odds.showing.words import names

FARTHEST = 1000
WHO = ("leader", "target-sniper")  # the situations that identify a target on foot


class FireForm(Form):
    """A form of fire with its weapon, fire mode and row.

    `flying`: the only targets of the weapon. `second`: the same with the second weapon, if there is one.
    """

    def __init__(self, query: QueryDict, engine: Engine) -> None:
        super().__init__(query, engine, "fire")
        self.weapons = names(aimed_weapons(self.catalogue), self.language)
        firer = self.side(gettext("Firer"))
        ours = self.troops("s", gettext("Troops"))
        self.weapon = self.choose("w", gettext("Weapon"), self.weapons, self._first_weapon())
        self.mode, self.modes = self._mode(self.weapon, "m")
        other = self._second()
        shooter: Raw = {"class": ours, "weapon": self.weapon} | ({"mode": self.mode} if self.mode else {})
        count = self.number("n", gettext("How many fire"), (1, 20), 1, keep=False)
        shooter |= {"count": count} if count > 1 else {}
        if self.catalogue.vehicles:
            vehicles = {"": gettext("On foot")} | names(self.catalogue.vehicles, self.language)
            mounted = self.choose("on", gettext("Fires from"), vehicles, "", keep=False)
            shooter |= {"vehicle": mounted} if mounted else {}
        self.raw["shooter"] = shooter
        self.row = self._row()
        if self.odds.method == "range":
            self.raw["range"] = self.whole("range", (1, FARTHEST), 100)
        self.raw["distance"] = self.whole("cm", (0, FARTHEST), self._usual_distance())
        self.flying = only_flying(self.weapon, self.catalogue)
        self.side(gettext("Fires at"))
        self.aim(self.flying[0] if self.flying else ours, vehicles=self.vehicles, air=self.air)
        self.ask_about_target()
        self.ask_values(shooter, firer)
        self.tick_situations(WHO)
        self.shooter_name = self.classes[ours]
        self.weapon_name = self.weapons[self.weapon] + (f" ({self.modes[self.mode]})" if self.modes else "")
        self.second = self._with(other) if other else None

    def _second(self) -> dict[str, str]:
        """Return the weapon and fire mode to compare with, as an address names the first; nothing if none."""
        known = {"": gettext("none")} | self.weapons
        weapon = self.choose("w2", gettext("Second weapon"), known, "", keep=False)
        if not weapon:
            return {}
        mode, _ = self._mode(weapon, "m2")
        return {"w": weapon, "m": mode} if mode else {"w": weapon}

    def _with(self, other: dict[str, str]) -> "FireForm":
        same = {name: value for name, value in self.kept.items() if name not in ("w", "m", "w2", "m2")}
        return FireForm(QueryDict(urlencode(same | other)), self.engine)

    def _first_weapon(self) -> str:
        carried = (one for preset in self.catalogue.presets for one in preset.weapons)
        return next((one for one in carried if one in self.weapons), next(iter(self.weapons)))

    def _mode(self, weapon: str, name: str) -> tuple[str, Labels]:
        """Return the fire mode of the weapon, and its modes; none if it has just one."""
        ids = self.odds.modes_of(weapon)
        if not ids:
            return "", {}
        rows = self.catalogue.weapon_by_id[weapon].fire
        plain = gettext("single shots")
        modes = {mode: row.mode.to(self.language) if row.mode else plain for mode, row in zip(ids, rows, strict=True)}
        return self.choose(name, gettext("Fire mode"), modes, ids[0], segment=True), modes

    def _row(self) -> FireRow | None:
        asked = self.odds.weapon_by_id.get(self.weapon)
        rows = self.catalogue.weapon_by_id[asked.fires_as if asked else self.weapon].fire
        place = list(self.modes).index(self.mode) if self.modes else 0
        return rows[place] if rows else None

    def _usual_distance(self) -> int:
        """Return a middling distance at which the weapon still hits."""
        edges = [self.raw.get("range", 0) // 2 or 50]
        row = self.row
        if row:
            bands = row.reach or self.catalogue.bands
            needs = row.needs or bands  # the quality is the same in all bands
            edges = [edge for edge, need in zip(bands, needs, strict=False) if edge and need] or edges
        profile = self.odds.profile
        middling = profile.distances[1] if profile and len(profile.distances) > 1 else edges[:2][-1]
        most = row.most if row and row.most else FARTHEST
        return min(middling, edges[-1], most)
