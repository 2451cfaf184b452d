"""A patch over a catalogue."""

from typing import Any

import pytest
from django.utils.translation import override

from rules.cells import CellError, read_cell
from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.library import read_library
from rules.encoding import CATALOGUES_FILE, shipped_ids
from rules.loading.contradictions import contradictions
from rules.own.columns import NONE, column_of
from rules.own.filling import begun
from rules.own.patch import applied, cells_of, own_rows, reverted, rows_of

BOOKS = read_library(CATALOGUES_FILE.read_bytes()).catalogues
RTH = BOOKS["rth-it"]


@pytest.mark.parametrize("ruleset", sorted(shipped_ids()))
def test_a_patch_without_cells_is_its_parent_with_another_id(ruleset: str) -> None:
    variant = applied(BOOKS[ruleset], {}, id="own-abcdefgh")
    assert applied(variant, {}, id=ruleset) == BOOKS[ruleset]
    assert contradictions(variant) == []


def differing(a: Catalogue, b: Catalogue) -> dict[str, Any]:
    """Return the cells of `b` that differ from `a`, and None for those it lacks."""
    before, after = cells_of(a), cells_of(b)
    return {place: after.get(place) for place in {*before, *after} if before.get(place) != after.get(place)}


def test_only_the_patched_cells_differ() -> None:
    patch = {
        "weapons/lmg/points": 9,
        "checks/recommended-size/most": 12,
        "classes/k3x9qa/position": 1500,
        "classes/k3x9qa/name": {"it": "Milizia", "en": "Milizia"},
        "classes/k3x9qa/points": 4,
    }
    made = applied(RTH, patch, id="own-abcdefgh")
    assert differing(RTH, made) == {name: value for name, value in patch.items() if "position" not in name}
    assert [entry.id for entry in made.classes][:3] == [RTH.classes[0].id, "k3x9qa", RTH.classes[1].id]
    assert rows_of(RTH, patch, "classes")[:2] == [RTH.classes[0].id, "k3x9qa"]
    assert own_rows(RTH, patch) == {("classes", "k3x9qa")}
    assert reverted(patch, patch) == {}
    assert contradictions(made) == []


def test_troops_have_a_column_for_each_characteristic_of_ones_own() -> None:
    patch = {
        "characteristics/k3x9qa/position": 90_000,
        "characteristics/k3x9qa/name": {"it": "Coraggio", "en": "Coraggio"},
        "classes/elite/stats.k3x9qa": 4,
        "classes/elite/stats.gone00": 5,
    }
    made = applied(RTH, patch, id="own-abcdefgh")
    assert made.characteristics[-1].short.it == "Cor"
    assert made.class_by_id["elite"].stats == {**RTH.class_by_id["elite"].stats, "k3x9qa": 4}
    assert column_of(made, "classes", "stats.k3x9qa").label == "Coraggio"
    assert contradictions(made) == []


def test_a_wrong_cell_counts_with_its_last_good_value() -> None:
    patch = {"weapons/lmg/points": 9, "weapons/lmg/points!": "4,5"}
    assert applied(RTH, patch).weapon_by_id["lmg"].points == 9


@pytest.mark.parametrize("cells", [{}, {"name": {"it": "x", "en": "x"}}, {"points": 4}])
def test_a_row_of_troops_that_is_not_complete_is_left_out(cells: dict[str, Any]) -> None:
    patch = {"classes/k3x9qa/position": 500} | {f"classes/k3x9qa/{field}": it for field, it in cells.items()}
    assert applied(RTH, patch) == RTH


GAME = begun("own-abcdefgh", "Fucili", limit=100, has_roles=False, has_leaders=True)
MILITIA = {
    "classes/k3x9qa/position": 1000,
    "classes/k3x9qa/name": {"it": "Milizia", "en": "Milizia"},
    "classes/k3x9qa/points": 4,
}


def row(table: str, name: str, **cells: Any) -> dict[str, Any]:
    """Return the patch of a row of its own."""
    fields = {"position": 1000, "name": {"it": name, "en": name}} | cells
    return {f"{table}/{name}/{field.replace('__', '.')}": value for field, value in fields.items()}


def test_two_cells_make_a_game() -> None:
    made = applied(GAME, MILITIA)
    assert contradictions(made) == []
    assert [(man.id, man.leadership) for man in made.presets] == [("man", 0), ("leader", 1)]
    assert (made.completion.plain, made.completion.leader) == ("man", "leader")
    assert (made.completion.least, made.completion.most) == (5, 10)


