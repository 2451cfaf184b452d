"""The defeat points of a side, worked out from how often each thing happened to it, by the tables of the ruleset."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from msgspec import Struct, structs

from rules.core.catalogue import Catalogue
from rules.core.handbook import PrintedTable
from rules.core.printed_handbook import printed_handbook
from rules.core.text import Text

TOPIC = "defeat-points"
TIMES = "×"  # in front of a cell that multiplies


class DefeatRow(Struct, frozen=True):
    """What gives defeat points: each time so many `points`, or (`factor`) all others that come without an extra so
    many times.

    `id` is that of its table and its place in it. `with_extra`: it comes with an extra, whose points stand by
    themselves. `counts`: it comes with each man or leader lost, of one of these `classes` (none: of any).
    `extras`: those of which the row speaks.
    """

    id: str
    name: Text
    source: str
    text: Text | None = None
    points: int = 0
    factor: int = 1
    with_extra: bool = False
    counts: Literal["", "man", "leader"] = ""
    classes: tuple[str, ...] = ()
    extras: tuple[str, ...] = ()


class Step(Struct, frozen=True):
    """A line of the sum: a row that happened so often, and what that comes to."""

    row: DefeatRow
    times: int
    points: int


class Sum(Struct, frozen=True):
    """The defeat points of a side, step by step; `factor` is what the steps were multiplied by that it concerns."""

    steps: tuple[Step, ...]
    factor: int
    total: int


def defeat_rows(catalogue: Catalogue) -> tuple[DefeatRow, ...]:
    """Return the rows of the tables of defeat points that have a number; none where the ruleset has no such table."""
    tables = [table for table in printed_handbook(catalogue) if table.topic == TOPIC]
    return tuple(row for table in tables for row in _rows(table))


def work_out(rows: Sequence[DefeatRow], times: Mapping[str, int]) -> Sum:
    """Return what a side took, where each row (by its id) happened so often; a row that multiplies does so once."""
    happened = [(row, times.get(row.id, 0)) for row in rows]
    factor = 1
    for row, count in happened:
        factor *= row.factor if count else 1
    steps = tuple(
        Step(row, count, row.points * count * (1 if row.with_extra else factor))
        for row, count in happened
        if count and row.factor == 1
    )
    return Sum(steps, factor, sum(step.points for step in steps))


def _rows(table: PrintedTable) -> Iterable[DefeatRow]:
    for place, row in enumerate(table.rows):
        cell = row.cells[0] if row.cells else None
        made = DefeatRow(
            id=f"{table.id}/{place}",
            name=row.name,
            source=row.source or table.source,
            text=row.text,
            with_extra=bool(row.about.extras),
            counts=row.counts,
            classes=row.about.classes,
            extras=row.about.extras,
        )
        if isinstance(cell, int):
            yield structs.replace(made, points=cell)
        elif isinstance(cell, str) and cell.startswith(TIMES) and cell.removeprefix(TIMES).isdecimal():
            yield structs.replace(made, factor=int(cell.removeprefix(TIMES)))
