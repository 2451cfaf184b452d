"""The sums of defeat points of both sides of a table, for their page."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from rules.core.defeat_points import DefeatRow, Step, work_out
from rules.core.text import Language


class PointsRow(Struct, frozen=True):
    """A thing that gives defeat points. `asked`: for each side the name of its field, the side, and how often."""

    name: str
    text: str
    row: DefeatRow
    asked: tuple[tuple[str, str, int | str], ...]


class SideSum(Struct, frozen=True):
    """The sum of a side: each step with its name, its paragraph, its number, the points each and in all."""

    name: str
    steps: tuple[tuple[str, str, int, str, int], ...]
    total: int


class DefeatPointsForm(Struct, frozen=True):
    """The questions and sums of defeat points."""

    lines: tuple[PointsRow, ...]
    sides: tuple[SideSum, ...]


def defeat_points_form(
    rows: Sequence[DefeatRow],
    sides: Sequence[tuple[str, str]],
    said: Mapping[str, int],
    language: Language,
    *,
    largest_only: bool,
) -> DefeatPointsForm:
    """Return the form with the sums of the `sides` (key, name); `said`: the values by "key-row"."""
    lines = tuple(
        PointsRow(
            row.name.to(language),
            row.text.to(language) if row.text else "",
            row,
            tuple((f"{key}-{row.id}", name, said.get(f"{key}-{row.id}") or "") for key, name in sides),
        )
        for row in rows
    )
    times = {key: {row.id: said.get(f"{key}-{row.id}", 0) for row in rows} for key, _name in sides}
    sums = []
    for (key, name), (other, _name) in zip(sides, reversed(sides), strict=True):
        made = work_out(rows, times[key], times[other], largest_only=largest_only)
        sums.append(SideSum(name, tuple(_step(step, language) for step in made.steps), made.total))
    return DefeatPointsForm(lines, tuple(sums))


def _step(step: Step, language: Language) -> tuple[str, str, int, str, int]:
    each = str(step.each) if step.factor == 1 else f"{step.each} × {step.factor}"
    return step.row.name.to(language), step.row.source, step.times, each, step.points
