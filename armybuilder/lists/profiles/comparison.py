"""Two lists side by side: the scoreboard, points, counts, weapons and differences."""

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime
from fractions import Fraction
from functools import cached_property
from uuid import UUID

from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext
from msgspec import Struct
from msgspec.structs import replace

from armybuilder.lists.profiles.fire import at_distance, power
from armybuilder.lists.profiles.morale import main_curve
from armybuilder.lists.profiles.panel import spent_of
from armybuilder.lists.profiles.profile import ProfileQuery, Two, armour_of, has_profile, roll_of
from armybuilder.lists.words import class_name, signed
from rules.core.assess import assess
from rules.core.catalogue.catalogue import Catalogue
from rules.core.comparing.difference import Listed, difference, points, sentence, summary
from rules.core.document import edits
from rules.core.document.roster import Roster
from rules.core.judging.report import Report
from rules.core.odds import OpposedRoll
from rules.core.text import Language
from rules.language import active_language
from rules.odds.showing.answers import mean, percent


class Side(Struct, frozen=True, dict=True):
    """One of two lists: its document, rules, name and address, and when it was last changed."""

    list_id: UUID
    ref: str
    name: str
    url: str
    document: str
    version_id: UUID
    roster: Roster
    catalogue: Catalogue
    changed: datetime

    @cached_property
    def report(self) -> Report:
        return assess(self.roster, self.catalogue)

    @property
    def about(self) -> str:
        """Its role and points, in the active language: lists may have the same name."""
        role = self.catalogue.format_by_id[self.roster.role].name.to(active_language())
        if self.report.total is None:
            return role
        limit = f"/{self.report.limit}" if self.report.limit is not None else ""
        return f"{role} · {self.report.total}{limit}"

    @property
    def troops(self) -> str:
        """The classes of its men, the most common first, in the active language."""
        men = sum((squad.men_by_class for squad in self.roster.squads), Counter[str]())
        names = [class_name(item, self.catalogue, active_language()) for item, _ in men.most_common()]
        return ", ".join(names) or "–"

    @property
    def highest_leadership(self) -> int:
        figures = (figure for squad in self.roster.squads for figure in squad.figures)
        return max((figure.leadership for figure in figures), default=0)


class ComparedRow(Struct, frozen=True):
    """A line of a table: label, value in the first list and in the second, and the difference."""

    name: str
    first: str
    second: str
    difference: str = ""


def comparison(first: Side, second: Side, language: Language) -> dict[str, object]:
    """Return two lists side by side: the numbers, the weapons, and the changes from one to the other in words."""
    differs = difference(*_listed(first, second))
    by = signed if first.list_id == second.list_id else _in_which
    return {
        "rows": list(_rows(first, second, by)),
        "weapons": list(_weapons(first, second, language)),
        "summary": summary(differs, language),
        "changes": [sentence(change, language) for change in differs.changes],
    }


def _listed(first: Side, second: Side) -> Iterator[Listed]:
    """Yield the two lists; ids of rows, and names, matter only in two versions of the same list."""
    for side in (first, second):
        roster = side.roster
        if first.list_id != second.list_id:  # its name is above the comparison
            roster = replace(edits.without_ids(roster), name="–", pair_name="")
        yield Listed(roster, side.catalogue)


By = Callable[[int], str]  # returns the growth from the first to the second


def _in_which(more: int) -> str:
    if more > 0:
        return gettext("second: +%(count)s") % {"count": more}
    return gettext("first: +%(count)s") % {"count": -more}


def _rows(first: Side, second: Side, by: By) -> Iterator[ComparedRow]:
    reports = (first.report, second.report)
    if first.report.total is not None or second.report.total is not None:
        yield _number(by, gettext("Points"), first.report.total, second.report.total)
        yield ComparedRow(gettext("Limit"), *(points(report.limit) for report in reports))
    for (name, one), (_, other) in zip(*(spent_of(report) for report in reports), strict=False):
        if one or other:
            yield _number(by, gettext("Points: %(what)s") % {"what": name.lower()}, one, other)
    ours, theirs = first.roster, second.roster
    yield _number(by, gettext("Figures"), ours.figure_count, theirs.figure_count)
    yield _number(by, gettext("Vehicles"), ours.vehicle_count, theirs.vehicle_count)
    yield _number(by, gettext("Squads"), len(ours.squads), len(theirs.squads))
    yield ComparedRow(gettext("Troops"), first.troops, second.troops)
    if first.highest_leadership or second.highest_leadership:
        yield _number(by, gettext("Highest leadership"), first.highest_leadership, second.highest_leadership)
    if first.report.total is not None and second.report.total is not None:
        yield ComparedRow(gettext("Points per figure"), _each(first), _each(second))
    yield _number(by, gettext("Errors"), *(report.count("error") for report in reports))
    yield _number(by, gettext("Warnings"), *(report.count("warning") for report in reports))


def _number(by: By, name: str, first: int | None, second: int | None) -> ComparedRow:
    grown = ""
    if first is not None and second is not None:
        grown = by(second - first) if first != second else gettext("the same")
    return ComparedRow(name, points(first), points(second), grown)


def _each(side: Side) -> str:
    total, figures = side.report.total, side.roster.figure_count
    return number_format(total / figures, 1) if total is not None and figures else "–"


