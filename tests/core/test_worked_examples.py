"""The forces of the sources' worked examples as lists, with their points computed by hand."""

import pytest

from rules.core.judging.prices import Breakdown
from tests.core.documents import army, breakdown, extra, issues, judged, man, squad


def test_nine_rangers_with_two_saws() -> None:
    """bn §11: 9 Rangers (elite) storm a house, two of them firing SAWs: 9 × 15 + 2 × 5 = 145."""
    rangers = army("bn", squad("elite", man("assault-rifle", count=7), man("lmg", count=2)), role="attacker")
    led = army(
        "bn",
        squad("elite", man("assault-rifle", leadership=1), man("assault-rifle", count=6), man("lmg", count=2)),
        role="attacker",
    )

    assert breakdown(rangers) == Breakdown(soldiers=135, weapons=10)
    assert judged(rangers).remaining == 5
    assert issues(rangers) == [("no-leader", "warning", "squads[0]")]
    assert breakdown(led) == Breakdown(soldiers=135, leadership=5, weapons=10)
    assert (judged(led).remaining, issues(led)) == (0, [])


def test_four_taliban_militia() -> None:
    """bn §11: the house is held by 4 militia: 4 × 5 = 20."""
    taliban = army("bn", squad("militia", man("assault-rifle", count=4)), role="defender")

    assert breakdown(taliban) == Breakdown(soldiers=20)
    assert judged(taliban).remaining == 70
    assert issues(taliban) == [
        ("no-leader", "warning", "squads[0]"),
        ("recommended-size", "info", "squads[0]"),
    ]


def test_an_m4_and_a_saw_cover_the_rangers() -> None:
    """bn §8.3: two Rangers (elite), an M4 and a SAW: 2 × 15 + 5 = 35."""
    pair = army("bn", squad("elite", man("assault-rifle"), man("lmg"), kind="section"), squad("elite"))

    assert breakdown(pair) == Breakdown(soldiers=30, weapons=5)
    assert issues(pair) == []


def test_bersaglieri_with_negotiation_3() -> None:
    """bn, "Calcolo dei punti": a convoy of Bersaglieri (trained, say) with negotiation 3, whose price is 10."""
    convoy = army(
        "bn",
        squad("trained", man("assault-rifle", leadership=2), man("assault-rifle", count=7), man("lmg")),
        extras=[extra("negotiation", level=3)],
        role="attacker",
    )

    assert breakdown(convoy) == Breakdown(soldiers=90, leadership=10, weapons=5, extras=10)
    assert (judged(convoy).remaining, issues(convoy)) == (35, [])


@pytest.mark.parametrize("edition", ["rth-it", "rth-en"])
def test_two_rifles_and_a_bar(edition: str) -> None:
    """rth §8.3: three US paratroopers (veterans) cover their squad: 3 × 12 + 7 = 43."""
    covering = army(edition, squad("veteran", man("rifle", count=2), man("automatic-rifle"), kind="section"))

    assert breakdown(covering) == Breakdown(soldiers=36, weapons=7)
    assert issues(covering) == [("recommended-size", "info", "squads[0]")]


@pytest.mark.parametrize(("edition", "garands"), [("rth-it", 0), ("rth-en", 6)])
def test_the_same_with_garands(edition: str, garands: int) -> None:
    covering = army(edition, squad("veteran", man("semi-auto-rifle", count=2), man("automatic-rifle")))

    assert breakdown(covering) == Breakdown(soldiers=36, weapons=7 + garands)


@pytest.mark.parametrize(("game", "anti_tank"), [("rth-it", "portable-at"), ("rth-en", "portable-at"), ("bn", "rpg")])
def test_three_rifle_squads_and_an_anti_tank_section(game: str, anti_tank: str) -> None:
    """rth §14.0, bn §13.0: a veteran platoon that rolls 4 dice for its class and 4 for its squads and section.

    Each squad: 8 × 12 + 5 = 101, the first 10 more for its commander's level 3; the section: 2 × 12 + 2 × 7 = 38.
    """
    first = squad("veteran", man("smg", leadership=3), man("rifle", count=7), name="First")
    other = squad("veteran", man("smg", leadership=1), man("rifle", count=7), name="Second")
    section = squad("veteran", man("rifle", anti_tank, count=2), kind="section", name="AT")
    platoon = army(game, first, other, other | {"name": "Third"}, section)

    assert breakdown(platoon) == Breakdown(soldiers=26 * 12, leadership=25, weapons=14)
    assert [(found.name, found.figures, found.total) for found in judged(platoon).squads] == [
        ("First", 8, 111),
        ("Second", 8, 101),
        ("Third", 8, 101),
        ("AT", 2, 38),
    ]
    assert issues(platoon) == []


def test_the_list_of_the_format_description() -> None:
    """list-format.md: the Rangers of its printed report."""
    rangers = army(
        "bn",
        squad(
            "elite",
            man("assault-rifle", name="Sgt. Rossi", leadership=1, team="A"),
            man("assault-rifle", count=6, team="A"),
            man("lmg", count=2, team="B"),
            vehicles=[{"type": "protected", "weapons": ["hmg"]}],
            extras=[extra("motivation")],
        ),
        name="Rangers, first squad",
        role="attacker",
        rulings={"medic": "surcharge"},
        extras=[extra("intelligence", level=2)],
    )
    report = judged(rangers)

    assert (report.name, report.total, report.limit, report.remaining) == (
        "Rangers, first squad",
        210,
        150,
        -60,
    )
    assert report.breakdown == Breakdown(135, leadership=5, weapons=20, vehicles=15, extras=35)
    assert [(found.name, found.figures, found.total) for found in report.squads] == [("Alpha", 9, 190)]
    assert [(found.code, found.severity, found.path, found.source) for found in report.issues] == [
        ("over-limit", "error", "", "house")
    ]
    assert not report.legal
