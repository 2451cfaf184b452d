"""The points of a list, row by row, with their sources ("Calcolo dei punti")."""

from rules.core.catalogue.catalogue import Catalogue, Scope
from rules.core.document.roster import ExtraEntry, Figure, Roster, Vehicle
from rules.core.judging.prices import Breakdown, ListPoints, PriceList, SquadPoints, price_list
from rules.core.judging.resolved import ResolvedRoster, ResolvedSquad, loadout_of, resolve_roster


def has_points(roster: Roster, catalogue: Catalogue) -> bool:
    """Return whether the list has points: its ruleset prints prices, or a club set some."""
    return catalogue.has_points or bool(roster.prices)


def limit_of(roster: Roster, catalogue: Catalogue) -> int | None:
    """Return the points limit: the player's own with role `open`, or the format's (rth §4.0), or None."""
    if not has_points(roster, catalogue):
        return None
    if roster.role == "open" and roster.limit is not None:
        return roster.limit
    made_for = catalogue.format_by_id.get(roster.role)
    return made_for.limit if made_for else None


def figure_breakdown(figure: Figure, class_id: str, prices: PriceList) -> Breakdown:
    """Return the cost of a figure row, all its men together. Items that the edition does not have cost 0."""
    man, count = loadout_of(figure, class_id, prices).each, figure.count
    return Breakdown(man.soldiers * count, man.leadership * count, man.roles * count, man.weapons * count)


def vehicle_breakdown(vehicle: Vehicle, prices: PriceList) -> Breakdown:
    """Return the cost of a vehicle row. Forbidden weapons cost their price too."""
    return Breakdown(
        vehicles=prices.vehicles.get(vehicle.type, 0) * vehicle.count,
        weapons=sum([prices.weapons.get(weapon, 0) for weapon in vehicle.weapons]) * vehicle.count,
    )


def extra_points(entry: ExtraEntry, scope: Scope, prices: PriceList) -> int:
    """Return the cost of an extra where it was bought; if it is not sold there, its cost elsewhere."""
    extra = prices.catalogue.extra_by_id.get(entry.extra)
    if extra is None:
        return 0
    level = entry.level or 1
    if extra.level_points:
        each = extra.level_points.get(level, 0)
    else:
        each = extra.points.get(scope, next(iter(extra.points.values()), 0))
    each = prices.extras.get(extra.id, each)
    if extra.per_level:
        each *= level
    return each if extra.id in prices.once else each * entry.count


def points_of(roster: Roster, catalogue: Catalogue) -> ListPoints:
    return total_points(resolve_roster(roster, price_list(roster, catalogue)))


def total_points(resolved: ResolvedRoster) -> ListPoints:
    paid: set[str] = set()  # extras covered by one price, once it is paid
    prices = resolved.prices
    extras = _extras_points(resolved.roster.extras, "list", prices, paid)
    squads = tuple([_squad_points(squad, prices, paid) for squad in resolved.squads])
    return ListPoints(_breakdown(resolved, sum(extras) + sum(sum(squad.extras) for squad in squads)), squads, extras)


def _squad_points(squad: ResolvedSquad, prices: PriceList, paid: set[str]) -> SquadPoints:
    row = squad.row
    figures = tuple([figure.row.count * figure.loadout.points for figure in squad.figures])
    vehicles = tuple([vehicle_breakdown(vehicle, prices).total for vehicle in row.vehicles])
    extras = _extras_points(row.extras, "squad", prices, paid)
    return SquadPoints(sum(figures) + sum(vehicles) + sum(extras), figures, vehicles, extras)


def _extras_points(entries: tuple[ExtraEntry, ...], scope: Scope, prices: PriceList, paid: set[str]) -> tuple[int, ...]:
    return tuple([_paid_once(entry, scope, prices, paid) for entry in entries])


def _paid_once(entry: ExtraEntry, scope: Scope, prices: PriceList, paid: set[str]) -> int:
    if entry.extra in prices.once:
        if entry.extra in paid:
            return 0
        paid.add(entry.extra)
    return extra_points(entry, scope, prices)


def _breakdown(resolved: ResolvedRoster, extras: int) -> Breakdown:
    soldiers = leadership = roles = weapons = vehicles = 0
    for figure in resolved.figures:
        each, count = figure.loadout.each, figure.row.count
        soldiers += each.soldiers * count
        leadership += each.leadership * count
        roles += each.roles * count
        weapons += each.weapons * count
    for vehicle in resolved.vehicles:
        costs = vehicle_breakdown(vehicle.row, resolved.prices)
        vehicles += costs.vehicles
        weapons += costs.weapons
    return Breakdown(soldiers, leadership, roles, weapons, vehicles, extras)
