"""Combinations of troop classes."""

import pytest

from tests.core.documents import POINT_GAMES, Document, Issue, army, issues, man, patrol, squad, vehicle

each_game = pytest.mark.parametrize("game", POINT_GAMES)

MIXED: list[Issue] = [("mixed-classes", "info", "squads[0]")]


# --- mixed-classes ---


@each_game
def test_a_squad_of_two_classes_is_told_of(game: str) -> None:
    assert issues(army(game, patrol(man(class_="elite")))) == MIXED
    assert issues(army(game, patrol(man(class_="elite"), man(class_="recruit", count=4)))) == MIXED
    assert issues(army(game, squad(None, man(class_="elite", leadership=1), man(class_="recruit", count=7)))) == MIXED


@each_game
def test_a_squad_of_one_class_is_not_whoever_names_it(game: str) -> None:
    assert issues(army(game, patrol(man(class_="veteran")))) == []
    assert issues(army(game, squad("recruit", man(class_="elite", leadership=1), man(class_="elite", count=8)))) == []


@each_game
def test_two_squads_may_be_of_two_classes(game: str) -> None:
    assert issues(army(game, patrol(), squad("elite", man(leadership=2)))) == []


@each_game
@pytest.mark.parametrize("kind", ["section", "sniper-team", "observer-section"])
def test_entries_of_any_kind_are_told_of_each_for_itself(game: str, kind: str) -> None:
    mixed = squad("elite", man(), man(class_="recruit"), kind=kind)

    assert issues(army(game, mixed, mixed)) == [*MIXED, ("mixed-classes", "info", "squads[1]")]


@each_game
def test_a_foreign_class_mixes_with_nothing(game: str) -> None:
    assert issues(army(game, patrol(man(class_="rabble")))) == [("not-in-ruleset", "error", "squads[0].figures[2]")]
    assert issues(army(game, squad("rabble", man(leadership=1), man(class_="elite", count=7)))) == [
        ("not-in-ruleset", "error", "squads[0]")
    ]


# --- mixed-sides ---

SIDES: list[Issue] = [("mixed-sides", "warning", "")]
REGULAR = ("special-forces", "elite", "veteran", "trained", "recruit")
IRREGULAR = ("mercenary", "fanatic", "militia")


@pytest.mark.parametrize("irregular", IRREGULAR)
@pytest.mark.parametrize("regular", REGULAR)
def test_regulars_and_irregulars_in_one_list(regular: str, irregular: str) -> None:
    two = army("bn", squad(regular, man(leadership=2)), squad(irregular, man(leadership=1)))

    assert issues(two) == SIDES


@pytest.mark.parametrize("side", [REGULAR, IRREGULAR])
def test_one_side_is_not_mixed(side: tuple[str, ...]) -> None:
    assert issues(army("bn", *[squad(troops, man(), kind="section") for troops in side])) == []


def test_both_sides_in_one_squad_are_told_once() -> None:
    assert issues(army("bn", patrol(man(class_="militia"), man(class_="fanatic")))) == [*MIXED, *SIDES]


def test_a_class_that_no_figure_has_is_on_no_side() -> None:
    vehicles = squad("militia", vehicles=[vehicle("unprotected")])

    assert issues(army("bn", patrol(), vehicles)) == []


@pytest.mark.parametrize("game", ["rth-it", "rth-en"])
def test_road_to_hell_has_no_sides(game: str) -> None:
    assert issues(army(game, patrol(), squad("partisan", man(leadership=2)))) == []


# --- class-shift ---


def shifted(named: str, troops: str) -> list[Issue]:
    return issues(army("bn", squad(troops, man(leadership=1, count=8), list_class=named)))


SHIFTED: list[Issue] = [("class-shift", "error", "squads[0].figures[0]")]


@pytest.mark.parametrize("troops", REGULAR)
@pytest.mark.parametrize("named", REGULAR)
def test_regulars_move_one_step_on_their_ladder(named: str, troops: str) -> None:
    steps = abs(REGULAR.index(named) - REGULAR.index(troops))

    assert shifted(named, troops) == ([] if steps <= 1 else SHIFTED)


@pytest.mark.parametrize("troops", IRREGULAR)
@pytest.mark.parametrize("named", IRREGULAR)
def test_irregulars_move_one_step_on_theirs(named: str, troops: str) -> None:
    steps = abs(IRREGULAR.index(named) - IRREGULAR.index(troops))

    assert shifted(named, troops) == ([] if steps <= 1 else SHIFTED)


@pytest.mark.parametrize("irregular", IRREGULAR)
@pytest.mark.parametrize("regular", REGULAR)
def test_nobody_changes_sides(regular: str, irregular: str) -> None:
    assert shifted(regular, irregular) == shifted(irregular, regular) == SHIFTED


@pytest.mark.parametrize("kind", ["squad", "section", "sniper-team", "observer-section"])
def test_a_shift_is_told_of_each_figure_entry(kind: str) -> None:
    figures = [
        man(leadership=1),
        man(class_="special-forces", count=4),
        man(class_="elite", count=2),
        man(count=2),
    ]
    shifts = squad("recruit", *figures, list_class="veteran", kind=kind)

    assert issues(army("bn", shifts)) == [
        ("class-shift", "error", "squads[0].figures[0]"),
        ("class-shift", "error", "squads[0].figures[1]"),
        ("class-shift", "error", "squads[0].figures[3]"),
        *MIXED,
    ]


def test_without_a_class_of_the_army_list_there_is_no_shift() -> None:
    assert issues(army("bn", patrol(class_="recruit"))) == []


@pytest.mark.parametrize("named", ["commandos", "rabble", "expert"])
def test_a_foreign_class_of_the_army_list_is_ignored(named: str) -> None:
    assert shifted(named, "recruit") == []


def test_a_figure_of_a_foreign_class_is_not_shifted() -> None:
    listed = army("bn", patrol(man(class_="partisan"), list_class="elite"))

    assert issues(listed) == [("not-in-ruleset", "error", "squads[0].figures[2]")]


@pytest.mark.parametrize("game", ["rth-it", "rth-en"])
def test_road_to_hell_does_not_read_the_class_of_an_army_list(game: str) -> None:
    assert issues(army(game, patrol(class_="recruit", list_class="commandos"))) == []


@pytest.mark.parametrize("game", ["bi", "ludonet"])
def test_nor_do_the_games_without_points(game: str) -> None:
    section: Document = squad("regular", man("grenade"), kind="section", list_class="elite")

    assert issues(army(game, section)) == []
