"""The opponent's copy of a list: half a page, twice on a sheet, without boxes, numbers needed, notes or extras."""

from collections.abc import Sequence
from dataclasses import dataclass

from armybuilder.printing.units.squads import SquadOnPaper
from armybuilder.printing.units.unit import Unit

# The size of the type in points, and how many rows fit on half a page at that size.
SIZES = ((10.5, 19.5), (9.0, 22.5))
SMALLEST = 7.5
HEAD, LETTERS = 1.5, 45  # rows for the head of a squad; letters per line


@dataclass(frozen=True, slots=True)
class CopyRow:
    """A row of a squad: name, weapons and points."""

    name: str
    weapons: str
    points: str
    house: bool  # its points include a club price

    @classmethod
    def of(cls, unit: Unit) -> "CopyRow":
        """Return the row of a unit."""
        name = f"{unit.name} {unit.times}".strip()
        return cls(", ".join([name, *unit.tags]), ", ".join(unit.armed), unit.points, unit.is_house)

    @property
    def lines(self) -> int:
        """How many lines it takes, roughly."""
        return -(-max(len(self.name), len(self.weapons), 1) // LETTERS)


@dataclass(frozen=True, slots=True)
class OpponentsCopy:
    """The squads with their rows, and the size of their type in points."""

    squads: tuple[tuple[SquadOnPaper, tuple[CopyRow, ...]], ...]
    size: float


def opponents_copy(squads: Sequence[SquadOnPaper]) -> OpponentsCopy:
    """Return the parts of a list for the opponent."""
    rows = [tuple(map(CopyRow.of, squad.units)) for squad in squads]
    lines = sum(HEAD + sum(row.lines for row in each) for each in rows)
    size = next((size for size, most in SIZES if lines <= most), SMALLEST)
    return OpponentsCopy(tuple(zip(squads, rows, strict=True)), size)
