"""The prices of one list: the printed ones under its rulings, replaced by club prices.

A price has a key such as `weapons/lmg` or `leadership/2`; `book_prices` has all that an edition sells.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from msgspec import Struct

from rules.core.catalogue.catalogue import Catalogue, Weapon
from rules.core.document.roster import ExtraEntry, Figure, Roster, Vehicle


class Breakdown(Struct, frozen=True, gc=False):
    """Points by purpose: `weapons` are those of figures and vehicles, `vehicles` vehicles themselves."""

    soldiers: int = 0
    leadership: int = 0
    roles: int = 0
    weapons: int = 0
    vehicles: int = 0
    extras: int = 0

    @property
    def total(self) -> int:
        return self.soldiers + self.leadership + self.roles + self.weapons + self.vehicles + self.extras


class SquadPoints(Struct, frozen=True, gc=False):
    """The points of a squad and of its rows, in the order of the document."""

    total: int
    figures: tuple[int, ...]
    vehicles: tuple[int, ...]
    extras: tuple[int, ...]


class ListPoints(Struct, frozen=True, gc=False):
    """The points of a list, of its squads and of its own extras."""

    breakdown: Breakdown
    squads: tuple[SquadPoints, ...]
    extras: tuple[int, ...]

    @property
    def total(self) -> int:
        return self.breakdown.total


LISTS_KEPT = 256  # of club prices, by content


@dataclass(frozen=True, slots=True, eq=False)
class PriceList:
    """Points by id in `catalogue`. A weapon in `unpriced` costs 0 because it has no price.

    A role in `flat` is the whole price of its man. An extra in `once` is paid for once however often it is bought;
    `extras` has club prices only, because a printed one depends on where the extra is bought. `house` names the
    prices that are the club's and not the book's.
    """

    catalogue: Catalogue
    classes: dict[str, int]
    weapons: dict[str, int]
    vehicles: dict[str, int]
    leadership: dict[int, int]
    roles: dict[str, int]
    extras: dict[str, int]
    unpriced: frozenset[str]
    flat: frozenset[str]
    once: frozenset[str]
    house: frozenset[str] = frozenset()
    loadouts: dict[tuple[object, ...], Any] = field(default_factory=dict)  # filled by `loadout.loadout_of`


def price_list(roster: Roster, catalogue: Catalogue) -> PriceList:
    """Return the prices for `roster`. They are computed once per catalogue, rulings and club prices."""
    printed = printed_prices(catalogue, roster.rulings)
    return _with_club_prices(printed, tuple(roster.prices.items())) if roster.prices else printed


def printed_prices(catalogue: Catalogue, chosen: dict[str, str]) -> PriceList:
    """Return the rulebook's prices under the rulings that were `chosen`."""
    options = tuple([catalogue.option(chosen, ruling.id) for ruling in catalogue.rulings]) if chosen else ()
    key = ("printed prices", options)
    if key not in catalogue.cache:
        catalogue.cache[key] = _printed(catalogue, chosen)
    printed: PriceList = catalogue.cache[key]
    return printed


def book_prices(printed: PriceList) -> dict[str, tuple[int, ...]]:
    """Return the printed prices by key, in the order of the rulebook: none, one, or one for each scope or level."""
    book, priced = printed.catalogue, printed.catalogue.has_points
    prices: dict[str, tuple[int, ...]] = {f"classes/{item.id}": _known(item.points) for item in book.classes}
    prices |= {f"leadership/{level}": (points,) for level, points in printed.leadership.items()}
    prices |= {f"roles/{item.id}": (item.points or 0,) if priced else () for item in book.roles}
    prices |= {
        f"weapons/{item.id}": () if item.id in printed.unpriced else (printed.weapons[item.id],)
        for item in book.weapons
    }
    prices |= {f"vehicles/{item.id}": _known(item.points) for item in book.vehicles}
    return prices | {
        f"extras/{item.id}": tuple(dict.fromkeys((item.level_points or item.points).values()))
        for item in book.extras
        if item.club_price
    }


def _known(points: int | None) -> tuple[int, ...]:
    return () if points is None else (points,)


