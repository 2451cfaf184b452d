"""The sizes of cards, in millimetres."""

from dataclasses import asdict, dataclass

from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.style import Sizes


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


CARD = CardSizes()


def sizes_of(options: Options) -> Sizes:
    """Return the values for the style sheet."""
    return asdict(CARD) | {"sheet_width": CARD.sheet_width, "sheet_height": CARD.sheet_height}
