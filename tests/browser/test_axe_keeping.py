"""axe-core finds nothing serious or critical where lists are kept, shared and shown to clubs: on a phone."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import invite
from armybuilder.clubs.models import Club
from armybuilder.lists.actions.copies import show_to_clubs
from armybuilder.lists.actions.shelves import bulk_action
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.sharing.actions import make_link, publish
from tests.browser.people import examine, sign_in
from tests.clubs.clubs import a_club
from tests.lists.factories import a_group, a_list, a_roster, a_squad

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_rules")]
LONG = "Compagnia alpini paracadutisti in pattuglia a Surobi, quarto turno, con tutto il materiale"


@pytest.fixture
def marta() -> User:
    """She has lists of every kind: over the limit, tagged, archived, deleted."""
    marta = User.objects.create_user("marta")
    visitor = Visitor(marta)
    over = a_roster(a_squad(a_group(40)), name=LONG, role="defender", pair_name="Surobi")
    lists = [a_list(visitor, over), *(a_list(visitor, a_roster(name=f"Patrol {n}")) for n in range(6))]
    bulk_action("tag", visitor, [army_list.pk for army_list in lists[:2]], "da provare con gli amici")
    bulk_action("delete", visitor, [lists[-1].pk])
    return marta


@pytest.fixture
def army_list(marta: User) -> ArmyList:
    """Her list with the long name."""
    return marta.army_lists.get(name=LONG)


@pytest.fixture
def club(marta: User) -> Club:
    """She owns it; it has an organiser, a member, and an invitation."""
    club = a_club(marta, User.objects.create_user("davide"), User.objects.create_user("ilaria"))
    invite(club.pk, marta, uses=5)
    return club


@pytest.fixture
def page(phone: Page, live_server: LiveServer, marta: User) -> Page:
    return sign_in(phone, live_server, marta)


def look(page: Page, *addresses: str) -> None:
    for address in addresses:
        page.goto(address)
        page.evaluate("document.querySelectorAll('main details:not(.menu)').forEach((it) => (it.open = true))")
        examine(page, address)


def test_my_lists(page: Page) -> None:
    look(page, "/lists/?q=zulu", "/lists/?shelf=bin", "/lists/")
    page.locator(".entry-mark input").first.check()
    examine(page, "one is marked")


def test_sharing(page: Page, marta: User, club: Club, army_list: ArmyList) -> None:
    make_link(army_list.pk, Visitor(marta), frozen=True)
    shared = f"/s/{publish(army_list.pk, marta).link.token}/"
    look(
        page,
        f"/lists/{army_list.pk}/share/",
        shared,
        f"{shared}card/",
        f"{shared}report/",
        "/public/?game=bn",
    )


def test_clubs(page: Page, marta: User, club: Club, army_list: ArmyList) -> None:
    show_to_clubs(army_list.pk, marta, {club.pk})
    joining = f"/clubs/join/{invite(club.pk, marta).token}/"
    of_club = [f"/clubs/{club.pk}/{part}" for part in ("lists/", "settings/", "")]
    look(page, "/clubs/", "/clubs/new/", joining, *of_club)
    page.locator(".entry-menu > summary").first.click()
    examine(page, "acts on a member", ".entry-menu")


def test_exchange_and_tokens(page: Page, army_list: ArmyList) -> None:
    look(page, f"/lists/{army_list.pk}/take/", "/lists/import/", "/accounts/tokens/")
    page.get_by_label("What it is for").fill("Spreadsheet")
    page.get_by_role("button", name="Create token").click()
    expect(page.get_by_text("This is the token “Spreadsheet”.")).to_be_visible()
    examine(page, "a token was made")
    page.goto("/lists/import/")
    text = "Rangers · bn\n+ Alpha · Elite +\n1x Rossi: LMGG\n1 machine gun\n2 goblins"
    page.get_by_label("The list as text").fill(text)
    page.get_by_role("button", name="Preview the list").click()
    expect(page.get_by_role("button", name="Create list")).to_be_visible()
    examine(page, "the preview of a text with mistakes")
