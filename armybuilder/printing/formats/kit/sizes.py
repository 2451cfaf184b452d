"""The sizes of cut-out sheets, in millimetres."""

from dataclasses import dataclass

AROUND, HEAD = 19.0, 15.0  # of a sheet, and the title on the first sheet


@dataclass(frozen=True, slots=True)
class KitSizes:
    """Sizes shared by layouts and the style sheet.

    A standee folds into two faces of 33 mm and two feet. The ridge is the pattern along the top of a face.
    """

    token: float = 20.0
    token_padding: float = 1.2  # beside the text
    stick: float = 31.0
    stick_words: float = 10.0  # from the edge to the text
    standee_width: float = 30.0
    standee_height: float = 80.0
    standee_foot: float = 7.0
    standee_ridge: float = 2.5
    standee_padding: float = 1.2  # beside the text
    standee_picture: float = 11.0


KIT = KitSizes()
