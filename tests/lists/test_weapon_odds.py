"""The odds of a weapon of a row: in these hands, by the rules of the list."""

import pytest
from django.test import Client
from lxml import html
from msgspec.structs import replace

from armybuilder.lists.visitors import Visitor
from rules.catalogue import catalogue_for, current_version
from rules.core.document.roster import Figure, Squad, Vehicle
from tests.lists.builder import Builder, at_the_builder, text
from tests.lists.factories import LEADER, a_group, a_list, a_roster, a_squad, new_rules

pytestmark = pytest.mark.usefixtures("loaded_rules")


def links(page: Builder, row: str) -> dict[str, str]:
    """Return the odds linked from an open row, by the names of its weapons."""
    tree = html.fromstring(page.get(f"?edit={row}").content)
    return {link.text: link.get("href") for link in tree.cssselect(".fire a")}


def grid(client: Client, address: str) -> tuple[str, list[str]]:
    """The heading of a grid, and its first line."""
    response = client.get(address)
    assert response.status_code == 200
    tree = html.fromstring(response.content).cssselect("#answers")[0]
    lines = [" ".join(word.strip() for word in line.itertext()) for line in tree.cssselect("tbody tr")]
    return tree.cssselect("h2")[0].text_content(), lines


def test_a_row_leads_to_the_odds_of_each_of_its_weapons(page: Builder) -> None:
    row = page.alpha.figures[1]
    assert links(page, row.id) == {"Assault rifle": f"{page.address}rows/{row.id}/odds/assault-rifle/"}
    heading, lines = grid(page.client, f"{page.address}rows/{row.id}/odds/assault-rifle/")
    assert heading == "Assault rifle in the hands of: Elite"
    assert lines[0].split()[:3] == ["25", "88", "1.5"]


def test_the_squad_says_how_it_is_fired(english_client: Client, alice: Visitor) -> None:
    gunner = Figure(weapons=("hmg",))
    page = at_the_builder(english_client, alice, a_roster(a_squad(gunner, a_group(2))))
    row = page.alpha.figures[0].id
    assert "In each cell: one crewman" in text(page.get(f"rows/{row}/odds/hmg/"))


def test_a_vehicle_fires_what_it_carries_and_what_its_price_holds(english_client: Client, alice: Visitor) -> None:
    tank = Vehicle(type="heavy-armour", weapons=("heavy-at",))
    page = at_the_builder(english_client, alice, a_roster(a_squad(LEADER, vehicles=(tank,))))
    row = page.alpha.vehicles[0].id
    shown = links(page, row)
    assert list(shown.values()) == [
        f"{page.address}rows/{row}/odds/{weapon}/" for weapon in ("heavy-at", "lmg", "mmg", "hmg")
    ]
    heading, lines = grid(page.client, f"{page.address}rows/{row}/odds/hmg/")
    assert heading == "HMG in the hands of: Elite on: Heavy armour or AFV"
    assert "one crewman" not in " ".join(lines)


def test_where_the_referee_says_the_range_half_of_it_and_all(english_client: Client, alice: Visitor) -> None:
    roster = a_roster(a_squad(a_group(1, "small-arms"), class_="expert"), ruleset="ludonet")
    page = at_the_builder(english_client, alice, roster)
    row = page.alpha.figures[0].id
    assert list(links(page, row)) == ["Small arms"]
    _, lines = grid(page.client, f"{page.address}rows/{row}/odds/small-arms/")
    assert [line.split()[0] for line in lines] == ["½", "1"]


def test_it_is_counted_by_the_rules_of_the_list(page: Builder) -> None:
    row, weapon = page.alpha.figures[1].id, "assault-rifle"
    address = f"{page.address}rows/{row}/odds/{weapon}/"
    before = grid(page.client, address)
    catalogue = catalogue_for(current_version("bn").pk)
    easier = tuple(
        replace(one, fire=tuple(replace(line, needs=(2, 2, 2, 2)) for line in one.fire)) if one.id == weapon else one
        for one in catalogue.weapons
    )
    new_rules("bn", weapons=easier)
    assert grid(page.client, address) == before
    assert grid(page.client, "/odds/bn/weapon/?s=elite&w=assault-rifle") != before


def test_a_row_or_weapon_that_is_not_there_and_a_stranger_get_nothing(page: Builder, bob: Visitor) -> None:
    row = page.alpha.figures[1].id
    for address in (f"rows/{row}/odds/hmg/", "rows/nobody/odds/lmg/", f"rows/{page.alpha.id}/odds/lmg/"):
        assert page.get(address).status_code == 404
    theirs = a_list(bob)
    hidden = theirs.roster.squads[0].figures[0].id
    assert page.client.get(f"/lists/{theirs.pk}/rows/{hidden}/odds/assault-rifle/").status_code == 404


def test_why_a_weapon_has_no_odds(english_client: Client, alice: Visitor) -> None:
    nobody = Figure(weapons=("rifle",))
    mortar = Figure(weapons=("mortar-60",))
    roster = a_roster(a_squad(mortar, class_="regular"), a_squad(nobody, class_=""), ruleset="bi")
    page = at_the_builder(english_client, alice, roster)
    called, unled = (squad.figures[0].id for squad in page.roster.squads)
    assert "It is called in, not aimed. Open in the odds" in text(page.get(f"rows/{called}/odds/mortar-60/"))
    assert "Nobody can fire it without a class" in text(page.get(f"rows/{unled}/odds/rifle/"))


def test_a_list_that_names_no_class_has_the_odds_of_its_vehicles(english_client: Client, alice: Visitor) -> None:
    lorry = Vehicle(type="unprotected", weapons=("hmg",))
    page = at_the_builder(english_client, alice, a_roster(Squad(name="Lorries", vehicles=(lorry,))))
    heading, _ = grid(page.client, f"{page.address}rows/{page.alpha.vehicles[0].id}/odds/hmg/")
    assert heading == "HMG in the hands of: Recruits on: Unprotected vehicle"


def test_the_word_of_a_weapon_in_a_closed_row_leads_to_its_odds(english_client: Client, alice: Visitor) -> None:
    odd = Figure(weapons=("assault-rifle", "blunderbuss"))
    page = at_the_builder(english_client, alice, a_roster(a_squad(odd)))
    tree = html.fromstring(page.get("").content)
    row = page.alpha.figures[0].id
    found = {link.text.strip(): link.get("href") for link in tree.cssselect(".gear a")}
    assert found == {"Assault rifle": f"{page.address}rows/{row}/odds/assault-rifle/"}
