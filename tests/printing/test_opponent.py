"""The opponent's copy: the public part of a list, twice on each sheet."""

import pytest

from armybuilder.printing.formats.roster.layout import RosterSheet
from armybuilder.printing.layout.options import Paper
from armybuilder.printing.layout.sizes import PAPERS
from rules.core.document.roster import Figure, Roster, Vehicle
from tests.printing.pdfs import texts
from tests.printing.sheets import NBSP, a_page, a_pdf, a_roster, a_sheet, a_squad, twelve_men

MEDIC = Figure(count=2, weapons=("assault-rifle",), roles=("medic",))


def the_copy(roster: Roster) -> RosterSheet:
    return a_sheet(roster, opponent=True)


def test_a_row_has_name_weapons_and_points() -> None:
    (squad,) = the_copy(a_roster(a_squad(MEDIC, Figure(leadership=1)))).squads
    assert (squad.name, squad.line, squad.points) == ("Alpha", f"Elite{NBSP}R2, 3 figures", "70")
    assert [(unit.told[0], unit.armed) for unit in squad.units] == [
        ("Medic ×2", ["Assault rifle"]),
        ("Leader 1", []),
    ]


def test_weapons_in_the_price_of_a_vehicle_are_listed() -> None:
    (squad,) = the_copy(a_roster(a_squad(vehicles=(Vehicle(type="tank"),)))).squads
    (tank,) = squad.units
    assert (tank.told, tank.armed, tank.points) == (["Tank"], ["LMG", "MMG", "HMG", "Tank gun"], "50")


def test_a_game_without_points_shows_no_points() -> None:
    (squad,) = the_copy(a_roster(a_squad(Figure(), class_="regular"), ruleset="bi")).squads
    assert (squad.points, [unit.points for unit in squad.units]) == ("", [""])


@pytest.mark.parametrize("ruleset", ["bn", "bi"])
def test_extras_are_in_the_total_of_a_game_with_points(ruleset: str) -> None:
    class_ = {"bn": "elite", "bi": "regular"}[ruleset]
    page = a_page(a_roster(a_squad(Figure(), class_=class_), ruleset=ruleset), opponent=True).html
    said = {"bn": "not on this sheet: the total includes them.", "bi": "not on this sheet."}[ruleset]
    assert page.count(f"Notes and extras are {said}") == 2


def test_a_sheet_has_two_copies_to_cut_without_extras() -> None:
    [page] = texts(a_pdf(twelve_men(), opponent=True))
    assert (page.count("Serg. Rossi"), page.count("Intelligence 1")) == (2, 0)
    assert a_page(twelve_men(), opponent=True).behind == "blank"


def rows_of_their_own(count: int) -> Roster:
    return a_roster(a_squad(*(Figure(name=f"Man {at}", weapons=("assault-rifle",)) for at in range(count))))


def test_rows_are_as_large_as_half_a_page_allows() -> None:
    sizes = [the_copy(rows_of_their_own(count)).copy_size for count in (8, 16, 18, 22, 30)]
    assert sizes == [14.0, 10.5, 9.5, 8.0, 8.0]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("count", [12, 20])
def test_two_copies_of_twenty_rows_fit_on_a_sheet(count: int, paper: Paper) -> None:
    assert len(texts(a_pdf(rows_of_their_own(count), opponent=True, paper=paper))) == 1


def test_names_that_take_two_lines_are_set_smaller() -> None:
    short, long = (Figure(name="Rossi " * words, weapons=("assault-rifle",)) for words in (1, 8))
    sizes = [the_copy(a_roster(a_squad(*[man] * 10))).copy_size for man in (short, long)]
    assert sizes == [14.0, 10.5]
