"""Situations on the table and their effects on rolls, as data."""

from typing import Annotated, Literal, NamedTuple, get_args

from msgspec import Meta

from rules.core.catalogue.entry import Entry, Part

Question = Literal[
    "fire",
    "save",
    "covering-fire",
    "suppression",
    "morale",
    "spotting",
    "melee",
    "storming",
    "initiative",
    "bombardment",
    "roll",
    "profile",
]
QUESTIONS: tuple[Question, ...] = get_args(Question)

# The rolls that effects can modify, besides a ruleset's own rolls and bombardments.
ROLLS = (
    "blast",
    "covering",
    "damage",
    "damage-armour",
    "damage-soft",
    "gate",
    "hit",
    "hit-air",
    "initiative",
    "melee",
    "melee-enemy",
    "morale",
    "penetration",
    "quality",
    "reaction",
    "save",
    "spotting",
    "storming",
    "weapon",
)

TargetKind = Literal["men", "vehicle", "air"]
Ids = tuple[str, ...]


class Gate(Part, frozen=True, kw_only=True):
    """A die to pass first: `at_least` or `at_most` a number, or the number of the firer's class in `by_class`.

    `rolled_as`: a roll of the ruleset, which gives the numbers. `by_quality`: at most the quality of his class;
    `by_spotting`: the number of the spotting table. `die`: if it is not the ruleset's.
    """

    id: str
    rolled_as: str = ""
    die: int | None = None
    at_least: int | None = None
    at_most: int | None = None
    by_class: dict[str, int] = {}
    by_quality: bool = False
    by_spotting: bool = False


class Effect(Part, frozen=True, kw_only=True):
    """An effect of a situation on one roll, with its conditions.

    It adds to the number needed (`need`), to the `die`, to the `chance` of a die equal to or under it, or to the
    number of `dice`; `half` halves the chance; `harder` makes an action this many levels harder. `number` replaces
    the roll's number, `column` the column of vehicles' saves, `row` the row of a table. `forbids`: the action is
    forbidden; `hides`: nobody sees the target; `sees`: the limit of sight in cm; `farthest`: the number of the last
    band applies at any distance; `fires_as`: it fires as that weapon. Of those with the same `once` only the largest
    counts.

    It is limited to these `classes` (the firer's, the roller's), `weapons`, and so on, if they are given. `on_foot`:
    for men in no vehicle, or in one that fires as infantry; `dismounted`: in no vehicle at all; `pool`: for a row
    with several dice (or with one); `within` and `beyond`: by distance; `when`, `unless`: if one of these situations
    is selected.
    """

    roll: str
    need: int = 0
    die: int = 0
    chance: int = 0
    dice: int = 0
    half: bool = False
    harder: int = 0
    number: int | None = None
    column: str = ""
    row: str = ""
    gate: Gate | None = None
    forbids: bool = False
    hides: bool = False
    sees: int | None = None
    farthest: bool = False
    fires_as: str = ""
    once: str = ""
    source: str = ""
    classes: Ids = ()
    target_classes: Ids = ()
    weapons: Ids = ()
    unless_weapons: Ids = ()
    modes: Ids = ()
    unless_modes: Ids = ()
    vehicles: Ids = ()
    targets: tuple[TargetKind, ...] = ()
    facing: Literal["front", "side", ""] = ""
    on_foot: bool = False
    dismounted: bool = False
    pool: bool | None = None
    within: int | None = None
    beyond: int | None = None
    when: Ids = ()
    unless: Ids = ()


class Situation(Entry, frozen=True, kw_only=True):
    """A situation on the table, the questions it applies to, and its effects.

    `called`: what players call it, in either language. Only one of a `group` applies at a time. Beyond `acts_beyond` cm
    it acts as `acts_as`. `under`: the answer to a ruling with which it always applies.
    """

    called: tuple[str, ...] = ()
    questions: tuple[Question, ...]
    group: str = ""
    acts_as: str = ""
    acts_beyond: int | None = None
    under: tuple[str, str] | None = None
    effects: tuple[Effect, ...] = ()


class UnconditionalEffects(Part, frozen=True, kw_only=True):
    """Effects that always apply, such as those of a troop class."""

    id: str
    source: Annotated[str, Meta(min_length=1)]
    effects: tuple[Effect, ...]


class Rule(NamedTuple):
    """An effect with its owner. `told`: the situation that it needs ("": it always applies)."""

    id: str
    source: str
    told: str
    effect: Effect
    beyond: int | None = None
