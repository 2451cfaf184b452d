"""Sizes shared by layouts and style sheets, in millimetres, and style sheets with these sizes for their variables.

The size `card_width` is `var(--card-width)` in a style sheet.
"""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from armybuilder.printing.layout.options import Paper


@dataclass(frozen=True, slots=True)
class PaperSizes:
    """A sheet of paper, and its bottom margin."""

    paper_width: float
    paper_height: float
    bottom: float


PAPERS: dict[Paper, PaperSizes] = {
    "a4": PaperSizes(210.0, 297.0, 13.0),
    "letter": PaperSizes(215.9, 279.4, 12.0),
}
SIDE = 11.0  # margins left and right


def content_width(paper: Paper) -> float:
    """Return the width between the margins of a roster."""
    return PAPERS[paper].paper_width - 2 * SIDE


Sizes = Mapping[str, float]
HERE = Path(__file__).parent
VARIABLE = re.compile(r"var\(--([\w-]+)\)")


def style_sheet(own: Path, paper: Paper, sizes: Sizes | None = None, *, pictures: bool = False) -> str:
    """Return the shared style sheet and a page's `own` together, with the sizes of paper and page."""
    shared = [HERE / "print.css", *([HERE / "pictures.css"] if pictures else ())]
    css = "".join(map(_text_of, (*shared, own)))
    return with_sizes(css, asdict(PAPERS[paper]) | {"side": SIDE} | dict(sizes or {}))


def with_sizes(css: str, sizes: Sizes) -> str:
    """Return a style sheet with its variables replaced by sizes. Raises KeyError for an unknown variable.

    Looking them up for each element made WeasyPrint take a quarter longer for a roster.
    """
    return VARIABLE.sub(lambda found: f"{sizes[found[1].replace('-', '_')]}mm", css)


@cache
def _text_of(path: Path) -> str:
    return path.read_text()
