"""The parts of a force by their place: `squads.0`, `squads.0.figures.2`, `extras.1`; "" is the force itself."""

import hashlib
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.core.catalogue.catalogue import Catalogue, Scope
from rules.core.document.force import Force, ForceExtra, ForceLimit, ForceSquad, ForceVehicle
from rules.core.forces.from_list import empty_figure, empty_squad

Step = str | int
TABLES = ("squads", "figures", "vehicles", "extras", "limits")


def steps_of(place: str) -> tuple[Step, ...]:
    """Return the steps to a place. Raises LookupError if it cannot be one."""
    steps: list[Step] = []
    for word in place.split(".") if place else ():
        if word.isascii() and word.isdigit() and len(word) < 4:
            steps.append(int(word))
        elif word in TABLES:
            steps.append(word)
        else:
            raise LookupError(place)
    return tuple(steps)


def part_at(force: Force, place: str) -> Any:
    """Return the part at a place. Raises LookupError if there is none."""
    part: Any = force
    for step in steps_of(place):
        if isinstance(step, int) != isinstance(part, tuple) or not (
            isinstance(step, int) or hasattr(part, step)
        ):
            raise LookupError(place)
        part = part[step] if isinstance(step, int) else getattr(part, step)
    return part


def mark_of(part: Any) -> str:
    """Return a short text that differs for parts that differ: a page sends it back with its change."""
    return hashlib.blake2b(msgspec.json.encode(part), digest_size=6).hexdigest()


def with_part(force: Force, place: str, part: Any) -> Force:
    """Return a force with another part at a place. Raises LookupError."""
    made: Force = _changed(force, steps_of(place), lambda _: (part,))
    return made


def without_part(force: Force, place: str) -> Force:
    """Return a force without the part at a place of a table. Raises LookupError."""
    return _changed(force, steps_of(place), lambda _: ())  # type: ignore[no-any-return]


def with_copy(force: Force, place: str) -> Force:
    """Return a force with the part at a place twice; a squad's copy has an id of its own. Raises LookupError."""
    part = part_at(force, place)
    copy = replace(part, id=free_id(force)) if isinstance(part, ForceSquad) else part
    return _changed(force, steps_of(place), lambda part: (part, copy))  # type: ignore[no-any-return]


def with_moved(force: Force, place: str, by: int) -> tuple[Force, str]:
    """Return a force with a row of a table `by` rows further down, and its new place. Raises LookupError at the end."""
    table, _, number = place.rpartition(".")
    rows = part_at(force, table)
    if not isinstance(rows, tuple) or not number.isdigit():
        raise LookupError(place)
    at, to = int(number), int(number) + by
    if not (at < len(rows) and 0 <= to < len(rows)):
        raise LookupError(place)
    others = (*rows[:at], *rows[at + 1 :])
    moved = _changed(force, steps_of(table), lambda _: ((*others[:to], rows[at], *others[to:]),))
    return moved, f"{table}.{to}"


def with_new(force: Force, table: str, catalogue: Catalogue) -> tuple[Force, str]:
    """Return a force with a new part at the end of a table (`squads.0.figures`), and its place. Raises LookupError."""
    rows = part_at(force, table)
    if not isinstance(rows, tuple):
        raise LookupError(table)
    new = _new(force, table, catalogue)
    return _changed(force, steps_of(table), lambda rows: ((*rows, new),)), f"{table}.{len(rows)}"


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
            return ForceVehicle(
                type=_first([it.id for it in catalogue.offered.vehicles], [it.type for it in had])
            )
        case "extras":
            scope: Scope = "squad" if "." in table else "list"
            sold = [extra.id for extra in catalogue.offered.extras if extra.sold_for(scope)]
            return ForceExtra(extra=_first(sold, [it.extra for it in had]))
        case _:
            return ForceLimit(
                of="weapons", ids=(_first([it.id for it in catalogue.offered.weapons], []),), most=1
            )


def _first(ids: list[str], had: list[str]) -> str:
    """Return the first id that is free. Raises LookupError if there is none."""
    for item in ids:
        if item not in had:
            return item
    raise LookupError


def _changed(part: Any, steps: tuple[Step, ...], change: Any) -> Any:
    """Return a part with the parts that `change` makes in place of the one at `steps`. Raises LookupError."""
    if not steps:
        made = change(part)
        if len(made) != 1:
            raise LookupError  # only a row of a table can be removed, or be there twice
        return made[0]
    step, *rest = steps
    if isinstance(step, str):
        if isinstance(part, tuple) or not hasattr(part, step):
            raise LookupError(step)
        return replace(part, **{step: _changed(getattr(part, step), tuple(rest), change)})
    if not isinstance(part, tuple) or step >= len(part):
        raise LookupError(str(step))
    new = (_changed(part[step], tuple(rest), change),) if rest else change(part[step])
    return (*part[:step], *new, *part[step + 1 :])
