"""The prices of one list: the printed ones under the list's rulings, and a club's prices over them.

A price is named by a key as `weapons/lmg`, `leadership/2`; `book_prices` has all that an edition sells.
"""

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from rules.core.catalogue.catalogue import Catalogue, Weapon
from rules.core.document.roster import Roster

LISTS_KEPT = 256  # of club prices, by what they say


@dataclass(frozen=True, slots=True, eq=False)
class PriceList:
    """Points by id in `catalogue`. A weapon in `unpriced` costs 0 because nobody ever gave it a price.

    A role in `flat` is the whole price of its man. An extra in `once` is paid for once however often it is bought;
    `extras` holds a club's prices only, since a printed one depends on where the extra is bought. `house` names the
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
    """Return the prices that hold in `roster`. They are made once a catalogue, choice of rulings and club prices."""
    printed = printed_prices(catalogue, roster.rulings)
    return _with_club_prices(printed, tuple(roster.prices.items())) if roster.prices else printed


def printed_prices(catalogue: Catalogue, chosen: dict[str, str]) -> PriceList:
    """Return the prices of the book under the rulings that were `chosen`."""
    options = tuple([catalogue.option(chosen, ruling.id) for ruling in catalogue.rulings]) if chosen else ()
    made = catalogue.printed_prices
    printed: PriceList | None = made.get(options)
    if printed is None:
        printed = made[options] = _printed(catalogue, chosen)
    return printed


def book_prices(printed: PriceList) -> dict[str, tuple[int, ...]]:
    """Return the printed prices by key, in the order of the book: none, one, or one for each scope or level."""
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
    """Club prices win over printed prices and rulings; keys of items that the edition does not have are ignored."""
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
        leadership={
            level: club.get("leadership", {}).get(str(level), p) for level, p in printed.leadership.items()
        },
        extras={
            item: points
            for item, points in club.get("extras", {}).items()
            if item in sold and sold[item].club_price
        },
        unpriced=printed.unpriced - club.get("weapons", {}).keys(),
        flat=printed.flat - club.get("roles", {}).keys(),
        house=frozenset(key for key, points in prices if book.get(key, (points,)) != (points,)),
        loadouts={},
    )
