"""The sizes of cut-out sheets, in millimetres."""

from dataclasses import asdict, dataclass

from armybuilder.printing.layout.options import Options, Paper
from armybuilder.printing.layout.sizes import PAPERS
from armybuilder.printing.layout.style import Sizes


@dataclass(frozen=True, slots=True)
class KitSizes:
    """Some `air` above a row of templates or sticks."""

    air: float = 2.0


@dataclass(frozen=True, slots=True)
class KitRoom:
    """The room that a sheet needs besides: the head of the first, headings, `around` all of it."""

    around: float = 19.0
    head: float = 15.0
    heading: float = 6.5


@dataclass(frozen=True, slots=True)
class TokenSizes:
    """Tokens to cut out, without a gutter, `across` a sheet."""

    token: float = 20.0
    token_padding: float = 1.2  # beside the text
    stick: float = 31.0  # the width of a range stick
    stick_words: float = 10.0  # from its edge to the words
    across: int = 9

    @property
    def tokens_width(self) -> float:
        """The width of all tokens of a sheet."""
        return self.across * self.token


@dataclass(frozen=True, slots=True)
class StandeeSizes:
    """Standees to fold: two faces and two feet one below the other, `across` and `down` a sheet."""

    standee_width: float = 30.0
    standee_height: float = 97.0
    standee_foot: float = 8.0  # a face is 40.5 mm high
    standee_ridge: float = 3.0  # the pattern at the upper edge of a face
    standee_padding: float = 1.2  # beside the text
    standee_picture: float = 12.4
    across: int = 6
    down: int = 2


TOKENS = TokenSizes()
STANDEES = StandeeSizes()
KIT = KitSizes()
KIT_ROOM = KitRoom()


def sheet_room(paper: Paper) -> float:
    """Return the height of a sheet for blocks and headings."""
    return PAPERS[paper].paper_height - PAPERS[paper].bottom - KIT_ROOM.around


def sizes_of(options: Options) -> Sizes:
    """Return the values for the style sheet."""
    return asdict(TOKENS) | asdict(STANDEES) | asdict(KIT) | {"tokens_width": TOKENS.tokens_width}
