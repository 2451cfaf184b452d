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

    `together`: only owners of one of each kind, as snipers of some classes. `under`: only with this answer (option) to
    a ruling.
    """

    everyone: bool = False
    together: bool = False
    under: tuple[str, str] | None = None
    classes: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    vehicles: tuple[str, ...] = ()
    extras: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    kit: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()


# A cell printed from the odds names its number by a path (`rules.core.odds.handbook`).
NumberPath = tuple[str, ...]
PrintedCell = int | str | Text | None


# What defeat points are counted for: a man lost, a leader lost in place of a man, a building or civilian that was
# hit, an objective lost, firing first, each level of the extra that the row is about.
Counted = Literal["man", "leader", "harm", "objective", "fire", "level"]


class DefeatChange(Part, frozen=True, kw_only=True):
    """The effect of a row that applies on other defeat points: it multiplies them (`by`).

    Without `by` the row's own number replaces theirs. `enemy`: it affects the other side's.
    """

    counts: Counted
    by: Annotated[int, Meta(ge=2, le=9)] | None = None
    enemy: bool = False


# The role of a row in tests that each man takes (bi): an event in the log that calls for a test, or a modifier.
# Events concern a squad ("called": the players decide, because no state shows it) or men nearby. In tests by
# losses: each squad tests separately ("by-squad"), and the consequence of a failure ("failed").
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
    """A template that is not a circle, in cm: `wide` × `long`, with another one inside (`inner`) on the same centre.

    `away`: it is half of a ring, `wide` cm across, that starts this far from its centre, and has no length. `about`:
    its owners, unless it is for everyone in its row.
    """

    wide: Centimetres
    long: Centimetres | None = None
    inner: tuple[Centimetres, Centimetres] | None = None
    away: Centimetres | None = None
    about: Subjects | None = None


class HandbookRow(Part, frozen=True, kw_only=True):
    """A row of a handbook table: its head, a cell per column (None: a dash) or a rule in one line, and its subjects.

    `about` and `source` are those of the number in its first path (`rules.core.odds.handbook`), unless the
    row has its own. `counts`: what the row's defeat points are for; `changes`: its effect on others, if its cell does
    not say it of all (×2). `circles`: the diameters in cm of its round template, the whole one last, the inner rings
    first; `areas`: templates that are not round. `morale`: its role in a morale test.
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
    """A printed row, with the numbers of its paths and with its subjects."""

    about: Subjects
    cells: tuple[PrintedCell, ...] = ()


class PrintedTable(HandbookTable, frozen=True, kw_only=True):
    """A printed table."""

    rows: tuple[PrintedRow, ...]


Amount = Annotated[int, Meta(ge=0)]


class Procedures(Part, frozen=True, kw_only=True):
    """The numbers of the rolls (None: the ruleset does not have the procedure).

    `covering_most`: the cap of covering fire; `storm_attacking`, `storm_defending`: the number that a storming die
    needs; `leader_losses`: the losses that a lost leader counts as in a morale test; `morale_bonus`: the bonus to
    quality in a morale test (bi); `turns`, `turn_dice`: the turns of a game, and the dice added to them;
    `objectives`: the numbered markers that each side places, and how many are primary and secondary, `markers_apart`
    cm apart and `markers_edge` cm from the edge; `no_primary_on`: the face of the secret die that means no primary
    objective. Troops deploy within `attacker_depth` or `defender_depth` cm of their own edge, or a defender in a
    rectangle of `defender_length` × `defender_width` cm in his half.
    """

    covering_most: Amount | None = None
    storm_attacking: Amount | None = None
    storm_defending: Amount | None = None
    leader_losses: Amount | None = None
    morale_bonus: Amount | None = None
    turns: Amount | None = None
    turn_dice: Amount | None = None
    objectives: Amount | None = None
    attacker_depth: Amount | None = None
    defender_depth: Amount | None = None
    defender_length: Amount | None = None
    defender_width: Amount | None = None
    primary_objectives: Amount | None = None
    secondary_objectives: Amount | None = None
    markers_apart: Amount | None = None
    markers_edge: Amount | None = None
    no_primary_on: Amount | None = None


#: The meaning of a state in the rules: he rolls to act again, counts as lost until a medic comes, or is lost.
Effect = Literal["", "suppressed", "wounded", "out"]
Turns = Annotated[int, Meta(ge=1, le=20)]
VehicleStateId = Literal["hit", "immobile", "out", "exploded"]
#: The possible states of a vehicle in any game.
VEHICLE_STATES: tuple[VehicleStateId, ...] = get_args(VehicleStateId)


class State(Part, frozen=True, kw_only=True):
    """A state of a man, the worst last: paper has a box for each. `short` heads a column of boxes.

    `id` is "" in versions from before the play screen. `lives`: the die for the turns that a wounded man lives, if no
    roll of the odds has the state's id; `heals`: a medic brings him back into play. `turns`: it ends by itself after
    this many turns, without the one in which it was set.
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
    """A kind of marker on the table. `extras`: those that give it; none: every list can place it.

    `piece`: a marker of its own, one of the numbered dummies, or a figure of neither side. `is_open`: both sides see it
    at once. `turns`: it is removed after this many turns, without the first, plus a die with `turns_die` faces.
    `each_turn`: its effect in each turn; `roll`: its roll, by id. `morale`: the reason for a test of troops near it in
    the turn in which it is placed.
    """

    extras: tuple[str, ...] = ()
    piece: Literal["marker", "dummy", "figure"] = "marker"
    is_open: bool = False
    turns: Turns | None = None
    turns_die: Annotated[int, Meta(ge=2, le=20)] | None = None
    each_turn: Text | None = None
    roll: Annotated[str, Meta(max_length=60)] = ""
    morale: Literal["", NearFact] = ""
