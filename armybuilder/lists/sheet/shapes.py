"""What a sheet is made of: plain values, ready to be printed by the templates.

Numbers are strings here: they carry their sign and stand in the place where they are read. `id`s are those of the
document's rows, and the anchors of the page.
"""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rules.core.catalogue import Severity
from rules.reference.citations import Book

RowKind = Literal["figure", "vehicle", "extra"]
ControlKind = Literal["text", "number", "notes", "select", "chips", "segment"]


class Pick(Struct, frozen=True):
    """One choice of a control, with its price where it has one."""

    value: str
    label: str
    price: str = ""
    checked: bool = False
    name: str = ""  # the field's name where it is not the control's


class Control(Struct, frozen=True):
    """One field of an edit form."""

    kind: ControlKind
    id: str
    name: str
    label: str
    value: str = ""
    picks: tuple[Pick, ...] = ()
    more: tuple[Pick, ...] = ()
    more_open: bool = False
    error: str = ""
    help: str = ""
    placeholder: str = ""


class Link(Struct, frozen=True):
    """A squad to go to: the id of its row, its name, and a label that says more."""

    id: str
    name: str
    label: str = ""


class EditState(Struct, frozen=True):
    """The edit state of a row, a squad or the list: its fields line by line, and where it may move."""

    lines: tuple[tuple[Control, ...], ...]
    squads: tuple[Link, ...] = ()
    count: Control | None = None
    error: str = ""


class Chip(Struct, frozen=True):
    """A piece of gear: words with a surcharge, in a box where it matters to the game (`key`)."""

    text: str
    price: str = ""
    key: bool = False


class Flag(Struct, frozen=True):
    """A problem, said where it is."""

    severity: Severity
    icon: str
    text: str


class Row(Struct, frozen=True):
    """A row of a squad: figures, vehicles or an extra. At most `most` of them; `each`: 4 × 12."""

    id: str
    kind: RowKind
    name: str
    team: str
    count: int
    most: int
    gear: tuple[Chip, ...]
    notes: str
    points: str
    each: str
    flags: tuple[Flag, ...]
    css: str
    edit: EditState | None = None

    @property
    def is_full(self) -> bool:
        """Whether the row holds no more."""
        return self.count >= self.most


class Stat(Struct, frozen=True):
    """A characteristic of a squad's troops."""

    name: str
    short: str
    value: str
    note: str = ""


class SquadCard(Struct, frozen=True):
    """A squad with its rows."""

    id: str
    name: str
    kind: str
    meta: str
    points: str
    has_vehicle: bool
    stats: tuple[Stat, ...]
    rows: tuple[Row, ...]
    flags: tuple[Flag, ...]
    is_first: bool
    is_last: bool
    can_merge: bool = False
    edit: EditState | None = None

    @property
    def heading(self) -> "SquadCard":
        """What stands over its rows: the squad without them."""
        return replace(self, rows=(), flags=(), edit=None)

    @property
    def is_editing(self) -> bool:
        """Whether it or one of its rows is in its edit state."""
        return self.edit is not None or any(row.edit for row in self.rows)


class Preset(Struct, frozen=True):
    """Something that can be added to the chosen squad, its price there, and by how much it is over the limit."""

    id: str
    name: str
    note: str
    price: str
    is_over: bool = False
    refused: bool = False


class Palette(Struct, frozen=True):
    """What can be added to one squad. `squad` is empty while the list has none."""

    squad: str
    squads: tuple[Link, ...]
    figures: tuple[Preset, ...]
    vehicles: tuple[Preset, ...]
    extras: tuple[Preset, ...]


class BoughtExtra(Struct, frozen=True):
    """An extra of the list. Its level or passes are picks; one that is counted has a stepper."""

    id: str
    name: str
    text: str
    price: str
    flags: tuple[Flag, ...]
    field: str = ""  # what the picks set: level or passes
    legend: str = ""
    picks: tuple[Pick, ...] = ()
    count: int = 0  # 0: it is not counted
    is_full: bool = False


class OfferedExtra(Struct, frozen=True):
    """An extra the list may still buy, at `level` (0: it has none)."""

    id: str
    name: str
    text: str
    price: str
    unit: str
    level: int
    why: str


class RefusedExtra(Struct, frozen=True):
    """Extras that are not for this list, all for one reason."""

    names: str
    why: str


class Extras(Struct, frozen=True):
    """The extras of the list in three groups."""

    book: Book
    source: str
    bought: tuple[BoughtExtra, ...]
    offered: tuple[OfferedExtra, ...]
    refused: tuple[RefusedExtra, ...]
    refused_count: int


class RulingChoice(Struct, frozen=True):
    """An open question of the text and the list's answer."""

    id: str
    question: str
    book: Book
    source: str
    picks: tuple[Pick, ...]


class Meter(Struct, frozen=True):
    """Points used of the limit. The drawing's units are points: 1.2 limits wide, so that the limit never moves."""

    used: str
    limit: str
    left: str
    is_over: bool = False
    width: int = 0  # 0: nothing to draw, the list has no limit
    bound: int = 0
    fill: int = 0
    excess: int = 0
    ticks: str = ""
    ticks_on: str = ""
    labels: tuple[str, ...] = ()
    spoken: str = ""


class BreakdownLine(Struct, frozen=True):
    """Where points come from."""

    name: str
    points: str


class Issue(Struct, frozen=True):
    """A finding of the report: its sentence, split around the row it speaks of (`anchor`).

    `source` is empty where it is our advice: no paragraph, but a constraint of the `book` (`code`) all the same.
    """

    severity: Severity
    icon: str
    kind: str
    book: Book
    code: str
    source: str
    before: str
    subject: str
    after: str
    anchor: str


class Tally(Struct, frozen=True):
    """How many findings of one severity."""

    severity: Severity
    icon: str
    text: str


class ReportPanel(Struct, frozen=True):
    """The report: issues in order, counted."""

    state: Literal["legal", "illegal"]
    tallies: tuple[Tally, ...]
    issues: tuple[Issue, ...]
    worst: Severity | None
    spoken: str


class ClubPrice(Struct, frozen=True):
    """A price of the list's own."""

    name: str
    points: str


class Head(Struct, frozen=True):
    """The list's name and what it is made for."""

    name: str
    game: str
    edition: str  # "": the game is named with it
    role: str
    force: str
    notes: str
    edit: EditState | None = None


class ClassChoice(Struct, frozen=True):
    """A troop class to begin with."""

    id: str
    name: str
    price: str


class Sheet(Struct, frozen=True):
    """Everything the builder shows of a list."""

    head: Head
    meter: Meter
    breakdown: tuple[BreakdownLine, ...]
    report: ReportPanel
    squads: tuple[SquadCard, ...]
    palette: Palette
    extras: Extras | None
    rulings: tuple[RulingChoice, ...]
    prices: tuple[ClubPrice, ...]
    begin_with: tuple[ClassChoice, ...]
    new_squads: tuple[Pick, ...]
    has_points: bool
