"""Tables on a card, as columns of text: WeasyPrint sets a cell of many lines much faster than many cells."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from django.utils.translation import gettext

from armybuilder.printing.formats.cards.sizes import CARD
from armybuilder.printing.layout import fit
from armybuilder.printing.layout.fit import FLOOR, width, wrapped
from armybuilder.printing.units.fire import INDENT, FireLine
from armybuilder.printing.units.setting import Bands

GAP = 1.2  # mm before the numbers
NAMES, ALONE = (7.5, 7.0, FLOOR), 8.5  # points, beside numbers and without them
PITCH, PITCH_OWN = 4.3, 7.2  # mm; own: columns of three-digit distances
APART, APART_WIDTH = "\N{EN SPACE}", 1.6  # before covering fire; mm
NAME_LEAST = 15.5  # mm
CELLS = 7.0  # points


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: lines of names, with values beside them and a tab between columns `pitch` mm apart.

    `title` is above a table of rules. `small` are dice beside values.
    """

    title: str
    label: str
    names: tuple[str, ...]
    size: float
    heads: str
    values: str
    pitch: float
    right: float  # the width of the values
    small: str = ""

    @property
    def text(self) -> str:
        """The names as set."""
        return "\n".join(self.names)

    @property
    def height(self) -> float:
        """Return its height, mm."""
        if self.title:
            return CARD.note_air + fit.height(len(self.names) + 1 + bool(self.heads), CELLS)
        return CARD.fire_head + len(self.names) * CARD.fire_line + 2 * CARD.rule


@dataclass(frozen=True, slots=True)
class FireColumns:
    """The columns of the weapons' table for a ruleset: headings, and widths in mm."""

    heads: str
    count: int
    pitch: float
    label: str

    @classmethod
    def of(cls, bands: Bands) -> "FireColumns":
        """Return the columns for a ruleset; none without a fire table."""
        if not bands.fire:
            return cls("", 0, 0.0, gettext("Weapon"))
        covering = len(bands.covering)
        alike = bands.covering == bands.fire[:covering]
        count = len(bands.fire) + 1 + covering
        dice = gettext("shots") if bands.own_ranges else gettext("dice")
        heads = [*bands.fire, dice]
        if covering:
            heads += [APART + head for head in ([gettext("covering")] if alike else bands.covering)]
        most = PITCH_OWN if bands.own_ranges else PITCH
        pitch = min(most, (CARD.room - NAME_LEAST - GAP - APART_WIDTH) / count)
        return cls("\t".join(heads), count, round(pitch, 2), gettext("to cm"))

    @property
    def right(self) -> float:
        """The width of the values."""
        return round(self.count * self.pitch + APART_WIDTH, 2)

    @property
    def name(self) -> float:
        """The width of the names."""
        return CARD.room - (self.right + GAP if self.count else 0)


@lru_cache(maxsize=1_000)  # a card asks again in each size that it tries
def fire_grid(lines: tuple[FireLine, ...], columns: FireColumns) -> Grid:
    """Return the table of weapons, in the size with the fewest lines of names and no broken word."""
    names = [fit.clean(line.name) for line in lines]
    indented = [
        INDENT + name if line.name.startswith(INDENT) else name
        for line, name in zip(lines, names, strict=True)
    ]

    def takes(names: Sequence[str], size: float) -> tuple[bool, int]:
        words = (word for name in names for word in name.split(" "))
        broken = any(width(word, fit.HEAD, size) > columns.name for word in words)
        return broken, sum(len(wrapped(name, fit.HEAD, size, columns.name)) for name in names)

    size = min(NAMES if columns.count else (ALONE, *NAMES), key=partial(takes, names))
    if takes(indented, size) == takes(names, size):
        names = indented
    set_names = [wrapped(name, fit.HEAD, size, columns.name) for name in names]
    air = ["\n" * (len(name) - 1) for name in set_names]
    dice = ["\t".join(left for _, left in line.small) for line in lines]
    return Grid(
        title="",
        label=columns.label,
        names=tuple(line for name in set_names for line in name),
        size=size,
        heads=columns.heads,
        values=_lines(map(_values, lines), air) if columns.count else "",
        pitch=columns.pitch,
        right=columns.right,
        small=_lines(dice, air) if any(left.strip() for left in dice) else "",
    )


def _values(line: FireLine) -> str:
    return "\t".join((*line.needs, line.dice, *(APART + value for value in line.covering)))


def rules_grid(
    title: str, heads: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]], label: str = ""
) -> Grid | None:
    """Return a table of rules, with or without headings; None if it is too wide.

    The first values of a wide table, often those of a die, are behind the names, with their heading as the `label`.
    """
    cells = [*heads] + [cell for _, values in rows for cell in values]
    pitch = max(width(cell, fit.TITLE, CELLS) for cell in cells) + GAP
    right = pitch * len(rows[0][1])
    room = CARD.room - right
    if room < NAME_LEAST:
        if label or len(heads) < 2:
            return None
        return rules_grid(
            title, heads[1:], [(f"{name} {first}", rest) for name, (first, *rest) in rows], heads[0]
        )
    names = [wrapped(name, fit.MEDIUM, CELLS, room - GAP) for name, _ in rows]
    air = ["\n" * (len(name) - 1) for name in names]
    return Grid(
        title=title,
        label=label,
        names=tuple(line for name in names for line in name),
        size=CELLS,
        heads="\t".join(heads),
        values=_lines(("\t".join(values) for _, values in rows), air),
        pitch=round(pitch, 2),
        right=round(right, 2),
    )


def _lines(lines: Iterable[str], air: Sequence[str]) -> str:
    return "\n".join(line + below for line, below in zip(lines, air, strict=True))
