"""What can become of a man at the table, and what is put on it."""

from typing import Annotated, Literal, get_args

from msgspec import Meta

from rules.core.catalogue.entry import Entry, Part
from rules.core.catalogue.handbook import NearFact
from rules.core.text.text import Text

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
    """A state of vehicles that ends by itself after so many turns, that in which it was set not counted."""

    id: VehicleStateId
    source: Annotated[str, Meta(min_length=1)]
    turns: Turns


class MarkerKind(Entry, frozen=True, kw_only=True):
    """What a marker on the table can be. `extras`: those that give it; none: every list may put it down.

    `is_open`: both sides see it at once. `turns`: it is taken away after so many turns, that in which it was put down
    not counted, and as many more as a die with `turns_die` says. `each_turn`: what happens to it in each of them;
    `roll`: what is rolled for it, by its id. `morale`: why whoever is near tests his in the turn in which it
    is put down.
    """

    extras: tuple[str, ...] = ()
    is_open: bool = False
    turns: Turns | None = None
    turns_die: Annotated[int, Meta(ge=2, le=20)] | None = None
    each_turn: Text | None = None
    roll: Annotated[str, Meta(max_length=60)] = ""
    morale: Literal["", NearFact] = ""
