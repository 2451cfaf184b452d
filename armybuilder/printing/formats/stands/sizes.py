"""The sizes of paper standees, in millimetres."""

from dataclasses import asdict, dataclass

from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.style import Sizes


@dataclass(frozen=True, slots=True)
class StandSizes:
    """Stands to fold up: two faces and two feet one below the other, so many `across` and `down` a sheet."""

    stand_width: float = 30.0
    stand_height: float = 104.0
    stand_foot: float = 10.0  # a face is 42 mm high
    stand_ridge: float = 3.0  # the pattern at the upper edge of a face
    stand_padding: float = 1.2  # beside the text
    stand_picture: float = 13.8
    across: int = 6
    down: int = 2

    @property
    def stands_width(self) -> float:
        """The width of all stands of a sheet."""
        return self.across * self.stand_width


STANDS = StandSizes()


def sizes_of(options: Options) -> Sizes:
    """Return what the style sheet reads."""
    return asdict(STANDS) | {"stands_width": STANDS.stands_width}
