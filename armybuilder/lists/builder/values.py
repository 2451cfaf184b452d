"""The values of a sheet. Numbers are strings with their sign; ids are those of the document's rows."""

from typing import Literal

from django.forms import BoundField
from msgspec import Struct
from msgspec.structs import replace

from armybuilder.lists.forms import ExtraChoice, ExtraForm, RulingsForm
from armybuilder.lists.words import ICONS
from rules.core.catalogue.building import Ruling
from rules.core.catalogue.catalogue import Severity
from rules.core.document.roster import ExtraEntry
from rules.core.judging.report import State
from rules.core.text import Language
from rules.reference.parts import Book

RowKind = Literal["figure", "vehicle", "extra"]


class SheetLink(Struct, frozen=True):
    """A squad to go to: the id of its row, its name, and a longer label."""

    id: str
    name: str
    label: str = ""


class Chip(Struct, frozen=True):
    """A piece of gear: words with a surcharge, in a box if the game cares (`key`).

    `is_short`: its name is an abbreviation, explained by a tap. `weapon`: its id in the rules. `house`: the surcharge
    is the club's.
    """

    text: str
    price: str = ""
    key: bool = False
    is_short: bool = False
    weapon: str = ""
    house: bool = False


class Abbreviation(Struct, frozen=True):
    """An abbreviation on the sheet, and its meaning."""

    short: str
    in_full: str


class Flag(Struct, frozen=True):
    """A problem, or the number of problems of a severity."""

    severity: Severity
    text: str

    @property
    def icon(self) -> str:
        return ICONS[self.severity]


class SheetRow(Struct, frozen=True):
    """A row of a squad, with at most `most`; `each`: 4 × 12. `house`: its points include a club price."""

    id: str
    kind: RowKind
    name: str
    count: int
    most: int
    gear: tuple[Chip, ...]
    points: str
    each: str
    flags: tuple[Flag, ...]
    css: str
    notes: str = ""
    team: str = ""
    team_name: str = ""
    house: bool = False

    @property
    def is_full(self) -> bool:
        return self.count >= self.most

    @property
    def gear_in_words(self) -> str:
        """Its gear, without what its name says."""
        return " · ".join(chip.text for chip in self.gear if chip.text != self.name)

    @property
    def each_one(self) -> "SheetRow":
        """Return the row without its number and total, the only values that adding one changes."""
        return replace(self, count=0, points="", each="", css="", house=False)


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
    rows: tuple[SheetRow, ...]
    flags: tuple[Flag, ...]
    is_first: bool
    is_last: bool
    can_merge: bool = False
    has_sections: bool = False  # it can be split into sections
    is_editing: bool = False  # it or one of its rows is in its edit state

    @property
    def heading(self) -> "SquadCard":
        return replace(self, rows=(), flags=(), is_editing=False)

    @property
    def menu(self) -> "SquadCard":
        return replace(self.heading, kind="", meta="", points="", has_vehicle=False, stats=())


class Preset(Struct, frozen=True):
    """Something that can be added to the chosen squad, its price there, and its points over the limit.

    `is_there`: the squad has it, and can have it once.
    Figures and vehicles can be added and removed: `count` is the number in the squad; their form sends `id` as
    `field` to `address`.
    """

    id: str
    name: str
    note: str
    price: str
    is_over: bool = False
    refused: bool = False
    is_there: bool = False
    address: str = ""
    field: str = ""
    count: int = 0
    house: bool = False  # its price includes a club price


class Palette(Struct, frozen=True):
    """The figures, vehicles and extras that can be added to a squad. `squad` is empty while the list has none."""

    squad: str
    squads: tuple[SheetLink, ...]
    figures: tuple[Preset, ...]
    vehicles: tuple[Preset, ...]
    extras: tuple[Preset, ...]


