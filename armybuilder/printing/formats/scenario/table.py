"""The table of a game, drawn to scale: its squares, zones and markers."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.handbook import PrintedTable, Procedures
from rules.core.document.roster import Roster
from rules.core.odds import printed_handbook
from rules.core.text import Language

SIZE = "table"  # the handbook's table of sizes
SQUARE = 10  # cm
HIGH, HIGH_IF_OPEN, HIGH_BEHIND = 138, 120, 120  # mm, of the map
ACROSS, DOWN = 12, 8  # squares of a table without a size in the rules
LETTERS: dict[Language, str] = {"it": "ABCDEFGHILMN", "en": "ABCDEFGHIJKL"}  # for the twelve columns


class Zone(NamedTuple):
    """The zone of a side, in cm of the table."""

    words: str
    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Table:
    """The table: sides below (`ours`) and above, zones, distance of markers from the edge (cm), scale in words.

    `letters` are those of its columns. `is_open`: the rules leave its size to the players.
    """

    letters: str
    rows: range
    is_open: bool
    ours: str
    theirs: str
    zones: tuple[Zone, ...]
    margin: int
    words: tuple[str, ...]

    @property
    def wide(self) -> int:
        """Its width, cm."""
        return SQUARE * len(self.letters)

    @property
    def deep(self) -> int:
        """Its depth, cm."""
        return SQUARE * len(self.rows)

    @property
    def cm(self) -> float:
        """The size of a centimetre on the front, mm."""
        return (HIGH_IF_OPEN if self.is_open else HIGH) / self.deep

    @property
    def cm_behind(self) -> float:
        """The size of a centimetre on the back, mm."""
        return HIGH_BEHIND / self.deep


def size_of(catalogue: Catalogue) -> tuple[PrintedTable, int] | None:
    """Return the handbook's table sizes, and the size for 28 mm figures, in cm; None without sizes in the rules."""
    found = next((table for table in printed_handbook(catalogue) if table.id == SIZE), None)
    return (found, max(cell for cell in found.rows[0].cells if isinstance(cell, int))) if found else None


def table_of(roster: Roster, catalogue: Catalogue, language: Language) -> Table:
    """Return the table of a list's game in the active language; the list's own side is below."""
    numbers, size = catalogue.procedures, size_of(catalogue)
    across, down = (size[1] // SQUARE,) * 2 if size else (ACROSS, DOWN)
    ours, theirs = _sides(roster, numbers)
    return Table(
        letters=LETTERS[language][:across],
        rows=range(1, down + 1),
        is_open=size is None,
        ours=ours,
        theirs=theirs,
        zones=() if size is None else tuple(_zones(roster, numbers, size[1])),
        margin=numbers.markers_edge or 0,
        words=tuple(_words(numbers, size)),
    )


def _sides(roster: Roster, numbers: Procedures) -> tuple[str, str]:
    """Return the sides at the lower and upper edge."""
    if numbers.attacker_depth == numbers.defender_depth:
        return gettext("your edge"), gettext("the enemy’s edge")
    attacker, defender = gettext("attacker’s edge"), gettext("defender’s edge")
    return (defender, attacker) if roster.role == "defender" else (attacker, defender)


def _zones(roster: Roster, numbers: Procedures, side: int) -> Iterator[Zone]:
    """Yield the zones of a square table with `side` cm."""
    defends = roster.role == "defender"
    for depth, below in ((numbers.attacker_depth, not defends), (numbers.defender_depth, defends)):
        if depth:
            words = gettext("deploys within %(depth)s cm of the edge") % {"depth": depth}
            yield Zone(words, 0, side - depth if below else 0, side, depth)
    if numbers.defender_length and numbers.defender_width:
        words = gettext("Defender: %(wide)s × %(long)s cm, anywhere in this half, at any angle")
        said = {"wide": numbers.defender_width, "long": numbers.defender_length}
        wide, high = numbers.defender_length, numbers.defender_width
        top = (side / 2 - high) / 2 + defends * side / 2
        yield Zone(words % said, (side - wide) / 2, top, wide, high)


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
        yield gettext("Markers: inside the dotted line (%(edge)s cm from the edge), more than %(apart)s cm apart.") % {
            "edge": numbers.markers_edge,
            "apart": numbers.markers_apart,
        }
