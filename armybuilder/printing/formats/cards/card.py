"""The content of a card. `fitting.py` chooses the type size and divides content among cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from armybuilder.lists.words import NO_BREAK
from armybuilder.printing.formats.cards.grid import FireColumns, Grid, fire_grid
from armybuilder.printing.formats.cards.sizes import CARD
from armybuilder.printing.layout import fit
from armybuilder.printing.layout.fit import FLOOR, MM_PER_POINT, Text, fitted, width
from armybuilder.printing.layout.words import Fact
from armybuilder.printing.units.fire import FireLine

Kind = Literal["figure", "vehicle", "squad", "extra", "key", "blank"]

BOX, BOX_WIDTH, BOX_AIR = "▢", 1.75, 0.8  # in squadra-signs.ttf; em; mm
TITLES, SMALL, LISTED = (11.0, 10.0, 9.0, 8.0, 7.0, FLOOR), (7.5, 7.0, FLOOR), 7.0  # points
GAP = 1.5  # mm before the points
STRIP = 4  # characteristics in a row, beside a picture


@dataclass(frozen=True)
class Card:
    """A card. `ticks` are its men or vehicles by number, each with a box for each of the `states`.

    `shade` is the rank of the class (R1 the best of the regulars, I1 of the irregulars, V a vehicle), which `pips`
    repeat. `icon` and `sign` are classes of pictures.css and print.css. `shorts` are the short names of the
    `stats`. `fire` has the lines of each weapon. `spare` notes are printed if there is room. `size` is that of the
    notes, in points. A `tight` card has abbreviated characteristics and no picture. `part` is "2 of 3" for a
    subject with several cards.
    """

    kind: Kind
    title: str
    line: str = ""
    squad: str = ""
    owner: str = ""
    code: str = ""
    shade: str = ""
    pips: str = ""
    points: str = ""
    icon: str = ""
    sign: str = ""
    stats: tuple[Fact, ...] = ()
    shorts: tuple[str, ...] = ()
    columns: FireColumns | None = None
    fire: tuple[tuple[FireLine, ...], ...] = ()
    notes: tuple[Fact | Grid, ...] = ()
    spare: tuple[Fact, ...] = ()
    ticks: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    track: tuple[str, ...] = ()
    size: float = 7.5
    tight: bool = False
    half: bool = False
    part: str = ""

    # ── The head ───────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def band(self) -> float:
        """The height of the head, mm."""
        return CARD.half_band if self.half else CARD.band

    @cached_property
    def title_text(self) -> Text:
        """The title in as many lines as fit, as large as possible."""
        return fit.fit(self.title, fit.TITLE, TITLES, self._head_room, self.band - 1 - self._below_title)

    @cached_property
    def line_text(self) -> Text:
        """The line below the title."""
        return fit.fit(self.line, fit.MEDIUM, SMALL, self._head_room)

    @property
    def drop(self) -> float:
        """The space above the title, mm."""
        taken = fit.height(len(self.title_text.lines), self.title_text.size) + self._below_title
        return round(max(0.0, (self.band - CARD.border - taken) / 2), 2)

    @property
    def _below_title(self) -> float:
        return fit.height(1, self.line_text.size) if self.line else 0.0

    @property
    def _head_room(self) -> float:
        right = max(width(self.points, fit.TITLE, 15), width(self.part, fit.MEDIUM, FLOOR))
        return CARD.room - (CARD.code_room if self.code else 0) - (right + GAP if right else 0)

    @property
    def foot(self) -> str:
        """The bottom line: the squad with its numbers, and the list."""
        said = " · ".join(filter(None, (self.squad, self.owner)))
        return fit.fit(said, fit.PLAIN, (FLOOR,), CARD.room).text

    # ── Characteristics and weapons ────────────────────────────────────────────────────────────────────────────────

    @property
    def pictured(self) -> bool:
        """Whether it has a picture or a sign."""
        return bool(self.icon or self.sign) and not self.tight

    @property
    def picture(self) -> str:
        """The classes of its picture or sign, "" without one."""
        name = f"kit-{self.icon}" if self.icon else f"sign-{self.sign}"
        return f" pictured {name}" if self.pictured else ""

    @property
    def short(self) -> str:
        """The characteristics on a line, with short names."""
        told = (f"{name} {fact.text}".strip() for name, fact in zip(self.shorts, self.stats, strict=True))
        return f"{NO_BREAK}· ".join(one.replace(" ", NO_BREAK) for one in told)

    @cached_property
    def strip(self) -> tuple[tuple[str, str], ...]:
        """The characteristics of men, four in a row: the names, and below them the values."""
        names = [
            fact.label if width(fact.label, fit.MEDIUM, FLOOR) < CARD.strip_cell - 0.5 else short
            for fact, short in zip(self.stats, self.shorts, strict=True)
        ]
        values = [fact.text for fact in self.stats]
        rows = [slice(at, at + STRIP) for at in range(0, len(names), STRIP)]
        return tuple(("\t".join(names[row]), "\t".join(values[row])) for row in rows)

    @property
    def labels(self) -> str:
        """The names of vehicle characteristics, in lines."""
        room = CARD.room - CARD.beside * self.pictured - GAP
        rooms = ((fact.label, room - width(fact.text, fit.TITLE, 9)) for fact in self.stats)
        return "\n".join(fitted(label, fit.MEDIUM, LISTED, left) for label, left in rooms)

    @property
    def values(self) -> str:
        """Their values, in lines."""
        return "\n".join(fact.text for fact in self.stats)

    @cached_property
    def guns(self) -> Grid | None:
        """The table of the weapons."""
        lines = tuple(line for lines in self.fire for line in lines)
        return fire_grid(lines, self.columns) if lines and self.columns else None

    # ── Boxes ──────────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def across(self) -> int:
        """The number of boxes on a line: all, or as many as fit with their words."""
        room, states = CARD.room - CARD.numbers, len(self.states)
        widest = max((self._box_width(word, FLOOR) for word in self.states), default=0)
        counts = (4, 2) if states == 4 else (3, 2)
        return next((count for count in counts if count <= states and widest <= room / count), 1)

    @property
    def single(self) -> bool:
        """Whether its boxes are for a single man on one line, and therefore larger."""
        return len(self.ticks) == 1 and self.across >= len(self.states)

    @property
    def tick_pitch(self) -> float:
        """The distance between boxes, mm."""
        return round((CARD.room - (0 if self.single else CARD.numbers)) / self.across, 2)

    @property
    def tick_size(self) -> float:
        """The size at which every word fits before the next box."""
        widest = max(self.states, key=lambda word: self._box_width(word, FLOOR))
        steps = (9.0, 8.0, 7.0) if self.single else (7.0,)
        return next((size for size in steps if self._box_width(widest, size) <= self.tick_pitch), FLOOR)

    @property
    def tick_lines(self) -> int:
        """The number of lines of boxes for a man."""
        return -(-len(self.states) // self.across) if self.ticks else 0

    @property
    def numbers(self) -> str:
        """The numbers of the men, each before his boxes."""
        return "" if self.single else ("\n" * self.tick_lines).join(self.ticks)

    @property
    def boxes(self) -> str:
        """The boxes with their words, line by line."""
        starts = range(0, len(self.states), self.across)
        return "\n".join([_boxed(self.states[at : at + self.across]) for at in starts] * len(self.ticks))

    @property
    def losses(self) -> str:
        """The boxes of a squad's losses."""
        return "\n".join(_boxed(line.split("\t")) for line in self.track)

    @staticmethod
    def _box_width(word: str, size: float) -> float:
        return width(word, fit.MEDIUM, size) + BOX_WIDTH * size * MM_PER_POINT + BOX_AIR


def _boxed(words: Sequence[str]) -> str:
    return "\t".join(f"{BOX}{word}" for word in words)
