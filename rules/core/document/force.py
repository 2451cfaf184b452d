"""The document `force/1`: the possible content of a list. It names ids of one ruleset and has no code.

The same types read a file, a club's text, and the copy in a list (`Roster.force`). The schema,
docs/force-1.schema.json, is made from them.
"""

import json
from collections.abc import Iterator
from inspect import cleandoc
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct, field

from rules.core.catalogue.entry import Kind, Part
from rules.core.document.problem import Path
from rules.core.text import Text, published

ForceId = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[a-z0-9]+(-[a-z0-9]+)*\Z")]
Ids = Annotated[tuple[ForceId, ...], Meta(max_length=40)]
Number = Annotated[int, Meta(ge=0, le=200)]
Some = Annotated[int, Meta(ge=1, le=200)]
Words = Annotated[str, Meta(min_length=1, max_length=120)]
Sentence = Annotated[str, Meta(min_length=1, max_length=600)]
Level = Annotated[int, Meta(ge=1, le=9)]

# The subjects of a limit over the whole list.
Counted = Literal["classes", "weapons", "roles", "vehicles"]


class Name(Text, frozen=True, forbid_unknown_fields=True):
    """A name in both languages."""

    it: Words
    en: Words


class Note(Text, frozen=True, forbid_unknown_fields=True):
    """A sentence or two in both languages."""

    it: Sentence
    en: Sentence


class ForceFigure(Part, frozen=True, kw_only=True):
    """A type of figure in a squad: `least` to `most` of them (None: as many as the squad allows).

    `one_in`: at most one for every so many men of the squad, or part of it. He has at least one of `weapons`, the
    first in a new list, and beside it only what is in `weapons` and `also`; he has `role` and can have `roles`.
    `leadership`: his possible levels, the first in a new list; empty: none. `class`: if it is not that of the squad.
    """

    name: Name
    class_: ForceId = field(default="", name="class")
    least: Number = 0
    most: Some | None = None
    one_in: Some | None = None
    leadership: Annotated[tuple[Annotated[int, Meta(ge=0, le=4)], ...], Meta(max_length=5)] = ()
    role: ForceId = ""
    roles: Ids = ()
    weapons: Ids = ()
    also: Ids = ()


class ForceVehicle(Part, frozen=True, kw_only=True):
    """A type of vehicle in a squad: `least` to `most` of it, and its bought weapons."""

    type: ForceId
    least: Number = 0
    most: Some = 1
    weapons: Ids = ()


class ForceExtra(Part, frozen=True, kw_only=True):
    """An extra that can be bought: the number, and the highest level (None: any)."""

    extra: ForceId
    most: Some = 1
    level: Level | None = None


class ForceSquad(Part, frozen=True, kw_only=True):
    """A kind of squad: `least` to `most` of it in a list, its nominal class, its size."""

    id: ForceId
    name: Name
    kind: Literal["squad", "section", "sniper-team", "observer-section"] = "squad"
    class_: ForceId = field(name="class")
    least: Number = 0
    most: Some = 1
    size: tuple[Number, Number] = (0, 0)
    figures: Annotated[tuple[ForceFigure, ...], Meta(max_length=20)] = ()
    vehicles: Annotated[tuple[ForceVehicle, ...], Meta(max_length=10)] = ()
    extras: Annotated[tuple[ForceExtra, ...], Meta(max_length=20)] = ()
    traits: Ids = ()


class ForceLimit(Part, frozen=True, kw_only=True):
    """The total number of some things in the whole list: at least, at most."""

    of: Counted
    ids: Annotated[tuple[ForceId, ...], Meta(min_length=1, max_length=40)]
    least: Number = 0
    most: Number | None = None


class Force(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A force of one ruleset. `roles`: the roles of its lists (empty: any).

    `club` and `version` identify it: the site writes them into the copies in lists.
    """

    format: Literal["force/1"]
    id: ForceId
    ruleset: ForceId
    name: Name
    period: Name | None = None
    note: Note | None = None
    club: Annotated[str, Meta(max_length=120)] = ""
    version: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    roles: Annotated[tuple[Literal["attacker", "defender", "open"], ...], Meta(max_length=3)] = ()
    squads: Annotated[tuple[ForceSquad, ...], Meta(min_length=1, max_length=20)]
    extras: Annotated[tuple[ForceExtra, ...], Meta(max_length=40)] = ()
    limits: Annotated[tuple[ForceLimit, ...], Meta(max_length=20)] = ()

    def squad(self, squad_id: str) -> ForceSquad | None:
        return next((squad for squad in self.squads if squad.id == squad_id), None)


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Force)


def encode(force: Force) -> bytes:
    """Return the only encoding in which a force is stored and compared."""
    return _encoder.encode(force)


def decode(document: bytes) -> Force:
    return _decoder.decode(document)


def schema() -> dict[str, Any]:
    made = json.loads(json.dumps(published(msgspec.json.schema(Force))), object_hook=_without_indentation)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "force/1", **made}


def _without_indentation(part: dict[str, Any]) -> dict[str, Any]:
    """Return a part of a schema with its description (a docstring) as every version of Python formats it."""
    described = part.get("description")
    return part | {"description": cleandoc(described)} if isinstance(described, str) else part


LIMITED: dict[Counted, Kind] = {
    "classes": "class",
    "roles": "role",
    "vehicles": "vehicle",
    "weapons": "weapon",
}


class Named(NamedTuple):
    """A place in a force that names an id."""

    path: Path
    kind: Kind
    id: str


# The fields of squads, figures, vehicles and extras that name ids, and the kind of each.
NAMING: dict[str, Kind] = {
    "class_": "class",
    "role": "role",
    "roles": "role",
    "weapons": "weapon",
    "also": "weapon",
    "type": "vehicle",
    "extra": "extra",
    "traits": "trait",
}


def named_ids(force: Force) -> Iterator[Named]:
    """Yield all names of ruleset entries in a force, in the order of the document."""
    yield from _named(force.squads, ("squads",))
    yield from _named(force.extras, ("extras",))
    for number, limit in enumerate(force.limits):
        yield from _named(limit.ids, ("limits", number, "ids"), LIMITED[limit.of])


def _named(value: object, path: Path, kind: Kind | None = None) -> Iterator[Named]:
    if isinstance(value, tuple):
        for number, item in enumerate(value):
            yield from _named(item, (*path, number), kind)
    elif isinstance(value, Part):
        for name, written in zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True):
            yield from _named(getattr(value, name), (*path, written), NAMING.get(name))
    elif kind and isinstance(value, str) and value:
        yield Named(path, kind, value)
