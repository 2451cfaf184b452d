"""The parts that points are made of."""

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
