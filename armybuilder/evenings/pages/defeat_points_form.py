"""The sums of defeat points of both sides of a table, for their page."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from rules.core.defeat_points import DefeatRow, Step, Sum, work_out
from rules.core.text import Language


class PointsField(Struct, frozen=True):
    """How often something happened to a side: the name of the field, and its value."""

    field: str
    side: str
    times: int | str


class PointsRow(Struct, frozen=True):
    """A thing that gives defeat points, for both sides. `worth`: "10" or "×2". `is_rule`: it applies or not."""

    name: str
    worth: str
    text: str
    source: str
    is_rule: bool
    asked: tuple[PointsField, ...]


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
    times = {key: _times(key, rows, said) for key, _name in sides}
    return DefeatPointsForm(
        tuple(_line(row, sides, said, language) for row in rows),
        tuple(
            _sum(name, work_out(rows, times[key], times[other], largest_only=largest_only), language)
            for (key, name), (other, _) in zip(sides, reversed(sides), strict=True)
        ),
    )


def _line(
    row: DefeatRow, sides: Sequence[tuple[str, str]], said: Mapping[str, int], language: Language
) -> PointsRow:
    asked = tuple(
        PointsField(f"{key}-{row.id}", name, said.get(f"{key}-{row.id}") or "") for key, name in sides
    )
    return PointsRow(
        row.name.to(language),
        row.worth,
        row.text.to(language) if row.text else "",
        row.source,
        row.is_rule,
        asked,
    )


def _times(key: str, rows: Sequence[DefeatRow], said: Mapping[str, int]) -> dict[str, int]:
    return {row.id: said.get(f"{key}-{row.id}", 0) for row in rows}


def _sum(name: str, made: Sum, language: Language) -> SideSum:
    return SideSum(name, tuple(_step(step, language) for step in made.steps), made.total)


def _step(step: Step, language: Language) -> tuple[str, str, int, str, int]:
    each = str(step.each) if step.factor == 1 else f"{step.each} × {step.factor}"
    return step.row.name.to(language), step.row.source, step.times, each, step.points
