"""A card: its content, and how much of it has room. The style sheet sets the text; here its lines are counted."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from textwrap import wrap
from typing import Literal, NamedTuple

from django.utils.translation import gettext

from armybuilder.lists.words import NO_BREAK
from armybuilder.printing.layout import fit
from armybuilder.printing.layout.fit import FLOOR, MM_PER_POINT, Text, width, wrapped
from armybuilder.printing.layout.words import Fact
from armybuilder.printing.units.fire import FireLine
from armybuilder.printing.units.setting import Bands

Kind = Literal["figure", "vehicle", "squad", "extra", "key", "blank"]

BOX, BOX_WIDTH, BOX_AIR = "▢", 1.75, 0.8  # in squadra-signs.ttf; em; mm
TITLES = (11.0, 9.0, 8.0, 7.0, FLOOR)  # points
POINTS_ROOM, CODE_ROOM = 13.0, 11.0  # mm beside the title
SHORT, SMALL = 8.0, 7.0  # points: characteristics on a line; names of weapons, tables, boxes of a group
STRIP = 4  # characteristics in a row, beside a picture
PITCH, PITCH_OWN, APART = 4.3, 7.2, 1.6  # mm of a column; of three-digit distances; before covering fire
GAP = 1.2  # mm between columns
LEAST_NAME, SHORT_NAME = 16.4, 18.0  # mm; less than the second needs smaller type


@dataclass(frozen=True, slots=True)
class CardSizes:
    """The sizes of cards in mm, nine a sheet. The frame is inside the cut, and the text is inside the frame."""

    card_width: float = 63.0
    card_height: float = 88.0
    half_height: float = 44.0
    frame: float = 2.5  # from the cut
    border: float = 0.35
    margin: float = 2.0  # from the frame to the text
    room: float = 53.3  # for the text
    band: float = 12.0  # the head
    half_band: float = 8.0
    pips: float = 2.9
    air: float = 0.7  # above and below a part
    picture: float = 16.0
    beside: float = 19.8  # a picture with its margin
    stat: float = 3.3  # a line of vehicle characteristics
    strip: float = 7.9  # a row of men's characteristics
    line: float = 3.6  # of fire
    tick: float = 3.9  # a line of boxes
    tick_single: float = 6.2
    numbers: float = 5.2  # before the boxes of a group
    foot: float = 4.6
    sheet_width: float = 189.0
    sheet_height: float = 264.0
    across: int = 3
    down: int = 3


CARD = CardSizes()
ROOM = 0.98 * CARD.room  # allows for the extra width of a bold label


class Stat(NamedTuple):
    """A characteristic: its name in full and in short, and its value."""

    label: str
    short: str
    text: str


class Table(NamedTuple):
    """A table of rules: headings of the values, and rows, each with its name."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def height(self) -> float:
        """Its height, mm."""
        columns = zip(self.heads, *(values for _, values in self.rows), strict=True)
        right = sum(max(width(cell, fit.TITLE, SMALL) for cell in column) + GAP for column in columns)
        names = [wrapped(name, fit.MEDIUM, SMALL, max(LEAST_NAME, ROOM - right)) for name, _ in self.rows]
        return CARD.air + fit.height(1 + any(self.heads) + sum(map(len, names)), SMALL)


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns beside the names of weapons: their headings with tabs between them, `pitch` mm apart."""

    label: str
    heads: str
    pitch: float
    right: float  # the width of them all
    size: float = SMALL  # of the names, points

    @classmethod
    def of(cls, bands: Bands) -> "Columns":
        """Return the columns of a ruleset; none without a fire table."""
        if not bands.fire:
            return cls(gettext("Weapon"), "", 0.0, 0.0)
        dice = gettext("shots") if bands.own_ranges else gettext("dice")
        alike = bands.covering == bands.fire[: len(bands.covering)]
        covering = [gettext("covering")] if alike and bands.covering else bands.covering
        count = len(bands.fire) + 1 + len(bands.covering)
        room = (CARD.room - LEAST_NAME - GAP - APART) / count
        pitch = round(min(PITCH_OWN if bands.own_ranges else PITCH, room), 2)
        right = round(count * pitch + APART + GAP, 2)
        size = SMALL if CARD.room - right > SHORT_NAME else FLOOR
        return cls(gettext("to cm"), tabbed(*bands.fire, dice, covering=covering), pitch, right, size)


def tabbed(*cells: str, covering: Sequence[str] = ()) -> str:
    """Return cells with tabs between them; those of covering fire are a little apart."""
    return "\t".join((*cells, *(f"\N{EN SPACE}{cell}" for cell in covering)))


@dataclass(frozen=True)
class Card:
    """A card. `ticks` are its men or vehicles by number, each with a box for each of the `states`.

    `squad`, `number` and `owner` (the list) are in the last line, and on the back. `shade` is the rank of the class
    (R1 the best of the regulars, I1 of the irregulars, V a vehicle), which `pips` repeat. `icon` and `sign` are classes
    of pictures.css and print.css. `fire` has the lines of each weapon. `spare` notes are printed if there is room.
    `track` are lines of losses. `size` is that of the notes, in points. A `tight` card has its characteristics on a
    line, without a picture. `part` is "2 of 3" for a subject with several cards.
    """

    kind: Kind
    title: str
    line: str = ""
    squad: str = ""
    number: str = ""
    owner: str = ""
    code: str = ""
    shade: str = ""
    pips: str = ""
    points: str = ""
    icon: str = ""
    sign: str = ""
    stats: tuple[Stat, ...] = ()
    fire: tuple[tuple[FireLine, ...], ...] = ()
    columns: Columns = Columns("", "", 0.0, 0.0)
    notes: tuple[Fact | Table, ...] = ()
    spare: tuple[Fact, ...] = ()
    ticks: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    track: tuple[str, ...] = ()
    size: float = 7.5
    half: bool = False
    tight: bool = False
    part: str = ""

    @cached_property
    def name(self) -> Text:
        """The title in as many lines as fit, as large as possible."""
        band = CARD.half_band if self.half else CARD.band
        high = band - 1 - fit.height(1, SMALL) * bool(self.line)
        return fit.fit(self.title, fit.TITLE, TITLES, self._head_room, high)

    @property
    def about(self) -> str:
        """The line below the title."""
        return fit.fitted(fit.clean(self.line), fit.MEDIUM, SMALL, self._head_room)

    @property
    def _head_room(self) -> float:
        beside = CODE_ROOM * bool(self.code) + POINTS_ROOM * bool(self.points or self.part)
        return CARD.room - beside

    @property
    def foot(self) -> str:
        """The last line."""
        said = " · ".join(filter(None, (fit.clean(self.squad), self.number, self.owner)))
        return fit.fitted(said, fit.PLAIN, FLOOR, CARD.room)

    @property
    def picture(self) -> str:
        """The classes of its picture or sign, "" without one."""
        name = f"kit-{self.icon}" if self.icon else f"sign-{self.sign}"
        return f"pictured {name}" if self.icon or self.sign else ""

    @property
    def short(self) -> str:
        """The characteristics on a line, with short names."""
        told = (f"{stat.short} {stat.text}".strip().replace(" ", NO_BREAK) for stat in self.stats)
        return f"{NO_BREAK}· ".join(told)

    @property
    def strip(self) -> list[tuple[str, str]]:
        """The characteristics of men, four in a row: the short names, and below them the values."""
        rows = [self.stats[at : at + STRIP] for at in range(0, len(self.stats), STRIP)]
        return [("\t".join(stat.short for stat in row), "\t".join(stat.text for stat in row)) for row in rows]

    @property
    def lines(self) -> list[tuple[str, str, str]]:
        """The lines of fire: name, values, and the dice in small type beside the values."""
        return [
            (line.name, tabbed(*line.needs, line.dice, covering=line.covering), dice if dice.strip() else "")
            for lines in self.fire
            for line in lines
            for dice in ["\t".join(left for _, left in line.small)]
        ]

    # ── Boxes ──────────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def single(self) -> bool:
        """Whether its boxes are for one man, and therefore larger."""
        return len(self.ticks) == 1 and len(self.boxes) == 1

    @property
    def tab(self) -> float:
        """The distance between boxes, mm: as many on a line as have room, four, three or two."""
        room = CARD.room - CARD.numbers * (len(self.ticks) > 1)
        widest = max((width(word, fit.MEDIUM, SMALL) for word in self.states), default=0)
        needed = widest + BOX_WIDTH * SMALL * MM_PER_POINT + BOX_AIR
        most = len(self.states) if len(self.states) <= STRIP else 2
        return round(room / min(most, max(1, int(room / needed))), 2) if most else room

    @property
    def boxes(self) -> list[str]:
        """The lines of boxes of a man, each box with its word."""
        across = round(CARD.room / self.tab)
        words = [f"{BOX}{word}" for word in self.states]
        return ["\t".join(words[at : at + across]) for at in range(0, len(words), across)]

    # ── Heights ────────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def fits(self) -> bool:
        """Whether everything has room between head and foot."""
        tall, band = (CARD.half_height, CARD.half_band) if self.half else (CARD.card_height, CARD.band)
        room = tall - 2 * CARD.frame - 2 * CARD.border - band - CARD.foot
        return self._body + self._guns + self.text_height + self._boxes_height <= room

    @property
    def _body(self) -> float:
        """The height of the pips, the picture and the characteristics, mm."""
        pips = CARD.pips if self.pips else CARD.air
        if self.tight or not (self.stats or self.picture):
            return pips + (CARD.air + _height(self.short, SHORT, fit.HEAD) if self.short else 0)
        room = CARD.room - CARD.beside
        lines = sum(len(wrapped(f"{stat.label} {stat.text}", fit.HEAD, SMALL, room)) for stat in self.stats)
        stats = CARD.stat * lines if self.kind == "vehicle" else CARD.strip * len(self.strip)
        return pips + CARD.air + max(CARD.picture + CARD.air if self.picture else 0, stats)

    @property
    def _guns(self) -> float:
        room = CARD.room - self.columns.right
        names = [wrapped(name, fit.HEAD, self.columns.size, room) for name, _, _ in self.lines]
        return CARD.line * (1 + sum(map(len, names))) + CARD.air / 2 if names else 0

    @property
    def text_height(self) -> float:
        """The height of the notes, mm."""
        return sum(
            note.height if isinstance(note, Table) else CARD.air + _height(" ".join(note), self.size)
            for note in self.notes
        )

    @property
    def _boxes_height(self) -> float:
        line = CARD.tick_single if self.single else CARD.tick
        return CARD.air + line * len(self.ticks) * len(self.boxes) + CARD.tick * len(self.track)


def _height(text: str, size: float, face: fit.Face = fit.PLAIN) -> float:
    return fit.height(len(wrapped(text.strip(), face, size, ROOM)), size)


# ── Several cards ──────────────────────────────────────────────────────────────────────────────────────────────────

SIZES = (9.0, 8.0, 7.5, 7.0, FLOOR)  # points, of notes
DIVIDED = 7.0  # points, of notes on several cards
LEAST_LINES, MOST_LETTERS = 5, 400  # on a further card; in an unbroken paragraph
MOST_TICKS = 6  # lines of boxes on a card of a group that needs several


def cards_of(card: Card) -> list[Card]:
    """Return the cards of a subject, numbered if there are several.

    A squad, an extra or the key takes half a card if that is enough. Other cards use the largest type that fits, and
    lose their spare notes first, then their picture. A large group has a card for every few men. If that is not
    enough, whole weapons and tables continue on more cards, with at least five lines on the last.
    """
    cards = _cards(card)
    if len(cards) == 1:
        return cards
    words = gettext("%(part)s of %(parts)s")
    return [replace(one, part=words % {"part": at, "parts": len(cards)}) for at, one in enumerate(cards, 1)]


def _cards(card: Card) -> list[Card]:
    if whole := next((way for way in _ways(card) if way.fits), None):
        return [whole]
    step = max(1, MOST_TICKS // max(1, len(card.boxes)))
    if len(card.ticks) > step:
        others = replace(card, ticks=card.ticks[step:], notes=(), spare=())
        return [*_cards(replace(card, ticks=card.ticks[:step])), *_cards(others)]
    return _divided(card)


def _ways(card: Card) -> Iterator[Card]:
    """Yield a card in the sizes to try."""
    if card.kind in ("squad", "extra", "key"):
        yield from (replace(card, half=True, tight=True, size=size) for size in SIZES)
    full = replace(card, notes=(*card.notes, *card.spare))
    yield from (replace(full, size=size) for size in SIZES[:-1])
    yield from (replace(card, size=size, tight=tight) for tight in (False, True) for size in SIZES)


def _divided(card: Card) -> list[Card]:
    """Return the cards for all weapons and notes. The first has everything else."""
    first = replace(card, size=DIVIDED, fire=(), notes=())
    further = replace(first, points="", stats=(), ticks=(), track=(), icon="", sign="", spare=())
    weapons = [replace(further, fire=(lines,)) for lines in card.fire]
    notes = [replace(further, notes=(note,)) for note in _pieces(card.notes)]
    cards = [first]
    for piece in (*weapons, *notes):
        last = cards[-1]
        fuller = replace(last, fire=last.fire + piece.fire, notes=last.notes + piece.notes)
        cards[-1:] = [fuller] if fuller.fits else [last, piece]
    while cards[-1].text_height < fit.height(LEAST_LINES, DIVIDED) and len(cards[-2].notes) > 1:
        before, last = cards[-2:]
        cards[-1] = replace(last, notes=before.notes[-1:] + last.notes)
        cards[-2] = replace(before, notes=before.notes[:-1])
    half = replace(cards[-1], half=True, tight=True)
    return [*cards[:-1], half] if half.fits else cards


def _pieces(notes: Sequence[Fact | Table]) -> Iterator[Fact | Table]:
    """Yield the notes; a paragraph too long for a card in several."""
    for note in notes:
        if isinstance(note, Table) or len(note.text) <= MOST_LETTERS:
            yield note
        else:
            first, *others = wrap(note.text, MOST_LETTERS)
            yield Fact(note.label, first)
            yield from (Fact("", text) for text in others)