def test_a_man_is_added_with_each_weapon_and_role_and_the_cheapest_is_the_plain_man() -> None:
    patch = MILITIA | row("weapons", "rifle", points=3) | row("weapons", "club", points=1)
    patch |= row("weapons", "gift") | row("roles", "medic", points=2)
    patch |= {"checks/squad-size/least": 4, "checks/squad-size/most": 8}
    made = applied(GAME, patch)
    assert contradictions(made) == []
    assert [(man.id, man.weapons) for man in made.presets] == [
        ("weapon-club", ("club",)),
        ("weapon-rifle", ("rifle",)),
        ("role-medic", ("club",)),
        ("leader", ("club",)),
    ]
    assert (made.completion.plain, made.completion.least, made.completion.most) == ("weapon-club", 4, 8)
    retired = applied(GAME, patch | {"weapons/club/retired": True})
    assert contradictions(retired) == []
    assert (retired.completion.plain, retired.presets[0].id) == ("weapon-rifle", "weapon-rifle")


def test_a_variant_has_men_for_its_own_rows_only() -> None:
    made = applied(RTH, row("weapons", "sling", points=1) | {"weapons/assault-rifle/retired": True}, id="own-abcdefgh")
    assert contradictions(made) == []
    assert [man.id for man in made.presets if man not in RTH.presets] == ["weapon-sling"]


def test_a_check_counts_once_it_has_all_it_needs() -> None:
    codes = {"checks/medics/check": "most-of", "checks/medics/of": "roles", "checks/medics/most": 1}
    medics = {"checks/medics/ids": ["medic"]}
    base = MILITIA | row("roles", "medic", points=1)

    def has(patch: dict[str, Any]) -> bool:
        made = applied(GAME, patch)
        assert contradictions(made) == []
        return "medics" in {check.code for check in made.checks}

    assert has(base | codes | medics)
    assert not has(base | codes)
    assert not has(MILITIA | codes | medics)
    assert not has(base | codes | medics | {"checks/medics/retired": True})
    assert not has({**base, **codes, **medics, "checks/medics/where": "moon"})


def test_the_checks_of_tables_follow_from_their_rows() -> None:
    smoke = row("extras", "smoke", points__squad=3) | row("extras", "fog", points__list=3)
    smoke |= {"extras/smoke/excludes": ["fog"], "extras/fog/most": 2, "checks/over-limit/retired": True}
    made = applied(GAME, MILITIA | smoke)
    assert contradictions(made) == []
    codes = [check.code for check in made.checks]
    assert codes[0] == "over-limit"
    assert codes[-3:] == ["extra-scope", "extra-excludes", "extra-limit"]


def test_rows_that_lists_cannot_name_are_left_out() -> None:
    levels = {"leadership/2/points": 8, "leadership/7/points": 9, "leadership/2/position": 2000}
    roles = row("formats", "defender") | row("formats", "referee")
    made = applied(GAME, MILITIA | levels | roles | {"leadership/7/position": 3000})
    assert contradictions(made) == []
    assert made.leadership == {1: 5, 2: 8}
    assert [role.id for role in made.formats] == ["defender", "open"]


def test_an_own_price_takes_the_place_of_a_ruling_for_weapons_without_one() -> None:
    weapon = next(item for item in RTH.weapons if "unpriced" in item.points_under)
    made = applied(RTH, {f"weapons/{weapon.id}/points": 3})
    assert contradictions(made) == []
    assert made.weapon_by_id[weapon.id].points == 3


def test_an_own_game_begins_without_rows() -> None:
    game = begun("own-abcdefgh", "Fucili", limit=100, has_roles=True, has_leaders=True)
    assert [(role.id, role.limit) for role in game.formats] == [("attacker", 100), ("defender", 100)]
    assert game.leadership == {1: 5}
    assert [path for path, _reason in contradictions(game)] == [("classes",), ("presets",)]
    assert [path for path, _reason in contradictions(applied(game, {}))] == [("classes",)]


@pytest.mark.parametrize(
    ("typed", "ways"),
    [("4,5", ("5",)), ("4.2", ("4",)), ("dieci", ()), ("1000", ()), ("-3", ()), ("1.000", ())],
)
def test_a_price_is_a_whole_number(typed: str, ways: tuple[str, ...]) -> None:
    with pytest.raises(CellError) as refused:
        read_cell(column_of(RTH, "classes", "points"), [typed], RTH)
    assert refused.value.ways == ways


