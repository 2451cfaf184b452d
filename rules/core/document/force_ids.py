"""Every id of a ruleset that a force names, with its place and its kind."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from rules.core.catalogue.library import Kind
from rules.core.document.force import Counted, Force, ForceFigure, ForceSquad
from rules.core.document.problem import Path

LIMITED: dict[Counted, Kind] = {
    "classes": "class",
    "roles": "role",
    "vehicles": "vehicle",
    "weapons": "weapon",
}


class Named(NamedTuple):
    """A place of a force that names an id."""

    path: Path
    kind: Kind
    id: str


def named_ids(force: Force) -> Iterator[Named]:
    """Yield whatever a force names of its ruleset, in the order of the document."""
    for number, squad in enumerate(force.squads):
        yield from _of_squad(squad, ("squads", number))
    yield from _of_extras(force.extras, ())
    for number, limit in enumerate(force.limits):
        yield from _each(("limits", number, "ids"), LIMITED[limit.of], limit.ids)


def _of_squad(squad: ForceSquad, path: Path) -> Iterator[Named]:
    yield Named((*path, "class"), "class", squad.class_)
    for number, kind in enumerate(squad.figures):
        yield from _of_figure(kind, (*path, "figures", number))
    for number, vehicle in enumerate(squad.vehicles):
        yield Named((*path, "vehicles", number, "type"), "vehicle", vehicle.type)
        yield from _each((*path, "vehicles", number, "weapons"), "weapon", vehicle.weapons)
    yield from _of_extras(squad.extras, path)
    yield from _each((*path, "traits"), "trait", squad.traits)


def _of_figure(kind: ForceFigure, path: Path) -> Iterator[Named]:
    if kind.class_:
        yield Named((*path, "class"), "class", kind.class_)
    if kind.role:
        yield Named((*path, "role"), "role", kind.role)
    yield from _each((*path, "roles"), "role", kind.roles)
    yield from _each((*path, "weapons"), "weapon", kind.weapons)
    yield from _each((*path, "also"), "weapon", kind.also)


def _of_extras(extras: tuple[Any, ...], path: Path) -> Iterator[Named]:
    for number, entry in enumerate(extras):
        yield Named((*path, "extras", number, "extra"), "extra", entry.extra)


def _each(path: Path, kind: Kind, ids: tuple[str, ...]) -> Iterator[Named]:
    for number, item in enumerate(ids):
        yield Named((*path, number), kind, item)
