"""A patch over a catalogue."""

from typing import Any

import pytest

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.library import read_library
from rules.encoding import CATALOGUES_FILE, shipped_ids
from rules.loading.contradictions import contradictions
from rules.own.beginning import begun
from rules.own.columns import CellError, column_of, read_cell
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


def test_an_own_game_begins_without_rows() -> None:
    game = begun("own-abcdefgh", "Fucili", limit=100, has_roles=True, has_leaders=True)
    assert [(role.id, role.limit) for role in game.formats] == [("attacker", 100), ("defender", 100)]
    assert game.leadership == {1: 5}
    assert [path for path, _reason in contradictions(game)] == [("classes",), ("presets",)]


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
