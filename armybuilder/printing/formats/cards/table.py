"""The columns of the weapons table on a card."""

from dataclasses import dataclass

from django.utils.translation import gettext

from armybuilder.printing.formats.cards.sizes import CARD
from armybuilder.printing.formats.roster.fire import Columns

GAP = 1.2  # mm before the numbers and before covering fire
SMALL = 1.6  # mm from a number to the small text beside it
PITCH_MOST, PITCH_OWN = 4.3, 7.2  # mm; own: columns of distances, which have three digits
COVERING_LEAST, COVERING_WORD = 3.0, 8.6  # mm: of a value of one figure; of their head, where that is a word
NAME_LEAST = 0.305  # of the width


@dataclass(frozen=True, slots=True)
class Table:
    """Widths in mm: `name` of the first column, `pitch` from a number to the next, `covering_pitch` in covering fire.

    `values` are the heads of what is needed and of the dice, none where the ruleset has no table of fire; `covering`
    how many values of covering fire there are, under `covering_heads`.
    """

    label: str
    values: tuple[str, ...]
    covering: int
    covering_heads: str
    name: float
    pitch: float
    covering_pitch: float

    @property
    def values_left(self) -> float:
        """The left edge of the numbers, mm from the text’s edge."""
        return round(self.name + GAP, 2)

    @property
    def small_left(self) -> float:
        """The left edge of small text beside a number of one digit, mm from the text’s edge."""
        return round(self.values_left + SMALL, 2)

    @property
    def values_width(self) -> float:
        """The width of needs and dice, mm."""
        return round(self.pitch * len(self.values), 2)

    @property
    def covering_left(self) -> float:
        """Where covering fire begins, mm from the text’s edge."""
        return round(self.values_left + self.values_width + GAP, 2)

    @property
    def covering_width(self) -> float:
        """The width of covering fire, mm."""
        return round(self.covering_pitch * self.covering, 2)

    @property
    def value_heads(self) -> str:
        """The heads of needs and dice at the tab stops of the numbers under them."""
        return "\t".join(self.values)


def table_of(columns: Columns) -> Table:
    """Return the table for the columns that the ruleset asks for."""
    if not columns.fire:
        return Table(gettext("Weapon"), (), 0, "", CARD.room, 0.0, 0.0)
    dice = gettext("shots") if columns.own_ranges else gettext("dice")
    covering = len(columns.covering)
    count = len(columns.fire) + 1
    most = PITCH_OWN if columns.own_ranges else PITCH_MOST
    left = (1 - NAME_LEAST) * CARD.room - 2 * GAP
    alike = columns.covering == columns.fire[:covering]
    if alike and covering:
        beside = max(COVERING_LEAST, COVERING_WORD / covering)
        pitch = min(most, (left - covering * beside) / count)
    else:
        beside = pitch = min(most, left / (count + covering))
    return Table(
        label=gettext("to cm"),
        values=(*columns.fire, dice),
        covering=covering,
        covering_heads=gettext("covering") if alike else "\t".join(columns.covering),
        name=round(CARD.room - count * pitch - covering * beside - 2 * GAP, 2),
        pitch=round(pitch, 2),
        covering_pitch=round(beside, 2),
    )
