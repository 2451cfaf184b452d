"""The handbook of a game: tables whose rows know what they apply to."""

from typing import Annotated, Literal, get_args

from msgspec import Meta

from rules.core.catalogue.entry import Entry, Part
from rules.core.text import Text

# The topics of handbook tables: sheets and reference have sections in this order.
Topic = Literal[
    "command",
    "actions",
    "movement",
    "observation",
    "spotting",
    "fire",
    "fire-modifiers",
    "covering-fire",
    "opportunity",
    "blast",
    "indirect",
    "smoke",
    "damage",
    "penetration",
    "saves",
    "vehicles",
    "bombardment",
    "aircraft",
    "anti-air",
    "melee",
    "storming",
    "suppression",
    "morale",
    "wounded",
    "defeat-points",
    "scenario",
]


class Subjects(Part, frozen=True, kw_only=True):
    """The subjects of a rule: `everyone`, or owners of one of these. A sheet prints only the rows for its list.

    `together`: only owners of one of each kind, as snipers of some classes.
    """

    everyone: bool = False
    together: bool = False
    classes: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    vehicles: tuple[str, ...] = ()
    extras: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    kit: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()


# A cell that is printed from the odds names its number by a path (`rules.core.odds.handbook.cells`).
NumberPath = tuple[str, ...]
PrintedCell = int | str | Text | None


# What defeat points are counted for: a man lost, a leader lost in place of a man, a building or civilian that was
# hit, an objective lost, firing first, each level of the extra that the row is about.
Counted = Literal["man", "leader", "harm", "objective", "fire", "level"]


class DefeatChange(Part, frozen=True, kw_only=True):
    """A change of other defeat points by a row that applies: it multiplies them (`by`).

    Without `by` the row's own number replaces theirs. `enemy`: it affects the other side's.
    """

    counts: Counted
    by: Annotated[int, Meta(ge=2, le=9)] | None = None
    enemy: bool = False


# What a row says of a test that each man takes for himself (bi): an occasion of which the log of a game tells, or
# what is added to his number. Occasions of a squad ("called": the players say so, as no state does), of whoever is
# near, and what is added. Of tests by losses: each squad takes its own ("by-squad"), and what follows if it "failed".
MoraleFact = Literal[
    "comrade",
    "leader",
    "damage",
    "called",
    "armour",
    "wiped-out",
    "bombardment",
    "modifier",
    "wounded",
    "leader-killed",
    "by-squad",
    "failed",
]
#: An occasion for men near it, on either side.
NearFact = Literal["armour", "wiped-out", "bombardment"]
#: Of these the first cell is the number that is added.
MORALE_ADDED: tuple[MoraleFact, ...] = ("modifier", "wounded", "leader-killed")
Centimetres = Annotated[int, Meta(ge=1, le=200)]


class Area(Part, frozen=True, kw_only=True):
    """A template that is no circle, in cm: `wide` × `long`, with one inside (`inner`) that has its middle.

    `away`: it is the half of a ring so `wide` that begins so far from its middle, and has no length. `about`: whose it
    is, where not of all whom its row concerns.
    """

    wide: Centimetres
    long: Centimetres | None = None
    inner: tuple[Centimetres, Centimetres] | None = None
    away: Centimetres | None = None
    about: Subjects | None = None


class HandbookRow(Part, frozen=True, kw_only=True):
    """A row of a handbook table: its head, a cell a column (None: a dash), or a rule in one line, and its subjects.

    `about` and `source` are those of the number that its first path names (`rules.core.odds.handbook.printed`), unless
    the row has its own. `counts`: what the defeat points of the row come with; `changes`: what it does to others, where
    that is not what its cell says of all (×2). `circles`: the diameters in cm of the round template that this row lays
    on the table, the whole one last, its inner rings first; `areas`: templates that are not round. `morale`: what the
    row says of a morale test.
    """

    name: Text
    about: Subjects | None = None
    cells: tuple[PrintedCell | NumberPath, ...] = ()
    text: Text | None = None
    source: str = ""
    counts: Literal["", Counted] = ""
    changes: tuple[DefeatChange, ...] = ()
    circles: tuple[Annotated[int, Meta(ge=1, le=60)], ...] = ()
    areas: tuple[Area, ...] = ()
    morale: Literal["", MoraleFact] = ""


