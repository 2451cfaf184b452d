"""The document `armylist/1`: the content of one army list, without anything derived.

Stored documents have the same types, but their rows have an `id` that stays while the list is edited; rows of
exported ones have none. Every value is immutable; an edit makes a new roster with `msgspec.structs.replace`.
"""

from collections import Counter
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, field

from rules.core.document.force import Force, ForceId

RoleOfList = Literal["attacker", "defender", "open"]
SquadKind = Literal["squad", "section", "sniper-team", "observer-section"]
MovementKind = Literal["wheeled", "tracked"]

# A missing id is the empty string, which a document cannot contain: Meta refuses it, defaults are not checked.
Id = Annotated[str, Meta(min_length=1, max_length=60)]
Label = Annotated[str, Meta(max_length=120)]
Notes = Annotated[str, Meta(max_length=1000)]
CombatValue = Annotated[int, Meta(ge=0, le=100)]
Limit = Annotated[int, Meta(ge=1, le=10_000)]
Ids = tuple[Id, ...]
WeaponIds = Annotated[tuple[Id, ...], Meta(max_length=10)]


class Row(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """Something that an edit can name: it has a stable id in a stored document, and none in an exported one."""

    id: Id = ""


class Modifiers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The referee's modifiers to a squad's chances (`bi`)."""

    motivation: Annotated[int, Meta(ge=-1, le=1)] = 0
    fanatic: Annotated[int, Meta(ge=0, le=2)] = 0


class Figure(Row, frozen=True, kw_only=True):
    """One man, or `count` identical men."""

    name: Label = ""
    count: Annotated[int, Meta(ge=1, le=200)] = 1
    class_: Id = field(default="", name="class")
    team: Annotated[str, Meta(max_length=20)] = ""
    leadership: Annotated[int, Meta(ge=0, le=4)] = 0
    commander: bool = False
    roles: Ids = ()
    weapons: WeaponIds = ()
    kit: Ids = ()
    ability: Id = ""
    combat_value: CombatValue | UnsetType = UNSET
    notes: Notes = ""


class Vehicle(Row, frozen=True, kw_only=True):
    """One vehicle, or `count` identical vehicles."""

    type: Id
    name: Label = ""
    count: Annotated[int, Meta(ge=1, le=50)] = 1
    weapons: WeaponIds = ()
    traits: Ids = ()
    movement: MovementKind | UnsetType = UNSET
    combat_value: CombatValue | UnsetType = UNSET
    notes: Notes = ""


class ExtraEntry(Row, frozen=True, kw_only=True):
    """A bought extra. `level` 0: the document has none (which counts as level 1)."""

    extra: Id
    level: Annotated[int, Meta(ge=1, le=9)] = 0
    count: Annotated[int, Meta(ge=1, le=100)] = 1
    passes: Annotated[int, Meta(ge=0, le=99)] = 1


class Squad(Row, frozen=True, kw_only=True):
    """An entry of the list: a squad, an independent section, a sniper team, or an observer section.

    `force_squad`: the id of its squad in the list's force.
    """

    name: Label = field()
    kind: SquadKind = "squad"
    class_: Id = field(default="", name="class")
    list_class: Id = ""
    force_squad: ForceId = field(default="", name="template")
    leader_ability: Id = ""
    modifiers: Modifiers = Modifiers()
    traits: Ids = ()
    figures: Annotated[tuple[Figure, ...], Meta(max_length=200)] = ()
    vehicles: Annotated[tuple[Vehicle, ...], Meta(max_length=50)] = ()
    extras: Annotated[tuple[ExtraEntry, ...], Meta(max_length=20)] = ()

    @property
    def figure_count(self) -> int:
        return sum([figure.count for figure in self.figures])

    @property
    def carriers(self) -> tuple[Figure | Vehicle, ...]:
        """The rows that carry weapons."""
        return (*self.figures, *self.vehicles)

    @property
    def men_by_class(self) -> Counter[str]:
        """The number of men of each class, by its id."""
        men: Counter[str] = Counter()
        for figure in self.figures:
            men[self.class_of(figure)] += figure.count
        return men

    def class_of(self, figure: Figure) -> str:
        """Return the id of a figure's troop class: its own, otherwise the squad's."""
        return figure.class_ or self.class_


class Roster(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One army list.

    `pair_name`: links an attacker's and a defender's list. `force`: a copy of the force that it follows.
    """

    format: Literal["armylist/1"] = field()
    ruleset: Id = field()
    name: Annotated[str, Meta(min_length=1, max_length=120)] = field()
    role: RoleOfList = "open"
    limit: Limit | None = None
    pair_name: Label = field(default="", name="force")
    force: Force | None = field(default=None, name="template")
    notes: Annotated[str, Meta(max_length=4000)] = ""
    rulings: dict[str, str] = {}
    prices: Annotated[dict[str, Annotated[int, Meta(ge=-1000, le=1000)]], Meta(max_length=500)] = {}
    squads: Annotated[tuple[Squad, ...], Meta(max_length=50)] = field()
    extras: Annotated[tuple[ExtraEntry, ...], Meta(max_length=50)] = ()

    @property
    def figure_count(self) -> int:
        return sum([squad.figure_count for squad in self.squads])

    @property
    def vehicle_count(self) -> int:
        return sum([vehicle.count for squad in self.squads for vehicle in squad.vehicles])

    @property
    def weapon_counts(self) -> Counter[str]:
        """The number of each weapon that men and vehicles carry, by its id."""
        carried: Counter[str] = Counter()
        for squad in self.squads:
            for row in squad.carriers:
                for weapon in row.weapons:
                    carried[weapon] += row.count
        return carried


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Roster)


def encode(roster: Roster) -> bytes:
    """Return the canonical bytes of a roster: its only encoding for storing, hashing and exporting."""
    return _encoder.encode(roster)


def decode(document: bytes) -> Roster:
    """Return the roster encoded by `encode`. For hostile bytes use `reader.read`."""
    return _decoder.decode(document)


def has_ids(squad: Squad) -> bool:
    return any(row.id for row in (squad, *squad.figures, *squad.vehicles, *squad.extras))
