"""What of a list costs what a club says and not what the book says: it is marked wherever its price is shown."""

from collections.abc import Iterator, Mapping
from hashlib import blake2b

from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import ExtraEntry, Figure, Roster, Vehicle
from rules.core.judging.prices import PriceList


def is_house(prices: PriceList, *keys: str) -> bool:
    """Return whether one of these prices is the club's."""
    return bool(prices.house) and not prices.house.isdisjoint(keys)


def figure_is_house(figure: Figure, class_id: str, prices: PriceList) -> bool:
    """Return whether what a man costs has a price of the club in it."""
    return bool(prices.house) and is_house(prices, *_figure_keys(figure, class_id, prices))


def vehicle_is_house(vehicle: Vehicle, prices: PriceList) -> bool:
    """Return whether what a vehicle costs has a price of the club in it."""
    return bool(prices.house) and is_house(prices, *_vehicle_keys(vehicle))


def extra_is_house(entry: ExtraEntry, prices: PriceList) -> bool:
    """Return whether an extra costs what the club says."""
    return is_house(prices, f"extras/{entry.extra}")


def house_prices_used(roster: Roster, prices: PriceList) -> dict[str, int]:
    """Return the club's prices of what is in a list, in the order in which its document names them."""
    if not prices.house:
        return {}
    used = set(_used(roster, prices))
    return {key: points for key, points in roster.prices.items() if key in prices.house and key in used}


def house_digest(prices: Mapping[str, int], rulings: Mapping[str, str], book: Catalogue) -> str:
    """Return what stands for prices and rulings: the same for all lists under the same, "" for the book alone."""
    chosen = [
        (one.id, rulings[one.id]) for one in book.rulings if rulings.get(one.id, one.default) != one.default
    ]
    if not prices and not chosen:
        return ""
    return blake2b(repr((sorted(prices.items()), sorted(chosen))).encode(), digest_size=8).hexdigest()


def _used(roster: Roster, prices: PriceList) -> Iterator[str]:
    for squad in roster.squads:
        for figure in squad.figures:
            yield from _figure_keys(figure, squad.class_of(figure), prices)
        for vehicle in squad.vehicles:
            yield from _vehicle_keys(vehicle)
        yield from (f"extras/{entry.extra}" for entry in squad.extras)
    yield from (f"extras/{entry.extra}" for entry in roster.extras)


def _figure_keys(figure: Figure, class_id: str, prices: PriceList) -> Iterator[str]:
    """A role whose price is the whole price of its man covers his class."""
    if prices.flat.isdisjoint(figure.roles):
        yield f"classes/{class_id}"
    yield f"leadership/{figure.leadership}"
    yield from (f"roles/{role}" for role in figure.roles)
    yield from (f"weapons/{weapon}" for weapon in figure.weapons)


def _vehicle_keys(vehicle: Vehicle) -> Iterator[str]:
    yield f"vehicles/{vehicle.type}"
    yield from (f"weapons/{weapon}" for weapon in vehicle.weapons)