def _printed(catalogue: Catalogue, rulings: dict[str, str]) -> PriceList:
    def holds(choice: tuple[str, str] | None) -> bool:
        return choice is not None and catalogue.option(rulings, choice[0]) == choice[1]

    weapons = {weapon.id: _weapon_price(weapon, catalogue, rulings) for weapon in catalogue.weapons}
    return PriceList(
        catalogue=catalogue,
        classes={item.id: item.points or 0 for item in catalogue.classes},
        weapons={weapon: price or 0 for weapon, price in weapons.items()},
        vehicles={item.id: item.points or 0 for item in catalogue.vehicles},
        leadership=catalogue.leadership,
        roles={item.id: item.points or 0 for item in catalogue.roles},
        extras={},
        unpriced=frozenset(weapon for weapon, price in weapons.items() if price is None),
        flat=frozenset(role.id for role in catalogue.roles if holds(role.flat_under)),
        once=frozenset(extra.id for extra in catalogue.extras if holds(extra.once_under)),
    )


def _weapon_price(weapon: Weapon, catalogue: Catalogue, rulings: dict[str, str]) -> int | None:
    price = weapon.points
    for ruling, by_option in weapon.points_under.items():
        price = by_option.get(catalogue.option(rulings, ruling), price)
    return price


@lru_cache(maxsize=LISTS_KEPT)
def _with_club_prices(printed: PriceList, prices: tuple[tuple[str, int], ...]) -> PriceList:
    """Club prices win over printed prices and rulings; keys of items not in the edition are ignored."""
    club: dict[str, dict[str, int]] = {}
    for key, points in prices:
        table, _, item = key.partition("/")
        club.setdefault(table, {})[item] = points

    def over(table: str, base: dict[str, int]) -> dict[str, int]:
        return base | {item: points for item, points in club.get(table, {}).items() if item in base}

    sold, book = printed.catalogue.extra_by_id, book_prices(printed)
    return replace(
        printed,
        classes=over("classes", printed.classes),
        weapons=over("weapons", printed.weapons),
        vehicles=over("vehicles", printed.vehicles),
        roles=over("roles", printed.roles),
        leadership={level: club.get("leadership", {}).get(str(level), p) for level, p in printed.leadership.items()},
        extras={
            item: points for item, points in club.get("extras", {}).items() if item in sold and sold[item].club_price
        },
        unpriced=printed.unpriced - club.get("weapons", {}).keys(),
        flat=printed.flat - club.get("roles", {}).keys(),
        house=frozenset(key for key, points in prices if book.get(key, (points,)) != (points,)),
        loadouts={},
    )


def is_house(prices: PriceList, *keys: str) -> bool:
    return bool(prices.house) and not prices.house.isdisjoint(keys)


def figure_is_house(figure: Figure, class_id: str, prices: PriceList) -> bool:
    """Return whether the cost of a man includes a club price."""
    return bool(prices.house) and is_house(prices, *_figure_keys(figure, class_id, prices))


def vehicle_is_house(vehicle: Vehicle, prices: PriceList) -> bool:
    return bool(prices.house) and is_house(prices, *_vehicle_keys(vehicle))


def extra_is_house(entry: ExtraEntry, prices: PriceList) -> bool:
    return is_house(prices, f"extras/{entry.extra}")


def house_prices_used(roster: Roster, prices: PriceList) -> dict[str, int]:
    """Return the club's prices of a list's content, in the order of its document."""
    if not prices.house:
        return {}
    used = set(_used(roster, prices))
    return {key: points for key, points in roster.prices.items() if key in prices.house and key in used}


def house_digest(prices: Mapping[str, int], rulings: Mapping[str, str], book: Catalogue) -> str:
    """Return the digest of prices and rulings, the same for all lists under them; "" for the printed ones."""
    chosen = [(one.id, rulings[one.id]) for one in book.rulings if rulings.get(one.id, one.default) != one.default]
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
    """Check that a man whose role is his whole price has no other class."""
    if prices.flat.isdisjoint(figure.roles):
        yield f"classes/{class_id}"
    yield f"leadership/{figure.leadership}"
    yield from (f"roles/{role}" for role in figure.roles)
    yield from (f"weapons/{weapon}" for weapon in figure.weapons)


def _vehicle_keys(vehicle: Vehicle) -> Iterator[str]:
    yield f"vehicles/{vehicle.type}"
    yield from (f"weapons/{weapon}" for weapon in vehicle.weapons)
