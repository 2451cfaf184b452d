"""The sizes of cut-out sheets, in millimetres."""

from dataclasses import asdict, dataclass

from armybuilder.printing.layout.options import Options, Paper
from armybuilder.printing.layout.sizes import PAPERS
from armybuilder.printing.layout.style import Sizes


@dataclass(frozen=True, slots=True)
class KitSizes:
    """Sizes of a sheet besides tokens: some `air` above a row of templates, cut marks around tokens."""

    air: float = 2.0
    marks: float = 9.0  # above and below
    track_line: float = 14.0
    squad_card_height: float = 44.0


@dataclass(frozen=True, slots=True)
class KitRoom:
    """The room that a sheet of the kit needs besides: the head of the first, headings, `around` all of it."""

    around: float = 19.0
    head: float = 15.0
    heading: float = 6.5
    track_head: float = 10.5  # and the air below


@dataclass(frozen=True, slots=True)
class TokenSizes:
    """Tokens to cut out, without a gutter, `across` a sheet."""

    token: float = 20.0
    token_padding: float = 1.0  # beside the text
    token_band: float = 4.0  # with the name of a state
    stick: float = 31.0  # the width of a range stick
    stick_words: float = 10.0  # from its edge to the words
    squad_card: float = 60.0
    across: int = 9

    @property
    def tokens_width(self) -> float:
        """The width of all tokens of a sheet."""
        return self.across * self.token


@dataclass(frozen=True, slots=True)
class StandeeSizes:
    """Standees to fold: two faces and two feet one below the other, `across` and `down` a sheet."""

    standee_width: float = 30.0
    standee_height: float = 104.0
    standee_foot: float = 10.0  # a face is 42 mm high
    standee_ridge: float = 3.0  # the pattern at the upper edge of a face
    standee_padding: float = 1.2  # beside the text
    standee_picture: float = 13.8
    across: int = 6
    down: int = 2


TOKENS = TokenSizes()
STANDEES = StandeeSizes()
KIT = KitSizes()
KIT_ROOM = KitRoom()


def tokens_down(paper: Paper) -> int:
    """Return the number of token rows on the first sheet, and on others."""
    sizes = PAPERS[paper]
    used = KIT_ROOM.around + KIT_ROOM.head + KIT_ROOM.heading + KIT.marks
    return int((sizes.paper_height - sizes.bottom - used) // TOKENS.token)


def sizes_of(options: Options) -> Sizes:
    """Return the values for the style sheet."""
    return asdict(TOKENS) | asdict(STANDEES) | asdict(KIT) | {"tokens_width": TOKENS.tokens_width}
