"""The sizes of cut-out sheets, in millimetres."""

from dataclasses import dataclass

from armybuilder.printing.layout.options import Paper
from armybuilder.printing.layout.sizes import PAPERS

TOKENS_ACROSS, STANDEES_ACROSS = 9, 6  # no gutter
AROUND, HEAD, HEADING = 19.0, 15.0, 6.5  # of a sheet, the title on the first sheet, and each heading


@dataclass(frozen=True, slots=True)
class KitSizes:
    """Sizes shared by layouts and the style sheet.

    A standee folds into two faces of 40.5 mm and two feet. The ridge is the pattern along the top of a face.
    """

    air: float = 2.0  # above templates and sticks
    token: float = 20.0
    token_padding: float = 1.2  # beside the text
    tokens_width: float = TOKENS_ACROSS * 20.0
    stick: float = 31.0
    stick_words: float = 10.0  # from the edge to the text
    standee_width: float = 30.0
    standee_height: float = 97.0
    standee_foot: float = 8.0
    standee_ridge: float = 3.0
    standee_padding: float = 1.2  # beside the text
    standee_picture: float = 12.4


KIT = KitSizes()


def sheet_room(paper: Paper) -> float:
    """Return the height of a sheet for blocks and headings."""
    return PAPERS[paper].paper_height - PAPERS[paper].bottom - AROUND
