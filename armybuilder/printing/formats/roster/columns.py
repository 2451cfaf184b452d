"""The columns of a squad's table, and the tab stops of its numbers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import ceil

from django.utils.translation import gettext

from armybuilder.printing.layout.fit import Face, width
from armybuilder.printing.layout.sizes import SHEET, content_width
from armybuilder.printing.units.fire import at_most, line_name
from armybuilder.printing.units.setting import Bands, Setting
from rules.core.catalogue.catalogue import FireRow

BOXES_AIR, FIRE_AIR = 0.2, 1.0  # mm beside the boxes, and before the numbers needed
NUMBERS: Face = "barlow-condensed-600-normal"
NAMES = 9.0  # points, for weapons and their numbers
WEAPON_LEAST, WEAPON_MOST, FIGURE_LEAST = 26, 46, 47  # mm
WITH_RANGE = 64  # mm, for a weapon with a blank for its range and the numbers needed
STOPS = 3  # tabs for each number needed
STOP = SHEET.range_band / STOPS  # mm
AFTER, BEFORE = 0.2, 0.9  # mm beside a tab stop: Pango skips a stop less than a space ahead


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a list. `weapon` is the width of the weapon column, an even number of mm."""

    bands: Bands
    behind: str  # the heading of the numbers behind the dice
    states: tuple[str, ...]
    points: bool
    weapon: int
    room: float  # for figures and weapons

    @classmethod
    def of(cls, setting: Setting) -> "Columns":
        """Return the columns of the squads' tables. The weapon column fits its longest line, within limits."""
        catalogue, bands, points = setting.catalogue, setting.bands, setting.report.points is not None
        states = tuple(setting.say(state.short) for state in catalogue.states) or (gettext("Lost"),)
        states += (gettext("killed").capitalize(),) if setting.kills else ()
        behind = at_most(catalogue) if bands.beside else gettext("Covering")
        bare = cls(bands, behind, states if setting.has_boxes else (), points, 0, 0)
        taken = bare.fire_width + bare.states_width + SHEET.points * points
        room = content_width(setting.options.paper) - taken
        widest = WITH_RANGE if catalogue.odds.method == "range" else min(WEAPON_MOST, _widest(setting))
        weapon = min(int(room - FIGURE_LEAST), max(WEAPON_LEAST, widest))
        return replace(bare, weapon=-(-int(weapon + 0.999) // 2) * 2, room=room)

    @property
    def figure(self) -> float:
        """The width of the figure column, in mm."""
        return self.room - self.weapon_stops * STOP

    @property
    def weapon_stops(self) -> int:
        """The number of tab stops for names of weapons."""
        return ceil(self.weapon / STOP)

    @property
    def fire_head(self) -> str:
        """The headings of weapons, fire, dice and covering fire, on two lines, at the tab stops of their values."""
        bands = self.bands
        if not bands.fire:
            return gettext("Weapon")
        title = gettext("Range, cm") if bands.own_ranges else gettext("Fire to cm")
        dice = gettext("Shots") if bands.own_ranges else gettext("Dice")
        numbers = at_stops((bands.fire, (dice,), bands.covering), 7, "", self.weapon_stops)
        titles = (
            (title, *[""] * (len(bands.fire) - 1)),
            ("",),
            (self.behind if bands.covering else "",),
        )
        return f"{at_stops(titles, 7, gettext('Weapon'), self.weapon_stops)}\n{numbers}"

    @property
    def fire_width(self) -> float:
        """The width of the weapon and fire column, in mm, with an extra stop between fire, dice and covering fire."""
        fire, covering = self.bands.fire, self.bands.covering
        stops = STOPS * (len(fire) + 1 + len(covering)) + 1 + bool(covering)
        return STOP * (self.weapon_stops + stops * bool(fire)) + FIRE_AIR

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


def _widest(setting: Setting) -> float:
    """Return the width of the longest line of a weapon."""
    names = (
        line_name("" if number else setting.say(weapon.name), row, setting)
        for weapon in setting.carried
        for number, row in enumerate(weapon.fire or [FireRow(dice=1)])
    )
    return max((width(name, NUMBERS, NAMES) for name in names), default=0) + 2 * SHEET.padding


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
