"""The parts that an edit touched: one field of one row, or more."""

import pytest
from msgspec import structs
from msgspec.structs import replace

from armybuilder.lists.history import field_edited
from rules.core.document import edits
from rules.core.document.roster import Roster
from tests.core.edited import AMBUSH, ROSTER


@pytest.mark.parametrize(
    ("edited", "field"),
    [
        (structs.replace(ROSTER, name="Surobi"), ".name"),
        (edits.choose_ruling(ROSTER, "medic", "flat"), ".rulings"),
        (edits.edit_squad(ROSTER, "alpha", name="Able"), "alpha.name"),
        (edits.set_count(ROSTER, "group", 6), "group.count"),
        (edits.edit_vehicle(ROSTER, "hummer", weapons=()), "hummer.weapons"),
        (edits.edit_extra(ROSTER, "ambush", level=2), "ambush.level"),
    ],
)
def test_an_edit_of_one_field_names_the_row_and_the_field(edited: Roster, field: str) -> None:
    assert field_edited(ROSTER, edited) == field


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
    assert field_edited(ROSTER, edited) == ""