class BoughtExtra(Struct, frozen=True):
    """An extra of the list, with its choices; a counted one has a stepper."""

    entry: ExtraEntry
    name: str
    text: str
    price: str
    flags: tuple[Flag, ...]
    choice: ExtraChoice | None = None
    count: int = 0  # 0: it is not counted
    is_full: bool = False
    house: bool = False  # its price is the club's

    @property
    def field(self) -> BoundField:
        assert self.choice
        return ExtraForm(self.entry, self.choice)[self.choice.field]


class OfferedExtra(Struct, frozen=True):
    """An extra that the list can still buy, at `level` (0: it has none)."""

    id: str
    name: str
    text: str
    price: str
    unit: str
    level: int
    why: str
    house: bool = False


class RefusedExtra(Struct, frozen=True):
    """Extras that are not for this list, all for the same reason."""

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


class Rulings(Struct, frozen=True):
    """The open questions of the text with the list's answers: the template makes the form."""

    book: Book
    questions: tuple[Ruling, ...]
    answers: tuple[tuple[str, str], ...]
    language: Language

    @property
    def form(self) -> RulingsForm:
        return RulingsForm(self.questions, dict(self.answers), self.language)

    @property
    def answered(self) -> list[tuple[str, str]]:
        chosen = dict(self.answers)
        return [
            (ruling.name.to(self.language), option.name.to(self.language))
            for ruling in self.questions
            for option in ruling.options
            if option.id == chosen.get(ruling.id, ruling.default)
        ]


class Meter(Struct, frozen=True):
    """Points used of the limit. The drawing's units are points: 1.2 limits wide, which keeps the limit in place."""

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


class PointsLine(Struct, frozen=True):
    """A line of the breakdown of points, or a price of the list's own."""

    name: str
    points: str


class Issue(Struct, frozen=True):
    """A finding of the report: its sentence, split around the row that it names (`anchor`).

    `source` is empty if it is our advice: no paragraph, but still a constraint of the `book` (`code`).
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
    is_of_force: bool = False


class ReportPanel(Struct, frozen=True):
    """The report: issues in order, counted."""

    state: State  # empty: nothing is wrong except that it is new
    tallies: tuple[Flag, ...]
    issues: tuple[Issue, ...]
    worst: Severity | None
    spoken: str
    # Instead of “nothing to fix”: the squad that still lacks something, and what.
    hint: SheetLink | None = None

    @property
    def shown(self) -> "ReportPanel":
        """The report without what is only read out, which changes with each edit."""
        return replace(self, worst=None, spoken="")


class OwnPrices(Struct, frozen=True):
    """The list's own prices: those that apply to its entries, and the number of others."""

    used: tuple[PointsLine, ...]
    others: int


class SheetHeader(Struct, frozen=True):
    """The list's name, game and role."""

    name: str
    game: str
    edition: str  # "": the game's name includes it
    role: str
    force: str
    notes: str
    template: str = ""  # the force that the list follows


class NewSquad(Struct, frozen=True):
    """A squad that can be added: by its kind, or (`field` "entry") as one of the list's force."""

    kind: str
    label: str
    field: str = "kind"


class ClassChoice(Struct, frozen=True):
    """A troop class for the first squad."""

    id: str
    name: str
    price: str


class ReadyChoice(Struct, frozen=True):
    """A ready-made squad that can be added, with its price. `over`: the points over the limit with it."""

    id: str
    name: str
    note: str
    price: str
    over: int = 0


class Sheet(Struct, frozen=True):
    """Everything the builder shows of a list; from `can_complete` on, for a list without squads."""

    head: SheetHeader
    meter: Meter
    breakdown: tuple[PointsLine, ...]
    report: ReportPanel
    squads: tuple[SquadCard, ...]
    palette: Palette
    extras: Extras | None
    rulings: Rulings | None
    prices: OwnPrices | None
    begin_with: tuple[ClassChoice, ...]
    new_squads: tuple[NewSquad, ...]
    can_complete: bool
    ready_squads: tuple[ReadyChoice, ...]
    ready_over: tuple[ReadyChoice, ...]
    abbreviations: tuple[Abbreviation, ...]
    has_points: bool

    @property
    def has_squads(self) -> bool:
        return bool(self.squads)