@pytest.mark.parametrize(("typed", "value"), [("12", 12), (" 0 ", 0), ("", None), ("007", 7)])
def test_a_typed_price_is_read(typed: str, value: int | None) -> None:
    assert read_cell(column_of(RTH, "classes", "points"), [typed], RTH) == value


EXTRA = {"extras/k3x9qa/position": 90_000, "extras/k3x9qa/name": {"it": "Radio", "en": "Radio"}}


def test_an_extra_has_a_price_for_each_level() -> None:
    patch = EXTRA | {"extras/k3x9qa/level_points": "0 5 10"}
    made = applied(RTH, patch, id="own-abcdefgh")
    extra = made.extra_by_id["k3x9qa"]
    assert (extra.levels, extra.level_points) == ((1, 2, 3), {1: 0, 2: 5, 3: 10})
    assert cells_of(made)["extras/k3x9qa/level_points"] == "0 5 10"
    assert contradictions(made) == []
    taken = applied(made, {"extras/k3x9qa/level_points": NONE})
    assert (taken.extra_by_id["k3x9qa"].levels, taken.extra_by_id["k3x9qa"].level_points) == ((), {})


@pytest.mark.parametrize(("price", "need"), [("points.squad", "squad-all-of-class"), ("points.list", "list-has-class")])
def test_an_extra_is_only_for_some_troops_or_a_side(price: str, need: str) -> None:
    book = BOOKS["bn"]
    patch = EXTRA | {
        f"extras/k3x9qa/{price}": 5,
        "extras/k3x9qa/only.class": ["elite", "gone00"],
        "extras/k3x9qa/only.side": ["regular"],
        "extras/mortars/only.side": ["regular"],
        "extras/infiltration/only.class": [],
    }
    made = applied(book, patch, id="own-abcdefgh")
    told = [(it.need, it.any_of, it.code) for it in made.extra_by_id["k3x9qa"].conditions]
    assert told == [
        (need, ("elite",), "only-k3x9qa"),
        ("list-has-side", ("regular",), "only-k3x9qa"),
    ]
    assert [it.code for it in made.extra_by_id["mortars"].conditions] == ["only-mortars"]
    assert made.extra_by_id["infiltration"].conditions == ()
    assert made.extra_by_id["intelligence"].conditions == book.extra_by_id["intelligence"].conditions
    assert cells_of(made)["extras/mortars/only.side"] == ["regular"]
    assert cells_of(book)["extras/infiltration/only.class"] == ["special-forces"]
    assert contradictions(made) == []


def test_a_vehicle_moves_one_way() -> None:
    book = BOOKS["bn"]
    patch = {
        "vehicles/k3x9qa/position": 90_000,
        "vehicles/k3x9qa/name": {"it": "Autoblindo", "en": "Armoured car"},
        "vehicles/k3x9qa/movement": "30",
        "vehicles/tank/movement": "25",
        "vehicles/protected/movement": "20",
    }
    made = applied(book, patch, id="own-abcdefgh")
    ways = {vehicle.id: [(it.kind, it.distance) for it in vehicle.movement] for vehicle in made.vehicles}
    assert ways["k3x9qa"] == [("move", "30")]
    assert ways["tank"] == [("tracked", "25")]
    assert ways["protected"] == [("move", "20")]
    assert cells_of(made)["vehicles/k3x9qa/movement"] == "30"
    assert cells_of(book)["vehicles/protected/movement"] == "45−2d6 / 30−2d6"
    assert contradictions(made) == []


@pytest.mark.parametrize(
    ("table", "field", "typed", "value"),
    [
        ("extras", "level_points", "0, 5; −10", "0 5 -10"),
        ("extras", "level_points", "12", "12"),
        ("vehicles", "movement", "30 cm", "30"),
        ("vehicles", "movement", "45−2d6", "45−2d6"),
    ],
)
def test_levels_and_distances_are_read(table: str, field: str, typed: str, value: str) -> None:
    assert read_cell(column_of(RTH, table, field), [typed], RTH) == value


@pytest.mark.parametrize(
    ("table", "field", "typed", "words"),
    [
        ("extras", "level_points", "0 5 few", "“few” is no whole number from -999 to 999."),
        ("extras", "level_points", "1 " * 10, "At most 9 levels."),
        ("vehicles", "movement", "x" * 21, "At most 20 characters: this has 21."),
    ],
)
def test_what_is_no_level_or_distance_is_said(table: str, field: str, typed: str, words: str) -> None:
    with override("en"), pytest.raises(CellError, match=words):
        read_cell(column_of(RTH, table, field), [typed], RTH)
