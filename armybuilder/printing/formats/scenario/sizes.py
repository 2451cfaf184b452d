"""The sizes of the map of a scenario, in millimetres."""

from dataclasses import asdict, dataclass

from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.style import Sizes


@dataclass(frozen=True, slots=True)
class FieldSizes:
    """The map of a scenario: the table in cm."""

    field: float = 150.0
    across: int = 120

    @property
    def cm(self) -> float:
        """How long a cm of the table is on paper, mm."""
        return self.field / self.across


FIELD = FieldSizes()


def sizes_of(options: Options) -> Sizes:
    """Return the values for the style sheet."""
    return asdict(FIELD)
