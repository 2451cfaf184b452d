"""The sizes of cut-out sheets, in millimetres, and how pieces share rows and sheets."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

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


def packed(items: Iterable[T], fits: Callable[[list[T], int], bool]) -> list[list[T]]:
    """Return items in rows, each in the first row that it fits. One larger than a row has its own."""
    rows: list[list[T]] = []
    for item in items:
        row = next((row for place, row in enumerate(rows) if fits([*row, item], place)), None)
        if row is None:
            rows.append([item])
        else:
            row.append(item)
    return rows
