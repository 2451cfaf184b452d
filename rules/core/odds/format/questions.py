"""The questions of `odds/1` as types. Each has a module that answers it."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from rules.core.catalogue.odds.effects import Question
from rules.core.catalogue.odds.tables import AirKind, Level

Id = Annotated[str, Meta(min_length=1, max_length=60)]
Distance = Annotated[int, Meta(ge=0, le=1000)]
Count = Annotated[int, Meta(ge=1, le=20)]
Value = Annotated[int, Meta(ge=0, le=100)]
Range = Annotated[int, Meta(ge=1, le=1000)]
Facts = Annotated[tuple[Id, ...], Meta(max_length=30)]


class QuestionPart(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a question. A missing id is the empty string, which a document cannot contain."""


class Shooter(QuestionPart, frozen=True, kw_only=True):
    """A number of identical firers."""

    class_: Id = field(default="", name="class")
    weapon: Id = ""
    mode: Id = ""
    count: Count = 1
    vehicle: Id = ""
    combat_value: Value | UnsetType = UNSET


class Occupants(QuestionPart, frozen=True, kw_only=True):
    """The men in a vehicle."""

    class_: Id = field(name="class")
    count: Count


class Target(QuestionPart, frozen=True, kw_only=True):
    """The target: men of a class, a vehicle, or a flying target."""

    class_: Id = field(default="", name="class")
    vehicle: Id = ""
    air: AirKind | UnsetType = UNSET
    figures: Count | UnsetType = UNSET
    facing: Literal["front", "side"] | UnsetType = UNSET
    occupants: Occupants | UnsetType = UNSET
    combat_value: Value | UnsetType = UNSET

    @property
    def number(self) -> int:
        return 1 if self.figures is UNSET else self.figures


class SituatedMan(QuestionPart, frozen=True, kw_only=True):
    """One man in a melee."""

    class_: Id = field(name="class")
    situations: Facts = ()


class StormingMen(SituatedMan, frozen=True, kw_only=True):
    """A number of identical men who storm or defend a building."""

    count: Count = 1


class InitiativeSide(QuestionPart, frozen=True, kw_only=True):
    """A side that rolls for initiative."""

    class_: Id = field(default="", name="class")
    leadership: Annotated[int, Meta(ge=0, le=4)] = 0
    active_turns: Annotated[int, Meta(ge=0, le=20)] = 0
    situations: Facts = ()


class GroupWeapon(QuestionPart, frozen=True, kw_only=True):
    """A number of weapons of one kind in a group that gives covering fire."""

    weapon: Id
    count: Count = 1


class AnyQuestion(QuestionPart, frozen=True, kw_only=True):
    """The fields of all questions."""

    format: Literal["odds/1"]
    ruleset: Id
    question: Question
    id: Annotated[str, Meta(max_length=60)] | UnsetType = UNSET


class SituatedQuestion(AnyQuestion, frozen=True, kw_only=True):
    """A question with situations."""

    situations: Facts = ()


class FireQuestion(SituatedQuestion, frozen=True, kw_only=True):
    """Direct fire."""

    shooter: Shooter
    distance: Distance
    target: Target
    range: Range | UnsetType = UNSET


class SaveQuestion(SituatedQuestion, frozen=True, kw_only=True):
    """The effect of hits."""

    target: Target
    hits: Count = 1
    shooter: Shooter = Shooter()


class CoveringFireQuestion(SituatedQuestion, frozen=True, kw_only=True):
    """Reacting under covering fire."""

    class_: Id = field(name="class")
    group: Annotated[tuple[GroupWeapon, ...], Meta(min_length=1, max_length=10)]
    distance: Distance
    target: Target | UnsetType = UNSET


class SuppressionQuestion(AnyQuestion, frozen=True, kw_only=True):
    """Acting again when suppressed."""

    class_: Id = field(name="class")
    leadership: Annotated[int, Meta(ge=0, le=4)] = 0


class MoraleQuestion(SituatedQuestion, frozen=True, kw_only=True):
    """A morale test."""

    class_: Id = field(default="", name="class")
    men: Annotated[int, Meta(ge=1, le=200)] | UnsetType = UNSET
    lost: Annotated[int, Meta(ge=0, le=200)] | UnsetType = UNSET
    leaders_lost: Annotated[int, Meta(ge=0, le=200)] = 0
    formations: Annotated[int, Meta(ge=0, le=50)] = 0
    badly_wounded: Annotated[int, Meta(ge=0, le=20)] = 0


class SpottingQuestion(SituatedQuestion, frozen=True, kw_only=True):
    """Spotting a target."""

    distance: Distance
    class_: Id = field(default="", name="class")
    count: Count = 1
    observer: Literal["infantry", "open-vehicle", "closed-vehicle"] = "infantry"
    target: Target | UnsetType = UNSET


class MeleeQuestion(AnyQuestion, frozen=True, kw_only=True):
    """Hand to hand."""

    side: Annotated[tuple[SituatedMan, ...], Meta(min_length=1, max_length=3)]
    enemy: Annotated[tuple[SituatedMan, ...], Meta(min_length=1, max_length=3)]


class StormingQuestion(AnyQuestion, frozen=True, kw_only=True):
    """Storming a building."""

    attackers: Annotated[tuple[StormingMen, ...], Meta(min_length=1, max_length=10)]
    defenders: Annotated[tuple[StormingMen, ...], Meta(min_length=1, max_length=10)]


class InitiativeQuestion(AnyQuestion, frozen=True, kw_only=True):
    """The initiative roll."""

    side: InitiativeSide
    enemy: InitiativeSide
    occasion: Literal["turn", "setup"] = "turn"


class BombardmentQuestion(SituatedQuestion, frozen=True, kw_only=True):
    """Fire from off the table, mines, traps."""

    by: Id
    target: Target
    class_: Id = field(default="", name="class")
    distance: Distance | UnsetType = UNSET
    contact: Literal["platoon", "dedicated", "general"] | UnsetType = UNSET
    zone: Literal["short", "long"] | UnsetType = UNSET
    passes: Annotated[int, Meta(ge=1, le=3)] = 1


class RollQuestion(SituatedQuestion, frozen=True, kw_only=True):
    """A roll of its own."""

    roll: Id
    class_: Id = field(default="", name="class")
    level: Annotated[int, Meta(ge=1, le=4)] | UnsetType = UNSET
    against: Annotated[int, Meta(ge=0, le=4)] = 0
    difficulty: Level | UnsetType = UNSET


class ProfileQuestion(AnyQuestion, frozen=True, kw_only=True):
    """The strengths of a list on the table; `list` is an `armylist/1`, read by its own reader."""

    list: dict[str, Any]
    target: Target
    distances: Annotated[tuple[Distance, ...], Meta(min_length=1, max_length=12)] | UnsetType = UNSET
    range: Range | UnsetType = UNSET


TYPES: dict[str, type[AnyQuestion]] = {
    "fire": FireQuestion,
    "save": SaveQuestion,
    "covering-fire": CoveringFireQuestion,
    "suppression": SuppressionQuestion,
    "morale": MoraleQuestion,
    "spotting": SpottingQuestion,
    "melee": MeleeQuestion,
    "storming": StormingQuestion,
    "initiative": InitiativeQuestion,
    "bombardment": BombardmentQuestion,
    "roll": RollQuestion,
    "profile": ProfileQuestion,
}
