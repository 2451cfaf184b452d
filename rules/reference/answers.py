"""The rows of the force in short: what is asked of a weapon, a class, a vehicle or a role, without column heads."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rules.core.catalogue.building import Ruling
from rules.core.catalogue.catalogue import (
    Carrier,
    Catalogue,
    Characteristic,
    Role,
    SaveRow,
    Stat,
    Trait,
    TroopClass,
    VehicleType,
    Weapon,
)
from rules.core.catalogue.entry import Entry
from rules.core.contents import weapons_in_price
from rules.core.text import Language, Text
from rules.reference.fire import fire_facts
from rules.reference.parts import ShortAnswer, in_points, number, readings


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers of a catalogue in a language, which is the active language too."""

    catalogue: Catalogue
    language: Language

    def weapon(self, weapon: Weapon) -> ShortAnswer:
        """Return what a weapon does and costs; a price that a ruling decides is among the doubts."""
        facts = [*fire_facts(weapon, self.catalogue, self.language), *self._surcharge(weapon.points)]
        if weapon.points is None and weapon.points_under:
            facts.append(_("price: see rulings"))
        if weapon.carried_by == ("vehicle",):
            facts.append(_("on vehicles"))
        return self._answer(weapon, facts, weapon.note, weapon.points_under)

    def troop_class(self, item: TroopClass) -> ShortAnswer:
        """Return what a man of a class rolls against, and his price."""
        facts = [
            self._stat(item.stats[characteristic.id], characteristic)
            for characteristic in self.catalogue.characteristics
            if characteristic.id in item.stats
        ]
        sides = [side.name.to(self.language) for side in self.catalogue.sides if side.id == item.side]
        return self._answer(item, [*sides, *facts, *self._price(item.points)])

    def vehicle(self, vehicle: VehicleType) -> ShortAnswer:
        """Return how a vehicle moves and saves, what it may carry, and its price."""
        moves = [
            _("%(name)s %(distance)s cm") % {"name": way.name.to(self.language), "distance": way.distance}
            for way in vehicle.movement
        ]
        facts = [*moves, *map(self.saves, vehicle.saves)]
        for told, names in (
            (_("may buy %(names)s"), self._weapon_names(vehicle.mounts or ())),
            (_("comes with %(names)s"), self.held(vehicle)),
        ):
            if names:
                facts.append(told % {"names": ", ".join(names)})
        return self._answer(vehicle, [*facts, *self._price(vehicle.points)], vehicle.note)

    def saves(self, save: SaveRow) -> str:
        """Return the numbers that a vehicle saves with, each with what it is hit by."""
        pairs = zip(self.catalogue.save_columns, save.needs, strict=False)
        against = ", ".join(
            f"{column.name.to(self.language)} {_('immune') if need is None else f'{need}+'}"
            for column, need in pairs
        )
        if save.name:
            return _("saves, %(side)s: %(against)s") % {
                "side": save.name.to(self.language),
                "against": against,
            }
        return _("saves: %(against)s") % {"against": against}

    def role(self, role: Role) -> ShortAnswer:
        """Return the price of a role; one that a ruling may change is among the doubts."""
        rulings = (role.flat_under[0],) if role.flat_under else ()
        return self._answer(role, self._surcharge(role.points), rulings=rulings)

    def leadership(self, points: int) -> ShortAnswer:
        """Return the price of a level of leadership."""
        return ShortAnswer(self._surcharge(points))

    def trait(self, trait: Trait) -> ShortAnswer:
        """Return what has the trait."""
        words = {"squad": _("of a squad"), "vehicle": _("of a vehicle")}
        return self._answer(trait, [words[trait.carrier]])

    def kit(self, item: Entry) -> ShortAnswer:
        """Return what stands of an item of kit."""
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
            return f"{name} {stat_text(stat.value, characteristic.format)} ({note})"
        return f"{name} {stat_text(stat, characteristic.format)}"

    def _price(self, points: int | None) -> list[str]:
        return [] if points is None or not self.catalogue.has_points else [in_points(points)]

    def _surcharge(self, points: int | None) -> list[str]:
        """Return what is paid on top of the man."""
        sign = "+" if points is not None and points >= 0 else ""
        return [f"{sign}{price}" for price in self._price(points)]

    def held(self, vehicle: VehicleType) -> list[str]:
        """Return the names of the weapons that a vehicle's price holds."""
        return [weapon.name.to(self.language) for weapon in weapons_in_price(vehicle.id, self.catalogue)]

    def _weapon_names(self, ids: Iterable[str]) -> list[str]:
        return [self.catalogue.weapon_by_id[weapon].name.to(self.language) for weapon in ids]


def carriers(carried_by: Iterable[Carrier]) -> str:
    """Return who carries a weapon: `on foot, on vehicles`."""
    words: dict[Carrier, str] = {"figure": _("on foot"), "vehicle": _("on vehicles")}
    return ", ".join(words[carrier] for carrier in carried_by)


def stat_text(value: int, form: str) -> str:
    """Return a characteristic as its column writes it: 4+, +1, 5."""
    if form == "save":
        return f"{value}+"
    return f"+{value}" if form == "bonus" and value > 0 else number(value)


def options_text(ruling: Ruling, language: Language) -> str:
    """Return the answers to a ruling's question, the one that holds where a list says nothing first."""
    options = [option.name.to(language) for option in ruling.options]
    options[0] = _("%(option)s, unless the list says otherwise") % {"option": options[0]}
    return " · ".join(options)


def ruling_text(ruling: Ruling, language: Language) -> str:
    """Return a ruling's question with its answers."""
    return f"{ruling.name.to(language)} {options_text(ruling, language)}."
