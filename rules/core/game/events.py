"""The events of a game as types. Each states a fact, never "one more": sending it twice changes nothing."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from rules.core.text import Text

Side = Literal["a", "b"]
SIDES: tuple[Side, Side] = ("a", "b")
Phase = Literal["setting-up", "playing", "ended"]

Key = Annotated[str, Meta(pattern=r"^[VXS]?[1-9][0-9]{0,3}\Z")]  # man 7, vehicle V1, extra X1, squad S1
MaybeKey = Annotated[str, Meta(pattern=r"^([VXS]?[1-9][0-9]{0,3})?\Z")]  # or "": none of them
Word = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*\Z", max_length=60)]
NOTE_LENGTH = 120
Note = Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f\u2028\u2029]*\Z", max_length=NOTE_LENGTH)]  # one line of the log
RowId = Annotated[str, Meta(pattern=r"^[a-z0-9-]+/[0-9]+\Z", max_length=60)]  # of the defeat points
Phone = Annotated[
    str, Meta(pattern=r"^[!-~]+\Z", max_length=40)
]  # its name: plain characters, which any database can store
LAST_TURN = 99
TURNING_POINTS_AT_MOST = 5
Square = Annotated[str, Meta(pattern=r"^([A-F][1-6])?\Z")]  # a sixth of the table across and up; "": nowhere
Causes = Annotated[tuple[Annotated[str, Meta(max_length=60)], ...], Meta(max_length=500)]
Turn = Annotated[int, Meta(ge=1, le=LAST_TURN)]
TIMES_AT_MOST = 200
Times = Annotated[int, Meta(ge=0, le=TIMES_AT_MOST)]
Face = Annotated[int, Meta(ge=1, le=20)]
Faces = Annotated[tuple[Face, ...], Meta(max_length=20)]
Thing = tuple[str | int, ...]
#: Who can read an event: both sides, its own side alone, or as sight.py decides.
Sight = Literal["public", "secret", "depends"]

DICE = "dice"  # the phone name for rolls of the site
TABLE = "table"  # and for lines that the site adds when a game starts

HIDDEN = "hidden"
FLED = "fled"
STABILISED = "stabilised"
#: The states of a man besides those of his ruleset.
MAN_STATES = (STABILISED, FLED, HIDDEN)


def other_side(side: Side) -> Side:
    return SIDES[1 - SIDES.index(side)]


class Event(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="kind"):
    """A thing and its state: the last event about a thing counts. `shared`: both sides can change it.

    Each kind declares its `sight`, and the sentence of the `log` with its fields, unless
    `armybuilder.games.words.events` puts it into words. `at_any_time`: also before and after play; events with
    conditions of their own have them in `checking.py`.
    """

    sight: ClassVar[Sight]
    shared: ClassVar = False
    at_any_time: ClassVar = False
    named_by: ClassVar[tuple[str, ...]]
    log: ClassVar[Text]

    @property
    def thing(self) -> Thing:
        """Return the thing: a word and its identifying fields, such as a piece and one of its states."""
        word, *fields = self.named_by
        return (word, *(getattr(self, field) for field in fields))


class SharedEvent(Event, frozen=True, kw_only=True):
    """An event about a thing that both sides share."""

    shared: ClassVar = True


class Mark(Event, frozen=True, kw_only=True, tag="mark"):
    """Whether a man or a vehicle is in a state. `until`: the last turn that a wounded man lives, as he rolled."""

    sight: ClassVar[Sight] = "depends"
    named_by: ClassVar = ("mark", "piece", "state")
    piece: Key
    state: Word
    on: bool = True
    until: Turn | None = None


class Used(Event, frozen=True, kw_only=True, tag="used"):
    """How often an extra was used so far."""

    sight: ClassVar[Sight] = "secret"
    named_by: ClassVar = ("used", "extra")
    at_any_time: ClassVar = True
    log: ClassVar = Text(it="{extra} usato: {times}", en="{extra} used: {times}")
    extra: Key
    times: Times


class Marker(Event, frozen=True, kw_only=True, tag="marker"):
    """A marker on the table: its kind, which the other side learns when it is revealed.

    `about`: one of the ruleset's kinds; `piece`: the squad, man or vehicle that it represents; `shows`: the men and
    vehicles that it reveals; `until`: its last turn, if a die decided it.
    """

    sight: ClassVar[Sight] = "depends"
    named_by: ClassVar = ("marker", "marker")
    marker: Key
    about: Word
    piece: MaybeKey = ""
    note: Note = ""
    shown: bool = False
    gone: bool = False
    shows: Annotated[tuple[Key, ...], Meta(max_length=400)] = ()
    until: Turn | None = None


class TurnIs(SharedEvent, frozen=True, kw_only=True, tag="turn"):
    """The current turn."""

    sight: ClassVar[Sight] = "public"
    named_by: ClassVar = ("turn",)
    log: ClassVar = Text(it="Turno {turn}", en="Turn {turn}")
    turn: Turn


class LimitIs(SharedEvent, frozen=True, kw_only=True, tag="limit"):
    """The last turn of the game, rolled before it (rth §4.0)."""

    sight: ClassVar[Sight] = "public"
    named_by: ClassVar = ("limit",)
    log: ClassVar = Text(it="La partita dura {turns} turni", en="The game has {turns} turns")
    turns: Turn


class Attacks(SharedEvent, frozen=True, kw_only=True, tag="attacks"):
    """The attacker, after both sides rolled before the game (rth §4.0)."""

    sight: ClassVar[Sight] = "public"
    named_by: ClassVar = ("attacks",)
    log: ClassVar = Text(it="Attacca {attacker}", en="{attacker} attacks")
    attacker: Side


class Active(SharedEvent, frozen=True, kw_only=True, tag="active"):
    """The side with the initiative in a turn."""

    sight: ClassVar[Sight] = "public"
    named_by: ClassVar = ("active", "turn")
    log: ClassVar = Text(it="Iniziativa: {active}", en="Initiative: {active}")
    turn: Turn
    active: Side


class MoraleTested(Event, frozen=True, kw_only=True, tag="morale"):
    """A morale test of a squad (S1), or of the whole side ("") in a turn."""

    sight: ClassVar[Sight] = "public"
    named_by: ClassVar = ("tested", "turn", "squad")
    turn: Turn
    squad: MaybeKey = ""
    passed: bool


class Called(Event, frozen=True, kw_only=True, tag="called"):
    """Whether a squad did something that calls for its morale test and that no state shows: it left cover (bi)."""

    sight: ClassVar[Sight] = "public"
    named_by: ClassVar = ("called", "turn", "squad")
    turn: Turn
    squad: Key
    on: bool = True


class Scored(Event, frozen=True, kw_only=True, tag="scored"):
    """How often a side has taken the defeat points of a row that no state of a piece shows."""

    sight: ClassVar[Sight] = "public"
    named_by: ClassVar = ("scored", "row")
    at_any_time: ClassVar = True
    log: ClassVar = Text(it="{row}: {times}", en="{row}: {times}")
    row: RowId
    times: Times


class Rolled(Event, frozen=True, kw_only=True, tag="rolled"):
    """Dice rolled by the server: the faces, and the number needed by each (neither: nothing to pass).

    `about`: "morale", "initiative", "suppression", "reaction" (each man's morale), "wounded", "attacks" (who
    attacks), "limit" (how many turns the game has), "lasts" (how long a marker stays) or "returns" (whether what it
    represents comes back); `piece`: who rolled; `marker`: the number of the marker it was for. `causes`: the reasons
    for a squad's test, each rolled for once a turn; `for_other`: the other side made the site roll for both.
    """

    sight: ClassVar[Sight] = "depends"
    named_by: ClassVar = ("rolled", "roll")
    roll: Annotated[int, Meta(ge=1, le=1_000_000)]
    about: Annotated[str, Meta(max_length=120)] = ""
    piece: MaybeKey = ""
    marker: MaybeKey = ""
    die: Annotated[int, Meta(ge=2, le=20)] = 6
    faces: Faces
    at_least: Face | None = None
    at_most: Face | None = None
    turn: Turn = 1
    causes: Causes = ()
    for_other: bool = False


class PhaseIs(SharedEvent, frozen=True, kw_only=True, tag="phase"):
    """The stage of the game."""

    sight: ClassVar[Sight] = "public"
    named_by: ClassVar = ("phase",)
    phase: Phase


class Signed(Event, frozen=True, kw_only=True, tag="signed"):
    """The defeat points of both sides, signed by a side, and who held the field. `on` False: withdrawn."""

    sight: ClassVar[Sight] = "public"
    named_by: ClassVar = ("signed",)
    a: Annotated[int, Meta(ge=0, le=9999)]
    b: Annotated[int, Meta(ge=0, le=9999)]
    field: Side | Literal[""] = ""
    on: bool = True


class TurningPoint(SharedEvent, frozen=True, kw_only=True, tag="turning-point"):
    """A turn that decided something, for the report. `note` "": removed; `square`: its place on the table, A1 to F6."""

    sight: ClassVar[Sight] = "public"
    named_by: ClassVar = ("turning-point", "place")
    at_any_time: ClassVar = True
    log: ClassVar = Text(it="Momento decisivo del turno {turn}: {note}", en="Turning point in turn {turn}: {note}")
    place: Annotated[int, Meta(ge=1, le=TURNING_POINTS_AT_MOST)]
    turn: Turn
    note: Note = ""
    square: Square = ""


class Undone(Event, frozen=True, kw_only=True, tag="undone"):
    """Whether an event of the same side is undone: number `number` of a `phone`."""

    named_by: ClassVar = ("undone", "phone", "number")
    sight: ClassVar[Sight] = "depends"
    phone: Phone
    number: Annotated[int, Meta(ge=1, le=100_000)]
    on: bool = True

    @property
    def line(self) -> tuple[str, int]:
        return (self.phone, self.number)


AnyEvent = (
    Mark
    | Used
    | Marker
    | TurnIs
    | LimitIs
    | Attacks
    | Active
    | MoraleTested
    | Called
    | Scored
    | Rolled
    | PhaseIs
    | Signed
    | TurningPoint
    | Undone
)


class GameLine(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line of the log: an event as the phone of a side sent it.

    `number` counts a phone's events from 1; `seen` is the last server number that the phone had seen. A phone that
    had seen more spoke later, whatever any clock says.
    """

    side: Side
    phone: Phone
    number: Annotated[int, Meta(ge=1, le=100_000)]
    seen: Annotated[int, Meta(ge=0)] = 0
    event: AnyEvent

    @property
    def order(self) -> tuple[int, str, int]:
        """Return the sort key of lines, independent of their order of arrival."""
        return (self.seen, self.phone, self.number)

    @property
    def name(self) -> tuple[str, int]:
        """Return the identity of a line: it is stored once."""
        return (self.phone, self.number)
