"""The content of a card: a `Subject` before it is fitted, a `Card` as it is printed. Nothing but text."""

from dataclasses import dataclass
from typing import Literal

from armybuilder.printing.formats.roster.fire import FireLine
from armybuilder.printing.layout.fit import Text
from armybuilder.printing.layout.words import Fact

Kind = Literal["figure", "vehicle", "squad", "extra", "blank"]

BOX = "▢"  # of squadra-signs.ttf


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a card. `ticks` are its men or vehicles by number: each has a box for each of the `states`.

    `shade` is the class's step on the ladder (R1 the best of the regulars, I1 of the irregulars, V a vehicle), which
    `pips` show again. `icon` and `sign` are classes of style.css and print.css.
    `spare` notes are printed where they take no further card.
    """

    kind: Kind
    title: str
    line: str
    squad: str
    code: str = ""
    shade: str = ""
    pips: str = ""
    points: str = ""
    icon: str = ""
    sign: str = ""
    stats: tuple[Fact, ...] = ()
    fire: tuple[FireLine, ...] = ()
    notes: tuple[Fact, ...] = ()
    spare: tuple[Fact, ...] = ()
    ticks: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    track: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Band:
    """The head of a card: title and the line below it. `drop` is the air above them in steps of half a mm."""

    title: Text
    line: Text
    drop: int


@dataclass(frozen=True, slots=True)
class FireRow:
    """A fire mode: its name in lines, numbers needed with dice, small text beside them, covering values."""

    name: tuple[str, ...]
    values: str
    covering: str
    small: str


@dataclass(frozen=True, slots=True)
class Fire:
    """The weapons' table in columns: a cell of many lines costs WeasyPrint far less than many cells."""

    names: Text
    values: str
    covering: str
    small: str


@dataclass(frozen=True, slots=True)
class Stats:
    """The numbers that the game rolls against, in two columns."""

    labels: Text
    values: str

    @property
    def count(self) -> int:
        """How many lines there are."""
        return len(self.labels.lines)


@dataclass(frozen=True, slots=True)
class Note:
    """A paragraph: `label` stands bold before its first line, or alone, in as many lines as it takes."""

    label: str
    lines: tuple[str, ...] = ("",)

    @property
    def height(self) -> int:
        """How many lines it takes."""
        return self.label.count("\n") + len(self.lines)

    @property
    def text(self) -> str:
        """The lines as they are set, after the label."""
        return "\n".join(self.lines)


@dataclass(frozen=True, slots=True)
class Ticks:
    """Boxes to tick, each with its word, in lines; the men's numbers stand before the lines.

    `single`: of one man, in bigger boxes. `across`: how many boxes stand on a line.
    """

    numbers: str
    words: Text
    single: bool
    across: int

    @property
    def boxes(self) -> str:
        """The boxes: letters of another face than their words, hence apart from them."""
        return boxes(self.words.lines)


def boxes(lines: tuple[str, ...]) -> str:
    """Return a box for each word of lines with tab stops."""
    return "\n".join("\t".join(BOX for _ in line.split("\t")) for line in lines)


@dataclass(frozen=True, slots=True)
class Card:
    """A printed card. `part` is "2 of 3" if its subject needs several."""

    subject: Subject
    band: Band
    foot: str
    stats: Stats | None = None
    fire: Fire | None = None
    notes: tuple[Note, ...] = ()
    note_size: float = 7.0
    ticks: Ticks | None = None
    track: Ticks | None = None
    part: str = ""
    first: bool = False
    low: bool = False  # its picture, for more of the rest

    @property
    def body(self) -> bool:
        """Whether it has the part with the picture and the characteristics."""
        return self.first and bool(self.stats or self.subject.icon or self.subject.sign)

    @property
    def note_step(self) -> str:
        """The class that sets the size of the notes."""
        return f"t{int(self.note_size * 10)}"
