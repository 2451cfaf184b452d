"""Ready-made squads: added with one tap, and legal as they are."""

import itertools

import pytest
from msgspec.structs import replace

from armybuilder.lists.browsing.ready_squads import ready_page
from armybuilder.lists.builder import build_sheet, ready_squad
from armybuilder.lists.visitors import Visitor
from rules.core.assess import assess
from rules.core.catalogue.building import ReadySquad
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document import edits
from rules.core.document.roster import Roster
from tests.core.documents import LIBRARY
from tests.lists.builder import Builder, text
from tests.lists.factories import a_list
from tests.printing.looking import browser_of
from tests.sharing.links import ENGLISH

READY = [(catalogue, ready) for catalogue in LIBRARY.catalogues.values() for ready in catalogue.ready_squads]


@pytest.mark.parametrize(("catalogue", "ready"), READY, ids=[f"{book.id}/{item.id}" for book, item in READY])
def test_a_list_of_one_ready_squad_is_legal(catalogue: Catalogue, ready: ReadySquad) -> None:
    squad = ready_squad(ready, catalogue, "it")
    roster = Roster(format="armylist/1", ruleset=catalogue.id, name="Prova", role="attacker", squads=(squad,))
    ids = (f"r{number}" for number in itertools.count(1))
    report = assess(edits.with_ids(roster, ids), catalogue)
    assert [finding.code for finding in report.findings if finding.severity != "info"] == []


def test_every_game_has_a_ready_squad() -> None:
    assert [book.id for book in LIBRARY.catalogues.values() if not book.ready_squads] == []


def test_a_leader_and_two_sections() -> None:
    catalogue = LIBRARY.catalogues["ludonet"]
    figures = ready_squad(catalogue.ready_squads[0], catalogue, "it").figures
    assert [(row.name, row.count, row.team, row.weapons) for row in figures] == [
        ("Caposquadra", 1, "", ("small-arms",)),
        ("", 3, "A", ("small-arms",)),
        ("", 1, "A", ("small-arms", "grenade")),
        ("", 3, "B", ("small-arms",)),
        ("", 1, "B", ("small-arms", "grenade")),
    ]


@pytest.mark.parametrize(("ruleset", "prices"), [("bn", ["107", "117"]), ("bi", [""])])
def test_each_has_its_price_where_there_are_points(ruleset: str, prices: list[str]) -> None:
    catalogue = LIBRARY.catalogues[ruleset]
    roster = Roster(format="armylist/1", ruleset=ruleset, name="Prova", squads=())
    sheet = build_sheet(roster, catalogue, assess(roster, catalogue), "it")
    assert [ready.price for ready in sheet.ready_squads] == prices


@pytest.mark.usefixtures("loaded_rules")
def test_one_tap_adds_it_with_all_its_rows(page: Builder) -> None:
    response = page.post("squads/", ready="motorised")
    squad = page.roster.squads[2]
    assert [f'id="{row.id}"' in response.content.decode() for row in (squad, *squad.figures)] == [True] * 5
    assert (response.status_code, squad.class_) == (200, "trained")
    assert [row.count for row in squad.figures] == [1, 1, 1, 6]
    assert [row.type for row in squad.vehicles] == ["unprotected"]
    assert [bool(row.id) for row in (squad, *squad.figures, *squad.vehicles)] == [True] * 6
    page.post("undo/")
    assert len(page.roster.squads) == 2


@pytest.mark.usefixtures("loaded_rules")
def test_one_that_the_edition_does_not_have_is_refused(page: Builder) -> None:
    response = page.post("squads/", ready="paratroopers")
    assert (response.status_code, len(page.roster.squads)) == (422, 2)
    assert "This edition does not have that ready-made squad." in text(response)


def test_an_older_version_without_ready_squads_is_shown_as_before() -> None:
    catalogue = replace(LIBRARY.catalogues["bn"], ready_squads=())
    roster = Roster(format="armylist/1", ruleset="bn", name="Prova", squads=())
    sheet = build_sheet(roster, catalogue, assess(roster, catalogue), "it")
    assert sheet.ready_squads == ()


@pytest.mark.usefixtures("loaded_rules")
def test_squads_over_the_limit_are_marked_and_come_last(alice: Visitor) -> None:
    """A defender has 90 points."""
    defender = a_list(alice, Roster(format="armylist/1", ruleset="bn", name="D", role="defender", squads=()))
    attacker = a_list(alice, Roster(format="armylist/1", ruleset="bn", name="A", role="attacker", squads=()))
    offers = [ready_page(one, alice)["of_the_rules"] for one in (defender, attacker)]
    assert [[(one["price"], one["over"]) for one in found] for found in offers] == [
        [("107", 17), ("117", 27)],
        [("107", 0), ("117", 0)],
    ]
    for address in ("", "ready/"):
        page = browser_of(alice).get(f"/lists/{defender.pk}/{address}", headers=ENGLISH)
        assert "17 points over the limit" in page.text
