"""What keeps a draft from being a version."""

from typing import Any

import pytest
from django.utils import translation

from rules.core.catalogue.catalogue import Catalogue
from rules.own.limits import added
from rules.own.patch import applied
from rules.own.problems import problems_of
from tests.rules.test_patch import BOOKS, GAME, MILITIA, row


def problems(patch: dict[str, Any], base: Catalogue = GAME) -> list[tuple[str, str, str]]:
    with translation.override("en"):
        found = problems_of(base, patch, applied(base, patch))
        return [(str(problem.place), problem.where, problem.sentence) for problem in found]


@pytest.mark.parametrize("ruleset", sorted(BOOKS))
def test_a_variant_without_changes_has_none(ruleset: str) -> None:
    variant = applied(BOOKS[ruleset], {}, id="own-abcdefgh")
    assert problems({}, variant) == []


def test_two_cells_are_enough() -> None:
    assert problems(MILITIA) == []
    assert problems({}) == [("classes//", "Troops", "Write a row of troops, with its price.")]


def test_a_wrong_cell_is_named_by_its_row_and_column() -> None:
    assert problems(MILITIA | {"classes/k3x9qa/points!": "4,5"}) == [
        ("classes/k3x9qa/points", "Troops, row 1, Points", "“4,5” is no whole number from 0 to 999.")
    ]
    few = dict(added("squad-size", GAME, MILITIA, applied(GAME, MILITIA)))
    assert problems(MILITIA | few | {"checks/squad-size/least!": "few"}) == [
        (
            "checks/squad-size/least",
            "Limits: A squad has 5 to 10 figures.",
            "“few” is no whole number from 1 to 999.",
        )
    ]


def test_what_a_row_lacks_is_said_once_it_has_anything() -> None:
    assert problems(MILITIA | {"weapons/aaaaaa/position": 1000}) == []
    assert problems(MILITIA | {"weapons/aaaaaa/position": 1000, "weapons/aaaaaa/points": 3}) == [
        ("weapons/aaaaaa/name", "Weapons, row 1, Name", "The name is missing.")
    ]
    guard = row("classes", "guard")
    assert problems(MILITIA | guard | {"classes/guard/position": 2000}) == [
        ("classes/guard/points", "Troops, row 2, Points", "The price is missing.")
    ]


def test_a_limit_says_what_it_needs() -> None:
    patch = MILITIA | dict(added("most-of", GAME, MILITIA, applied(GAME, MILITIA)))
    where = "Limits: At most 1 of these in the whole list: …. What is counted: weapons"
    assert problems(patch) == [("checks/most-of/ids", where, "This limit needs a choice here.")]
    size = {
        "checks/squad-size/least": 9,
        "checks/squad-size/most": 2,
        "checks/squad-size/severity": "warning",
    }
    assert problems(MILITIA | size) == [
        (
            "checks/squad-size/least",
            "Limits: A squad has 9 to 2 figures.",
            "The smallest number is greater than the largest.",
        )
    ]


def test_a_limit_of_two_prices_names_an_extra_with_one_price() -> None:
    ambush = row("extras", "ambush") | {"extras/ambush/points.squad": 5}
    patch = MILITIA | ambush | {"checks/cheaper-scope/severity": "error", "checks/cheaper-scope/extra": "ambush"}
    found = [problem for problem in problems(patch) if problem[0].startswith("checks/")]
    assert [(place, sentence) for place, _where, sentence in found] == [
        ("checks/cheaper-scope/extra", "This limit needs an extra with both prices.")
    ]
    assert problems(patch | {"extras/ambush/points.list": 9}) == []


def test_without_a_legal_list_the_cheapest_says_why() -> None:
    assert problems(MILITIA | {"classes/k3x9qa/points": 112}) == [
        ("head//name", "", "The cheapest list costs 117 and the limit is 100: no list is legal.")
    ]
    size = {"checks/squad-size/least": 9, "checks/squad-size/most": 2}
    assert problems(MILITIA | size)[-1] == (
        "head//name",
        "",
        "No list is legal. The cheapest fails: A squad has 9 to 2 figures: Alpha has 1.",
    )
