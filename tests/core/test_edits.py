"""Every edit: its effect, its row, and everything it leaves unchanged."""

from typing import Any

import pytest
from msgspec.structs import replace

from rules.core.document import edits
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.document.rows import RowGoneError, can_merge, group_to_join
from tests.core.edited import (
    ALPHA,
    AMBUSH,
    BRAVO,
    GROUP,
    HUMMER,
    LEADER,
    MOTIVATION,
    ROSTER,
    figures,
    ids,
    numbered,
    the_row,
)

# ── The list itself ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("role", "kept"), [("open", 200), ("attacker", None), ("defender", None)]
)  # a number beside another role is unreadable
def test_a_limit_is_kept_with_role_open_only(role: Any, kept: int | None) -> None:
    assert edits.set_format(ROSTER, role, 200) == replace(ROSTER, role=role, limit=kept)


def test_the_limit_goes_with_the_role() -> None:
    limited = edits.set_format(ROSTER, "open", 200)
    assert edits.set_format(limited, "attacker") == replace(ROSTER, role="attacker", limit=None)


def test_a_ruling_is_answered_beside_the_others() -> None:
    medic = edits.choose_ruling(ROSTER, "medic", "flat")
    both = edits.choose_ruling(medic, "unpriced", "as-20")
    assert both.rulings == {"medic": "flat", "unpriced": "as-20"}
    assert edits.choose_ruling(both, "medic", "surcharge").rulings == {
        "medic": "surcharge",
        "unpriced": "as-20",
    }
    assert medic.rulings == {"medic": "flat"}


# ── Squads ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_squad_is_added_at_the_end() -> None:
    charlie = Squad(id="charlie", name="Charlie", class_="elite")
    assert edits.add_squad(ROSTER, charlie).squads == (ALPHA, BRAVO, charlie)


def test_fields_of_a_squad_are_set_and_its_rows_stay() -> None:
    edited = edits.edit_squad(ROSTER, "alpha", name="Able", class_="veteran", traits=("msu",))
    assert edited.squads == (replace(ALPHA, name="Able", class_="veteran", traits=("msu",)), BRAVO)


def test_a_copy_of_a_squad_stands_below_it_and_has_new_ids_throughout() -> None:
    doubled = edits.duplicate_squad(ROSTER, "alpha", numbered())
    original, copy, other = doubled.squads
    assert (original, other) == (ALPHA, BRAVO)
    assert edits.without_ids(replace(ROSTER, squads=(copy,))) == edits.without_ids(replace(ROSTER, squads=(ALPHA,)))
    assert ids(doubled)[5:10] == ["new-1", "new-2", "new-3", "new-4", "new-5"]


def test_a_squad_is_removed_with_its_rows() -> None:
    assert ids(edits.remove_squad(ROSTER, "alpha")) == ["bravo", "gunner", "ambush"]


@pytest.mark.parametrize(
    ("squad", "by", "order"),
    [
        ("alpha", 1, ["bravo", "alpha"]),
        ("bravo", -1, ["bravo", "alpha"]),
        ("alpha", 9, ["bravo", "alpha"]),
        ("alpha", -1, ["alpha", "bravo"]),
        ("bravo", 1, ["alpha", "bravo"]),
    ],
)
def test_a_squad_moves_at_most_to_the_end(squad: str, by: int, order: list[str]) -> None:
    assert [moved.id for moved in edits.move_squad(ROSTER, squad, by).squads] == order


# ── Figures ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_figure_is_added_at_the_end_of_its_squad() -> None:
    medic = Figure(id="medic", roles=("medic",))
    added = edits.add_figure(ROSTER, "alpha", medic)
    assert added.squads == (replace(ALPHA, figures=(LEADER, GROUP, medic)), BRAVO)


def test_a_figure_joins_its_equals_in_the_squad() -> None:
    rifleman = replace(GROUP, id="new", count=1)
    assert edits.add_figure(ROSTER, "alpha", rifleman).squads[0].figures == (LEADER, replace(GROUP, count=6))
    assert group_to_join(rifleman, ALPHA.figures) == GROUP
    assert group_to_join(rifleman, BRAVO.figures) is None


@pytest.mark.parametrize(
    "fields",
    [{"name": "Verdi"}, {"notes": "asleep"}, {"team": "A"}, {"weapons": ("smg",)}, {"count": 200}],
)
def test_nobody_joins_who_is_named_or_noted_or_another_or_full(fields: dict[str, Any]) -> None:
    roster = edits.edit_figure(ROSTER, "group", **fields)
    rifleman = replace(GROUP, id="new", count=1)
    assert figures(edits.add_figure(roster, "alpha", rifleman), 0) == ["leader", "group", "new"]


def test_two_who_have_the_same_name_are_two_rows() -> None:
    added = edits.add_figure(ROSTER, "alpha", replace(LEADER, id="new"))
    assert figures(added, 0) == ["leader", "group", "new"]


