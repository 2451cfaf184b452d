"""The sizes of cards, in millimetres."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CardSizes:
    """Cards, `across` and `down` a sheet, and half cards, two per place.

    The frame is inside the cut, and the text is inside the frame.
    """

    card_width: float = 63.0
    card_height: float = 88.0
    half_height: float = 44.0
    frame: float = 2.5  # from the cut
    border: float = 0.35
    margin: float = 2.0  # from the frame to the text
    room: float = 53.3  # for the text
    band: float = 12.0  # the head
    half_band: float = 8.0
    code_room: float = 11.0  # before the names
    pips: float = 2.9
    air: float = 0.6  # without pips
    picture: float = 16.0
    beside: float = 19.8  # a picture with its margin
    stat: float = 3.3  # a line of vehicle characteristics
    strip: float = 7.9  # a row of men's characteristics
    strip_cell: float = 8.3
    fire_line: float = 3.6
    fire_head: float = 3.3
    rule: float = 0.3
    note_air: float = 0.7
    tick: float = 3.9  # a line of boxes
    tick_single: float = 6.2
    numbers: float = 5.2  # before the boxes
    loss: float = 7.6  # from a box of losses to the next
    foot: float = 4.6
    back_pattern: float = 7.0
    back_head: float = 21.5
    back_picture: float = 19.0  # with its margin
    sheet_width: float = 189.0
    sheet_height: float = 264.0
    across: int = 3
    down: int = 3

    def inside(self, *, half: bool) -> float:
        """Return the height of a card between its head and its foot."""
        tall, band = (self.half_height, self.half_band) if half else (self.card_height, self.band)
        return tall - 2 * self.frame - 2 * self.border - band - self.foot


CARD = CardSizes()
