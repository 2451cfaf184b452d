"""The squads of a list on paper, with their units."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext, ngettext

from armybuilder.lists.builder.squads import chances_in_words
from armybuilder.lists.words import minus, signed
from armybuilder.printing.layout.words import Fact, squad_sign, unbreakable
from armybuilder.printing.units.setting import Setting
from armybuilder.printing.units.unit import Unit
from rules.core.catalogue.catalogue import Catalogue, TroopClass
from rules.core.document.naming import squad_label
from rules.core.document.roster import Figure, Roster, Squad, Vehicle
from rules.core.document.rows import FirstNumbers, first_numbers
from rules.core.judging.prices import SquadPoints
from rules.core.judging.report import Report
from rules.core.procedures import squad_chances
from rules.core.text import Language


@dataclass(frozen=True)
class SquadOnPaper:
    """A squad: its place in the list from 0, the first numbers of its men and vehicles, and its points."""

    squad: Squad
    place: int
    first: FirstNumbers
    priced: SquadPoints | None
    setting: Setting

    @property
    def name(self) -> str:
        """Its name, or its kind and number."""
        return self.setting.say(squad_label(self.squad, self.place))

    @property
    def points(self) -> str:
        """Its points, "" in a game without points."""
        return minus(self.priced.total) if self.priced else ""

    @property
    def troops(self) -> TroopClass | None:
        """Its class; None if the edition does not have it."""
        return self.setting.catalogue.class_by_id.get(self.squad.class_)

    @property
    def class_name(self) -> str:
        """Its class with the code."""
        return class_name(self.squad.class_, self.setting.catalogue, self.setting.language)

    @property
    def sign(self) -> str:
        """Its map sign."""
        return squad_sign(self.squad)

    @property
    def strength(self) -> str:
        """Its men and vehicles: "7 figures, 1 vehicle"."""
        vehicles = sum(vehicle.count for vehicle in self.squad.vehicles)
        return men_and_vehicles(self.squad.figure_count, vehicles)

    @cached_property
    def units(self) -> list[Unit]:
        """Its men, then its vehicles."""
        prices = (*self.priced.figures, *self.priced.vehicles) if self.priced else ()
        numbers = {False: self.first.man, True: self.first.vehicle}
        rows: tuple[Figure | Vehicle, ...] = (*self.squad.figures, *self.squad.vehicles)
        found = []
        for place, row in enumerate(rows):
            in_vehicle = place >= len(self.squad.figures)
            total = prices[place] if prices else None
            found.append(Unit(self.squad, row, self.setting, numbers[in_vehicle], total))
            numbers[in_vehicle] += row.count
        return found

    @cached_property
    def line(self) -> str:
        """A description on one line: class, kind, strength, modifiers, traits, chances."""
        squad, catalogue, language = self.squad, self.setting.catalogue, self.setting.language
        kinds = {
            "squad": "",
            "section": gettext("independent section"),
            "sniper-team": gettext("sniper team"),
            "observer-section": gettext("observer section"),
        }
        parts = [self.class_name, kinds[squad.kind], self.strength]
        if squad.list_class and "list_class" in catalogue.reads:
            named = class_name(squad.list_class, catalogue, language)
            parts.append(gettext("in the army list: %(troops)s") % {"troops": named})
        if squad.leader_ability and "leader_ability" in catalogue.reads:
            ability = class_name(squad.leader_ability, catalogue, language)
            parts.append(gettext("leader %(ability)s") % {"ability": ability})
        if "modifiers" in catalogue.reads:
            if squad.modifiers.motivation:
                motivation = {"number": signed(squad.modifiers.motivation)}
                parts.append(gettext("motivation %(number)s") % motivation)
            if squad.modifiers.fanatic:
                parts.append(gettext("fanatics %(number)s") % {"number": signed(squad.modifiers.fanatic)})
        traits = catalogue.squad_traits
        parts += [traits[item].name.to(language) if item in traits else item for item in squad.traits]
        parts += chances_in_words(squad, catalogue, language, but=squad.class_)
        return ", ".join(part for part in parts if part)


def squads_of(setting: Setting, report: Report | None = None) -> Iterator[SquadOnPaper]:
    """Yield the squads of a list, with points if there is a report on a game with points."""
    for place, (squad, first) in enumerate(first_numbers(setting.roster)):
        points = report.points.squads[place] if report and report.points else None
        yield SquadOnPaper(squad, place, first, points, setting)


def chances_of(squad: Squad, class_id: str, setting: Setting) -> Iterator[Fact]:
    """Yield what men of a class need, in a ruleset with chances by quality (bi)."""
    found = squad_chances(squad, setting.catalogue)
    for chance in found.chances if found else ():
        if chance.class_id == class_id:
            yield Fact(gettext("Success"), str(chance.success))
            yield Fact(gettext("Morale"), str(chance.morale))


def class_name(class_id: str, catalogue: Catalogue, language: Language) -> str:
    """Return a troop class with its code: "Veterani R3". A class that the edition does not have keeps its id."""
    troops = catalogue.class_by_id.get(class_id)
    if troops is None:
        return class_id
    name = troops.name.to(language)
    return unbreakable(f"{name} {troops.code}") if troops.code else name


def strength(roster: Roster) -> str:
    """Return how many men and vehicles there are in a list, in words."""
    return men_and_vehicles(
        sum(squad.figure_count for squad in roster.squads),
        sum(vehicle.count for squad in roster.squads for vehicle in squad.vehicles),
    )


def men_and_vehicles(figures: int, vehicles: int) -> str:
    """Return a strength in words: "7 figures, 1 vehicle"."""
    parts = []
    if figures or not vehicles:
        parts.append(ngettext("%(count)s figure", "%(count)s figures", figures) % {"count": figures})
    if vehicles:
        parts.append(ngettext("%(count)s vehicle", "%(count)s vehicles", vehicles) % {"count": vehicles})
    return ", ".join(parts)
