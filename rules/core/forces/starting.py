"""How a list starts with its force: the fewest squads that the force wants, each with the fewest men."""

from msgspec.structs import replace

from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.force import Force, ForceFigure, ForceSquad, ForceVehicle
from rules.core.document.roster import Figure, Roster, Squad, Vehicle
from rules.core.forces.sorting import most_of
from rules.core.text import Language


def started(roster: Roster, force: Force, catalogue: Catalogue, language: Language) -> Roster:
    """Return an empty list with a force and its first squads, which have no ids yet."""
    wanted = [squad for squad in force.squads for _ in range(squad.least)] or list(force.squads[:1])
    numbers: dict[str, int] = {}
    squads = []
    for squad in wanted:
        numbers[squad.id] = numbers.get(squad.id, 0) + 1
        name = squad.name.to(language)
        if squad.least > 1:
            name = f"{name} {numbers[squad.id]}"
        squads.append(smallest(squad, name, catalogue))
    return replace(roster, force=force, squads=tuple(squads))


def smallest(wanted: ForceSquad, name: str, catalogue: Catalogue) -> Squad:
    """Return a squad of a force with as many men and vehicles as it needs, who have what comes first."""
    names_class = "class-shift" in catalogue.check_by_function
    figures = tuple(
        man_of(kind, count) for kind, count in zip(wanted.figures, _men(wanted), strict=True) if count
    )
    return Squad(
        name=name[:120],
        kind=wanted.kind,
        class_=wanted.class_,
        list_class=wanted.class_ if names_class else "",
        force_squad=wanted.id,
        figures=figures,
        vehicles=tuple(vehicle_of(kind) for kind in wanted.vehicles if kind.least),
    )


def _men(wanted: ForceSquad) -> list[int]:
    """Return how many men of each type the smallest squad has: what is needed, then of the first types with room."""
    men = [kind.least for kind in wanted.figures]
    size = max(wanted.size[0], sum(men))
    missing = size - sum(men)
    by_room = sorted(range(len(men)), key=lambda number: -most_of(wanted.figures[number], size))
    for number in by_room:
        more = min(missing, max(0, most_of(wanted.figures[number], size) - men[number]))
        men[number] += more
        missing -= more
    return men


def man_of(kind: ForceFigure, count: int = 1) -> Figure:
    """Return so many men of a type with what comes first."""
    return Figure(
        count=count,
        class_=kind.class_,
        leadership=kind.leadership[0] if kind.leadership else 0,
        roles=(kind.role,) if kind.role else (),
        weapons=kind.weapons[:1],
    )


def vehicle_of(kind: ForceVehicle, count: int = 0) -> Vehicle:
    """Return vehicles of a type: as many as the squad needs, or `count`."""
    return Vehicle(type=kind.type, count=count or kind.least)
