"""The columns of a squad's table, and the tab stops of its numbers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil

from django.utils.translation import gettext

from armybuilder.printing.layout.measure import Face, width
from armybuilder.printing.layout.sizes import SHEET

BOXES_AIR, FIRE_AIR = 0.2, 1.0  # mm beside the boxes, and before the numbers of fire
NUMBERS: Face = "barlow-condensed-600-normal"
NAMES = 9.0  # points, of weapons and their numbers
STOPS = 3  # of tabs for each number of fire
STOP = SHEET.range_band / STOPS  # mm
AFTER, BEFORE = 0.2, 0.9  # mm beside a tab stop: Pango leaves out one that is less than a space ahead


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns that a ruleset asks for. `weapon` is the width of the weapons' column: an even number of mm.

    `fire` are the heads of the columns of fire: far edges of the range bands, or the names of ranges where every weapon
    has distances of its own (`own_ranges`: and nothing but these). None of either: the ruleset has no table of fire.
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
        """How many tab stops the names of weapons take."""
        return ceil(self.weapon / STOP)

    @property
    def fire_head(self) -> str:
        """The heads of weapons, fire, dice and covering fire on two lines, at the tab stops of what is under them."""
        if not self.fire:
            return gettext("Weapon")
        title = gettext("Range, cm") if self.own_ranges else gettext("Fire to cm")
        dice = gettext("Shots") if self.own_ranges else gettext("Dice")
        numbers = at_stops((self.fire, (dice,), self.covering), 7, "", self.weapon_stops)
        titles = (title, *[""] * (len(self.fire) - 1)), ("",), (gettext("Covering") if self.covering else "",)
        return f"{at_stops(titles, 7, gettext('Weapon'), self.weapon_stops)}\n{numbers}"

    @property
    def fire_width(self) -> float:
        """The width of the column of weapons and fire, in mm, with a stop more between fire, dice and covering fire."""
        stops = STOPS * (len(self.fire) + 1 + len(self.covering)) + 1 + bool(self.covering)
        return STOP * (self.weapon_stops + stops * bool(self.fire)) + FIRE_AIR

    @property
    def states_width(self) -> float:
        """The width of the column of boxes, in mm."""
        return SHEET.tab * len(self.states) + BOXES_AIR if self.states else 0

    @property
    def count(self) -> int:
        """How many there are: figure, weapons and fire, boxes, points."""
        return 2 + bool(self.states) + self.points

    @property
    def state_heads(self) -> str:
        """The heads of the boxes, at their tab stops."""
        return "\t".join(self.states)


def at_stops(groups: Iterable[Sequence[str]], size: float, name: str, stop: int) -> str:
    """Return a name and numbers on a line in `size` points: the first at a tab stop, one stop more between groups."""
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
    """Return a text that begins at a tab stop, and the last stop that it passes: it does not end at one."""
    while text and not AFTER < width(text, NUMBERS, size) % STOP < STOP - BEFORE:
        text += " "
    return text, stop + int(width(text, NUMBERS, size) / STOP)
