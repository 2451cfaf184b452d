"""The history of a list, ready to be printed: one line a revision, the newest first."""

from datetime import datetime
from typing import Literal

from django.core.paginator import Page, Paginator
from msgspec import Struct

from armybuilder.lists.history.tree import present_line, superseded
from armybuilder.lists.history.words import done
from armybuilder.lists.models import ArmyList, Revision
from armybuilder.lists.models.revisions import Stub
from rules.core.comparing.difference import Listed, points

LINES_A_PAGE = 30

# Where a revision stands: at the list as it is, where undo leads, where redo leads, where an edit after undo left it.
State = Literal["present", "before", "ahead", "left"]


class HistoryLine(Struct, frozen=True):
    """A revision: what was done, and the points before (empty: the same) and after (empty: the list has none)."""

    number: int
    when: datetime
    what: str
    name: str
    state: State
    before: str
    after: str


class NamedVersion(Struct, frozen=True):
    """A version that has a name."""

    number: int
    when: datetime
    name: str
    is_present: bool


class Timeline(Struct, frozen=True):
    """A page of the history, and all versions that have names."""

    lines: tuple[HistoryLine, ...]
    named: tuple[NamedVersion, ...]
    present: int
    present_name: str
    page: Page[Stub]


def timeline(army_list: ArmyList, page: str) -> Timeline:
    """Return a page of a list's history (an unknown one: the nearest). Two queries, however long it is."""
    stubs = army_list.revisions.stubs()
    head = next(stub for stub in stubs if stub.pk == army_list.revision_id)
    hidden = superseded(stubs) - {head.pk}
    shown = [stub for stub in reversed(stubs) if stub.pk not in hidden]
    here = Paginator(shown, LINES_A_PAGE).get_page(page)
    wanted = {pk for stub in here for pk in (stub.pk, stub.parent) if pk}
    revisions = army_list.revisions.in_bulk(wanted)
    totals = {pk: _total(revision) for pk, revision in revisions.items()}
    line = present_line(stubs, head.pk)
    return Timeline(
        lines=tuple(_line(stub, revisions[stub.pk], totals, _state(stub, head, line)) for stub in here),
        named=tuple(
            NamedVersion(stub.number, stub.created, stub.name, stub == head) for stub in shown if stub.name
        ),
        present=head.number,
        present_name=head.name,
        page=here,
    )


def _line(stub: Stub, revision: Revision, totals: dict[int, str], state: State) -> HistoryLine:
    before, after = totals.get(stub.parent or 0, ""), totals[stub.pk]
    return HistoryLine(
        stub.number, stub.created, done(revision), stub.name, state, before if before != after else "", after
    )


def _total(revision: Revision) -> str:
    total = Listed(revision.roster, revision.catalogue).total
    return "" if total is None else points(total)


def _state(stub: Stub, head: Stub, line: set[int]) -> State:
    if stub.pk == head.pk:
        return "present"
    if stub.pk not in line:
        return "left"
    return "before" if stub.number < head.number else "ahead"