def test_one_is_taken_away_of_those_who_are_equal_the_last_first() -> None:
    rifleman = replace(GROUP, id="", count=1)
    split = edits.split_row(ROSTER, "group", "single")
    once = edits.take_figure(split, "alpha", rifleman)
    assert once.squads[0].figures == (LEADER, replace(GROUP, count=4))
    assert edits.take_figure(once, "alpha", rifleman).squads[0].figures == (LEADER, replace(GROUP, count=3))


def test_nobody_is_taken_away_who_is_not_there() -> None:
    with pytest.raises(RowGoneError):
        edits.take_figure(ROSTER, "alpha", Figure(weapons=("lmg",)))
    with pytest.raises(RowGoneError):
        edits.take_figure(ROSTER, "alpha", replace(LEADER, id=""))


def test_one_man_of_a_group_is_named_and_keeps_the_row() -> None:
    named = edits.edit_one_figure(ROSTER, "group", "rest", name="Verdi", team="B")
    verdi = replace(GROUP, count=1, name="Verdi", team="B")
    assert named.squads[0].figures == (LEADER, verdi, replace(GROUP, id="rest", count=4))
    alone = edits.edit_one_figure(ROSTER, "leader", "rest", name="Verdi")
    assert alone.squads[0].figures == (replace(LEADER, name="Verdi"), GROUP)


def test_fields_of_a_figure_are_set() -> None:
    edited = edits.edit_figure(ROSTER, "group", weapons=("lmg",), team="B")
    assert edited.squads[0].figures == (LEADER, replace(GROUP, weapons=("lmg",), team="B"))


@pytest.mark.parametrize("row", ["group", "hummer", "motivation", "ambush"])
def test_a_count_is_set_to_the_number_wanted(row: str) -> None:
    counted = edits.set_count(ROSTER, row, 3)
    assert the_row(counted, row) == replace(the_row(ROSTER, row), count=3)
    assert edits.set_count(counted, row, the_row(ROSTER, row).count) == ROSTER


def test_splitting_takes_one_man_out_of_a_group() -> None:
    split = edits.split_row(ROSTER, "group", "single")
    assert split.squads[0].figures == (LEADER, replace(GROUP, count=4), replace(GROUP, id="single", count=1))


def test_splitting_takes_one_vehicle_out_of_several() -> None:
    split = edits.split_row(edits.set_count(ROSTER, "hummer", 3), "hummer", "single")
    assert split.squads[0].vehicles == (replace(HUMMER, count=2), replace(HUMMER, id="single", count=1))


def test_one_man_is_not_split() -> None:
    assert edits.split_row(ROSTER, "leader", "single") == ROSTER


# ── Merging ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_merging_takes_back_what_splitting_did() -> None:
    split = edits.split_row(ROSTER, "group", "single")
    assert edits.merge_rows(split, "alpha") == ROSTER


def in_alpha(*rows_of_figures: Figure, **fields: Any) -> Roster:
    return replace(ROSTER, squads=(replace(ALPHA, figures=rows_of_figures, **fields), BRAVO))


def test_rows_that_are_alike_become_one_where_the_first_stands() -> None:
    rifles, more = Figure(id="a", count=2, weapons=("rifle",)), Figure(id="b", count=3, weapons=("rifle",))
    merged = edits.merge_rows(in_alpha(rifles, LEADER, more, GROUP), "alpha")
    assert merged.squads[0].figures == (replace(rifles, count=5), LEADER, GROUP)
    assert (merged.squads[1], merged.extras) == (BRAVO, (AMBUSH,))


def test_vehicles_are_merged_too_and_extras_never() -> None:
    roster = in_alpha(
        LEADER,
        vehicles=(HUMMER, replace(HUMMER, id="second")),
        extras=(MOTIVATION, replace(MOTIVATION, id="again")),
    )
    merged = edits.merge_rows(roster, "alpha")
    assert merged.squads[0].vehicles == (replace(HUMMER, count=2),)
    assert len(merged.squads[0].extras) == 2


@pytest.mark.parametrize(
    "other",
    [{"name": "Verdi"}, {"team": "B"}, {"weapons": ("smg",)}, {"notes": "wounded"}, {"class_": "trained"}],
)
def test_rows_that_differ_in_anything_stay_apart(other: dict[str, Any]) -> None:
    roster = in_alpha(GROUP, replace(GROUP, id="other", **other))
    assert edits.merge_rows(roster, "alpha") == roster
    assert not can_merge(roster.squads[0])


def test_a_row_holds_no_more_than_it_can() -> None:
    """200 men: the surplus stays in a separate row."""
    roster = in_alpha(replace(GROUP, count=150), replace(GROUP, id="b", count=60), replace(GROUP, id="c", count=40))
    merged = edits.merge_rows(roster, "alpha")
    assert [(row.id, row.count) for row in merged.squads[0].figures] == [("group", 190), ("b", 60)]


