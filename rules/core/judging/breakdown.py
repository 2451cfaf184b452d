"""The points of a list as data, and the parts that they are made of."""

from msgspec import Struct


class Breakdown(Struct, frozen=True, gc=False):
    """Points by what they are paid for: `weapons` are those of figures and vehicles, `vehicles` vehicles themselves."""

    soldiers: int = 0
    leadership: int = 0
    roles: int = 0
    weapons: int = 0
    vehicles: int = 0
    extras: int = 0

    @property
    def total(self) -> int:
        """Return the sum of all parts."""
        return self.soldiers + self.leadership + self.roles + self.weapons + self.vehicles + self.extras


class SquadPoints(Struct, frozen=True, gc=False):
    """The points of a squad and of its rows, in the order of the document."""

    total: int
    figures: tuple[int, ...]
    vehicles: tuple[int, ...]
    extras: tuple[int, ...]


class ListPoints(Struct, frozen=True, gc=False):
    """The points of a list, of its squads and of its own extras."""

    breakdown: Breakdown
    squads: tuple[SquadPoints, ...]
    extras: tuple[int, ...]

    @property
    def total(self) -> int:
        """Return the points of the whole list."""
        return self.breakdown.total
