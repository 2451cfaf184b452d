"""Limits, sizes and leaders in the games with points."""

import pytest

from tests.core.documents import (
    POINT_GAMES,
    Document,
    Issue,
    army,
    extra,
    issues,
    judged,
    man,
    patrol,
    squad,
    vehicle,
)

KINDS = ("squad", "section", "sniper-team", "observer-section")

pytestmark = pytest.mark.parametrize("game", POINT_GAMES)


# --- over-limit ---


@pytest.mark.parametrize(
    ("fields", "limit"),
    [
        ({"role": "attacker"}, 150),
        ({"role": "attacker", "limit": None}, 150),
        ({"role": "defender"}, 90),
        ({"role": "open"}, None),
        ({"role": "open", "limit": None}, None),
        ({}, None),
        ({"limit": 101}, 101),
        ({"role": "open", "limit": 100}, 100),
    ],
)
def test_the_limit_is_that_of_the_role_or_ones_own(game: str, fields: dict[str, object], limit: int | None) -> None:
    report = judged(army(game, patrol(), **fields))
    over = limit is not None and limit < 101

    assert (report.total, report.limit) == (101, limit)
    assert report.remaining == (None if limit is None else limit - 101)
    assert (report.legal, [found.code for found in report.issues]) == (not over, ["over-limit"] * over)


@pytest.mark.parametrize(("role", "limit"), [("attacker", 150), ("defender", 90), ("open", 123)])
def test_the_last_point_of_the_limit_may_be_spent(game: str, role: str, limit: int) -> None:
    fields = {"role": role, **({"limit": limit} if role == "open" else {})}
    exact = army(game, squad("elite", man(leadership=1)), **fields, prices={"classes/elite": limit - 5})
    over = army(game, squad("elite", man(leadership=1)), **fields, prices={"classes/elite": limit - 4})

    assert issues(exact) == [("recommended-size", "info", "squads[0]")]
    assert issues(over) == [("over-limit", "error", ""), ("recommended-size", "info", "squads[0]")]


# --- empty ---


@pytest.mark.parametrize("squads", [[], [squad()], [squad("veteran"), squad(kind="section")]])
def test_a_list_without_figures_and_vehicles_is_empty(game: str, squads: list[Document]) -> None:
    assert issues(army(game, *squads)) == [("empty", "error", "")]


def test_a_vehicle_alone_is_a_list(game: str) -> None:
    assert issues(army(game, squad(), squad(vehicles=[vehicle("unprotected")]))) == []


def test_a_figure_alone_is_a_list(game: str) -> None:
    assert issues(army(game, squad(), squad("veteran", man(), kind="section"))) == []


# --- no-leader ---


def test_a_lone_squad_without_a_leader_is_warned_of(game: str) -> None:
    assert issues(army(game, squad("elite", man(count=8)))) == [("no-leader", "warning", "squads[0]")]


def test_each_of_several_squads_needs_a_leader(game: str) -> None:
    two = army(game, squad("elite", man(count=8)), squad("elite", man(count=8)))

    assert issues(two) == [("no-leader", "error", "squads[0]"), ("no-leader", "error", "squads[1]")]


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_one_leader_of_any_level_is_enough(game: str, level: int) -> None:
    led = squad("elite", man(count=7), man(leadership=level))

    assert issues(army(game, led)) == []
    assert issues(army(game, led, squad("elite", man(count=8)))) == [("no-leader", "error", "squads[1]")]


@pytest.mark.parametrize("other", [squad(vehicles=[vehicle("unprotected")]), squad("elite"), squad()])
def test_a_squad_without_figures_needs_no_leader_and_does_not_count_as_one(game: str, other: Document) -> None:
    assert issues(army(game, other)) == ([] if other.get("vehicles") else [("empty", "error", "")])
    assert issues(army(game, squad("elite", man(count=8)), other)) == [("no-leader", "warning", "squads[0]")]


@pytest.mark.parametrize("kind", KINDS[1:])
def test_independent_sections_need_no_leader_and_do_not_count_as_squads(game: str, kind: str) -> None:
    section = squad("elite", man(count=8), kind=kind)

    assert issues(army(game, section)) == []
    assert issues(army(game, section, squad("elite", man()))) == [("no-leader", "warning", "squads[1]")]


# --- platoon-commander ---


