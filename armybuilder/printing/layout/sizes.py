"""Sizes that layouts reckon with and style sheets set, in millimetres. Each stands here alone.

A style sheet reads them as variables: `CardSizes.card_width` is `var(--card-width)`.
"""

import re
from dataclasses import asdict, dataclass

from armybuilder.printing.layout.options import CardSize, Paper, Style


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
    smallest: int = 26


@dataclass(frozen=True, slots=True)
class CardSizes:
    """Cards. A frame stands within the cut, its text within the frame.

    So many stand `across` and `down` a sheet. `note_size`: of notes beside anything else, in points, at most. So many
    `losses` stand on a line.
    """

    card_width: float = 63.0
    card_height: float = 88.0
    frame: float = 2.5  # from the cut
    border: float = 0.35
    margin: float = 2.0  # from the frame to the text
    room: float = 53.3  # for the text
    band: float = 12.0  # the head
    code_room: float = 11.0  # of a class, before the names
    picture: float = 16.0
    pips: float = 2.9
    air: float = 0.6  # where there are no pips
    body: float = 23.0
    low_picture: float = 11.0  # where that makes room for the rest
    low_body: float = 14.6
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
    back_head: float = 21.5  # pattern, number and name
    back_picture: float = 20.0  # and the air around it
    back_photo: float = 35.0
    back_pattern: float = 7.0  # above, and as much below
    across: int = 3
    down: int = 3
    note_size: int = 7
    losses: int = 7

    @property
    def inside(self) -> float:
        """The height between head and foot."""
        return self.card_height - 2 * self.frame - 2 * self.border - self.band - self.foot

    @property
    def back_room(self) -> float:
        """The height of a back between its head and the pattern below."""
        return self.card_height - 2 * self.frame - 2 * self.border - self.back_head - self.back_pattern

    @property
    def ticks_room(self) -> float:
        """The width for boxes after the numbers of men."""
        return self.room - self.numbers

    @property
    def sheet_width(self) -> float:
        """The width of all cards of a sheet."""
        return self.across * self.card_width

    @property
    def sheet_height(self) -> float:
        """The height of all cards of a sheet."""
        return self.down * self.card_height


@dataclass(frozen=True, slots=True)
class StandSizes:
    """Stands to fold up: two faces and two feet one below the other, so many `across` and `down` a sheet."""

    stand_width: float = 30.0
    stand_height: float = 104.0
    stand_foot: float = 10.0  # a face is 42 mm high
    stand_ridge: float = 3.0  # the pattern at the upper edge of a face
    stand_padding: float = 1.2  # beside the text
    stand_picture: float = 13.8
    across: int = 6
    down: int = 2

    @property
    def stands_width(self) -> float:
        """The width of all stands of a sheet."""
        return self.across * self.stand_width


@dataclass(frozen=True, slots=True)
class KitSizes:
    """What a sheet of the kit has beside tokens: some `air` above a row of templates, cut marks around tokens."""

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
    """Tokens to cut out, without a gutter: so many `across` a sheet."""

    token: float = 20.0
    token_padding: float = 1.0  # beside the text
    token_band: float = 4.0  # with the name of a state
    stick: float = 31.0  # the width of a range stick
    stick_words: float = 12.0  # from its edge to the words
    squad_card: float = 60.0
    across: int = 9

    @property
    def tokens_width(self) -> float:
        """The width of all tokens of a sheet."""
        return self.across * self.token


@dataclass(frozen=True, slots=True)
class FieldSizes:
    """The map of a scenario: a table of so many cm each way."""

    field: float = 150.0
    across: int = 120

    @property
    def cm(self) -> float:
        """How long a cm of the table is on paper, mm."""
        return self.field / self.across


@dataclass(frozen=True, slots=True)
class ReportSizes:
    """The report of a game: its sides above, the sum of the points on the left, the turns on the right."""

    report_title: float = 160.0
    report_above: float = 80.0  # the turns, from the edge of the paper
    report_air: float = 4.0  # between the halves
    report_label: float = 22.0
    report_points: float = 26.0
    report_sum: float = 72.0
    report_cell: float = 15.0  # of the sum
    report_number: float = 8.0
    report_score: float = 21.0
    report_who: float = 26.0  # the name before what a side said
    report_gap: float = 1.7  # below a turn


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
CARDS: dict[CardSize, CardSizes] = {
    "63x88": CardSizes(),
    "57x87": CardSizes(
        card_width=57.0, card_height=87.0, room=47.3, picture=12.0, stats=31.5, back_photo=32.0, losses=6
    ),
    "70x120": CardSizes(
        card_width=70.0, card_height=120.0, room=60.3, picture=20.0, stats=36.5, body=27.0,
        back_picture=32.0, back_photo=60.0, across=2, down=2, note_size=9,
    ),
}  # fmt: skip
VARIABLE = re.compile(r"var\(--([\w-]+)\)")
STANDS = StandSizes()
TOKENS = TokenSizes()
KIT = KitSizes()
KIT_ROOM = KitRoom()
FIELD = FieldSizes()
REPORT = ReportSizes()
TITLE_AIR = 4.0  # what Pango’s letters may take more than ours


def content_width(paper: Paper) -> float:
    """Return the width between the margins of a roster."""
    return PAPERS[paper].paper_width - 2 * SHEET.side


def title_room(*, with_code: bool = False) -> float:
    """Return the width of a title beside the points, and the QR code if there is one."""
    return SHEET.title - TITLE_AIR - (SHEET.code + SHEET.code_gap) * with_code


def tokens_down(paper: Paper) -> int:
    """Return how many rows of tokens stand on the first sheet, and on others."""
    sizes = PAPERS[paper]
    used = KIT_ROOM.around + KIT_ROOM.head + KIT_ROOM.heading + KIT.marks
    return int((sizes.paper_height - sizes.bottom - used) // TOKENS.token)


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
        cards = next((item for name, item in CARDS.items() if name == variant), CARDS["63x88"])
        sizes |= asdict(cards) | {"sheet_width": cards.sheet_width, "sheet_height": cards.sheet_height}
    elif form == "scenario":
        sizes |= asdict(FIELD)
    elif form == "report":
        sizes |= asdict(REPORT)
    elif form == "stands":
        sizes |= asdict(STANDS) | {"stands_width": STANDS.stands_width}
    elif form == "kit":
        sizes |= asdict(TOKENS) | asdict(KIT) | {"tokens_width": TOKENS.tokens_width}
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
