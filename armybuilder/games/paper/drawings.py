"""The two drawings of a report: the chart of the men still standing, and the table."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from django.utils.text import Truncator
from django.utils.translation import gettext
from msgspec import Struct

from armybuilder.games.pages.story import TurnEnd
from armybuilder.printing.formats.scenario.table import size_of
from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.handbook import Procedures
from rules.core.game.events import Side, TurningPoint

CHART_WIDTH, CHART_HEIGHT = 320, 110  # units of the drawing, without its labels
LABELS_APART = 14
LABEL_AT_MOST = 24  # characters of a name beside its line: the number after it must be seen


class ChartLine(Struct, frozen=True):
    """The line of a side: its path, its label and the label's height. `is_first`: drawn solid, the other dashed."""

    path: str
    label: str
    label_y: float
    is_first: bool


class Chart(Struct, frozen=True):
    """The men that each side still has, turn by turn. `words`: the same for those who cannot see it.

    `turns` and `men`: the numbers beside the axes, each with its place along it.
    """

    lines: tuple[ChartLine, ...]
    turns: tuple[tuple[float, str], ...]
    men: tuple[tuple[float, str], ...]
    words: str
    width: int = CHART_WIDTH
    height: int = CHART_HEIGHT


def men_chart(
    ends: Sequence[TurnEnd], men: Mapping[Side, int], names: Mapping[Side, str], sides: Sequence[Side]
) -> Chart | None:
    """Return the chart of a game. `men`: each side's men at the beginning. None: it would show nothing."""
    shown = [side for side in sides if men.get(side)]
    if not shown or not ends:
        return None
    last, most = ends[-1].number, max(men[side] for side in shown)
    across, up = CHART_WIDTH / last, CHART_HEIGHT / most
    lines: list[ChartLine] = []
    for side in shown:
        left = ends[-1].men[side]
        label_y = CHART_HEIGHT - left * up
        if lines and abs(lines[0].label_y - label_y) < LABELS_APART:
            label_y = lines[0].label_y + (LABELS_APART if label_y >= lines[0].label_y else -LABELS_APART)
        path = _path([(end.number * across, CHART_HEIGHT - end.men[side] * up) for end in ends], men[side] * up)
        name = Truncator(names[side]).chars(LABEL_AT_MOST)
        lines.append(ChartLine(path, f"{name} {left}", label_y, is_first=not lines))
    told = (
        gettext("%(name)s from %(men)s to %(left)s")
        % {"name": names[side], "men": men[side], "left": ends[-1].men[side]}
        for side in shown
    )
    return Chart(
        tuple(lines),
        tuple(((turn - 0.5) * across, str(turn)) for turn in range(1, last + 1, last // 10 + 1)),
        tuple((CHART_HEIGHT - number * up, str(number)) for number in (0, most)),
        gettext("Men standing turn by turn: %(sides)s") % {"sides": ", ".join(told)},
    )


def _path(points: Sequence[tuple[float, float]], begun: float) -> str:
    """Return steps through the points: the men are lost within the turn that ends at each."""
    height = CHART_HEIGHT - begun
    steps, before = [f"M0 {height:.1f}"], 0.0
    for x, y in points:
        steps.append(f"H{(before + x) / 2:.1f}V{y:.1f}H{x:.1f}")
        before = x
    return "".join(steps)


MAP = 180  # units of the drawing of the table, across and down
SQUARES = "ABCDEF"  # across; up they have as many numbers
SQUARE = MAP / len(SQUARES)
BESIDE = ((-7, -7), (7, -7), (-7, 7), (7, 7), (0, 0))  # where points are in a square that they share


class TableMap(Struct, frozen=True):
    """The table of a game, in units of the drawing: the side `below` enters from the lower edge.

    `zones`: x, y, width and height of each; `points`: x, y and number of each turning point with a square.
    """

    zones: tuple[tuple[float, float, float, float], ...]
    above: str
    below: str
    points: tuple[tuple[float, float, str], ...] = ()

    @property
    def columns(self) -> list[tuple[float, str]]:
        return [(SQUARE * (place + 0.5), letter) for place, letter in enumerate(SQUARES)]

    @property
    def rows(self) -> list[tuple[float, str]]:
        return [(MAP - SQUARE * (place + 0.5), str(place + 1)) for place in range(len(SQUARES))]


def table_map(catalogue: Catalogue, names: Sequence[str], told: Sequence[TurningPoint] = ()) -> TableMap:
    """Return the table of a ruleset with the turning points that have a square. `names`: of the sides."""
    size = size_of(catalogue)
    zones = tuple(_zones(catalogue.procedures, MAP / size[1])) if size else ()
    return TableMap(zones, above=names[1], below=names[0], points=tuple(_points(told)))


def _points(told: Sequence[TurningPoint]) -> Iterator[tuple[float, float, str]]:
    """Yield the places of turning points: those that share a square are side by side."""
    count, taken = Counter(point.square for point in told), Counter[str]()
    for number, point in enumerate(told, 1):
        if point.square:
            column, row = SQUARES.index(point.square[0]), int(point.square[1])
            right, down = BESIDE[taken[point.square]] if count[point.square] > 1 else (0, 0)
            taken[point.square] += 1
            yield SQUARE * (column + 0.5) + right, MAP - SQUARE * (row - 0.5) + down, str(number)


def _zones(numbers: Procedures, cm: float) -> Iterator[tuple[float, float, float, float]]:
    """Yield where the sides deploy. `cm`: units of the drawing for each."""
    if numbers.attacker_depth:
        yield 0, MAP - numbers.attacker_depth * cm, MAP, numbers.attacker_depth * cm
    if numbers.defender_depth:
        yield 0, 0, MAP, numbers.defender_depth * cm
    elif numbers.defender_length and numbers.defender_width:
        width, height = numbers.defender_length * cm, numbers.defender_width * cm
        yield (MAP - width) / 2, (MAP / 2 - height) / 2, width, height
