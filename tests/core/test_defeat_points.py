"""The defeat points of a side, worked out step by step."""

from rules.core.defeat_points import defeat_rows, work_out
from tests.core.documents import LIBRARY

RTH, BN = (LIBRARY.catalogues[name] for name in ("rth-it", "bn"))


def ids(ruleset: str) -> dict[str, str]:
    return {row.name.en: row.id for row in defeat_rows(LIBRARY.catalogues[ruleset])}


def test_each_ruleset_has_the_rows_of_its_tables() -> None:
    """rth §15.0, bn §14.0: what has no number (the end of the game) is no row; the others have no such table."""
    assert [(row.id, row.name.en, row.points, row.source) for row in defeat_rows(RTH)] == [
        ("defeat-points/0", "Soldier lost", 10, "§15.0"),
        ("defeat-points/1", "Leader lost", 15, "§15.0"),
        ("defeat-points/2", "Objective lost", 50, "§15.0"),
    ]
    assert {name: len(defeat_rows(book)) for name, book in LIBRARY.catalogues.items()} == {
        "bi": 0, "bn": 15, "ludonet": 0, "rth-en": 3, "rth-it": 3,
    }  # fmt: skip


def test_what_was_lost_is_added_up() -> None:
    """Three men, a leader, an objective: 30 + 15 + 50."""
    rth = ids("rth-it")
    made = work_out(
        defeat_rows(RTH), {rth["Soldier lost"]: 3, rth["Leader lost"]: 1, rth["Objective lost"]: 1}
    )
    assert ([step.points for step in made.steps], made.factor, made.total) == ([30, 15, 50], 1, 95)
    assert work_out(defeat_rows(RTH), {"no-such/1": 9}).total == 0


def test_rules_of_engagement_cost_ten_for_a_building_and_thirty_for_the_first_shot() -> None:
    """bn: 25 on top of the usual 5; 10 for a building or civilian."""
    bn = ids("bn")
    times = {
        bn["Firing first"]: 1,
        bn["Rules of engagement: firing first"]: 1,
        bn["Rules of engagement: building or civilian"]: 2,
    }
    assert work_out(defeat_rows(BN), times).total == 5 + 25 + 20


def test_journalists_double_what_comes_without_an_extra() -> None:
    """bn: all points of the regulars double; civilians and buildings have a number of their own, which is written."""
    bn = ids("bn")
    times = {bn["Special forces"]: 2, bn["Building or civilian hit"]: 1, bn["Independent journalists"]: 3}
    made = work_out(defeat_rows(BN), times)
    assert ([(step.row.name.en, step.points) for step in made.steps], made.factor, made.total) == (
        [("Special forces", 60), ("Building or civilian hit", 5)], 2, 65
    )  # fmt: skip
