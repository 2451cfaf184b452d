"""Step charts: everything is inside the drawing, whatever the numbers."""

import re

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from armybuilder.lists.profiles.charts import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, Step, step_chart

VALUES = st.floats(min_value=0, max_value=1e6, allow_nan=False)
STEPS = st.lists(
    st.builds(Step, st.floats(min_value=1, max_value=999), st.just("25"), VALUES, VALUES, st.just("1")),
    min_size=1,
    max_size=12,
)


def points(path: str) -> list[tuple[str, list[float]]]:
    return [
        (letter, [float(number) for number in numbers.split()])
        for letter, numbers in re.findall(r"([MHVZv])([^MHVZv]*)", path)
    ]


@given(STEPS)
def test_nothing_stands_outside_the_drawing(steps: list[Step]) -> None:
    chart = step_chart(steps, "", max(max(step.area, step.line or 0) for step in steps))
    for path in (chart.area, chart.line, chart.grid):
        for letter, numbers in points(path):
            xs = numbers[:1] if letter in "MH" else []
            ys = numbers[1:] if letter == "M" else numbers if letter == "V" else []
            assert all(LEFT <= x <= RIGHT for x in xs)
            assert all(TOP - 0.1 <= y <= BOTTOM for y in ys)
    for mark in (*chart.levels, *chart.ticks, *chart.values):
        assert 0 <= float(mark.x) <= WIDTH
        assert 0 <= float(mark.y) <= HEIGHT
    assert "nan" not in chart.area + chart.line
    assert len(chart.levels) <= 6


def test_a_chart_of_nothing_lies_on_its_axis() -> None:
    with translation.override("it"):
        chart = step_chart([Step(25, "25", 0, 0), Step(25, "50", 0, 0)], "nothing", 0)
    assert chart.area == "M56.0 210.0V210.0H304.0V210.0H552.0V210.0Z"
    assert chart.line == "M56.0 210.0H304.0V210.0H552.0"
    assert [mark.text for mark in chart.levels] == ["0,00", "0,05"]


@pytest.mark.parametrize(
    ("highest", "levels"),
    [
        (13.8, ["0", "5", "10", "15"]),
        (100, ["0", "20", "40", "60", "80", "100"]),
        (0.3, ["0,0", "0,1", "0,2", "0,3"]),
        (4.8, ["0", "1", "2", "3", "4", "5"]),
        (2681, ["0", "1000", "2000", "3000"]),
    ],
)
def test_the_lines_across_are_round_numbers(highest: float, levels: list[str]) -> None:
    with translation.override("it"):
        chart = step_chart([Step(1, "1", highest)], "", highest)
    assert [mark.text for mark in chart.levels] == levels
    assert chart.line == ""
