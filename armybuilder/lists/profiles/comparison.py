"""Two lists side by side, ready to be printed: points, counts, who carries what, and what differs."""

from collections import Counter
from collections.abc import Callable, Iterator
from uuid import UUID

from django.utils.formats import number_format
from django.utils.translation import gettext
from msgspec import Struct
from msgspec.structs import replace

from armybuilder.lists.profiles.panel import spent_of
from armybuilder.lists.words import class_name, signed
from rules.core.assess import assess
from rules.core.catalogue.catalogue import Catalogue
from rules.core.comparing.difference import Listed, difference, points, sentence, summary
from rules.core.document import edits
from rules.core.document.roster import Roster, Squad
from rules.core.judging.report import Report
from rules.core.text import Language


class Side(Struct, frozen=True):
    """One of two lists: whose document and rules, what it is called, and what it is addressed by."""

    list_id: UUID
    ref: str
    name: str
    url: str
    document: str
    version_id: UUID
    roster: Roster
    catalogue: Catalogue


class ComparedRow(Struct, frozen=True):
    """A line of a table: what, in the first list, in the second, and how the second differs."""

    name: str
    first: str
    second: str
    difference: str = ""


class Comparison(Struct, frozen=True):
    """Two lists side by side."""

    rows: tuple[ComparedRow, ...]
    weapons: tuple[ComparedRow, ...]
    summary: str
    changes: tuple[str, ...]


def comparison(first: Side, second: Side, language: Language) -> Comparison:
    """Return what two lists have in common and what differs."""
    differs = difference(*_listed(first, second))
    by = signed if first.list_id == second.list_id else _in_which
    return Comparison(
        rows=tuple(_rows(_Facts(first), _Facts(second), by, language)),
        weapons=tuple(_weapons(first, second, language)),
        summary=summary(differs, language),
        changes=tuple(sentence(change, language) for change in differs.changes),
    )


def _listed(first: Side, second: Side) -> Iterator[Listed]:
    """The two lists; ids of rows, and names, say something only where both are the same list at two times."""
    strip = _as_any if first.list_id != second.list_id else _as_it_is
    return (Listed(strip(side.roster), side.catalogue) for side in (first, second))


def _as_any(roster: Roster) -> Roster:
    """Return a list without what tells it from any other: what it is called stands above the comparison."""
    return replace(edits.without_ids(roster), name="–", pair_name="")


def _as_it_is(roster: Roster) -> Roster:
    return roster


class _Facts:
    """The figures that are compared of a list."""

    def __init__(self, side: Side) -> None:
        self.roster, self.catalogue = side.roster, side.catalogue
        self.report: Report = assess(side.roster, side.catalogue)
        self.figures = sum(squad.figure_count for squad in side.roster.squads)
        self.vehicles = sum(row.count for squad in side.roster.squads for row in squad.vehicles)
        self.squads = len(side.roster.squads)
        self.leadership = max(
            (figure.leadership for squad in side.roster.squads for figure in squad.figures), default=0
        )

    def classes(self, language: Language) -> str:
        """The troop classes, the most numerous first."""
        men: Counter[str] = Counter()
        for squad in self.roster.squads:
            for figure in squad.figures:
                men[squad.class_of(figure)] += figure.count
        return ", ".join(class_name(item, self.catalogue, language) for item, _ in men.most_common())


By = Callable[[int], str]  # says by how much the second is more than the first


def _in_which(more: int) -> str:
    """Return by how much one list has more, of two that are not the same at two times."""
    if more > 0:
        return gettext("second: +%(count)s") % {"count": more}
    return gettext("first: +%(count)s") % {"count": -more}


def _rows(first: _Facts, second: _Facts, by: By, language: Language) -> Iterator[ComparedRow]:
    reports = (first.report, second.report)
    if first.report.total is not None or second.report.total is not None:
        yield _number(by, gettext("Points"), first.report.total, second.report.total)
        yield _plain(gettext("Limit"), *(report.limit for report in reports))
    for (name, one), (_, other) in zip(*(spent_of(report) for report in reports), strict=False):
        if one or other:
            yield _number(by, gettext("Points: %(what)s") % {"what": name.lower()}, one, other)
    yield _number(by, gettext("Figures"), first.figures, second.figures)
    yield _number(by, gettext("Vehicles"), first.vehicles, second.vehicles)
    yield _number(by, gettext("Squads"), first.squads, second.squads)
    yield ComparedRow(gettext("Troops"), first.classes(language) or "–", second.classes(language) or "–")
    if first.leadership or second.leadership:
        yield _number(by, gettext("Highest leadership"), first.leadership, second.leadership)
    if first.report.total is not None and second.report.total is not None:
        yield ComparedRow(gettext("Points per figure"), _each(first), _each(second))
    yield _number(by, gettext("Errors"), *(report.count("error") for report in reports))
    yield _number(by, gettext("Warnings"), *(report.count("warning") for report in reports))


def _number(by: By, name: str, first: int | None, second: int | None) -> ComparedRow:
    if first is None or second is None:
        return ComparedRow(name, points(first), points(second))
    return ComparedRow(
        name,
        points(first),
        points(second),
        by(second - first) if first != second else gettext("the same"),
    )


def _plain(name: str, first: int | None, second: int | None) -> ComparedRow:
    return ComparedRow(name, points(first), points(second))


def _each(facts: _Facts) -> str:
    total = facts.report.total
    return number_format(total / facts.figures, 1) if total is not None and facts.figures else "–"


def _weapons(first: Side, second: Side, language: Language) -> Iterator[ComparedRow]:
    """Yield a row for each weapon, in the order of the rules."""
    carried = _carried(first.roster), _carried(second.roster)
    order = [weapon.id for side in (first, second) for weapon in side.catalogue.weapons]
    for weapon in dict.fromkeys((*order, *carried[0], *carried[1])):
        if carried[0][weapon] or carried[1][weapon]:
            known = second.catalogue.weapon_by_id.get(weapon) or first.catalogue.weapon_by_id.get(weapon)
            name = known.name.to(language) if known else weapon
            yield ComparedRow(name, *(str(count[weapon]) if count[weapon] else "–" for count in carried))


def _carried(roster: Roster) -> Counter[str]:
    carried: Counter[str] = Counter()
    for squad in roster.squads:
        for weapons, count in _armed(squad):
            for weapon in weapons:
                carried[weapon] += count
    return carried


def _armed(squad: Squad) -> Iterator[tuple[tuple[str, ...], int]]:
    """The weapons of each row of a squad, and how many it stands for."""
    yield from ((figure.weapons, figure.count) for figure in squad.figures)
    yield from ((vehicle.weapons, vehicle.count) for vehicle in squad.vehicles)
