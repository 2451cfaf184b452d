"""Sizes shared by layouts and style sheets, in millimetres, defined only here (see `style.py`)."""

from dataclasses import dataclass

from armybuilder.printing.layout.options import Paper


@dataclass(frozen=True, slots=True)
class PaperSizes:
    """A sheet of paper, and its bottom margin."""

    paper_width: float
    paper_height: float
    bottom: float


@dataclass(frozen=True, slots=True)
class SheetSizes:
    """The default margins and head of formats, and the columns of a roster."""

    side: float = 11.0  # margins left and right
    title: float = 120.0  # beside the points
    code: float = 19.0  # the QR code
    code_gap: float = 4.0  # before it
    number: float = 7.0
    range_band: float = 7.4
    points: float = 11.0
    padding: float = 1.0  # of a cell, left and right
    tab: float = 8.4  # between boxes


PAPERS: dict[Paper, PaperSizes] = {
    "a4": PaperSizes(210.0, 297.0, 13.0),
    "letter": PaperSizes(215.9, 279.4, 12.0),
}
SHEET = SheetSizes()
TITLE_AIR = 4.0  # extra room for Pango’s letters


def content_width(paper: Paper) -> float:
    """Return the width between the margins of a roster."""
    return PAPERS[paper].paper_width - 2 * SHEET.side
