"""Short answers for the search, without column heads."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext as _

from rules.core.catalogue.building import Ruling
from rules.core.catalogue.catalogue import (
    Carrier,
    Catalogue,
    Characteristic,
    FireRow,
    Role,
    SaveRow,
    Stat,
    Trait,
    TroopClass,
    VehicleType,
    Weapon,
)
from rules.core.catalogue.entry import Entry, name_in
from rules.core.catalogue.library import PRICE_TABLES
from rules.core.contents import weapons_in_price
from rules.core.text import Language, Text
from rules.reference.parts import NONE, ShortAnswer, in_points, readings


def fire_facts(weapon: Weapon, catalogue: Catalogue, language: Language) -> list[str]:
    """Return how a weapon fires, in the active language (`language`); nothing if it does not fire."""
    facts = [fact for row in weapon.fire for fact in _one_way(row, catalogue.bands, language)]
    if covering := _listed(weapon.covering):
        facts.append(gettext("covering %(values)s") % {"values": _covering(covering, catalogue)})
    return facts


def _one_way(row: FireRow, bands: Sequence[int], language: Language) -> Iterator[str]:
    """Yield the ranges of one fire mode with numbers needed, dice, and minimum range."""
    mode = f"{row.mode.to(language)} " if row.mode else ""
    ranges = mode + _ranges(row, bands)
    if ranges:
        yield ranges
    if row.needs:
        yield ngettext("%(count)s die", "%(count)s dice", row.dice) % {"count": row.dice}
    else:
        yield ngettext("%(count)s shot", "%(count)s shots", row.dice) % {"count": row.dice}
    if row.least is not None:
        yield gettext("min %(cm)s cm") % {"cm": row.least}


def _ranges(row: FireRow, bands: Sequence[int]) -> str:
    """Return `25/50 cm: 4 6`, without the bands out of reach; without numbers needed, only the distances."""
    if not row.needs:
        distances = "/".join(_listed(row.reach))
        return gettext("range %(distances)s cm") % {"distances": distances} if distances else ""
    needs = _listed(row.needs)
    far_edges = [own or band for own, band in zip_longest(row.reach, bands)][: len(needs)]
    distances = "/".join(_edge(edge, row.most) for edge in far_edges)
    return gettext("%(distances)s cm: %(needs)s") % {"distances": distances, "needs": " ".join(needs)}


def _edge(edge: int | None, most: int | None) -> str:
    """Return the far edge of a band, which ends at the weapon's range."""
    reached = [distance for distance in (edge, most) if distance is not None]
    return str(min(reached)) if reached else NONE


def _covering(values: Sequence[str], catalogue: Catalogue) -> str:
    """Return the values of covering fire, with their bands if those are not the bands of fire."""
    bands = catalogue.covering_bands[: len(values)]
    if bands == catalogue.bands[: len(values)]:
        return " ".join(values)
    return f"{'/'.join(map(str, bands))} cm: {' '.join(values)}"


