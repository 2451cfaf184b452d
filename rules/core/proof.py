"""Lists that show what rules allow: a small one, a full one, and one that breaks a limit."""

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple

from msgspec.structs import replace

from rules.core.assess import assess
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Figure, Roster, Vehicle
from rules.core.judging.report import FORCE, Finding, Report

MOST_ADDED = 80  # figures and vehicles of a full list beyond those that it began with

Sort = Literal["least", "full", "broken"]
Item = Figure | Vehicle
Accepts = Callable[[Roster], bool]


class ProofList(NamedTuple):
    """A list that shows what rules or a force allow. Its rows have no ids."""

    sort: Sort
    roster: Roster
    report: Report

    @property
    def errors(self) -> list[Finding]:
        """Return its errors, those of its force first."""
        errors = [finding for finding in self.report.findings if finding.severity == "error"]
        return sorted(errors, key=lambda finding: finding.source != FORCE)


def proof_list(sort: Sort, roster: Roster, catalogue: Catalogue) -> ProofList:
    return ProofList(sort, roster, assess(roster, catalogue))


def as_legal_as(roster: Roster, catalogue: Catalogue) -> Accepts:
    """Return whether a list has no error that this one does not have."""
    errors = _errors(roster, catalogue)
    return lambda more: _errors(more, catalogue) <= errors


def _errors(roster: Roster, catalogue: Catalogue) -> set[tuple[str, str]]:
    found = assess(roster, catalogue).findings
    return {(finding.code, finding.path) for finding in found if finding.severity == "error"}


def filled(roster: Roster, places: Iterable[tuple[int, Item]], accepts: Accepts) -> Roster:
    """Return a list with one more of each thing in turn, each in its squad, for as long as the list is accepted."""
    added, open_places = 0, list(places)
    while open_places and added < MOST_ADDED:
        still_open = []
        for number, item in open_places:
            more = with_one_more(roster, number, item)
            if added < MOST_ADDED and accepts(more):
                roster, added = more, added + 1
                still_open.append((number, item))
        open_places = still_open
    return roster


def with_one_more(roster: Roster, number: int, item: Item) -> Roster:
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
