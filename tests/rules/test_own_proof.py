"""Three lists that show what own rules allow."""

from typing import Any

import pytest

from rules.core.judging.report import sentence
from rules.core.proof import ProofList
from rules.own.patch import applied
from rules.own.proof import proof_of
from tests.rules.test_patch import BOOKS, GAME, MILITIA, row

ARMS = row("weapons", "rifle", points=3) | row("weapons", "club", points=1)
SIZE = {"checks/squad-size/least": 4, "checks/squad-size/most": 8}


def proof(patch: dict[str, Any]) -> dict[str, ProofList]:
    return {one.sort: one for one in proof_of(applied(GAME, patch), "en")}


def errors(one: ProofList) -> list[str]:
    return [sentence(finding, "en") for finding in one.errors]


@pytest.mark.parametrize("ruleset", sorted(BOOKS))
def test_each_game_has_a_least_and_a_full_list(ruleset: str) -> None:
    least, full, *broken = proof_of(BOOKS[ruleset], "it")
    assert (least.sort, full.sort) == ("least", "full")
    assert least.report.legal
    assert full.report.legal
    assert [one.report.legal for one in broken] in ([], [False])


def test_the_lists_are_filled_up_to_the_limit() -> None:
    lists = proof(MILITIA | ARMS | SIZE)
    assert [(sort, one.report.total) for sort, one in lists.items()] == [
        ("least", 25), ("full", 92), ("broken", 10)
    ]  # fmt: skip
    assert errors(lists["broken"]) == [
        "Alpha has no leader: give one figure leadership.",
        "A squad has 4 to 8 figures: Alpha has 2.",
    ]


def test_a_retired_row_is_in_none_of_the_lists() -> None:
    lists = proof(MILITIA | ARMS | {"weapons/club/retired": True})
    carried = {item for one in lists.values() for squad in one.roster.squads for man in squad.figures
               for item in man.weapons}  # fmt: skip
    assert carried == {"rifle"}


def test_without_a_legal_list_the_cheapest_says_why() -> None:
    lists = proof(MILITIA | {"classes/k3x9qa/points": 112})
    assert list(lists) == ["broken"]
    assert (lists["broken"].report.total, lists["broken"].report.limit) == (117, 100)


def test_without_troops_there_are_no_lists() -> None:
    assert proof({}) == {}
    assert proof(MILITIA | {"classes/k3x9qa/retired": True}) == {}


def test_a_limit_of_a_thing_is_broken() -> None:
    few = {
        "checks/few/check": "most-of",
        "checks/few/of": "weapons",
        "checks/few/ids": ["rifle"],
        "checks/few/most": 2,
    }
    lists = proof(MILITIA | ARMS | few)
    assert errors(proof(MILITIA | ARMS | few | {"checks/no-leader/severity": "warning"})["broken"]) == [
        "The list has 3 of these: rifle. At most 2."
    ]
    assert list(lists) == ["least", "full", "broken"]