def test_only_a_squad_with_equal_rows_can_be_merged() -> None:
    assert not can_merge(ALPHA)
    assert can_merge(replace(ALPHA, figures=(GROUP, replace(GROUP, id="b"))))
    assert can_merge(replace(ALPHA, vehicles=(HUMMER, replace(HUMMER, id="b"))))


# ── Moving to another squad ────────────────────────────────────────────────────────────────────────────────────────


def test_a_figure_moves_to_the_end_of_another_squad_and_stays_of_its_class() -> None:
    moved = edits.move_to_squad(ROSTER, "leader", "bravo")
    assert figures(moved, 0) == ["group"]
    assert moved.squads[1].figures == (*BRAVO.figures, replace(LEADER, class_="elite"))


def test_a_figure_that_moves_back_needs_no_class_of_its_own() -> None:
    there = edits.move_to_squad(ROSTER, "leader", "bravo")
    assert the_row(edits.move_to_squad(there, "leader", "alpha"), "leader") == LEADER


def test_a_vehicle_moves_to_another_squad() -> None:
    moved = edits.move_to_squad(ROSTER, "hummer", "bravo")
    assert [squad.vehicles for squad in moved.squads] == [(), (HUMMER,)]


def test_moving_to_its_own_squad_changes_nothing() -> None:
    assert edits.move_to_squad(ROSTER, "leader", "alpha") == ROSTER


@pytest.mark.parametrize(
    ("place", "order"), [(0, ["group", "leader"]), (1, ["leader", "group"]), (9, ["leader", "group"])]
)
def test_a_row_is_put_at_a_place_of_its_squad(place: int, order: list[str]) -> None:
    assert figures(edits.place_row(ROSTER, "group", "alpha", place), 0) == order


def test_a_figure_is_put_at_a_place_of_another_squad_and_stays_of_its_class() -> None:
    placed = edits.place_row(ROSTER, "leader", "bravo", 0)
    assert placed.squads[0].figures == (GROUP,)
    assert placed.squads[1].figures == (replace(LEADER, class_="elite"), *BRAVO.figures)


@pytest.mark.parametrize(("row", "squad"), [("nobody", "alpha"), ("leader", "nowhere"), ("motivation", "bravo")])
def test_a_row_is_put_only_where_it_can_stand(row: str, squad: str) -> None:
    with pytest.raises(RowGoneError):
        edits.place_row(ROSTER, row, squad, 0)


# ── Vehicles and extras ────────────────────────────────────────────────────────────────────────────────────────────


def test_a_vehicle_is_added_and_edited() -> None:
    tank = Vehicle(id="tank", type="tank")
    added = edits.add_vehicle(ROSTER, "bravo", tank)
    assert added.squads[1].vehicles == (tank,)
    assert edits.edit_vehicle(added, "tank", name="Ariete").squads[1].vehicles == (replace(tank, name="Ariete"),)


def test_vehicles_that_are_equal_are_one_row() -> None:
    tank = Vehicle(id="tank", type="tank")
    two = edits.add_vehicle(edits.add_vehicle(ROSTER, "bravo", tank), "bravo", replace(tank, id="second"))
    assert two.squads[1].vehicles == (replace(tank, count=2),)
    one = edits.take_vehicle(two, "bravo", Vehicle(type="tank"))
    assert one.squads[1].vehicles == (tank,)
    assert edits.take_vehicle(one, "bravo", Vehicle(type="tank")).squads[1].vehicles == ()


def test_an_extra_is_bought_for_a_squad_or_for_the_list() -> None:
    negotiation = ExtraEntry(id="negotiation", extra="negotiation", level=2)
    assert edits.add_extra(ROSTER, "", negotiation).extras == (AMBUSH, negotiation)
    assert edits.add_extra(ROSTER, "bravo", negotiation).squads[1].extras == (negotiation,)


@pytest.mark.parametrize("row", ["motivation", "ambush"])
def test_an_extra_is_edited_wherever_it_stands(row: str) -> None:
    assert the_row(edits.edit_extra(ROSTER, row, level=3), row) == replace(the_row(ROSTER, row), level=3)


# ── Rows of any kind ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("row", ["leader", "hummer", "motivation", "ambush"])
def test_a_copy_stands_below_its_row(row: str) -> None:
    doubled = edits.duplicate_row(ROSTER, row, "copy")
    assert ids(doubled).index("copy") == ids(ROSTER).index(row) + 1
    assert the_row(doubled, "copy") == replace(the_row(ROSTER, row), id="copy")


@pytest.mark.parametrize("row", ["leader", "hummer", "motivation", "ambush"])
def test_a_row_is_removed(row: str) -> None:
    assert ids(edits.remove_row(ROSTER, row)) == [other for other in ids(ROSTER) if other != row]


def test_a_row_moves_within_its_table() -> None:
    assert figures(edits.move_row(ROSTER, "leader", 1), 0) == ["group", "leader"]
    assert figures(edits.move_row(ROSTER, "group", -5), 0) == ["group", "leader"]
    assert edits.move_row(ROSTER, "hummer", 1) == ROSTER
