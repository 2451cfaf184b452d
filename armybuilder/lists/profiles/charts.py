"""Step charts, drawn on the server, in the units of the drawing."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from django.utils.formats import number_format
from msgspec import Struct

WIDTH, HEIGHT = 560, 250
LEFT, RIGHT, TOP, BOTTOM = 56, 552, 38, 210
NARROWEST = 0.14  # a step's share of the width, enough for its number
LINES_AT_MOST = 5  # across the chart, without the axis


class Mark(Struct, frozen=True):
    """A word of a chart with its place."""

    x: str
    y: str
    text: str


class StepChart(Struct, frozen=True):
    """A chart of steps: an area and a line over it, as paths, and their words."""

    said: str
    area: str
    line: str
    grid: str
    axis: str
    levels: tuple[Mark, ...]
    ticks: tuple[Mark, ...]
    values: tuple[Mark, ...]
    width: int = WIDTH
    height: int = HEIGHT


class Step(Struct, frozen=True):
    """A step: its width, the word below its end (`below` its middle if it stands alone), its values."""

    width: float
    tick: str
    area: float
    line: float | None = None
    label: str = ""


def step_chart(steps: Sequence[Step], said: str, highest: float, *, in_the_middle: bool = False) -> StepChart:
    """Return a chart of steps, `highest` at its upper edge or below it. `said`: the chart in words."""
    level = _level(highest)
    top = max(level, _whole_levels(highest, level) * level)
    edges = list(_edges([step.width for step in steps]))
    areas = [_y(step.area, top) for step in steps]
    spans = list(pairwise(edges))
    ends = [(left + right) / 2 if in_the_middle else right for left, right in spans]
    return StepChart(
        said=said,
        area=f"M{_n(LEFT)} {_n(BOTTOM)}{_path(spans, areas)}V{_n(BOTTOM)}Z",
        line=_line(spans, [step.line for step in steps], top),
        grid="".join(f"M{LEFT} {_n(_y(value, top))}H{RIGHT}" for value in _levels(level, top)),
        axis=f"M{LEFT} {BOTTOM}H{RIGHT}" + "".join(f"M{_n(edge)} {BOTTOM}v8" for edge in edges),
        levels=tuple(
            Mark(_n(LEFT - 10), _n(_y(value, top) + 6), number_format(value, _places(level)))
            for value in (0.0, *_levels(level, top))
        ),
        ticks=tuple(Mark(_n(end), _n(BOTTOM + 32), step.tick) for end, step in zip(ends, steps, strict=True)),
        values=tuple(
            Mark(_n((left + right) / 2), _n(y - 8), step.label)
            for (left, right), y, step in zip(spans, areas, steps, strict=True)
            if step.label
        ),
    )


def _level(highest: float) -> float:
    """Return the distance between horizontal lines, a round number: few of them reach the highest value."""
    level = 0.05
    factors = (2, 2, 2.5)  # 0.05, 0.1, 0.2, 0.5 and so on
    for turn in range(60):
        if _whole_levels(highest, level) <= LINES_AT_MOST:
            break
        level *= factors[turn % 3]
    return level


def _whole_levels(highest: float, level: float) -> int:
    return -int(-highest // level) if highest > 0 else 1


def _levels(level: float, top: float) -> Iterator[float]:
    count = round(top / level)
    return (number * level for number in range(1, count + 1))


def _places(level: float) -> int:
    return 2 if level < 0.1 else 1 if level < 1 else 0


def _edges(widths: Sequence[float]) -> Iterator[float]:
    """Yield the start and end of each step; a narrow one gets the room for its number."""
    least = sum(widths) * NARROWEST
    wide = [max(width, least) for width in widths]
    at = 0.0
    yield float(LEFT)
    for width in wide:
        at += width
        yield LEFT + (RIGHT - LEFT) * at / sum(wide)


def _y(value: float, top: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * value / top


def _line(spans: Sequence[tuple[float, float]], values: Sequence[float | None], top: float) -> str:
    if not spans or values[0] is None:
        return ""
    heights = [_y(value or 0, top) for value in values]
    return f"M{_n(spans[0][0])} {_path(spans, heights).removeprefix('V')}"


def _path(spans: Sequence[tuple[float, float]], heights: Sequence[float]) -> str:
    """Return steps from left to right: to each height, then along."""
    steps = zip(spans, heights, strict=True)
    return "".join(f"V{_n(height)}H{_n(right)}" for (_left, right), height in steps)


def _n(number: float) -> str:
    return f"{number:.1f}"
