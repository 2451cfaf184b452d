"""What the palette offers where a list is held to a force: the types of men and the vehicles that a squad of it has."""

from collections.abc import Mapping

from msgspec.structs import replace

from rules.core.catalogue.catalogue import Catalogue, VehicleType
from rules.core.document.force import Force, ForceFigure, ForceSquad
from rules.core.document.roster import Figure, Squad
from rules.core.forces.followed import man_of


def figure_types(squad: Squad, force: Force | None) -> Mapping[str, ForceFigure]:
    """Return the types of figure of a squad by the ids of their buttons; none where no force has the squad."""
    wanted = _wanted(squad, force)
    return {f"force-{number}": kind for number, kind in enumerate(wanted.figures)} if wanted else {}


def man_in(kind: ForceFigure, squad: Squad) -> Figure:
    """Return a man of a type as he stands in a squad: of its class, where that is his."""
    man = man_of(kind)
    return replace(man, class_="") if man.class_ == squad.class_ else man


def vehicles_in(squad: Squad, force: Force | None, catalogue: Catalogue) -> tuple[VehicleType, ...]:
    """Return the vehicles that may be added to a squad."""
    wanted = _wanted(squad, force)
    if wanted is None:
        return catalogue.vehicles
    types = {vehicle.type for vehicle in wanted.vehicles}
    return tuple(vehicle for vehicle in catalogue.vehicles if vehicle.id in types)


def _wanted(squad: Squad, force: Force | None) -> ForceSquad | None:
    return force.squad(squad.force_squad) if force else None
