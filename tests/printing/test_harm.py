"""Chances to put the chosen target out of action: lines under the columns of fire, on roster and cards."""

import pytest

from armybuilder.lists.visitors import Visitor
from rules.core.document.roster import Figure, Roster
from tests.lists.factories import a_list
from tests.printing.cards import notes_of, troops_of
from tests.printing.looking import address, browser_of
from tests.printing.sheets import a_roster, a_sheet, a_squad

LINE = "% Assault rifle"
SAID = "% Militia out of action in 100 turns; in the open, still"


def veterans() -> Roster:
    return a_roster(a_squad(Figure(weapons=("assault-rifle",)), class_="veteran"))


def test_the_roster_has_a_line_a_weapon_and_says_what_it_means() -> None:
    sheet = a_sheet(veterans(), against="militia")
    [row] = sheet.squads[0].rows
    lines = [cell.split("\n") for cell in (row.weapons, row.needs)]
    # Burst at 25 cm: three dice of 4+, then a save of 5+: 1 − (1 − 1/2 · 2/3)³ = 19/27.
    assert [line[-1] for line in lines] == [LINE, "70\t33\t22\t11"]
    assert f"{sheet.weapon_notes[-1].label} {sheet.weapon_notes[-1].text}" == SAID


@pytest.mark.parametrize("against", ["", "nobody-knows", "<b>"])
def test_nobody_picked_changes_nothing(against: str) -> None:
    assert a_sheet(veterans(), against=against) == a_sheet(veterans())


def test_cards_have_it_too_and_where_there_are_no_columns_in_words() -> None:
    [card] = troops_of(Figure(weapons=("assault-rifle",)), class_="veteran", against="militia", plain=True)
    assert card.fire
    assert (card.fire.names.lines[-1], card.fire.values.split("\n")[-1].split("\t")[:4]) == (
        LINE,
        ["70", "33", "22", "11"],
    )
    assert notes_of(card)[0] == SAID
    [ludonet, *_] = troops_of(
        Figure(weapons=("small-arms",)), ruleset="ludonet", class_="expert", against="expert"
    )
    assert notes_of(ludonet)[0].startswith("Small arms, of 100 out of action (open/cover): Expert")


@pytest.mark.usefixtures("loaded_rules")
@pytest.mark.usefixtures("blank_pages")
def test_the_page_offers_classes_and_vehicles_of_the_lists_game(alice: Visitor) -> None:
    army_list = a_list(alice, veterans())
    query = {"form": "roster", "against": "militia", "language": "en"}
    response = browser_of(alice).get(address("index", army_list), query)
    groups = dict(response.context["targets"])
    assert ("militia" in groups["On foot"], "tank" in groups["Vehicles"]) == (True, True)
    assert '<option value="militia" selected>Militia</option>' in response.content.decode()
    assert response.context["choice"].own["against"] == "militia"
    assert "against=militia" in response.context["pdf"]
