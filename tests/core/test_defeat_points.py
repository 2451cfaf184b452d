"""The defeat points of a side, worked out step by step."""

import pytest

from rules.core.defeat_points import defeat_rows, work_out
from tests.core.documents import LIBRARY

RTH, BN = (LIBRARY.catalogues[name] for name in ("rth-it", "bn"))


def ids(ruleset: str) -> dict[str, str]:
    return {row.name.en: row.id for row in defeat_rows(LIBRARY.catalogues[ruleset])}


def test_each_ruleset_has_the_rows_of_its_tables() -> None:
    """rth §15.0, bn §14.0: events without a number (the end of the game) have no row; other rulesets have no table."""
    assert [(row.id, row.name.en, row.points, row.source) for row in defeat_rows(RTH)] == [
        ("defeat-points/0", "Soldier lost", 10, "§15.0"),
        ("defeat-points/1", "Leader lost", 15, "§15.0"),
        ("defeat-points/2", "Objective lost", 50, "§15.0"),
    ]
    assert {name: len(defeat_rows(book)) for name, book in LIBRARY.catalogues.items()} == {
        "bi": 0, "bn": 16, "ludonet": 0, "rth-en": 3, "rth-it": 3,
    }  # fmt: skip


def test_losses_are_added_up() -> None:
    """Three men, a leader, an objective: 30 + 15 + 50."""
    rth = ids("rth-it")
    made = work_out(defeat_rows(RTH), {rth["Soldier lost"]: 3, rth["Leader lost"]: 1, rth["Objective lost"]: 1})
    assert ([step.points for step in made.steps], made.total) == ([30, 15, 50], 95)
    assert work_out(defeat_rows(RTH), {"no-such/1": 9}).total == 0


def test_rules_of_engagement_make_ten_of_a_building_and_thirty_of_the_first_shot() -> None:
    """bn: 25 on top of the usual 5; 10 for a building or civilian in place of 5, said once for all of them."""
    bn = ids("bn")
    times = {
        bn["Firing first"]: 1,
        bn["Rules of engagement: firing first"]: 1,
        bn["Rules of engagement: building or civilian"]: 1,
        bn["Building or civilian hit"]: 2,
    }
    assert work_out(defeat_rows(BN), times).total == 5 + 25 + 20
    del times[bn["Building or civilian hit"]]
    assert work_out(defeat_rows(BN), times).total == 5 + 25


@pytest.mark.parametrize(
    ("rules", "men", "harm", "journalist"),
    [
        ([], 30, 5, 30),
        (["Embedded journalists"], 60, 15, 60),
        (["Independent journalists"], 60, 20, 60),
        (["Rules of engagement: building or civilian"], 30, 10, 30),
        (["Embedded journalists", "Rules of engagement: building or civilian"], 60, 30, 60),
        (["Embedded journalists", "Independent journalists"], 120, 60, 120),
    ],
)
def test_journalists_double_all_and_treble_or_quadruple_what_is_hit(
    rules: list[str], men: int, harm: int, journalist: int
) -> None:
    """bn: all points of the regulars double; those for civilians and buildings are ×3 or ×4 in place of that."""
    bn = ids("bn")
    happened = {"Special forces": 2, "Building or civilian hit": 1, "Journalist captured": 1}
    times = {bn[name]: number for name, number in happened.items()} | {bn[name]: 3 for name in rules}
    made = work_out(defeat_rows(BN), times)
    assert [step.points for step in made.steps] == [men, harm, journalist]
    assert made.total == men + harm + journalist


def test_embedded_journalists_double_the_objective_that_the_enemy_loses() -> None:
    bn = ids("bn")
    lost = {bn["Objective lost"]: 1, bn["Irregulars"]: 1}
    for name, objective in (("Embedded journalists", 100), ("Independent journalists", 50)):
        made = work_out(defeat_rows(BN), lost, {bn[name]: 1})
        assert [(step.each, step.factor, step.points) for step in made.steps] == [
            (5, 1, 5),
            (50, objective // 50, objective),
        ]


@pytest.mark.parametrize(("largest_only", "first", "harm", "man"), [(False, 60, 30, 30), (True, 30, 15, 30)])
def test_journalists_and_rules_of_engagement_multiply_unless_a_ruling_says_that_the_larger_counts(
    largest_only: bool, first: int, harm: int, man: int
) -> None:
    """bn: 30 for firing first and 10 for a civilian, doubled and trebled; or the larger of both changes alone."""
    bn = ids("bn")
    rules = (
        "Rules of engagement: firing first",
        "Rules of engagement: building or civilian",
        "Embedded journalists",
    )
    happened = ("Firing first", "Building or civilian hit", "Special forces", *rules)
    made = work_out(defeat_rows(BN), dict.fromkeys((bn[name] for name in happened), 1), largest_only=largest_only)
    assert {step.row.name.en: step.points for step in made.steps} == {
        "Firing first": first,
        "Building or civilian hit": harm,
        "Special forces": man,
    }