def _listed(values: Sequence[int | None]) -> list[str]:
    """Return numbers as texts up to the last one, with dashes for gaps."""
    there = max((place for place, value in enumerate(values, 1) if value is not None), default=0)
    return [NONE if value is None else str(value) for value in values[:there]]


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers of a catalogue in the active language."""

    catalogue: Catalogue
    language: Language

    def weapon(self, weapon: Weapon) -> ShortAnswer:
        """Return the effect and price of a weapon; a price under a ruling is one of the doubts."""
        facts = [*fire_facts(weapon, self.catalogue, self.language), *self._surcharge(weapon.points)]
        if weapon.points is None and weapon.points_under:
            facts.append(_("price: see rulings"))
        if weapon.carried_by == ("vehicle",):
            facts.append(_("on vehicles"))
        return self._answer(weapon, facts, weapon.note, weapon.points_under)

    def troop_class(self, item: TroopClass) -> ShortAnswer:
        facts = [
            self._stat(item.stats[characteristic.id], characteristic)
            for characteristic in self.catalogue.characteristics
            if characteristic.id in item.stats
        ]
        sides = [side.name.to(self.language) for side in self.catalogue.sides if side.id == item.side]
        return self._answer(item, [*sides, *facts, *self._price(item.points)])

    def vehicle(self, vehicle: VehicleType) -> ShortAnswer:
        """Return movement, saves, weapons and price of a vehicle."""
        moves = [
            _("%(name)s %(distance)s cm") % {"name": way.name.to(self.language), "distance": way.distance}
            for way in vehicle.movement
        ]
        facts = [*moves, *map(self.saves, vehicle.saves)]
        if mounts := [self.catalogue.weapon_by_id[weapon].name for weapon in vehicle.mounts or ()]:
            names = ", ".join(name.to(self.language) for name in mounts)
            facts.append(_("may buy %(names)s") % {"names": names})
        if held := self.held(vehicle):
            facts.append(_("comes with %(names)s") % {"names": ", ".join(held)})
        return self._answer(vehicle, [*facts, *self._price(vehicle.points)], vehicle.note)

    def saves(self, save: SaveRow) -> str:
        pairs = zip(self.catalogue.save_columns, save.needs, strict=False)
        against = ", ".join(
            f"{column.name.to(self.language)} {_('immune') if need is None else f'{need}+'}"
            for column, need in pairs
        )
        if save.name:
            facts = {"side": save.name.to(self.language), "against": against}
            return _("saves, %(side)s: %(against)s") % facts
        return _("saves: %(against)s") % {"against": against}

    def role(self, role: Role) -> ShortAnswer:
        """Return the price of a role; one that a ruling can change is one of the doubts."""
        rulings = (role.flat_under[0],) if role.flat_under else ()
        return self._answer(role, self._surcharge(role.points), rulings=rulings)

    def leadership(self, points: int) -> ShortAnswer:
        return ShortAnswer(self._surcharge(points))

    def trait(self, trait: Trait) -> ShortAnswer:
        words = {"squad": _("of a squad"), "vehicle": _("of a vehicle")}
        return self._answer(trait, [words[trait.carrier]])

    def kit(self, item: Entry) -> ShortAnswer:
        return self._answer(item, [])

    def _answer(
        self, entry: Entry, facts: Sequence[str], note: Text | None = None, rulings: Iterable[str] = ()
    ) -> ShortAnswer:
        decided = [ruling_text(self.catalogue.ruling_by_id[ruling], self.language) for ruling in rulings]
        sentences = [note.to(self.language)] if note else []
        return ShortAnswer(facts, sentences, [*readings(entry, self.language), *decided])

    def _stat(self, stat: int | Stat, characteristic: Characteristic) -> str:
        name = characteristic.name.to(self.language)
        if isinstance(stat, Stat):
            note = stat.note.to(self.language)
            return f"{name} {characteristic.written(stat.value)} ({note})"
        return f"{name} {characteristic.written(stat)}"

    def _price(self, points: int | None) -> list[str]:
        return [] if points is None or not self.catalogue.has_points else [in_points(points)]

    def _surcharge(self, points: int | None) -> list[str]:
        sign = "+" if points is not None and points >= 0 else ""
        return [f"{sign}{price}" for price in self._price(points)]

    def held(self, vehicle: VehicleType) -> list[str]:
        return [weapon.name.to(self.language) for weapon in weapons_in_price(vehicle.id, self.catalogue)]


def carriers(carried_by: Iterable[Carrier]) -> str:
    words: dict[Carrier, str] = {"figure": _("on foot"), "vehicle": _("on vehicles")}
    return ", ".join(words[carrier] for carrier in carried_by)


def options_text(ruling: Ruling, language: Language) -> str:
    """Return the answers to a ruling's question, the default first."""
    options = [option.name.to(language) for option in ruling.options]
    options[0] = _("%(option)s, unless the list says otherwise") % {"option": options[0]}
    return " · ".join(options)


def ruling_text(ruling: Ruling, language: Language) -> str:
    return f"{ruling.name.to(language)} {options_text(ruling, language)}."


def price_name(key: str, catalogue: Catalogue, language: Language) -> str:
    """Return what a price such as `weapons/lmg` is for. An entry that is not in this edition is named by its id."""
    table, _sign, item = key.partition("/")
    if table == "leadership":
        return gettext("Leadership %(level)s") % {"level": item}
    return name_in(catalogue.by_kind[PRICE_TABLES[table]], item).to(language)
