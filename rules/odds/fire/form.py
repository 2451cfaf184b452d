"""The form of a question of fire: firer, weapon, distance, target."""

from typing import NamedTuple

from django.http import QueryDict
from django.utils.http import urlencode
from django.utils.translation import gettext

from rules.core.catalogue.catalogue import FireRow
from rules.odds.asking.facts import Engine, Facts
from rules.odds.asking.fields import Address, FormSide, Labels
from rules.odds.asking.forms import Aimed, Asking, Targets, aimed_weapons, ask_values, only_flying
from rules.odds.showing.answers import Raw
from rules.odds.showing.words import names

FARTHEST = 1000
WHO = ("leader", "target-sniper")  # the situations that identify a target on foot


class FireForm(NamedTuple):
    """A form of fire: the question, its fields, and the names of the choices.

    `flying`: the only targets of the weapon. `second`: the same with the second weapon, if there is one.
    """

    raw: Raw
    sides: tuple[FormSide, ...]
    facts: Facts
    weapon: str
    weapons: Labels
    mode: str
    modes: Labels
    row: FireRow | None
    shooter_name: str
    weapon_name: str
    aimed: Aimed
    flying: tuple[str, ...] = ()
    second: "FireForm | None" = None


class FireReader:
    """Reads the address of a question of fire, field by field."""

    def __init__(self, address: Address, engine: Engine) -> None:
        self.address, self.engine = address, engine
        self.catalogue, self.odds, self.language = engine.catalogue, engine.catalogue.odds, engine.language
        self.ask = Asking(address, engine, "fire")

    def read(self) -> FireForm:
        ask, classes = self.ask, names(self.catalogue.classes, self.language)
        weapons = names(aimed_weapons(self.catalogue), self.language)
        ours = ask.troops("s", gettext("Troops"))
        weapon = ask.choose("w", gettext("Weapon"), weapons, self._first_weapon(weapons))
        mode, modes = self._mode(weapon, "m")
        shooter: Raw = {"class": ours, "weapon": weapon} | ({"mode": mode} if mode else {})
        other = self._second(weapons)
        count = ask.number("n", gettext("How many fire"), (1, 20), 1, keep=False)
        shooter |= {"count": count} if count > 1 else {}
        if self.catalogue.vehicles:
            vehicles = {"": gettext("On foot")} | names(self.catalogue.vehicles, self.language)
            mounted = ask.choose("on", gettext("Fires from"), vehicles, "", keep=False)
            shooter |= {"vehicle": mounted} if mounted else {}
        ask.raw["shooter"] = shooter
        row = self._row(weapon, mode, modes)
        ask.raw["distance"] = self._distance(row)
        flying = only_flying(weapon, self.catalogue)
        aimed = Targets.of(self.catalogue, self.language).ask(self.address, flying[0] if flying else ours)
        ask.raw["target"] = aimed.raw
        if self.odds.damage and self.odds.damage.values:
            ask_values(self.address, shooter, aimed.raw, ask.fields, aimed.fields)
        facts = ask.situations(WHO, aimed.is_men)
        ask.side(gettext("Firer"))
        ask.side(gettext("Fires at"), [*aimed.fields, *([facts.who] if facts.who else [])])
        return FireForm(
            raw=ask.raw,
            sides=tuple(ask.sides),
            facts=facts,
            weapon=weapon,
            weapons=weapons,
            mode=mode,
            modes=modes,
            row=row,
            shooter_name=classes[ours],
            weapon_name=weapons[weapon] + (f" ({modes[mode]})" if modes else ""),
            aimed=aimed,
            flying=flying,
            second=self._with(other) if other else None,
        )

    def _second(self, weapons: Labels) -> dict[str, str]:
        """Return the weapon and fire mode to compare with, as an address names the first; nothing if none."""
        known = {"": gettext("none")} | dict(weapons)
        weapon = self.ask.choose("w2", gettext("Second weapon"), known, "", keep=False)
        if not weapon:
            return {}
        mode, _ = self._mode(weapon, "m2")
        return {"w": weapon, "m": mode} if mode else {"w": weapon}

    def _with(self, other: dict[str, str]) -> FireForm:
        same = {
            name: value for name, value in self.address.kept.items() if name not in ("w", "m", "w2", "m2")
        }
        return FireReader(Address(QueryDict(urlencode(same | other))), self.engine).read()

    def _first_weapon(self, weapons: Labels) -> str:
        carried = (one for preset in self.catalogue.presets for one in preset.weapons)
        return next((one for one in carried if one in weapons), next(iter(weapons)))

    def _mode(self, weapon: str, name: str) -> tuple[str, dict[str, str]]:
        """Return the fire mode of the weapon, and its modes; none if it has just one."""
        ids = self.odds.modes_of(weapon)
        if not ids:
            return "", {}
        rows = self.catalogue.weapon_by_id[weapon].fire
        plain = gettext("single shots")
        modes = {
            mode: row.mode.to(self.language) if row.mode else plain
            for mode, row in zip(ids, rows, strict=True)
        }
        return self.ask.choose(name, gettext("Fire mode"), modes, ids[0], segment=True), modes

    def _row(self, weapon: str, mode: str, modes: Labels) -> FireRow | None:
        asked = self.odds.weapon_by_id.get(weapon)
        rows = self.catalogue.weapon_by_id[asked.fires_as if asked else weapon].fire
        place = list(modes).index(mode) if modes else 0
        return rows[place] if rows else None

    def _distance(self, row: FireRow | None) -> int:
        if self.odds.method == "range":
            self.ask.raw["range"] = self.address.number("range", 1, FARTHEST, 100, keep=True)
        usual = self._usual_distance(self.ask.raw.get("range", 0), row)
        return self.address.number("cm", 0, FARTHEST, usual, keep=True)

    def _usual_distance(self, reach: int, row: FireRow | None) -> int:
        """Return a middling distance at which the weapon still hits."""
        edges = [reach // 2 or 50]
        if row:
            bands = row.reach or self.catalogue.bands
            needs = row.needs or bands  # the quality is the same in all bands
            edges = [edge for edge, need in zip(bands, needs, strict=False) if edge and need] or edges
        profile = self.odds.profile
        middling = profile.distances[1] if profile and len(profile.distances) > 1 else edges[:2][-1]
        most = row.most if row and row.most else FARTHEST
        return min(middling, edges[-1], most)
