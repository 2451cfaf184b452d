"""The half-page roster for the opponent, twice on a sheet."""

from django.utils import translation

from armybuilder.printing.formats.half.layout import HalfRow, HalfSheet, lay_out
from armybuilder.printing.formats.half.options import HalfOptions
from rules.core.assess import assess
from rules.core.document.roster import Figure, Roster, Vehicle
from tests.printing.pdfs import texts
from tests.printing.sheets import NBSP, a_pdf, a_roster, a_squad, catalogue, twelve_men

MEDIC = Figure(count=2, weapons=("assault-rifle",), roles=("medic",))


def half(roster: Roster) -> HalfSheet:
    book = catalogue(roster.ruleset)
    with translation.override("en"):
        return lay_out(roster, book, assess(roster, book), HalfOptions("en"))


def test_a_row_says_who_with_what_for_how_many_points() -> None:
    [squad] = half(a_roster(a_squad(MEDIC, Figure(leadership=1)))).squads
    assert (squad.name, squad.line, squad.points) == ("Alpha", f"Elite{NBSP}R2, 3 figures", "70")
    assert [(row.name.partition(",")[0], row.weapons) for row in squad.rows] == [
        ("Medic ×2", "Assault rifle"),
        ("Leader 1", ""),
    ]


def test_weapons_in_a_vehicles_price_are_its_weapons() -> None:
    [squad] = half(a_roster(a_squad(vehicles=(Vehicle(type="tank"),)))).squads
    assert squad.rows == (HalfRow("Tank", "LMG, MMG, HMG, Tank gun", "50"),)


def test_a_game_without_points_has_none() -> None:
    [squad] = half(a_roster(a_squad(Figure(), class_="regular"), ruleset="bi")).squads
    assert (squad.points, [row.points for row in squad.rows]) == ("", [""])


def test_two_stand_on_a_sheet_with_extras_or_without() -> None:
    pages = [texts(a_pdf(twelve_men(), form="half", hide_extras=hide)) for hide in (False, True)]
    assert [[page.count("Intelligence 1") for page in told] for told in pages] == [[2], [0]]
    assert [[page.count("Serg. Rossi") for page in told] for told in pages] == [[2], [2]]


def rows_of_their_own(count: int) -> Roster:
    return a_roster(a_squad(*(Figure(name=f"Man {at}", weapons=("assault-rifle",)) for at in range(count))))


def test_rows_are_as_large_as_leaves_room_for_the_other_copy() -> None:
    assert [half(rows_of_their_own(count)).type_size for count in (18, 19, 21, 22)] == [10.5, 9.0, 9.0, 7.5]
    assert len(texts(a_pdf(rows_of_their_own(18), form="half"))) == 1
    assert len(texts(a_pdf(rows_of_their_own(19), form="half", paper="letter"))) == 1
