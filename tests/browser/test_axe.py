"""axe-core finds nothing serious or critical: every page and state, once. The builder's zones differ on a phone.

The colours of all others: tests/test_contrast.py. test_reference.py and test_frame.py check read-only pages, and
more; test_printing.py checks the print pages.
"""

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.accounts.models import User
from rules.core.document.roster import ExtraEntry, Roster, Vehicle
from tests.browser.people import at_the_builder, choose, examine, open_front_page, open_row, sign_in
from tests.lists.factories import LEADER, a_group, a_roster, a_squad, dearer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_rules")]

LONG = "Compagnia alpini paracadutisti in pattuglia a Surobi, quarto turno, con tutto il materiale"


def full_roster(**fields: Any) -> Roster:
    """A list with everything that can be wrong: over its limit, errors, a vehicle, extras, long names."""
    alpha = a_squad(LEADER, a_group(7, "lmg"), name=LONG)
    bravo = a_squad(
        a_group(2, "mmg"),
        a_group(1, name=LONG, notes=LONG),
        name="Bravo",
        class_="trained",
        vehicles=(Vehicle(type="protected"),),
    )
    extras = (ExtraEntry(extra="intelligence"), ExtraEntry(extra="easier-support-fire"))
    return a_roster(alpha, bravo, name=LONG, role="attacker", extras=extras, pair_name="Surobi", **fields)


@pytest.fixture
def screen(desk: Page) -> Page:
    """A desk without motion, with its colours at once."""
    desk.emulate_media(reduced_motion="reduce")
    return desk


def test_the_builder_while_a_list_grows(screen: Page, live_server: LiveServer) -> None:
    at_the_builder(screen, live_server, Roster(format="armylist/1", ruleset="bn", name="New list", squads=()))
    examine(screen, "empty")
    screen.locator(".begin").get_by_role("button", name="Veterans").click()
    expect(screen.locator(".squad")).to_have_count(1)
    examine(screen, "a squad without a row")


def test_the_builder_on_a_list_with_everything(screen: Page, live_server: LiveServer) -> None:
    at_the_builder(screen, live_server, full_roster())
    examine(screen, "over the limit, with errors", colours=True)
    for menu in (".squad .menu", ".tools .menu"):
        screen.locator(f"{menu} > summary").first.click()
        examine(screen, menu, menu)
        screen.keyboard.press("Escape")
    choose(screen, "MMG", "Remove")
    screen.locator(".toast").hover()  # then it stays
    examine(screen, "toast", "#toasts", colours=True)


def test_the_builder_on_a_phone(screen: Page, live_server: LiveServer) -> None:
    """Its zones are sheets there, its tabs are at the foot, and rows are short."""
    screen.set_viewport_size({"width": 390, "height": 844})
    at_the_builder(screen, live_server, full_roster())
    examine(screen, "on a phone")
    screen.locator(".row-menu").first.click()
    examine(screen, "row menu", "#row-menu")
    screen.keyboard.press("Escape")
    for zone in ("palette", "report"):
        screen.locator(f".dock [href='#{zone}']").click()
        expect(screen.locator(f".zone-{zone}")).to_be_in_viewport()
        examine(screen, zone, f".zone-{zone}")
        screen.keyboard.press("Escape")


def test_open_parts_of_the_builder(screen: Page, live_server: LiveServer) -> None:
    army_list = at_the_builder(screen, live_server, full_roster())
    squad = army_list.roster.squads[1]
    for row in (squad.figures[0].id, squad.vehicles[0].id, squad.id, "list"):
        screen.goto(f"{live_server.url}/lists/{army_list.pk}/?edit={row}#{row}")
        expect(screen.locator(".fig-edit")).to_be_visible()
        screen.evaluate("document.querySelectorAll('#sheet details:not(.menu)').forEach((it) => (it.open = true))")
        examine(screen, f"edit {row}", ".is-editing")


def test_trouble_in_the_builder(screen: Page, live_server: LiveServer) -> None:
    army_list = at_the_builder(screen, live_server, a_roster())
    open_row(screen, "Rifleman")
    number = screen.locator(".is-editing [name=count]")
    number.fill("900")
    number.press("Tab")
    expect(screen.get_by_text("The quantity must be a number from 1 to 200.")).to_be_visible()
    examine(screen, "refused", ".is-editing")
    dearer("bn")
    screen.goto(f"{live_server.url}/lists/{army_list.pk}/")
    screen.locator("#rules-more summary").click()
    examine(screen, "rules changed", "#rules")
    screen.context.set_offline(True)
    screen.locator(".stepper").get_by_role("button", name="One more").last.click()
    expect(screen.locator("#trouble-offline")).to_be_visible()
    examine(screen, "offline", ".trouble")


def test_saving_a_list(screen: Page, live_server: LiveServer) -> None:
    army_list = at_the_builder(screen, live_server, full_roster())
    at = f"/lists/{army_list.pk}"
    first = army_list.revision
    assert first
    pages = [
        f"{at}/history/",
        f"{at}/history/{first.number}/",
        f"{at}/pair/",
        f"/lists/compare/?a={army_list.pk}",
        f"/lists/compare/?a={army_list.pk}.{first.number}&b={army_list.pk}",
        f"{at}/profile/",
        "/lists/",
        "/lists/compare/",
    ]
    for address in pages:
        screen.goto(live_server.url + address)
        examine(screen, address)
    screen.goto(live_server.url + "/lists/")
    screen.locator(".entry-menu summary").first.click()
    examine(screen, "menu of a list", ".entry-menu")
    screen.locator(".entry-menu").first.get_by_role("button", name="Delete").click()
    expect(screen.locator(".toast")).to_be_visible()
    examine(screen, "a deleted list")


ACCOUNT = ["login/", "signup/", "password/reset/", "password/reset/done/"]
OF_A_USER = [
    *("password/change/", "email/", "logout/", "settings/", "data/", "delete/", "sessions/", "tokens/"),
    *("2fa/", "2fa/webauthn/", "2fa/webauthn/add/"),
]


def test_pages_that_stand_by_themselves(screen: Page, live_server: LiveServer) -> None:
    open_front_page(screen, live_server)
    for address in ["/", "/lists/", "/offline/", *(f"/accounts/{page}" for page in ACCOUNT)]:
        screen.goto(live_server.url + address)
        examine(screen, address, colours=address == "/")
    screen.goto(f"{live_server.url}/accounts/login/")
    screen.locator("[name=login]").fill("nobody")
    screen.locator("[name=password]").fill("nothing")
    screen.keyboard.press("Enter")
    expect(screen.locator(".field-error, .errorlist, .notice.error").first).to_be_visible()
    examine(screen, "refused sign-in")


def test_pages_of_an_account(screen: Page, live_server: LiveServer) -> None:
    sign_in(screen, live_server, User.objects.create_user("alice", email="alice@example.org"))
    for address in OF_A_USER:
        screen.goto(f"{live_server.url}/accounts/{address}")
        examine(screen, address)


@pytest.mark.urls("tests.browser.failing_urls")
def test_pages_of_failures(screen: Page, live_server: LiveServer) -> None:
    open_front_page(screen, live_server)
    for failure in ("400", "403", "403_csrf", "404", "429", "500"):
        screen.goto(f"{live_server.url}/fail/{failure}/")
        expect(screen.locator(".running").first).to_have_text(failure[:3])
        examine(screen, failure)
