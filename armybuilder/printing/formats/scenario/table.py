"""The table of a game, drawn to scale: its squares, zones and markers."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.handbook import PrintedTable, Procedures
from rules.core.document.roster import Roster
from rules.core.odds import printed_handbook

SIZE = "table"  # the handbook's table of sizes
SQUARE = 10  # cm
HIGH, HIGH_IF_OPEN, GAP = 138.0, 120.0, 5.0  # mm
ACROSS, DOWN = 12, 8  # squares of a table without a size in the rules


@dataclass(frozen=True, slots=True)
class Grid:
    """A map of squares, with their width in millimetres."""

    columns: int
    rows: int
    square: float

    @property
    def width(self) -> float:
        return self.columns * self.square

    @property
    def height(self) -> float:
        return self.rows * self.square

    @property
    def lines(self) -> str:
        """Return the lines between squares as a path."""
        down = "".join(f"M{column * self.square:g} 0V{self.height:g}" for column in range(1, self.columns))
        return down + "".join(f"M0 {row * self.square:g}H{self.width:g}" for row in range(1, self.rows))

    @property
    def middle(self) -> str:
        """Return the line between the halves of the table as a path."""
        return f"M0 {self.height / 2:g}H{self.width:g}"


@dataclass(frozen=True, slots=True)
class Zone:
    """The zone of a side, in millimetres of the map."""

    words: str
    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Table:
    """The table: sides below (`ours`) and above, zones, distance of markers from the edge, scale in words.

    `is_open`: the rules leave its size to the players.
    """

    grid: Grid
    is_open: bool
    ours: str
    theirs: str
    zones: tuple[Zone, ...]
    margin: float
    words: tuple[str, ...]

    @property
    def beside(self) -> float:
        """Return the position of text beside the map, or below a map as wide as the page."""
        return 0.0 if self.is_open else self.grid.width + GAP


def size_of(catalogue: Catalogue) -> tuple[PrintedTable, int] | None:
    """Return the handbook's table sizes, and the size for 28 mm figures, in cm; None without sizes in the rules."""
    found = next((table for table in printed_handbook(catalogue) if table.id == SIZE), None)
    return (found, max(cell for cell in found.rows[0].cells if isinstance(cell, int))) if found else None


def grid_of(catalogue: Catalogue, high: float) -> Grid:
    """Return a map of a game's table, `high` mm."""
    size = size_of(catalogue)
    columns, rows = (size[1] // SQUARE,) * 2 if size else (ACROSS, DOWN)
    return Grid(columns, rows, high / rows)


def table_of(roster: Roster, catalogue: Catalogue) -> Table:
    """Return the table of a list's game in the active language; the list's own side is below."""
    numbers, size = catalogue.procedures, size_of(catalogue)
    grid = grid_of(catalogue, HIGH if size else HIGH_IF_OPEN)
    cm = grid.square / SQUARE
    ours, theirs = _sides(roster, numbers)
    return Table(
        grid=grid,
        is_open=size is None,
        ours=ours,
        theirs=theirs,
        zones=() if size is None else tuple(_zones(roster, numbers, grid)),
        margin=(numbers.markers_edge or 0) * cm,
        words=tuple(_words(numbers, size)),
    )


def _sides(roster: Roster, numbers: Procedures) -> tuple[str, str]:
    """Return the sides at the lower and upper edge."""
    if numbers.attacker_depth == numbers.defender_depth:
        return gettext("your edge"), gettext("the enemy’s edge")
    attacker, defender = gettext("attacker’s edge"), gettext("defender’s edge")
    return (defender, attacker) if roster.role == "defender" else (attacker, defender)


def _zones(roster: Roster, numbers: Procedures, grid: Grid) -> Iterator[Zone]:
    cm = grid.square / SQUARE
    defends = roster.role == "defender"
    for depth, below in ((numbers.attacker_depth, not defends), (numbers.defender_depth, defends)):
        if depth:
            words = gettext("deploys within %(depth)s cm of the edge") % {"depth": depth}
            top = grid.height - depth * cm if below else 0.0
            yield Zone(words, 0.0, top, grid.width, depth * cm)
    if numbers.defender_length and numbers.defender_width:
        words = gettext("Defender: %(wide)s × %(long)s cm, anywhere in this half, at any angle")
        said = {"wide": numbers.defender_width, "long": numbers.defender_length}
        wide, high = numbers.defender_length * cm, numbers.defender_width * cm
        top = (grid.height / 2 - high) / 2
        if defends:
            top += grid.height / 2
        yield Zone(words % said, (grid.width - wide) / 2, top, wide, high)


def _words(numbers: Procedures, size: tuple[PrintedTable, int] | None) -> Iterator[str]:
    if size is None:
        yield gettext("The rules leave the table, zones and objectives to the players and the referee.")
        return
    least = min(cell for cell in size[0].rows[0].cells if isinstance(cell, int))
    said = {"square": SQUARE, "most": size[1], "least": least, "source": size[0].source}
    yield gettext("A square is %(square)s cm of a table of %(most)s × %(most)s cm.") % said
    if least < size[1]:
        yield gettext("%(least)s × %(least)s cm is enough (%(source)s).") % said
    if numbers.markers_edge and numbers.markers_apart:
        yield gettext(
            "Markers: inside the dotted line (%(edge)s cm from the edge), more than %(apart)s cm apart."
        ) % {"edge": numbers.markers_edge, "apart": numbers.markers_apart}
