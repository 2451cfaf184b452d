"""The form of a question of fire: firer, weapon, distance, target."""

from dataclasses import dataclass

from django.http import QueryDict
from django.utils.http import urlencode
from django.utils.translation import gettext

from rules.core.catalogue.catalogue import Catalogue, FireRow
from rules.core.text import Language
from rules.odds.asking.facts import Facts
from rules.odds.asking.fields import Address, Field, FormSide, Labels, NumberInput, choice
from rules.odds.asking.forms import Aimed, Targets, aimed_weapons, ask_values, only_flying
from rules.odds.showing.answers import Raw
from rules.odds.showing.words import names

FARTHEST = 1000
WHO = ("leader", "target-sniper")  # the situations that identify a target on foot


@dataclass(frozen=True, slots=True)
class FireForm:
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


def middle_class(catalogue: Catalogue) -> str:
    """Return the default class: neither the best nor the worst."""
    return catalogue.classes[len(catalogue.classes) // 2].id


class FireReader:
    """Reads the address of a question of fire, field by field."""

    def __init__(self, address: Address, catalogue: Catalogue, language: Language) -> None:
        self.address = address
        self.catalogue = catalogue
        self.odds = catalogue.odds
        self.language = language
        self.classes = names(catalogue.classes, language)

    def read(self) -> FireForm:
        weapons = names(aimed_weapons(self.catalogue), self.language)
        ours = self.address.one_of("s", self.classes, middle_class(self.catalogue))
        weapon = self.address.one_of("w", weapons, self._first_weapon(weapons))
        mode, modes = self._mode(weapon, "m")
        shooter: Raw = {"class": ours, "weapon": weapon} | ({"mode": mode} if mode else {})
        fields: list[Field] = [
            choice("s", gettext("Troops"), self.classes, ours),
            choice("w", gettext("Weapon"), weapons, weapon),
        ]
        if modes:
            fields.append(choice("m", gettext("Fire mode"), modes, mode, segment=True))
        other = self._second(weapons, fields)
        fields.append(self._count("n", gettext("How many fire"), shooter, "count"))
        mounted = self._mounted()
        if mounted:
            shooter["vehicle"] = mounted
        fields += self._mounts(mounted)
        raw: Raw = {"question": "fire", "shooter": shooter}
        row = self._row(weapon, mode, modes)
        distance = self._distance(raw, row)
        raw["distance"] = distance
        flying = only_flying(weapon, self.catalogue)
        aimed = Targets.of(self.catalogue, self.language).ask(self.address, flying[0] if flying else ours)
        target, at = aimed.raw, aimed.fields
        raw["target"] = target
        if self.odds.damage and self.odds.damage.values:
            ask_values(self.address, shooter, target, fields, at)
        facts = Facts.read(self.address, self.odds, "fire", self.language, WHO, aimed.is_men)
        raw["situations"] = list(facts.told)
        if facts.who:
            at.append(facts.who)
        sides = (FormSide(gettext("Firer"), tuple(fields)), FormSide(gettext("Fires at"), tuple(at)))
        return FireForm(
            raw=raw,
            sides=sides,
            facts=facts,
            weapon=weapon,
            weapons=weapons,
            mode=mode,
            modes=modes,
            row=row,
            shooter_name=self.classes[ours],
            weapon_name=weapons[weapon] + (f" ({modes[mode]})" if modes else ""),
            aimed=aimed,
            flying=flying,
            second=self._with(other) if other else None,
        )

    def _second(self, weapons: Labels, fields: list[Field]) -> dict[str, str]:
        """Return the weapon and fire mode to compare with, as an address names the first; nothing if none."""
        known = {"": gettext("none")} | dict(weapons)
        weapon = self.address.one_of("w2", known, "", keep=False)
        fields.append(choice("w2", gettext("Second weapon"), known, weapon))
        if not weapon:
            return {}
        mode, modes = self._mode(weapon, "m2")
        if modes:
            fields.append(choice("m2", gettext("Fire mode"), modes, mode, segment=True))
        return {"w": weapon} | ({"m": mode} if mode else {})

    def _with(self, other: dict[str, str]) -> FireForm:
        same = {
            name: value for name, value in self.address.kept.items() if name not in ("w", "m", "w2", "m2")
        }
        return FireReader(Address(QueryDict(urlencode(same | other))), self.catalogue, self.language).read()

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
        told = self.address.text(name)
        mode = self.address.one_of(name, modes, ids[0]) if told else ids[0]
        self.address.kept[name] = mode
        return mode, modes

    def _row(self, weapon: str, mode: str, modes: Labels) -> FireRow | None:
        asked = self.odds.weapon_by_id.get(weapon)
        rows = self.catalogue.weapon_by_id[asked.fires_as if asked else weapon].fire
        place = list(modes).index(mode) if modes else 0
        return rows[place] if rows else None

    def _count(self, name: str, label: str, into: Raw, key: str) -> NumberInput:
        value = self.address.number(name, 1, 20, 1)
        if value > 1:
            into[key] = value
        return NumberInput(name, label, value, 1, 20)

    def _mounted(self) -> str:
        if not self.catalogue.vehicles:
            return ""
        vehicles = {"": ""} | names(self.catalogue.vehicles, self.language)
        return self.address.one_of("on", vehicles, "", keep=False)

    def _mounts(self, mounted: str) -> list[Field]:
        if not self.catalogue.vehicles:
            return []
        vehicles = {"": gettext("On foot")} | names(self.catalogue.vehicles, self.language)
        return [choice("on", gettext("Fires from"), vehicles, mounted)]

    def _distance(self, raw: Raw, row: FireRow | None) -> int:
        if self.odds.method == "range":
            raw["range"] = self.address.number("range", 1, FARTHEST, 100, keep=True)
        usual = self._usual_distance(raw.get("range", 0), row)
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
