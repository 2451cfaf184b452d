"""The figures of a list that a question can use, each with its situation."""

from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import parse_qsl

from django.utils.http import urlencode
from django.utils.translation import gettext, ngettext
from msgspec import UNSET

from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Figure, Roster, Squad, Vehicle
from rules.core.odds import facts_in_hand
from rules.core.text import Language
from rules.odds.asking.form import SAID, Field, only_flying
from rules.odds.fire.weapon_grid import in_hands, usual_class
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


class Member(NamedTuple):
    """A row of a list: its name, its description, and the questions about it, each with its query."""

    name: str
    what: str
    ways: list[tuple[str, str]]


def named(name: str) -> Field | None:
    """Return the field that names the man, if he is from a list."""
    return Field("words", "name", gettext("Name"), name, most=SAID) if name else None


def can_be_from_list(question: str, catalogue: Catalogue) -> bool:
    """Return whether a question of a ruleset can be asked about a man from a list."""
    has = question in BROUGHT and question in catalogue.odds.questions
    return has and (question not in LEADING or bool(catalogue.leadership))


class FromList:
    """Finds the men of a list who can be asked about, in a given situation (a query)."""

    def __init__(self, question: str, situation: str, roster: Roster, catalogue: Catalogue, language: Language) -> None:
        self.question, self.situation, self.roster, self.catalogue = question, situation, roster, catalogue
        self.classes = names(catalogue.classes, language)
        self.vehicles = names(catalogue.vehicles, language)
        self.weapons = names([*catalogue.weapons, *catalogue.odds.weapons], language)

    def groups(self) -> list[tuple[str, list[Member]]]:
        """Return the squads with their members, without those that have nobody to ask about."""
        made = [(squad.name, [one for one in self._members(squad) if one.ways]) for squad in self.roster.squads]
        return [(name, members) for name, members in made if members]

    def _members(self, squad: Squad) -> Iterator[Member]:
        if self.question == "morale":
            yield from self._as_a_whole(squad)
            return
        for figure in squad.figures:
            troops = squad.class_of(figure)
            if troops in self.classes:
                name = figure.name or self.classes[troops]
                count = f" ({figure.count})" if figure.count > 1 else ""
                yield Member(name + count, self.classes[troops], self._ways(figure, troops, squad))
        for vehicle in squad.vehicles if self.question == "fire" else ():
            if vehicle.type in self.vehicles:  # its weapons are fired by men of the squad's class
                what = self.vehicles[vehicle.type]
                yield Member(vehicle.name or what, what, self._fired(vehicle, squad))

    def _as_a_whole(self, squad: Squad) -> Iterator[Member]:
        """Yield the squad itself, of the class of most of its men."""
        men = squad.men_by_class
        troops = next((class_ for class_, _ in men.most_common() if class_ in self.classes), "")
        if troops:
            facts = facts_in_hand(Figure(), "", squad, self.catalogue)
            told = {"s": troops, "men": str(men.total())} | dict.fromkeys(facts, "1")
            label = ngettext("%(count)s man", "%(count)s men", men.total()) % {"count": men.total()}
            yield Member(squad.name, self.classes[troops], [(label, self._with(told, squad.name))])

    def _ways(self, figure: Figure, troops: str, squad: Squad) -> list[tuple[str, str]]:
        if self.question == "fire":
            return self._fired(figure, squad)
        of_squad = self.question == "suppression"
        led_by = max(one.leadership for one in squad.figures) if of_squad else figure.leadership
        told = {"s": troops, "l" if of_squad else "sl": str(led_by)}
        label = gettext("Leadership %(level)s") % {"level": led_by}
        return [(label, self._with(told, figure.name))]

    def _fired(self, row: Figure | Vehicle, squad: Squad) -> list[tuple[str, str]]:
        ways = []
        usual = usual_class(self.roster, self.catalogue)
        for weapon, query in in_hands(row, squad, self.catalogue, usual, self.roster.rulings):
            told = dict(parse_qsl(query))
            if row.combat_value is not UNSET:
                told["v"] = str(row.combat_value)
            if flying := only_flying(weapon, self.catalogue):
                told |= {"t": flying[0], "f": ""}
            ways.append((self.weapons[weapon], self._with(told, row.name)))
        return ways

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
