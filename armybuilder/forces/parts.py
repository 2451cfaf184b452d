"""The parts of a force by their place: `squads.0`, `squads.0.figures.2`, `extras.1`; "" is the force itself."""

import hashlib
from collections.abc import Iterable
from typing import Any

import msgspec
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from armybuilder.refusals import RefusedError
from rules.core.catalogue.catalogue import Catalogue, Scope
from rules.core.document.force import Force, ForceExtra, ForceLimit, ForceSquad, ForceVehicle
from rules.core.forces.from_list import empty_figure, empty_squad

TABLES = ("squads", "figures", "vehicles", "extras", "limits")


def part_at(force: Force, place: str) -> Any:
    """Return the part at a place. Raises LookupError if there is none."""
    part: Any = force
    for step in place.split(".") if place else ():
        if isinstance(part, tuple) and step.isascii() and step.isdigit() and len(step) < 4:
            part = part[int(step)]
        elif step in TABLES and hasattr(part, step):
            part = getattr(part, step)
        else:
            raise LookupError(place)
    return part


def mark_of(part: Any) -> str:
    """Return a short text that differs for parts that differ: a page sends it back with its change."""
    return hashlib.blake2b(msgspec.json.encode(part), digest_size=6).hexdigest()


def with_part(force: Force, place: str, part: Any) -> Force:
    """Return a force with another part at a place. Raises LookupError."""
    if not place:
        return part  # type: ignore[no-any-return]
    table, rows, number = _row(force, place)
    rows[number] = part
    return _with_rows(force, table, rows)


def with_act(force: Force, act: str, place: str) -> tuple[Force, str]:
    """Return a force after an act on a row (remove, copy, up, down), and the place to return to. Raises LookupError."""
    table, rows, number = _row(force, place)
    match act:
        case "remove":
            del rows[number]
            place = table
        case "copy":
            row = rows[number]
            copy = replace(row, id=free_id(force)) if isinstance(row, ForceSquad) else row
            rows.insert(number + 1, copy)
        case "up" | "down":
            to = number + (1 if act == "down" else -1)
            if not 0 <= to < len(rows):
                raise LookupError(act)
            rows.insert(to, rows.pop(number))
            place = f"{table}.{to}"
    return _with_rows(force, table, rows), place


def with_new(force: Force, table: str, catalogue: Catalogue) -> tuple[Force, str]:
    """Return a force with a new part at the end of a table (`squads.0.figures`), and its place.

    Raises LookupError, and RefusedError if there is nothing more to add.
    """
    rows = part_at(force, table)
    if not isinstance(rows, tuple):
        raise LookupError(table)
    return _with_rows(force, table, (*rows, _new(force, table, catalogue))), f"{table}.{len(rows)}"


def _row(force: Force, place: str) -> tuple[str, list[Any], int]:
    """Return the table of a row, its rows, and the row's number. Raises LookupError."""
    table, _, number = place.rpartition(".")
    part_at(force, place)
    if not number.isdigit():
        raise LookupError(place)
    return table, list(part_at(force, table)), int(number)


def _with_rows(force: Force, table: str, rows: Iterable[Any]) -> Force:
    """Return a force with other rows in a table: of its own, or of a squad."""
    squad, _, name = table.rpartition(".")
    if not squad:
        return replace(force, **{name: tuple(rows)})
    return with_part(force, squad, replace(part_at(force, squad), **{name: tuple(rows)}))


def free_id(force: Force) -> str:
    """Return an id that no squad of the force has."""
    taken = {squad.id for squad in force.squads}
    return next(name for number in range(1, len(taken) + 2) if (name := f"squad-{number}") not in taken)


def _new(force: Force, table: str, catalogue: Catalogue) -> Any:
    """Return a part to fill for a table: the first thing that the table does not have yet."""
    name = table.rpartition(".")[2]
    had = part_at(force, table)
    match name:
        case "squads":
            return empty_squad(catalogue, free_id(force))
        case "figures":
            return replace(empty_figure(catalogue), most=1)
        case "vehicles":
            return ForceVehicle(type=_first([it.id for it in catalogue.offered.vehicles], [it.type for it in had]))
        case "extras":
            scope: Scope = "squad" if "." in table else "list"
            sold = [extra.id for extra in catalogue.offered.extras if extra.sold_for(scope)]
            return ForceExtra(extra=_first(sold, [it.extra for it in had]))
        case _:
            return ForceLimit(of="weapons", ids=(_first([it.id for it in catalogue.offered.weapons], []),), most=1)


def _first(ids: list[str], had: list[str]) -> str:
    """Return the first id that is free."""
    for item in ids:
        if item not in had:
            return item
    raise RefusedError(_("There is nothing more to add here."))
