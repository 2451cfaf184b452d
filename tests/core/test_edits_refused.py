"""Edits of missing rows or of full lists, and the ids of rows."""

import itertools
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rules.core.document import edits
from rules.core.document.edits import ListFullError
from rules.core.document.roster import ExtraEntry, Figure, Roster, Row, Vehicle, decode, encode
from rules.core.document.rows import RowGoneError, places
from tests.core.edited import (
    ALPHA,
    AMBUSH,
    BRAVO,
    GROUP,
    HUMMER,
    LEADER,
    MOTIVATION,
    ROSTER,
    ids,
    numbered,
)

# ── Missing rows ───────────────────────────────────────────────────────────────────────────────────────────────────

SQUAD, MAN, EXTRAS = {"alpha"}, {"leader"}, {"motivation", "ambush"}
ANY = {*MAN, "hummer", *EXTRAS}

# Each edit of a row, with the rows below that it is for.
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
    "take_figure": (SQUAD, lambda roster, row: edits.take_figure(roster, row, GROUP)),
    "take_vehicle": (SQUAD, lambda roster, row: edits.take_vehicle(roster, row, HUMMER)),
    "add_extra": (
        SQUAD,
        lambda roster, row: edits.add_extra(roster, row, ExtraEntry(id="new", extra="ambush")),
    ),
    "to squad": (SQUAD, lambda roster, row: edits.move_to_squad(roster, "leader", row)),
    "edit_figure": (MAN, lambda roster, row: edits.edit_figure(roster, row, name="Verdi")),
    "edit_one_figure": (MAN, lambda roster, row: edits.edit_one_figure(roster, row, "new", name="Verdi")),
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
def test_an_edit_works_on_rows_of_its_kind_only(name: str) -> None:
    """A row of another kind counts as missing."""
    kinds, edit = ON_ROWS[name]
    for row in ("alpha", "leader", "hummer", "motivation", "ambush", "gone"):
        if row in kinds:
            assert isinstance(edit(ROSTER, row), Roster), row
        else:
            with pytest.raises(RowGoneError) as refused:
                edit(ROSTER, row)
            assert refused.value.row_id == row


# ── Full lists ─────────────────────────────────────────────────────────────────────────────────────────────────────


def many(row: Row, count: int) -> tuple[Any, ...]:
    return tuple(replace(row, id=f"{row.id}-{number}") for number in range(count))


def full(what: str, spare: int) -> Roster:
    """The list with all but `spare` rows of its maximum."""
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
        lambda roster: edits.add_figure(roster, "alpha", replace(GROUP, id="new", name="Verdi")),
        lambda roster: edits.duplicate_row(roster, "group-0", "new"),
        lambda roster: edits.split_row(roster, "group-0", "new"),
        lambda roster: edits.move_to_squad(
            edits.add_figure(edits.add_squad(roster, replace(BRAVO, figures=())), "bravo", LEADER),
            "leader",
            "alpha",
        ),
    ],
    "vehicles": [
        lambda roster: edits.add_vehicle(roster, "alpha", replace(HUMMER, id="new", name="Lince")),
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
    with pytest.raises(ListFullError) as refused:
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
    assert TEN in [getattr(place.row, "weapons", None) for place in places(arm(TEN))]
    with pytest.raises(ListFullError) as refused:
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
