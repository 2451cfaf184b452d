"""Rulings that decide between two sentences of the text: on sheets, in the odds, in the sum of defeat points."""

from fractions import Fraction

import pytest

from rules.core.contents import used_entries
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad
from rules.core.odds import profile_of
from tests.core.documents import LIBRARY

BOOKS = LIBRARY.catalogues


def a_list(ruleset: str, *figures: Figure, class_: str = "elite", **fields: object) -> Roster:
    squad = Squad(name="A", class_=class_, figures=figures or (Figure(),))
    return Roster(format="armylist/1", ruleset=ruleset, name="A", squads=(squad,), **fields)  # type: ignore[arg-type]


def rows(roster: Roster, table: str) -> dict[str, object]:
    """The rows of a table for a list: the text, or else the first cell."""
    found = [one for one in used_entries(roster, BOOKS[roster.ruleset]).handbook if one.id == table]
    return {row.name.en: row.text.en if row.text else row.cells[0] for one in found for row in one.rows}


@pytest.mark.parametrize(
    ("answer", "inside", "flat"),
    [("class", "Save at +2 on the die.", None), ("flat", "Save on 3+.", "3+")],
)
def test_support_fire_is_saved_from_by_one_paragraph(answer: str, inside: str, flat: str | None) -> None:
    """bn: §8.4 gives the save of the class at +2, §9.1 gives 3+ to everybody."""
    roster = a_list("bn", rulings={"bombardment-save": answer})
    assert [text for name, text in rows(roster, "support-fire").items() if "Troops" in name] == [inside]
    known = [one for one in used_entries(roster, BOOKS["bn"]).handbook if one.id == "bombardment"]
    assert [row.cells[0] for one in known for row in one.rows if row.name.en == "Bombardment"] == (
        [flat] if flat else []
    )
    assert BOOKS["bn"].facts_ruled(roster.rulings) == (("flat-save",) if flat else ())


@pytest.mark.parametrize(("answer", "area", "circles"), [("template", 10, (10,)), ("width", 5, (5,))])
def test_a_light_mortar_has_one_area(answer: str, area: int, circles: tuple[int, ...]) -> None:
    """rth-en: the template of §8.4 has the Italian text’s radius of 5 cm; §8.0.1 says 5 cm."""
    mortar = Figure(weapons=("light-mortar",))
    roster = a_list("rth-en", mortar, class_="veteran", rulings={"light-mortar-area": answer})
    tables = used_entries(roster, BOOKS["rth-en"]).handbook
    laid = [row for table in tables for row in table.rows if row.circles and "light-mortar" in row.about.weapons]
    assert {row.circles for row in laid} == {circles}
    assert [row.cells for row in laid if row.cells] == [(area,)]


def test_a_narrow_area_costs_a_light_mortar_its_near_misses() -> None:
    """It needs 4 at 50 cm: of a 3 that misses by one, 3 cm away, the template reaches the man and 5 cm do not."""
    mortar = Figure(weapons=("light-mortar",))
    hits = {}
    for answer in ("template", "width"):
        roster = a_list("rth-en", mortar, class_="veteran", rulings={"light-mortar-area": answer})
        (at,) = profile_of(roster, BOOKS["rth-en"], "veteran", distances=(50,)).distances
        hits[answer] = at.power["still"]["open"].hits
    assert hits == {"template": Fraction(4, 6), "width": Fraction(3, 6)}


@pytest.mark.parametrize(("answer", "first", "harm"), [("multiply", 60, 30), ("largest", 30, 15)])
def test_sheets_have_the_defeat_points_of_several_extras_by_the_ruling(answer: str, first: int, harm: int) -> None:
    extras = (ExtraEntry(extra="rules-of-engagement"), ExtraEntry(extra="media-embedded"))
    roster = a_list("bn", extras=extras, rulings={"extras-together": answer})
    tables = [one for one in used_entries(roster, BOOKS["bn"]).handbook if one.id == "defeat-points"]
    points = {row.name.en: row.cells[0] for one in tables for row in one.rows if row.cells}
    assert (points["Firing first"], points["Building or civilian hit"]) == (first, harm)
