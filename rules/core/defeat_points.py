"""Defeat points by the tables of the ruleset, with the changes by a list’s extras."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Literal

from msgspec import Struct, structs

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.handbook import Counted, DefeatChange, PrintedRow, PrintedTable
from rules.core.odds import printed_handbook
from rules.core.text import Text

TOPIC = "defeat-points"
TIMES = "×"  # in front of a cell that multiplies


class DefeatRow(Struct, frozen=True):
    """A source of defeat points: `points` each time, or a rule that changes other rows.

    `id` is that of its table and its place in it. `counts`: what it counts, for men and leaders of one of these
    `classes` (none: any). `factor`: it multiplies all others except those named in its `changes`. `extras`: those
    that the row is about.
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
        """Whether it only changes other rows, once however often it is recorded."""
        return self.factor != 1 or bool(self.changes)

    @property
    def worth(self) -> str:
        """The value of one as printed: 10, ×2."""
        return str(self.points) if self.factor == 1 else f"{TIMES}{self.factor}"


class Step(Struct, frozen=True):
    """A line of the sum: a row, its number, points and factor, and the result."""

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
    tables = [table for table in printed_handbook(catalogue) if table.topic == TOPIC]
    return tuple(row for table in tables for _printed, row in _pairs(table))


def work_out(
    rows: Sequence[DefeatRow],
    times: Mapping[str, int],
    enemy: Mapping[str, int] = MappingProxyType({}),
    *,
    largest_only: bool = False,
) -> Sum:
    """Return the points of a side, by the number of events per row (id) for it and for the enemy.

    `largest_only`: of several rules that change the same row only the largest change counts (a ruling).
    """
    own = [row for row in rows if row.is_rule and times.get(row.id)]
    theirs = [row for row in rows if row.is_rule and enemy.get(row.id)]
    steps = tuple(
        _step(row, count, own, theirs, largest_only=largest_only)
        for row in rows
        if not row.is_rule and (count := times.get(row.id, 0))
    )
    return Sum(steps, sum(step.points for step in steps))


def _step(row: DefeatRow, times: int, own: list[DefeatRow], theirs: list[DefeatRow], *, largest_only: bool) -> Step:
    """Compute one row: first the rules of its own side, then the effects of the other side's."""
    if largest_only:
        own = sorted(own, key=lambda rule: _step(row, 1, [rule], [], largest_only=False).points)[-1:]
    each, factor = row.points, 1
    for rule in own:
        change = _change(rule, row, enemy=False)
        each = rule.points if change and change.by is None else each
        factor *= (change.by or 1) if change else rule.factor
    for rule in theirs:
        change = _change(rule, row, enemy=True)
        factor *= (change.by or 1) if change else 1
    return Step(row, times, each, factor, times * each * factor)


def resolved(
    tables: Iterable[PrintedTable],
    classes: Collection[str],
    levels: Mapping[str, int],
    *,
    largest_only: bool = False,
) -> Iterator[PrintedTable]:
    """Yield printed tables with the defeat points of a list with men of these `classes`.

    The rules of its extras are included in the numbers and are no rows any more; a number per level of an extra is
    that of the list (`levels`, by extra).
    """
    known = list(tables)
    pairs = [pair for table in known if table.topic == TOPIC and not table.optional for pair in _pairs(table)]
    counting = [each for _row, each in pairs]
    own = [each for each in counting if each.is_rule and _is_ours(each, counting, classes)]
    numbers = {
        id(row): _step(each, 1, own, [], largest_only=largest_only).points for row, each in pairs if not each.is_rule
    }
    worked_in = {id(row) for row, each in pairs if each in own}
    for table in known:
        rows = [_resolved(row, numbers.get(id(row)), levels) for row in table.rows if id(row) not in worked_in]
        if rows:
            yield structs.replace(table, rows=tuple(rows))


def _resolved(row: PrintedRow, points: int | None, levels: Mapping[str, int]) -> PrintedRow:
    if points is None:
        return row
    level = max(levels.get(extra, 1) for extra in row.about.extras) if row.counts == "level" else 1
    return structs.replace(row, cells=(points * level, *row.cells[1:]))


def _is_ours(rule: DefeatRow, rows: Sequence[DefeatRow], classes: Collection[str]) -> bool:
    """Whether a rule is for troops of these classes: they have rows for everything it changes."""
    ours = {row.counts for row in rows if not row.classes or not set(row.classes).isdisjoint(classes)}
    return all(change.counts in ours for change in rule.changes if not change.enemy)


def _change(rule: DefeatRow, row: DefeatRow, *, enemy: bool) -> DefeatChange | None:
    return next((one for one in rule.changes if one.counts == row.counts and one.enemy == enemy), None)


def _pairs(table: PrintedTable) -> Iterator[tuple[PrintedRow, DefeatRow]]:
    """Yield the rows of a table that have a number or a factor, as printed and as counted."""
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
            yield row, structs.replace(made, points=cell)
        elif isinstance(cell, str) and cell.startswith(TIMES) and cell.removeprefix(TIMES).isdecimal():
            yield row, structs.replace(made, factor=int(cell.removeprefix(TIMES)))