def _weapons(first: Side, second: Side, language: Language) -> Iterator[ComparedRow]:
    carried = first.roster.weapon_counts, second.roster.weapon_counts
    order = [weapon.id for side in (first, second) for weapon in side.catalogue.weapons]
    for weapon in dict.fromkeys((*order, *carried[0], *carried[1])):
        if carried[0][weapon] or carried[1][weapon]:
            known = second.catalogue.weapon_by_id.get(weapon) or first.catalogue.weapon_by_id.get(weapon)
            name = known.name.to(language) if known else weapon
            yield ComparedRow(name, *(str(count[weapon]) if count[weapon] else "–" for count in carried))


def can_be_laid_over(first: Catalogue, second: Catalogue, asked: ProfileQuery) -> bool:
    """Whether a measure can compare two lists: their games count dice in the same way."""
    if not (has_profile(first) and has_profile(second)) or asked.target not in second.class_by_id:
        return False
    one, other = first.odds, second.odds
    assert one.profile is not None
    assert other.profile is not None
    return one.method == other.method and one.profile.distances == other.profile.distances


HALF = 50  # the length of a full bar, from the middle


class Measure(Struct, frozen=True):
    """A line of the scoreboard: a name, both values in words and as numbers. More is better."""

    name: str
    words: tuple[str, str]
    values: tuple[Fraction, Fraction]

    @property
    def better(self) -> int | None:
        return None if self.words[0] == self.words[1] else int(self.values[1] > self.values[0])

    @property
    def bars(self) -> tuple[int, int]:
        """The lengths of the bars, 0 to 50: the larger value is full."""
        most = max(*self.values, Fraction(1, 100))
        first, second = (round(HALF * max(value, Fraction(0)) / most) for value in self.values)
        return first, second


class Scoreboard(Struct, frozen=True):
    """All measures of two lists, and how many each is better in."""

    measures: tuple[Measure, ...]

    @property
    def wins(self) -> tuple[int, int]:
        better = [measure.better for measure in self.measures]
        return better.count(0), better.count(1)

    @property
    def even(self) -> str:
        count = len(self.measures) - sum(self.wins)
        return ngettext("%(count)s even", "%(count)s even", count) % {"count": count} if count else ""


def scoreboard(lists: Two, language: Language) -> Scoreboard:
    """Return the scoreboard of two lists with profiles for the same question."""
    return Scoreboard(tuple(_measures(lists, language)))


def _measures(lists: Two, language: Language) -> Iterator[Measure]:
    places = range(len(lists[0].profile.distances))
    near, far = min(1, places[-1]), places[-1]
    for place, name in (("open", gettext("Fire in the open")), ("cover", gettext("Fire at cover"))):
        yield _fire(lists, near, place, name)
    if far != near:
        yield _fire(lists, far, "open", gettext("Fire in the open"))
    staying = lists[0].profile.staying.hits["open"], lists[1].profile.staying.hits["open"]
    yield Measure(gettext("Hits until half are out"), (mean(staying[0]), mean(staying[1])), staying)
    men = [one.roster.figure_count for one in lists]
    yield Measure(gettext("Figures"), (str(men[0]), str(men[1])), (Fraction(men[0]), Fraction(men[1])))
    yield from _morale(lists)
    rolls = [(one.strengths.initiative, one.strengths.melee) for one in lists]
    for name, first, second in zip((gettext("Initiative"), gettext("Melee")), rolls[0], rolls[1], strict=True):
        yield from _opposed(name, first, second)
    yield from _armour(lists, language)


def _fire(lists: Two, place: int, cover: str, name: str) -> Measure:
    hits = [power(one.profile.distances[place], "hits", "still", cover) for one in lists]
    distance = at_distance(lists[0].profile.distances[place].distance)
    return Measure(f"{name} {distance}", (mean(hits[0]), mean(hits[1])), (hits[0], hits[1]))


def _morale(lists: Two) -> Iterator[Measure]:
    """Yield the chance to pass morale when the smaller list has lost half of its men."""
    first, second = (main_curve(one.profile) for one in lists)
    if first is None or second is None:
        return
    lost = min(first.men, second.men) // 2
    if 0 < lost < min(len(first.curve), len(second.curve)):
        values = first.curve[lost], second.curve[lost]
        name = ngettext("Morale after %(lost)s loss", "Morale after %(lost)s losses", lost) % {"lost": lost}
        yield Measure(name, (percent(values[0]), percent(values[1])), values)


def _opposed(name: str, first: OpposedRoll | None, second: OpposedRoll | None) -> Iterator[Measure]:
    if first and second:
        values = (Fraction(first.bonus + first.dice), Fraction(second.bonus + second.dice))
        yield Measure(name, (roll_of(first), roll_of(second)), values)


def _armour(lists: Two, language: Language) -> Iterator[Measure]:
    """Yield the weapons against armour, if a list has any."""
    first, second = (one.strengths.armour or () for one in lists)
    if first or second:
        words = [armour_of(one.strengths, one.catalogue, language) or gettext("nothing") for one in lists]
        numbers = [Fraction(sum(count for _, count in armour)) for armour in (first, second)]
        yield Measure(gettext("Against armour"), (words[0], words[1]), (numbers[0], numbers[1]))
