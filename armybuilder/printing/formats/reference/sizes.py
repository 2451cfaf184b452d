"""The sizes of quick references, in millimetres."""

from dataclasses import asdict, dataclass

from armybuilder.printing.formats.reference.options import ReferenceOptions
from armybuilder.printing.layout.options import Paper
from armybuilder.printing.layout.sizes import page_size
from armybuilder.printing.layout.style import Sizes


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
    smallest: int = 26


REFERENCE: dict[Paper, ReferenceSizes] = {
    "a4": ReferenceSizes(),
    "letter": ReferenceSizes(bottom=12.0, column=59.2),
}
# In large type, on landscape pages, which have no room for a ruler.
LARGE: dict[Paper, ReferenceSizes] = {
    "a4": ReferenceSizes(ruler_side=8.0, column=66.5, columns=4, largest=48, smallest=36),
    "letter": ReferenceSizes(ruler_side=8.0, column=62.1, columns=4, largest=48, smallest=36),
}


def reference_sizes(paper: Paper, *, large: bool) -> ReferenceSizes:
    """Return the sizes of a quick reference, in large type or not."""
    return (LARGE if large else REFERENCE)[paper]


def sizes_of(options: ReferenceOptions) -> Sizes:
    """Return what the style sheet reads: of landscape pages in large type."""
    width, height = page_size(options.paper, landscape=options.large)
    sizes = asdict(reference_sizes(options.paper, large=options.large))
    return sizes | {"paper_width": width, "paper_height": height}
