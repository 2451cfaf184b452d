"""Every edit: what it does, to which row, and what it leaves alone."""

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from armybuilder.lists import edits
from armybuilder.lists.edits import ListFull, RowGone
from rules.core.roster import ExtraEntry, Figure, Roster, Row, Squad, Vehicle, decode, encode, rows

LEADER = Figure(id="leader", name="Sgt. Rossi", leadership=1, weapons=("assault-rifle",))
GROUP = Figure(id="group", count=5, weapons=("assault-rifle",))
HUMMER = Vehicle(id="hummer", type="protected", weapons=("hmg",))
MOTIVATION = ExtraEntry(id="motivation", extra="motivation")
ALPHA = Squad(
    id="alpha",
    name="Alpha",
    class_="elite",
    figures=(LEADER, GROUP),
    vehicles=(HUMMER,),
    extras=(MOTIVATION,),
)
BRAVO = Squad(id="bravo", name="Bravo", class_="trained", figures=(Figure(id="gunner", weapons=("lmg",)),))
AMBUSH = ExtraEntry(id="ambush", extra="ambush")
ROSTER = Roster(
    format="armylist/1", ruleset="bn", name="Rangers", squads=(ALPHA, BRAVO), extras=(AMBUSH,), force="Ibis"
)


def ids(roster: Roster) -> list[str]:
    """The ids of all rows, in the order of the list."""
    return [row.id for _, row in rows(roster)]


def the_row(roster: Roster, row_id: str) -> Any:
    """The row with an id."""
    return next(row for _, row in rows(roster) if row.id == row_id)


def figures(roster: Roster, squad: int) -> list[str]:
    return [figure.id for figure in roster.squads[squad].figures]


def numbered() -> Iterator[str]:
    return (f"new-{number}" for number in itertools.count(1))


# ── The list itself ────────────────────────────────────────────────────────────────────────────────────────────────


def test_rename() -> None:
    assert edits.rename(ROSTER, "Surobi") == replace(ROSTER, name="Surobi")


def test_force_and_notes() -> None:
    assert edits.set_force(ROSTER, "Lince") == replace(ROSTER, force="Lince")
    assert edits.set_notes(ROSTER, "By night") == replace(ROSTER, notes="By night")


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


def test_prices_are_dropped() -> None:
    assert edits.drop_prices(replace(ROSTER, prices={"classes/elite": 14})) == ROSTER


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
    assert edits.without_ids(replace(ROSTER, squads=(copy,))) == edits.without_ids(
        replace(ROSTER, squads=(ALPHA,))
    )
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
    assert not edits.can_merge(roster.squads[0])


def test_a_row_holds_no_more_than_it_can() -> None:
    """200 men: what is over stays in a row of its own."""
    roster = in_alpha(
        replace(GROUP, count=150), replace(GROUP, id="b", count=60), replace(GROUP, id="c", count=40)
    )
    merged = edits.merge_rows(roster, "alpha")
    assert [(row.id, row.count) for row in merged.squads[0].figures] == [("group", 190), ("b", 60)]


def test_only_a_squad_with_equal_rows_can_be_merged() -> None:
    assert not edits.can_merge(ALPHA)
    assert edits.can_merge(replace(ALPHA, figures=(GROUP, replace(GROUP, id="b"))))
    assert edits.can_merge(replace(ALPHA, vehicles=(HUMMER, replace(HUMMER, id="b"))))


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


@pytest.mark.parametrize(
    ("row", "squad"), [("nobody", "alpha"), ("leader", "nowhere"), ("motivation", "bravo")]
)
def test_a_row_is_put_only_where_it_can_stand(row: str, squad: str) -> None:
    with pytest.raises(RowGone):
        edits.place_row(ROSTER, row, squad, 0)


# ── Vehicles and extras ────────────────────────────────────────────────────────────────────────────────────────────


def test_a_vehicle_is_added_and_edited() -> None:
    tank = Vehicle(id="tank", type="tank")
    added = edits.add_vehicle(ROSTER, "bravo", tank)
    assert added.squads[1].vehicles == (tank,)
    assert edits.edit_vehicle(added, "tank", name="Ariete").squads[1].vehicles == (
        replace(tank, name="Ariete"),
    )


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


# ── Rows that are not there ────────────────────────────────────────────────────────────────────────────────────────

SQUAD, MAN, EXTRAS = {"alpha"}, {"leader"}, {"motivation", "ambush"}
ANY = {*MAN, "hummer", *EXTRAS}

