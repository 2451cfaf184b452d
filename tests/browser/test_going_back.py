"""Going back to a form with several rows: the ticks are the ones of the page, even if rows have changed."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer
from pytest_playwright import CreateContextCallback

from armybuilder.accounts.models import User
from armybuilder.evenings.actions.planning import close_submissions
from armybuilder.evenings.actions.submissions import submit
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from tests.browser.people import signed_in
from tests.clubs.clubs import a_club
from tests.evenings.evenings import a_bn_list, an_evening
from tests.lists.factories import a_list, a_roster, add_rifleman

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_rules")]

TICKS = 'input[type="checkbox"][value]:not([value="1"]):not([id="mark-all"])'
#: The values of the boxes that differ from the page's HTML.
CHANGED = "(boxes) => boxes.filter((box) => box.checked !== box.defaultChecked).map(({ value }) => value)"


@pytest.fixture
def alice(transactional_db: None) -> User:
    return User.objects.create_user("alice")


@pytest.fixture
def phone(new_context: CreateContextCallback, live_server: LiveServer, alice: User) -> Page:
    return signed_in(new_context, live_server, alice)


def go_away_and_back(page: Page, address: str) -> None:
    """Change every tick on a page, open another page, and go back."""
    page.goto(address)
    boxes = page.locator(TICKS)
    expect(boxes).not_to_have_count(0)
    for box in boxes.all():
        box.set_checked(not box.is_checked(), force=True)
    assert len(boxes.evaluate_all(CHANGED)) == boxes.count()
    page.goto("/about/")
    page.go_back()
    expect(page.locator("h1")).to_be_visible()
    assert page.locator(TICKS).evaluate_all(CHANGED) == []


def test_a_tick_does_not_move_to_another_list(phone: Page, alice: User) -> None:
    first, second = (a_list(Visitor(alice), a_roster(name=name)) for name in ("Alpini", "Folgore"))
    phone.goto("/lists/")
    expect(phone.locator(".entry-name")).to_have_text(["Folgore", "Alpini"])
    phone.get_by_label("Select Folgore").check()
    phone.goto(f"/lists/{first.pk}/")
    ArmyList.objects.filter(pk=first.pk).update(changed=ArmyList.objects.get(pk=second.pk).changed.replace(year=2099))
    phone.go_back()
    expect(phone.locator(".entry-name")).to_have_text(["Alpini", "Folgore"])
    expect(phone.locator(".entry-mark input:checked")).to_have_count(0)


def test_on_every_page_with_ticks_they_are_those_of_the_page(phone: Page, alice: User) -> None:
    army_list = add_rifleman(add_rifleman(a_bn_list(alice), Visitor(alice)), Visitor(alice))
    a_list(Visitor(alice), a_roster())
    evening = an_evening(a_club(alice), alice, ruleset="bn", limits={"attacker": 150})
    submit(evening.pk, alice, army_list.pk)
    close_submissions(evening.pk, alice)
    squad = army_list.roster.squads[0].id
    pages = [
        "/lists/",
        f"/lists/{army_list.pk}/squads/{squad}/sections/",
        "/lists/print/",
        f"/evenings/{evening.pk}/paper/",
        f"/lists/{army_list.pk}/history/",
        "/notices/settings/",
    ]
    for address in pages:
        go_away_and_back(phone, address)
