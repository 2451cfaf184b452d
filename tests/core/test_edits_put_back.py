"""A removed row is put back at its place, with its squad if that is gone too."""

import pytest
from msgspec.structs import replace

from rules.core.document import edits
from rules.core.document.rows import RowGoneError, places
from tests.core.edited import LEADER, ROSTER, figures

ROWS = [place.row.id for place in places(ROSTER) if place.table != "squads"]


@pytest.mark.parametrize("row", ROWS)
def test_a_row_stands_where_it_stood(row: str) -> None:
    assert edits.put_back(edits.remove_row(ROSTER, row), ROSTER, row) == ROSTER


@pytest.mark.parametrize("squad", [squad.id for squad in ROSTER.squads])
def test_a_squad_comes_back_with_its_rows(squad: str) -> None:
    assert edits.put_back(edits.remove_squad(ROSTER, squad), ROSTER, squad) == ROSTER


def test_a_man_whose_squad_is_gone_brings_it_along() -> None:
    assert edits.put_back(edits.remove_squad(ROSTER, "alpha"), ROSTER, "leader") == ROSTER


def test_a_man_moved_meanwhile_stays_in_his_new_squad() -> None:
    moved = edits.remove_squad(edits.move_to_squad(ROSTER, "leader", "bravo"), "alpha")
    back = edits.put_back(moved, ROSTER, "alpha")
    assert figures(back, 0) == ["group"]
    assert back.squads[1] == moved.squads[0]


def test_it_stands_below_those_above_it_who_are_still_there() -> None:
    now = edits.remove_row(edits.remove_row(ROSTER, "leader"), "group")
    now = edits.add_figure(now, "alpha", replace(LEADER, id="new"))
    assert figures(edits.put_back(now, ROSTER, "group"), 0) == ["group", "new"]
    assert figures(edits.put_back(edits.put_back(now, ROSTER, "leader"), ROSTER, "group"), 0) == [
        "leader",
        "group",
        "new",
    ]


def test_a_row_that_is_there_stays_as_it_is() -> None:
    now = edits.set_count(ROSTER, "group", 9)
    assert edits.put_back(now, ROSTER, "group") == now


def test_a_row_that_never_was_cannot_be_put_back() -> None:
    with pytest.raises(RowGoneError):
        edits.put_back(ROSTER, ROSTER, "nobody")
