"""The roll for the attack: 2d6 and the initiative of the force (rth §4.0)."""

import pytest

from rules.core.document.roster import Figure, Roster, Squad
from rules.core.procedures import dice_off_bonus, has_dice_off
from tests.core.documents import LIBRARY

RULES = LIBRARY.catalogues["rth-en"]


def army(*squads: Squad) -> Roster:
    return Roster(format="armylist/1", ruleset="rth-en", name="Baker", squads=squads)


def men(count: int, class_: str = "") -> Figure:
    return Figure(count=count, class_=class_, weapons=("rifle",))


def squad(class_: str, *figures: Figure) -> Squad:
    return Squad(name="Alpha", class_=class_, figures=figures)


@pytest.mark.parametrize(("ruleset", "has"), [("rth-it", True), ("rth-en", True), ("bn", False), ("bi", False)])
def test_only_road_to_hell_rolls_for_it(ruleset: str, has: bool) -> None:
    assert has_dice_off(LIBRARY.catalogues[ruleset]) == has


@pytest.mark.parametrize(
    ("class_", "bonus"),
    [("commandos", 6), ("elite", 5), ("veteran", 4), ("experienced", 3), ("recruit", 2), ("partisan", 3)],
)
def test_the_bonus_is_the_initiative_of_the_troops(class_: str, bonus: int) -> None:
    assert dice_off_bonus(army(squad(class_, men(8))).squads, RULES) == bonus


def test_of_mixed_troops_the_most_numerous_count() -> None:
    mixed = army(squad("veteran", men(3)), squad("recruit", men(4), men(2, "veteran")))
    assert dice_off_bonus(mixed.squads, RULES) == 4


def test_on_a_tie_the_lower_one_counts() -> None:
    assert dice_off_bonus(army(squad("veteran", men(4)), squad("recruit", men(4))).squads, RULES) == 2


@pytest.mark.parametrize("squads", [(), (squad("veteran"),), (squad("martians", men(8)),)])
def test_without_troops_there_is_no_bonus(squads: tuple[Squad, ...]) -> None:
    assert dice_off_bonus(army(*squads).squads, RULES) is None
