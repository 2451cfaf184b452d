"""What a list is made of: the things that its points buy, and what stands out among its weapons."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import Struct

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.entry import Entry
from rules.core.contents.naming import extra_label, vehicle_label
from rules.core.document.roster import ExtraEntry, Figure, Roster, Vehicle
from rules.core.judging.breakdown import ListPoints
from rules.core.judging.loadout import loadout_of
from rules.core.judging.points import points_of
from rules.core.judging.prices import PriceList, price_list
from rules.core.text.text import Text

Amount = tuple[str, int, int]  # id, points each, how many


class Bought(Struct, frozen=True):
    """Things that are alike: what they are, how many of them there are, and the points of each."""

    name: Text
    count: int
    each: int


class SpendingPart(Struct, frozen=True):
    """A part of the breakdown that costs something (by its name there), its points, and what they buy."""

    id: str
    points: int
    bought: tuple[Bought, ...]


def spending(roster: Roster, catalogue: Catalogue) -> tuple[SpendingPart, ...]:
    """Return what the points of a list buy, part by part in the order of the breakdown."""
    prices, points = price_list(roster, catalogue), points_of(roster, catalogue)
    tables: dict[str, tuple[Iterator[Amount], Callable[[str], Text]]] = {
        "soldiers": (_soldiers(roster, prices), _namer(catalogue.class_by_id)),
        "leadership": (_leadership(roster, prices), lambda level: Text(f"Livello {level}", f"Level {level}")),
        "roles": (_roles(roster, prices), _namer(catalogue.role_by_id)),
        "weapons": (_weapons(roster, prices), _namer(catalogue.weapon_by_id)),
        "vehicles": (_vehicles(roster, prices), _namer(catalogue.vehicle_by_id)),
        "extras": (_extras(roster, points), _extra_namer(catalogue)),
    }
    return tuple(
        SpendingPart(part, paid, _bought(amounts, name))
        for part, (amounts, name) in tables.items()
        if (paid := getattr(points.breakdown, part))
    )


def armament(roster: Roster, catalogue: Catalogue) -> tuple[Text, ...]:
    """Return what stands out in a list: its vehicles, and its weapons but for the one that most men carry."""
    carried: Counter[str] = Counter()
    for figure, _ in _figures(roster):
        carried.update(dict.fromkeys(figure.weapons, figure.count))
    usual = max(carried, key=carried.__getitem__, default="")
    name = _namer(catalogue.weapon_by_id)
    vehicles = [
        vehicle_label(vehicle, catalogue.vehicle_by_id.get(vehicle.type)) for vehicle in _all_vehicles(roster)
    ]
    return (*[name(weapon) for weapon in carried if weapon != usual], *vehicles)


def _namer(table: Mapping[str, Entry]) -> Callable[[str], Text]:
    return lambda item: table[item].name if item in table else Text(item, item)


def _extra_namer(catalogue: Catalogue) -> Callable[[str], Text]:
    """Return what names an extra by its id and level: "Negotiation 3"."""

    def name(item: str) -> Text:
        extra, _, level = item.partition(" ")
        return extra_label(ExtraEntry(extra=extra, level=int(level)), catalogue.extra_by_id.get(extra))

    return name


def _bought(amounts: Iterable[Amount], name: Callable[[str], Text]) -> tuple[Bought, ...]:
    """Return what costs something, what is alike taken together, in the order of the list."""
    counts: Counter[tuple[str, int]] = Counter()
    for item, each, count in amounts:
        if each:
            counts[item, each] += count
    return tuple(Bought(name(item), count, each) for (item, each), count in counts.items())


def _figures(roster: Roster) -> Iterator[tuple[Figure, str]]:
    for squad in roster.squads:
        for figure in squad.figures:
            yield figure, squad.class_of(figure)


def _all_vehicles(roster: Roster) -> Iterator[Vehicle]:
    for squad in roster.squads:
        yield from squad.vehicles


def _soldiers(roster: Roster, prices: PriceList) -> Iterator[Amount]:
    for figure, class_id in _figures(roster):
        yield class_id, loadout_of(figure, class_id, prices).each.soldiers, figure.count


def _leadership(roster: Roster, prices: PriceList) -> Iterator[Amount]:
    for figure, class_id in _figures(roster):
        yield str(figure.leadership), loadout_of(figure, class_id, prices).each.leadership, figure.count


def _roles(roster: Roster, prices: PriceList) -> Iterator[Amount]:
    for figure, _ in _figures(roster):
        for role in figure.roles:
            yield role, prices.roles.get(role, 0), figure.count


def _weapons(roster: Roster, prices: PriceList) -> Iterator[Amount]:
    carriers: list[Figure | Vehicle] = [figure for figure, _ in _figures(roster)]
    for carrier in (*carriers, *_all_vehicles(roster)):
        for weapon in carrier.weapons:
            yield weapon, prices.weapons.get(weapon, 0), carrier.count


def _vehicles(roster: Roster, prices: PriceList) -> Iterator[Amount]:
    for vehicle in _all_vehicles(roster):
        yield vehicle.type, prices.vehicles.get(vehicle.type, 0), vehicle.count


def _extras(roster: Roster, points: ListPoints) -> Iterator[Amount]:
    bought = list(zip(roster.extras, points.extras, strict=True))
    for squad, squad_points in zip(roster.squads, points.squads, strict=True):
        bought += zip(squad.extras, squad_points.extras, strict=True)
    for entry, paid in bought:
        yield f"{entry.extra} {entry.level}", paid, 1