# Each edit of a row, with those of the rows below that it is for.
ON_ROWS: dict[str, tuple[set[str], Callable[[Roster, str], Roster]]] = {
    "edit_squad": (SQUAD, lambda roster, row: edits.edit_squad(roster, row, name="Able")),
    "duplicate_squad": (SQUAD, lambda roster, row: edits.duplicate_squad(roster, row, numbered())),
    "remove_squad": (SQUAD, edits.remove_squad),
    "merge_rows": (SQUAD, edits.merge_rows),
    "move_squad": (SQUAD, lambda roster, row: edits.move_squad(roster, row, 1)),
    "add_figure": (SQUAD, lambda roster, row: edits.add_figure(roster, row, Figure(id="new"))),
    "add_vehicle": (
        SQUAD,
        lambda roster, row: edits.add_vehicle(roster, row, Vehicle(id="new", type="tank")),
    ),
    "add_extra": (
        SQUAD,
        lambda roster, row: edits.add_extra(roster, row, ExtraEntry(id="new", extra="ambush")),
    ),
    "to squad": (SQUAD, lambda roster, row: edits.move_to_squad(roster, "leader", row)),
    "edit_figure": (MAN, lambda roster, row: edits.edit_figure(roster, row, name="Verdi")),
    "split_row": ({*MAN, "hummer"}, lambda roster, row: edits.split_row(roster, row, "new")),
    "edit_vehicle": ({"hummer"}, lambda roster, row: edits.edit_vehicle(roster, row, name="Lince")),
    "move_to_squad": ({*MAN, "hummer"}, lambda roster, row: edits.move_to_squad(roster, row, "bravo")),
    "edit_extra": (EXTRAS, lambda roster, row: edits.edit_extra(roster, row, level=2)),
    "set_count": (ANY, lambda roster, row: edits.set_count(roster, row, 2)),
    "duplicate_row": (ANY, lambda roster, row: edits.duplicate_row(roster, row, "new")),
    "remove_row": (ANY, edits.remove_row),
    "move_row": (ANY, lambda roster, row: edits.move_row(roster, row, 1)),
}


@pytest.mark.parametrize("name", ON_ROWS)
@pytest.mark.parametrize("row", ["alpha", "leader", "hummer", "motivation", "ambush", "gone"])
def test_an_edit_works_on_rows_of_its_kind_only(name: str, row: str) -> None:
    """A row of another kind is as good as gone."""
    kinds, edit = ON_ROWS[name]
    if row in kinds:
        assert isinstance(edit(ROSTER, row), Roster)
    else:
        with pytest.raises(RowGone) as refused:
            edit(ROSTER, row)
        assert refused.value.row_id == row


# ── Full lists ─────────────────────────────────────────────────────────────────────────────────────────────────────


def many(row: Row, count: int) -> tuple[Any, ...]:
    return tuple(replace(row, id=f"{row.id}-{number}") for number in range(count))


def full(what: str, spare: int) -> Roster:
    """The list with all but `spare` rows of what it can hold."""
    most = edits.MOST[what] - spare  # type: ignore[index]
    tables: dict[str, Callable[[], Roster]] = {
        "squads": lambda: replace(ROSTER, squads=many(ALPHA, most)),
        "figures": lambda: replace(ROSTER, squads=(replace(ALPHA, figures=many(GROUP, most)),)),
        "vehicles": lambda: replace(ROSTER, squads=(replace(ALPHA, vehicles=many(HUMMER, most)),)),
        "squad-extras": lambda: replace(ROSTER, squads=(replace(ALPHA, extras=many(MOTIVATION, most)),)),
        "extras": lambda: replace(ROSTER, extras=many(AMBUSH, most)),
    }
    return tables[what]()


ADDING: dict[str, list[Callable[[Roster], Roster]]] = {
    "squads": [
        lambda roster: edits.add_squad(roster, replace(BRAVO, id="new")),
        lambda roster: edits.duplicate_squad(roster, "alpha-0", numbered()),
    ],
    "figures": [
        lambda roster: edits.add_figure(roster, "alpha", replace(GROUP, id="new")),
        lambda roster: edits.duplicate_row(roster, "group-0", "new"),
        lambda roster: edits.split_row(roster, "group-0", "new"),
        lambda roster: edits.move_to_squad(
            edits.add_figure(edits.add_squad(roster, replace(BRAVO, figures=())), "bravo", LEADER),
            "leader",
            "alpha",
        ),
    ],
    "vehicles": [
        lambda roster: edits.add_vehicle(roster, "alpha", replace(HUMMER, id="new")),
        lambda roster: edits.duplicate_row(roster, "hummer-0", "new"),
    ],
    "squad-extras": [
        lambda roster: edits.add_extra(roster, "alpha", replace(AMBUSH, id="new")),
        lambda roster: edits.duplicate_row(roster, "motivation-0", "new"),
    ],
    "extras": [
        lambda roster: edits.add_extra(roster, "", replace(AMBUSH, id="new")),
        lambda roster: edits.duplicate_row(roster, "ambush-0", "new"),
    ],
}
CASES = [(what, add) for what, ways in ADDING.items() for add in ways]


