"""Sizes that layouts reckon with and style sheets set, in millimetres. Each stands here alone.

A style sheet reads them as variables: `CARDS.card_width` is `var(--card-width)`.
"""

import re
from dataclasses import asdict, dataclass

from armybuilder.printing.options import Paper, Style


@dataclass(frozen=True, slots=True)
class PaperSizes:
    """A sheet of paper, and the margin at its foot."""

    paper_width: float
    paper_height: float
    bottom: float


@dataclass(frozen=True, slots=True)
class SheetSizes:
    """Margins and head as all forms have them that say nothing else, and the columns of a roster."""

    side: float = 11.0  # margins left and right
    title: float = 120.0  # beside the points
    code: float = 19.0  # the QR code
    code_gap: float = 4.0  # before it
    number: float = 7.0
    range_band: float = 7.4
    dice: float = 8.0
    points: float = 11.0
    padding: float = 1.0  # of a cell, left and right
    tab: float = 8.4  # from a box to the next


@dataclass(frozen=True, slots=True)
class ReferenceSizes:
    """The quick reference: margins, columns, what stands above them, the edges of a block.

    Type is so large in quarters of a point: at most, at least.
    """

    top: float = 8.0  # margins
    bottom: float = 11.0
    side: float = 8.0
    ruler_side: float = 20.0  # the left one, for the ruler
    column: float = 57.3
    gutter: float = 4.9
    head: float = 12.5  # of the first page
    head_rule: float = 0.7
    head_gap: float = 1.8
    running: float = 5.0  # the head of the others
    running_gap: float = 2.0
    rule: float = 0.4  # above a block
    hairline: float = 0.15  # above a row
    gap: float = 1.2  # below a block, besides 0.3 em
    columns: int = 3
    largest: int = 40
    smallest: int = 24


@dataclass(frozen=True, slots=True)
class CardSizes:
    """Cards. A frame stands within the cut, its text within the frame."""

    card_width: float = 63.0
    card_height: float = 88.0
    frame: float = 2.5  # from the cut
    border: float = 0.35
    margin: float = 2.0  # from the frame to the text
    room: float = 53.3  # for the text
    band: float = 12.0  # the head
    code_room: float = 11.0  # of a class, before the names
    pips: float = 2.9
    air: float = 0.6  # where there are no pips
    body: float = 23.0
    stats: float = 33.5
    fire_line: float = 3.6
    fire_head: float = 3.3
    fire_rule: float = 0.3
    fire_air: float = 0.2  # below the lines
    note_air: float = 0.7  # above each note
    tick: float = 3.9  # a line of boxes
    tick_single: float = 6.2
    numbers: float = 5.0  # before the boxes
    foot: float = 4.6


PAPERS: dict[Paper, PaperSizes] = {
    "a4": PaperSizes(210.0, 297.0, 13.0),
    "letter": PaperSizes(215.9, 279.4, 12.0),
}
SHEET = SheetSizes()
REFERENCE: dict[Paper, ReferenceSizes] = {
    "a4": ReferenceSizes(),
    "letter": ReferenceSizes(bottom=12.0, column=59.2),
}
# In large type, on landscape pages, which have no room for a ruler.
LARGE: dict[Paper, ReferenceSizes] = {
    "a4": ReferenceSizes(ruler_side=8.0, column=66.5, columns=4, largest=48, smallest=36),
    "letter": ReferenceSizes(ruler_side=8.0, column=62.1, columns=4, largest=48, smallest=36),
}
CARDS = CardSizes()
VARIABLE = re.compile(r"var\(--([\w-]+)\)")
TITLE_AIR = 4.0  # what Pango’s letters may take more than ours


def content_width(paper: Paper) -> float:
    """Return the width between the margins of a roster."""
    return PAPERS[paper].paper_width - 2 * SHEET.side


def title_room(*, with_code: bool = False) -> float:
    """Return the width of a title beside the points, and the QR code if there is one."""
    return SHEET.title - TITLE_AIR - (SHEET.code + SHEET.code_gap) * with_code


def page_size(paper: Paper, *, landscape: bool) -> tuple[float, float]:
    """Return how wide and how high a page is."""
    sizes = PAPERS[paper]
    sides = sizes.paper_width, sizes.paper_height
    return (sides[1], sides[0]) if landscape else sides


def reference_sizes(paper: Paper, *, large: bool) -> ReferenceSizes:
    """Return the sizes of a quick reference, in large type or not."""
    return (LARGE if large else REFERENCE)[paper]


def variables(style: Style, paper: Paper) -> dict[str, float]:
    """Return the sizes that a style sheet may read, by the names of their variables; a count is none."""
    form, _, variant = style.partition("/")
    sizes = asdict(PAPERS[paper]) | asdict(SHEET)
    if form == "cards":
        sizes |= asdict(CARDS)
    elif form == "reference":
        large = variant == "large"
        sizes |= asdict(reference_sizes(paper, large=large))
        sizes["paper_width"], sizes["paper_height"] = page_size(paper, landscape=large)
    return {name.replace("_", "-"): size for name, size in sizes.items() if isinstance(size, float)}


def with_sizes(css: str, style: Style, paper: Paper) -> str:
    """Return a style sheet with the sizes in place of its variables. Raises KeyError for one that there is not.

    WeasyPrint would look them up for each element anew: a roster took a quarter longer.
    """
    sizes = variables(style, paper)
    return VARIABLE.sub(lambda found: f"{sizes[found[1]]}mm", css)
