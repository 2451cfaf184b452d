"""Club prices that differ from the printed ones, and rows of a list that have one."""

from typing import Any

import pytest

from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.judging.prices import (
    PriceList,
    book_prices,
    extra_is_house,
    figure_is_house,
    house_prices_used,
    is_house,
    price_list,
    printed_prices,
    vehicle_is_house,
)
from tests.core.documents import LIBRARY

ELITES = Squad(name="", class_="elite", figures=(Figure(weapons=("lmg",), leadership=1),))


def a_roster(ruleset: str, prices: dict[str, int], **fields: Any) -> Roster:
    return Roster(format="armylist/1", ruleset=ruleset, name="A", squads=(ELITES,), prices=prices, **fields)


def prices_of(ruleset: str, prices: dict[str, int], **fields: Any) -> PriceList:
    return price_list(a_roster(ruleset, prices, **fields), LIBRARY.catalogues[ruleset])


@pytest.mark.parametrize("ruleset", ["bn", "rth-it", "rth-en", "bi", "ludonet"])
def test_the_books_own_prices_are_nothing_of_the_house_and_any_other_is(ruleset: str) -> None:
    book = book_prices(printed_prices(LIBRARY.catalogues[ruleset], {}))
    same = {key: points[0] for key, points in book.items() if len(points) == 1}
    other = dict.fromkeys(book, 77)
    assert prices_of(ruleset, same).house == frozenset()
    assert prices_of(ruleset, other).house == book.keys()
    assert prices_of(ruleset, other | {"weapons/blunderbuss": 1}).house == book.keys()


def test_a_ruling_may_make_a_price_the_houses_own() -> None:
    prices = {"weapons/assault-rifle": 5, "weapons/flamethrower": 0}
    assert prices_of("rth-it", prices).house == prices.keys()
    assert prices_of("rth-it", prices, rulings={"rifles": "as-english"}).house == {"weapons/flamethrower"}
    assert prices_of("rth-it", prices, rulings={"unpriced": "free"}).house == {"weapons/assault-rifle"}


def test_lists_with_the_same_prices_share_what_was_made_of_them() -> None:
    prices = {"weapons/lmg": 12}
    assert prices_of("bn", prices) is prices_of("bn", dict(prices))
    assert prices_of("bn", prices) is not prices_of("bn", prices, rulings={"medic": "flat"})


def test_club_prices_apply() -> None:
    prices = prices_of("bn", {"classes/elite": 14, "weapons/hmg": 9, "extras/ambush": 5, "roles/medic": 8})
    elite, green = Figure(weapons=("lmg",)), Figure(weapons=("hmg",))
    assert [
        figure_is_house(elite, "elite", prices),
        figure_is_house(elite, "veteran", prices),
        figure_is_house(green, "veteran", prices),
        figure_is_house(Figure(roles=("medic",)), "veteran", prices),
        vehicle_is_house(Vehicle(type="protected"), prices),
        vehicle_is_house(Vehicle(type="protected", weapons=("hmg",)), prices),
        extra_is_house(ExtraEntry(extra="ambush"), prices),
        extra_is_house(ExtraEntry(extra="ied"), prices),
        is_house(prices, "leadership/1"),
    ] == [True, False, True, True, False, True, True, False, False]
    assert not figure_is_house(elite, "elite", printed_prices(LIBRARY.catalogues["bn"], {}))


def test_only_what_the_list_has_is_named() -> None:
    said = {"weapons/lmg": 12, "weapons/hmg": 9, "classes/elite": 15, "leadership/1": 4, "extras/ambush": 1}
    roster = a_roster("bn", said, extras=(ExtraEntry(extra="ambush"),))
    used = house_prices_used(roster, price_list(roster, LIBRARY.catalogues["bn"]))
    assert used == {"weapons/lmg": 12, "leadership/1": 4, "extras/ambush": 1}  # 15 is the book's
    assert house_prices_used(a_roster("bn", {}), printed_prices(LIBRARY.catalogues["bn"], {})) == {}
