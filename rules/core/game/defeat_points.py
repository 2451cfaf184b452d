"""The defeat points of a side by the tables of the ruleset: what its losses give, and what its player added."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal

from msgspec import Struct, structs

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.handbook import Counted, DefeatChange, PrintedTable
from rules.core.game.events import SIDES, Side, other_side
from rules.core.game.fold import GameState
from rules.core.game.side_status import Piece, SideStatus, SideStatuses
from rules.core.odds import printed_handbook
from rules.core.text import Text

TOPIC = "defeat-points"
TIMES = "×"  # in front of a cell that multiplies


class DefeatRow(Struct, frozen=True):
    """What gives defeat points: each time so many `points`, or a rule that holds: it changes what others give.

    `id` is that of its table and its place in it. `counts`: what it comes with, for men and leaders of one of these
    `classes` (none: of any). `factor`: all others come so many times, but those that its `changes` name.
    `extras`: those of which the row speaks.
    """

    id: str
    name: Text
    source: str
    text: Text | None = None
    points: int = 0
    factor: int = 1
    counts: Literal["", Counted] = ""
    changes: tuple[DefeatChange, ...] = ()
    classes: tuple[str, ...] = ()
    extras: tuple[str, ...] = ()

    @property
    def is_rule(self) -> bool:
        """Whether it gives nothing by itself, and changes what others give, once however often it is said."""
        return self.factor != 1 or bool(self.changes)

    @property
    def worth(self) -> str:
        """What one of it gives, as it is printed: 10, ×2."""
        return str(self.points) if self.factor == 1 else f"{TIMES}{self.factor}"


class Step(Struct, frozen=True):
    """A line of the sum: a row that happened so often, what each gives, by which factor, and what it comes to."""

    row: DefeatRow
    times: int
    each: int
    factor: int
    points: int


class Sum(Struct, frozen=True):
    """The defeat points of a side, step by step."""

    steps: tuple[Step, ...]
    total: int


def defeat_rows(catalogue: Catalogue) -> tuple[DefeatRow, ...]:
    """Return the rows of the defeat point tables that have a number."""
    tables = [table for table in printed_handbook(catalogue) if table.topic == TOPIC]
    return tuple(row for table in tables for row in _rows(table))


def work_out(
    rows: Sequence[DefeatRow], times: Mapping[str, int], enemy: Mapping[str, int] = MappingProxyType({})
) -> Sum:
    """Return what a side took, where each row (by its id) happened so often to it, and so often to the enemy."""
    own = [row for row in rows if row.is_rule and times.get(row.id)]
    theirs = [row for row in rows if row.is_rule and enemy.get(row.id)]
    steps = tuple(
        _step(row, count, own, theirs) for row in rows if not row.is_rule and (count := times.get(row.id, 0))
    )
    return Sum(steps, sum(step.points for step in steps))


def _step(row: DefeatRow, times: int, own: list[DefeatRow], theirs: list[DefeatRow]) -> Step:
    """Work one row out: the rules that hold for its side, then what those of the other side do to it."""
    each, factor = row.points, 1
    for rule in own:
        change = _change(rule, row, enemy=False)
        each = rule.points if change and change.by is None else each
        factor *= (change.by or 1) if change else rule.factor
    for rule in theirs:
        change = _change(rule, row, enemy=True)
        factor *= (change.by or 1) if change else 1
    return Step(row, times, each, factor, times * each * factor)


def _change(rule: DefeatRow, row: DefeatRow, *, enemy: bool) -> DefeatChange | None:
    return next((one for one in rule.changes if one.counts == row.counts and one.enemy == enemy), None)


def _rows(table: PrintedTable) -> Iterable[DefeatRow]:
    for place, row in enumerate(table.rows):
        cell = row.cells[0] if row.cells else None
        made = DefeatRow(
            id=f"{table.id}/{place}",
            name=row.name,
            source=row.source or table.source,
            text=row.text,
            counts=row.counts,
            changes=row.changes,
            classes=row.about.classes,
            extras=row.about.extras,
        )
        if isinstance(cell, int):
            yield structs.replace(made, points=cell)
        elif isinstance(cell, str) and cell.startswith(TIMES) and cell.removeprefix(TIMES).isdecimal():
            yield structs.replace(made, factor=int(cell.removeprefix(TIMES)))


LOSSES = ("man", "leader")  # what the pieces themselves tell


def tally(rows: Sequence[DefeatRow], state: GameState, side: Side, own: SideStatus | None) -> Sum:
    """Return the defeat points of a side; `own` None: it plays no list, and its losses are added by hand, too."""
    times = Counter(state.scored(side))
    for man in own.lost if own else ():
        row = row_of(rows, man)
        if row is not None:
            times[row.id] += 1
    return work_out(rows, times, state.scored(other_side(side)))


def totals(rows: Sequence[DefeatRow], state: GameState, statuses: SideStatuses) -> dict[Side, int]:
    """Return the points of both sides, or the losses of each in a ruleset without points."""
    if rows:
        return {side: tally(rows, state, side, statuses.get(side)).total for side in SIDES}
    return {side: len(statuses[side].lost) if side in statuses else 0 for side in SIDES}


def row_of(rows: Sequence[DefeatRow], man: Piece) -> DefeatRow | None:
    """Return the row that a man who is lost falls under: that of leaders of his class, otherwise that of its men."""
    for kind in ("leader", "man") if man.is_leader else ("man",):
        for row in rows:
            if row.counts == kind and (not row.classes or man.class_id in row.classes):
                return row
    return None


def rows_added_by_hand(rows: Sequence[DefeatRow], own: SideStatus | None) -> list[DefeatRow]:
    """Return the rows that follow from no loss of a piece: players add them by hand; `own` None: all rows."""
    return [row for row in rows if own is None or row.counts not in LOSSES]
