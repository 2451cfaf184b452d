"""The figures of a list that a question can use, each with its situation."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import parse_qsl

from django.utils.http import urlencode
from django.utils.translation import gettext, ngettext
from msgspec import UNSET

from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Figure, Roster, Squad, Vehicle
from rules.core.odds import facts_in_hand
from rules.core.text import Language
from rules.odds.asking.form import SAID, Field, Labels, only_flying
from rules.odds.fire.weapon_grid import in_hands
from rules.odds.showing.words import names

# The fields that a man from a list sets; all others of a situation stay.
BROUGHT = {
    "fire": "s w m n on v name",
    "suppression": "s l name",
    "morale": "s men lost ll name",
    "initiative": "s sl name",
}
LEADING = ("suppression", "initiative")  # the questions that use leadership
LONGEST = 2000  # of a situation's query


class MemberQuery(NamedTuple):
    """A question about a man, and the query of its situation."""

    label: str
    query: str


class Member(NamedTuple):
    """A row of a list: its name, its description, and the questions about it."""

    name: str
    what: str
    ways: tuple[MemberQuery, ...]


class Group(NamedTuple):
    """A squad with its rows that can be asked about."""

    name: str
    members: tuple[Member, ...]


def named(name: str) -> Field | None:
    """Return the field that names the man, if he is from a list."""
    return Field("words", "name", gettext("Name"), name, most=SAID) if name else None


def can_be_from_list(question: str, catalogue: Catalogue) -> bool:
    """Return whether a question of a ruleset can be asked about a man from a list."""
    has = question in BROUGHT and question in catalogue.odds.questions
    return has and (question not in LEADING or bool(catalogue.leadership))


@dataclass(frozen=True, slots=True)
class FromList:
    """Finds the men of a list who can be asked about, in a given situation."""

    question: str
    situation: str
    catalogue: Catalogue
    language: Language
    usual: str = ""  # the default class
    rulings: Mapping[str, str] = field(default_factory=dict)  # of the list

    def groups(self, roster: Roster) -> list[Group]:
        """Return the squads of a list, without those that have nobody to ask about."""
        made = [Group(squad.name, tuple(self._members(squad))) for squad in roster.squads]
        return [group for group in made if group.members]

    def _members(self, squad: Squad) -> Iterator[Member]:
        classes = names(self.catalogue.classes, self.language)
        if self.question == "morale":
            yield from self._as_a_whole(squad, classes)
            return
        for figure in squad.figures:
            troops = squad.class_of(figure)
            if troops in classes:
                ways = tuple(self._ways(figure, troops, squad))
                name = figure.name or classes[troops]
                count = f" ({figure.count})" if figure.count > 1 else ""
                yield from [Member(name + count, classes[troops], ways)] if ways else []
        if self.question == "fire":
            yield from self._vehicles(squad)

    def _as_a_whole(self, squad: Squad, classes: Labels) -> Iterator[Member]:
        """Return the squad itself, of the class of most of its men."""
        men: Counter[str] = Counter()
        for figure in squad.figures:
            men[squad.class_of(figure)] += figure.count
        troops = next((class_ for class_, _ in men.most_common() if class_ in classes), "")
        if troops:
            told = {"s": troops, "men": str(men.total())}
            facts = facts_in_hand(Figure(), "", squad, self.catalogue)
            label = ngettext("%(count)s man", "%(count)s men", men.total()) % {"count": men.total()}
            way = MemberQuery(label, self._with(told | dict.fromkeys(facts, "1"), squad.name))
            yield Member(squad.name, classes[troops], (way,))

    def _ways(self, figure: Figure, troops: str, squad: Squad) -> Iterator[MemberQuery]:
        match self.question:
            case "suppression":
                led_by = max(one.leadership for one in squad.figures)
                yield self._leading({"s": troops, "l": str(led_by)}, led_by, figure.name)
            case "initiative":
                led_by = figure.leadership
                yield self._leading({"s": troops, "sl": str(led_by)}, led_by, figure.name)
            case _:
                yield from self._fired(figure, squad)

    def _fired(self, row: Figure | Vehicle, squad: Squad) -> Iterator[MemberQuery]:
        known = names([*self.catalogue.weapons, *self.catalogue.odds.weapons], self.language)
        for weapon, query in in_hands(row, squad, self.catalogue, self.usual, self.rulings):
            told = dict(parse_qsl(query))
            if row.combat_value is not UNSET:
                told["v"] = str(row.combat_value)
            flying = only_flying(weapon, self.catalogue)
            if flying:
                told |= {"t": flying[0], "f": ""}
            yield MemberQuery(known[weapon], self._with(told, row.name))

    def _leading(self, told: dict[str, str], leadership: int, name: str) -> MemberQuery:
        return MemberQuery(gettext("Leadership %(level)s") % {"level": leadership}, self._with(told, name))

    def _vehicles(self, squad: Squad) -> Iterator[Member]:
        """Return the vehicles of a squad with their weapons, fired by men of its class."""
        types = names(self.catalogue.vehicles, self.language)
        for vehicle in squad.vehicles:
            if vehicle.type in types:
                ways = tuple(self._fired(vehicle, squad))
                name, what = vehicle.name or types[vehicle.type], types[vehicle.type]
                yield from [Member(name, what, ways)] if ways else []

    def _with(self, brought: dict[str, str], name: str) -> str:
        """Return the situation with a man's own and his name, instead of the previous man's."""
        measures = self.catalogue.odds.profile
        theirs = {*BROUGHT[self.question].split(), *brought}
        if measures:
            theirs |= {*measures.roles, measures.motivated, measures.tired}
            theirs |= {measures.crew.alone} if measures.crew else set()
        kept = {field: value for field, value in parse_qsl(self.situation[:LONGEST]) if field not in theirs}
        told = brought | kept | {"name": name[:SAID]}
        return urlencode({field: value for field, value in told.items() if value})
