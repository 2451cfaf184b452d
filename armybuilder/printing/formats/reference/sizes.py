"""The sizes of quick references, in millimetres."""

from dataclasses import asdict, dataclass

from armybuilder.printing.layout.options import Options, Paper
from armybuilder.printing.layout.style import Sizes


@dataclass(frozen=True, slots=True)
class ReferenceSizes:
    """The quick reference: margins, columns, the area above them, the edges of a block.

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


# In three columns, and in two of larger type.
REFERENCE: dict[Paper, tuple[ReferenceSizes, ReferenceSizes]] = {
    "a4": (ReferenceSizes(), ReferenceSizes(column=88.4, columns=2, smallest=36, largest=56)),
    "letter": (
        ReferenceSizes(bottom=12.0, column=59.2),
        ReferenceSizes(bottom=12.0, column=91.2, columns=2, smallest=36, largest=56),
    ),
}


def sizes_of(options: Options) -> Sizes:
    """Return the values for the style sheet."""
    narrow, wide = REFERENCE[options.paper]
    return asdict(narrow) | {"wide_column": wide.column}
