"""Three lists that show what a force allows: the smallest legal one, a full one, and one that breaks a limit."""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from msgspec.structs import replace

from rules.core.assess import assess
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.force import Force, ForceFigure
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.forces.followed import man_of, smallest, started, vehicle_of
from rules.core.judging.report import FORCE, Finding, Report
from rules.core.text import Language

MOST_ADDED = 80  # figures and vehicles of the full list beyond the smallest one

Sort = Literal["least", "full", "broken"]


class ProofList(NamedTuple):
    """A list that a force gives."""

    sort: Sort
    roster: Roster
    report: Report

    @property
    def finding(self) -> Finding | None:
        """Return the first error, those of the force first."""
        errors = [finding for finding in self.report.findings if finding.severity == "error"]
        return min(errors, key=lambda finding: finding.source != FORCE, default=None)


def proof_of(force: Force, catalogue: Catalogue, language: Language) -> list[ProofList]:
    """Return the lists: the smallest, one filled to the limit, and one that breaks a limit of the force if it has any.

    The force has no faults (`faults`). Rows have no ids.
    """
    least = smallest_list(force, catalogue, language)
    proof = [ProofList("least", least, assess(least, catalogue))]
    full = _filled(least, force, catalogue, language)
    proof.append(ProofList("full", full, assess(full, catalogue)))
    broken = next(_broken(least, force, catalogue), None)
    return [*proof, broken] if broken else proof


def smallest_list(force: Force, catalogue: Catalogue, language: Language) -> Roster:
    role = force.roles[0] if force.roles else catalogue.formats[0].id
    name = force.name.to(language)
    empty = Roster(format="armylist/1", ruleset=catalogue.id, name=name, squads=())
    return started(replace(empty, role=role), force, catalogue, language)


def _filled(least: Roster, force: Force, catalogue: Catalogue, language: Language) -> Roster:
    """Return a list with one more of each thing in turn, as long as nothing new is wrong."""
    roster, added = least, 0
    errors = _errors(assess(roster, catalogue))
    whole = list(_whole_squads(least, force, catalogue, language))
    for squad in whole:
        more = replace(roster, squads=(*roster.squads, squad))
        if _errors(assess(more, catalogue)) <= errors:
            roster = more
    open_places = list(_places(roster, force))
    while open_places and added < MOST_ADDED:
        still_open = []
        for number, item in open_places:
            more = _with(roster, number, item)
            if _errors(assess(more, catalogue)) <= errors and added < MOST_ADDED:
                roster, added = more, added + 1
                still_open.append((number, item))
        open_places = still_open
    return roster


def _errors(report: Report) -> set[tuple[str, str]]:
    """Return the errors of a list: what a full one must not have beyond the smallest."""
    return {(found.code, found.path) for found in report.findings if found.severity == "error"}


def _whole_squads(least: Roster, force: Force, catalogue: Catalogue, language: Language) -> Iterator[Squad]:
    """Yield one more squad of each sort that a list can have more of."""
    for wanted in force.squads:
        here = sum(squad.force_squad == wanted.id for squad in least.squads)
        if here < wanted.most:
            yield smallest(wanted, f"{wanted.name.to(language)} {here + 1}", catalogue)


def _places(roster: Roster, force: Force) -> Iterator[tuple[int, Figure | Vehicle]]:
    """Yield one of each type of each squad; those of a limited number first, plain men last."""
    for number, squad in enumerate(roster.squads):
        wanted = force.squad(squad.force_squad)
        if wanted is None:
            continue
        yield from ((number, vehicle_of(kind, 1)) for kind in wanted.vehicles)
        for kind in sorted(wanted.figures, key=lambda kind: kind.most is None and kind.one_in is None):
            yield number, man_of(kind)


def _with(roster: Roster, number: int, item: Figure | Vehicle) -> Roster:
    """Return a list with one more of something in a squad, in its row if there is one."""
    squad = roster.squads[number]
    if isinstance(item, Figure):
        squad = replace(squad, figures=_joined(squad.figures, item))
    else:
        squad = replace(squad, vehicles=(*squad.vehicles, item))
    return replace(roster, squads=(*roster.squads[:number], squad, *roster.squads[number + 1 :]))


def _joined(figures: tuple[Figure, ...], more: Figure) -> tuple[Figure, ...]:
    for place, row in enumerate(figures):
        if replace(row, count=1) == replace(more, count=1):
            grown = replace(row, count=row.count + more.count)
            return (*figures[:place], grown, *figures[place + 1 :])
    return (*figures, more)


def _broken(least: Roster, force: Force, catalogue: Catalogue) -> Iterator[ProofList]:
    """Yield the lists with one too many of something, each with an error of the force."""
    for number, squad in enumerate(least.squads):
        wanted = force.squad(squad.force_squad)
        for kind in _limited(wanted.figures if wanted else ()):
            here = sum(row.count for row in squad.figures if row == replace(man_of(kind), count=row.count))
            most = kind.most or 1
            more = _with(least, number, man_of(kind, max(1, most - here + 1)))
            found = ProofList("broken", more, assess(more, catalogue))
            if found.finding:
                yield found
    for entry in force.extras:
        extras = (ExtraEntry(extra=entry.extra, count=entry.most + 1, level=entry.level or 0),)
        more = replace(least, extras=extras)
        found = ProofList("broken", more, assess(more, catalogue))
        if found.finding:
            yield found


def _limited(kinds: Iterable[ForceFigure]) -> list[ForceFigure]:
    """Return the types of which a squad has a highest number, optional ones first."""
    limited = [kind for kind in kinds if kind.most is not None or kind.one_in is not None]
    return sorted(limited, key=lambda kind: kind.least)