@pytest.mark.parametrize(("what", "add"), CASES)
def test_the_last_row_fits_and_the_next_does_not(what: Any, add: Callable[[Roster], Roster]) -> None:
    assert len(ids(add(full(what, 1)))) > len(ids(full(what, 1)))
    with pytest.raises(ListFull) as refused:
        add(full(what, 0))
    assert (refused.value.what, refused.value.most) == (what, edits.MOST[what])


def test_the_maxima_are_those_of_the_format() -> None:
    """`armylist/1` itself refuses what an edit would refuse."""
    for what in ("squads", "figures", "vehicles", "squad-extras", "extras"):
        assert decode(encode(full(what, 0))) == full(what, 0)
        with pytest.raises(msgspec.ValidationError):
            decode(encode(full(what, -1)))


TEN = ("pistol",) * 10


@pytest.mark.parametrize(
    "arm",
    [
        lambda weapons: edits.edit_figure(ROSTER, "leader", weapons=weapons),
        lambda weapons: edits.edit_vehicle(ROSTER, "hummer", weapons=weapons),
        lambda weapons: edits.add_figure(ROSTER, "alpha", Figure(id="new", weapons=weapons)),
        lambda weapons: edits.add_vehicle(ROSTER, "alpha", Vehicle(id="new", type="tank", weapons=weapons)),
    ],
)
def test_nobody_carries_more_than_ten_weapons(arm: Callable[[tuple[str, ...]], Roster]) -> None:
    assert TEN in [getattr(row, "weapons", None) for _, row in rows(arm(TEN))]
    with pytest.raises(ListFull) as refused:
        arm((*TEN, "pistol"))
    assert (refused.value.what, refused.value.most) == ("weapons", 10)


# ── Ids ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_new_ids_are_short_and_never_the_same() -> None:
    made = list(itertools.islice(edits.new_ids(), 1000))
    assert len(set(made)) == 1000
    assert {len(row_id) for row_id in made} == {10}


def test_an_import_gets_an_id_on_every_row_and_an_export_has_none() -> None:
    exported = edits.without_ids(ROSTER)
    assert b'"id"' not in encode(exported)
    imported = edits.with_ids(exported, numbered())
    assert ids(imported) == [f"new-{number}" for number in range(1, 9)]
    assert edits.without_ids(imported) == exported


# ── What an edit touched ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("edited", "field"),
    [
        (edits.rename(ROSTER, "Surobi"), ".name"),
        (edits.choose_ruling(ROSTER, "medic", "flat"), ".rulings"),
        (edits.edit_squad(ROSTER, "alpha", name="Able"), "alpha.name"),
        (edits.set_count(ROSTER, "group", 6), "group.count"),
        (edits.edit_vehicle(ROSTER, "hummer", weapons=()), "hummer.weapons"),
        (edits.edit_extra(ROSTER, "ambush", level=2), "ambush.level"),
    ],
)
def test_an_edit_of_one_field_names_the_row_and_the_field(edited: Roster, field: str) -> None:
    assert edits.field_edited(ROSTER, edited) == field


@pytest.mark.parametrize(
    "edited",
    [
        ROSTER,
        edits.edit_figure(ROSTER, "group", count=6, team="B"),
        edits.set_count(edits.set_count(ROSTER, "group", 6), "leader", 2),
        edits.remove_row(ROSTER, "group"),
        edits.split_row(ROSTER, "group", "single"),
        edits.move_row(ROSTER, "group", -1),
        edits.move_squad(ROSTER, "alpha", 1),
        edits.move_to_squad(ROSTER, "leader", "bravo"),
        edits.add_extra(ROSTER, "", replace(AMBUSH, id="new")),
    ],
)
def test_an_edit_of_more_than_a_field_has_no_name(edited: Roster) -> None:
    assert edits.field_edited(ROSTER, edited) == ""