class HandbookTable(Entry, frozen=True, kw_only=True):
    """A table of the handbook on one topic. `optional`: the text leaves the rule to the players."""

    topic: Topic
    rows: Annotated[tuple[HandbookRow, ...], Meta(min_length=1)]
    columns: tuple[Text, ...] = ()
    optional: bool = False


class PrintedRow(HandbookRow, frozen=True, kw_only=True):
    """A printed row: with the numbers of its paths, and its subjects."""

    about: Subjects
    cells: tuple[PrintedCell, ...] = ()


class PrintedTable(HandbookTable, frozen=True, kw_only=True):
    """A printed table."""

    rows: tuple[PrintedRow, ...]


class Procedures(Part, frozen=True, kw_only=True):
    """The numbers behind the rolls (None: the ruleset does not have that procedure).

    `covering_most`: the cap of covering fire; `storm_attacking`, `storm_defending`: the number a die of storming
    needs; `leader_losses`: the number of losses that a lost leader counts as in a morale test; `morale_bonus`: the
    bonus to quality in a morale test (bi); `turns`, `turn_dice`: the turns after which a game ends, and the dice that
    are added to them; `objectives`: the numbered markers that each side places, and how many of them are primary and
    secondary ones, `markers_apart` cm apart and `markers_edge` cm from the edge; `no_primary_on`: the face of the
    secret die that means no primary one. Troops deploy within `attacker_depth`, `defender_depth` cm of their own edge,
    or a defender in a rectangle of `defender_length` × `defender_width` cm in his half.
    """

    covering_most: int | None = None
    storm_attacking: int | None = None
    storm_defending: int | None = None
    leader_losses: int | None = None
    morale_bonus: int | None = None
    turns: int | None = None
    turn_dice: int | None = None
    objectives: int | None = None
    attacker_depth: int | None = None
    defender_depth: int | None = None
    defender_length: int | None = None
    defender_width: int | None = None
    primary_objectives: int | None = None
    secondary_objectives: int | None = None
    markers_apart: int | None = None
    markers_edge: int | None = None
    no_primary_on: int | None = None


#: What a state means for the rules: he rolls to act again, he counts as lost until a medic came, he is lost.
Effect = Literal["", "suppressed", "wounded", "out"]
Turns = Annotated[int, Meta(ge=1, le=20)]
VehicleStateId = Literal["hit", "immobile", "out", "exploded"]
#: What a vehicle can be, in whatever game.
VEHICLE_STATES: tuple[VehicleStateId, ...] = get_args(VehicleStateId)


class State(Part, frozen=True, kw_only=True):
    """A state that a man can be in, the worst last: paper has a box for each. `short` heads a column of boxes.

    `id` is "" in versions from before there was a play screen. `lives`: of a wounded man, the die that says for
    how many turns he does, where no roll of the chances has the state's id; `heals`: a medic brings him back into play.
    `turns`: it ends by itself after so many turns, that in which it was set not counted.
    """

    id: Annotated[str, Meta(max_length=60)] = ""
    name: Text
    short: Text
    source: Annotated[str, Meta(min_length=1)]
    effect: Effect = ""
    lives: int | None = None
    heals: bool = False
    turns: Turns | None = None


class VehicleState(Part, frozen=True, kw_only=True):
    """A state of vehicles that ends by itself after some turns, without the first."""

    id: VehicleStateId
    source: Annotated[str, Meta(min_length=1)]
    turns: Turns


class MarkerKind(Entry, frozen=True, kw_only=True):
    """What a marker on the table can be. `extras`: those that give it; none: every list can place it.

    `is_open`: both sides see it at once. `turns`: it is removed after so many turns, without the first, and as many
    more as a die with `turns_die` says. `each_turn`: its effect in each turn; `roll`: its roll, by id. `morale`: the
    reason for troops near it to test in the turn in which it is placed.
    """

    extras: tuple[str, ...] = ()
    is_open: bool = False
    turns: Turns | None = None
    turns_die: Annotated[int, Meta(ge=2, le=20)] | None = None
    each_turn: Text | None = None
    roll: Annotated[str, Meta(max_length=60)] = ""
    morale: Literal["", NearFact] = ""
