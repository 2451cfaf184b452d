"""The columns of a squad's table, and the tab stops of its numbers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil

from django.utils.translation import gettext

from armybuilder.printing.layout.measure import Face, width
from armybuilder.printing.layout.sizes import SHEET

BOXES_AIR, FIRE_AIR = 0.2, 1.0  # mm beside the boxes, and before the numbers needed
NUMBERS: Face = "barlow-condensed-600-normal"
NAMES = 9.0  # points, for weapons and their numbers
STOPS = 3  # tabs for each number needed
STOP = SHEET.range_band / STOPS  # mm
AFTER, BEFORE = 0.2, 0.9  # mm beside a tab stop: Pango skips a stop less than a space ahead


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns for a ruleset. `weapon` is the width of the weapon column, an even number of mm.

    `fire` are the column headings: far edges of range bands, or names of ranges if every weapon has its own distances
    (`own_ranges`). Without either, the ruleset has no fire table.
    """

    fire: tuple[str, ...]
    own_ranges: bool
    covering: tuple[str, ...]
    states: tuple[str, ...]
    points: bool
    weapon: int
    figure: float

    @property
    def weapon_stops(self) -> int:
        """The number of tab stops for names of weapons."""
        return ceil(self.weapon / STOP)

    @property
    def fire_head(self) -> str:
        """The headings of weapons, fire, dice and covering fire, on two lines, at the tab stops of their values."""
        if not self.fire:
            return gettext("Weapon")
        title = gettext("Range, cm") if self.own_ranges else gettext("Fire to cm")
        dice = gettext("Shots") if self.own_ranges else gettext("Dice")
        numbers = at_stops((self.fire, (dice,), self.covering), 7, "", self.weapon_stops)
        titles = (title, *[""] * (len(self.fire) - 1)), ("",), (gettext("Covering") if self.covering else "",)
        return f"{at_stops(titles, 7, gettext('Weapon'), self.weapon_stops)}\n{numbers}"

    @property
    def fire_width(self) -> float:
        """The width of the weapon and fire column, in mm, with an extra stop between fire, dice and covering fire."""
        stops = STOPS * (len(self.fire) + 1 + len(self.covering)) + 1 + bool(self.covering)
        return STOP * (self.weapon_stops + stops * bool(self.fire)) + FIRE_AIR

    @property
    def states_width(self) -> float:
        """The width of the box column, in mm."""
        return SHEET.tab * len(self.states) + BOXES_AIR if self.states else 0

    @property
    def count(self) -> int:
        """The number of columns: figure, weapons and fire, boxes, points."""
        return 2 + bool(self.states) + self.points

    @property
    def state_heads(self) -> str:
        """The headings of the boxes, at their tab stops."""
        return "\t".join(self.states)


def at_stops(groups: Iterable[Sequence[str]], size: float, name: str, stop: int) -> str:
    """Return a line of a name and numbers in `size` points: numbers at tab stops, an extra stop between groups."""
    line, reached = _placed(name, size, 0)
    for group in groups:
        for cell in group:
            if cell:
                text, end = _placed(cell, size, stop)
                line += "\t" * (stop - reached) + text
                reached = end
            stop += STOPS
        stop += bool(group)
    return line.rstrip()


def _placed(text: str, size: float, stop: int) -> tuple[str, int]:
    """Return a text that starts at a tab stop, and the last stop it passes. It does not end at a stop."""
    while text and not AFTER < width(text, NUMBERS, size) % STOP < STOP - BEFORE:
        text += " "
    return text, stop + int(width(text, NUMBERS, size) / STOP)