def led_by(*leaders: Document, kind: str = "squad") -> Document:
    return squad("veteran", *leaders, man(count=4), kind=kind)


TIED: list[Issue] = [("platoon-commander", "warning", "")]


@pytest.mark.parametrize(
    ("squads", "expected"),
    [
        pytest.param([led_by(man(leadership=1)), led_by(man(leadership=1))], TIED, id="two equals"),
        pytest.param([led_by(man(leadership=2)), led_by(man(leadership=1))], [], id="one outranks the other"),
        pytest.param(
            [led_by(man(leadership=2), man(leadership=2)), led_by(man(leadership=1))],
            TIED,
            id="equals in one squad",
        ),
        pytest.param([led_by(man(leadership=2, count=2)), led_by(man(leadership=1))], TIED, id="two men of one entry"),
        pytest.param(
            [led_by(man(leadership=3)), led_by(man(leadership=1)), led_by(man(leadership=1))],
            [],
            id="a tie below",
        ),
        pytest.param(
            [led_by(man(leadership=1, commander=True)), led_by(man(leadership=1))],
            [],
            id="one of them marked",
        ),
        pytest.param(
            [led_by(man(leadership=1, commander=True)), led_by(man(leadership=4))],
            [],
            id="a lower one marked",
        ),
        pytest.param(
            [led_by(man(leadership=1)), led_by(man(leadership=1), man(commander=True))],
            [],
            id="a private marked",
        ),
        pytest.param(
            [led_by(man(leadership=2, commander=True)), led_by(man(leadership=1, commander=True))],
            TIED,
            id="two marked",
        ),
        pytest.param(
            [led_by(man(leadership=2, commander=True, count=2)), led_by(man(leadership=1))],
            TIED,
            id="two men of one entry marked",
        ),
        pytest.param(
            [led_by(man(leadership=1), kind="section"), led_by(man(leadership=1))],
            TIED,
            id="a section and a squad",
        ),
        pytest.param(
            [
                led_by(man(leadership=1), kind="sniper-team"),
                led_by(man(leadership=1), kind="observer-section"),
            ],
            TIED,
            id="kinds count alike",
        ),
        pytest.param([led_by(kind="section"), led_by(kind="section")], [], id="nobody leads at all"),
        pytest.param(
            [
                led_by(man(leadership=1), man(leadership=1), man(count=2)),
                squad(vehicles=[vehicle("unprotected")]),
            ],
            [],
            id="one squad with figures",
        ),
        pytest.param(
            [led_by(man(leadership=1, commander=True), man(leadership=1, commander=True), man(count=2))],
            [],
            id="two marked in the only squad",
        ),
    ],
)
def test_the_commander_of_the_platoon(game: str, squads: list[Document], expected: list[Issue]) -> None:
    assert issues(army(game, *squads)) == expected


# --- recommended-size ---


@pytest.mark.parametrize("kind", KINDS)
def test_a_lone_squad_has_8_to_15_figures(game: str, kind: str) -> None:
    """Whatever the kind of the only entry: the check names none."""
    sizes = (1, 7, 8, 15, 16)
    lone = {size: army(game, squad("elite", man(leadership=1, count=size), kind=kind)) for size in sizes}
    told = [("recommended-size", "info", "squads[0]")]

    assert {size: issues(one) for size, one in lone.items()} == {1: told, 7: told, 8: [], 15: [], 16: told}


def test_with_another_entry_beside_it_a_squad_may_be_of_any_size(game: str) -> None:
    small = squad("elite", man(leadership=1))

    assert issues(army(game, small, squad())) == []
    assert issues(army(game, small, squad(vehicles=[vehicle("unprotected")]))) == []


def test_vehicles_alone_have_no_recommended_size(game: str) -> None:
    assert issues(army(game, squad(vehicles=[vehicle("unprotected", count=20)]))) == []


def test_vehicles_are_no_figures(game: str) -> None:
    lone = squad("elite", man(leadership=1, count=7), vehicles=[vehicle("unprotected", count=3)])

    assert issues(army(game, lone)) == [("recommended-size", "info", "squads[0]")]


def test_extras_do_not_make_a_list(game: str) -> None:
    foreign = [("not-in-ruleset", "error", "extras[0]")] if game != "bn" else []

    assert issues(army(game, extras=[extra("ambush")])) == [("empty", "error", ""), *foreign]
