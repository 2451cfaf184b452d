"""The params of checks: types that several checks share, and the kinds of ids."""

from collections.abc import Mapping
from typing import NewType

from msgspec import Struct
from msgspec.structs import fields

RoleId = NewType("RoleId", str)
ExtraId = NewType("ExtraId", str)
SideId = NewType("SideId", str)
ClassId = NewType("ClassId", str)

# The kind of thing that a param names, by its type.
KIND_OF_ID: Mapping[object, str] = {
    RoleId: "role",
    ExtraId: "extra",
    SideId: "side",
    ClassId: "class",
    tuple[ClassId, ...]: "class",
}


class NoParams(Struct, frozen=True):
    """A check that is told nothing."""


class RoleParams(Struct, frozen=True):
    """The role that a check is about."""

    role: RoleId


class SizeParams(Struct, frozen=True):
    """The fewest and the most figures."""

    least: int
    most: int


class MostParams(Struct, frozen=True):
    """The highest number that is allowed."""

    most: int


class ExtraParams(Struct, frozen=True):
    """The extra that a check is about."""

    extra: ExtraId


def named_kinds(params: type[Struct]) -> dict[str, str]:
    """Return those params that name a thing of the ruleset, each with the kind of thing."""
    return {field.name: KIND_OF_ID[field.type] for field in fields(params) if field.type in KIND_OF_ID}
