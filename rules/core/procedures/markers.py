"""The markers that are put on the table, numbered on the screen as on paper."""

from collections.abc import Iterator
from itertools import chain, count

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.handbook import MarkerKind
from rules.core.document.roster import Roster


def extras_bought(roster: Roster) -> list[str]:
    """Return the ids of the extras of a list, each as often as it was bought."""
    entries = chain(*(squad.extras for squad in roster.squads), roster.extras)
    return [entry.extra for entry in entries for _one in range(entry.count)]


def kinds_of(catalogue: Catalogue, roster: Roster | None) -> list[MarkerKind]:
    """Return the kinds of markers that a side may put down; `roster` None: its list is unknown, and all may be its."""
    bought = (
        set(extras_bought(roster)) if roster else {one for kind in catalogue.markers for one in kind.extras}
    )
    return [kind for kind in catalogue.markers if not kind.extras or bought & set(kind.extras)]


def paper_markers(catalogue: Catalogue, roster: Roster) -> Iterator[tuple[int, MarkerKind]]:
    """Yield the markers that the extras of a list give, numbered on from the objectives; not those that lie open."""
    numbers = count((catalogue.procedures.objectives or 0) + 1)
    bought = extras_bought(roster)
    for kind in (kind for kind in catalogue.markers if not kind.is_open):
        for _one in range(sum(extra in kind.extras for extra in bought)):
            yield next(numbers), kind
