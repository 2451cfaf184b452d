"""A games night on two phones: announced, lists submitted, paired, played, ranked; axe on each page."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer
from pytest_playwright import CreateContextCallback

from armybuilder.accounts.models import User
from tests.browser.people import examine, fits, sign_in, signed_in
from tests.clubs.clubs import a_club
from tests.evenings.evenings import a_bn_list

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_rules")]


def look(page: Page, name: str, *, colours: bool = False) -> None:
    """Look at an open page with everything unfolded."""
    page.evaluate("document.querySelectorAll('main details').forEach((it) => (it.open = true))")
    fits(page, page.locator("main h1"), [320])
    examine(page, name, colours=colours)


def test_a_games_night_of_two(phone: Page, new_context: CreateContextCallback, live_server: LiveServer) -> None:
    marta, ilaria = (User.objects.create_user(name) for name in ("marta", "ilaria"))
    club = a_club(marta, None, ilaria)
    for user in (marta, ilaria):
        a_bn_list(user, name=f"Alpini di {user.username}")
    owner, member = sign_in(phone, live_server, marta), signed_in(new_context, live_server, ilaria)

    owner.goto(f"/clubs/{club.pk}/")
    owner.get_by_role("link", name="New games night").click()
    owner.get_by_label("Day").fill(f"{timezone.localdate() + timedelta(days=7):%Y-%m-%d}")
    owner.get_by_label("Name").fill("Notte a Nassiriya")
    owner.get_by_label("Breaking News").check()
    owner.get_by_label("An attacker").check()
    look(owner, "planning")
    owner.get_by_role("button", name="Announce games night").click()
    expect(owner.get_by_role("heading", name="Notte a Nassiriya")).to_be_visible()
    evening = owner.url

    owner.get_by_label("Guest’s name").fill("Anna")
    owner.get_by_role("button", name="Create a guest link").click()
    member.goto(owner.get_by_label("Link for Anna").input_value())
    expect(member.get_by_text("has invited you as Anna.")).to_be_visible()
    look(member, "a guest")

    for page, name in ((member, "ilaria"), (owner, "marta")):
        page.goto(evening)
        page.get_by_label(f"Alpini di {name}").check()
        page.get_by_role("button", name="Submit", exact=True).click()
        expect(page.locator(".code")).to_be_visible()
    look(member, "submitted")
    expect(member.get_by_text("Alpini di marta")).to_have_count(0)

    code = member.locator(".code").inner_text()
    owner.goto(f"{evening}desk/")
    expect(owner.get_by_role("heading", name="Desk")).to_be_visible()
    look(owner, "the desk")
    owner.get_by_role("button", name="Close submissions").click()
    expect(owner.get_by_role("heading", name="Pair round 1")).to_be_visible()
    owner.goto(evening)
    expect(owner.get_by_role("heading", name="The lists")).to_be_visible()
    look(owner, "the lists are shown", colours=True)
    owner.goto(f"{evening}check/?code={code}")
    owner.get_by_role("button", name="Mark sheet as checked").click()
    expect(owner.get_by_role("button", name="Undo the check")).to_be_visible()
    look(owner, "a sheet is checked")
    owner.goto(f"{evening}desk/")
    owner.get_by_role("button", name="Pair round 1").click()
    expect(owner.get_by_role("button", name="Publish round 1")).to_be_visible()
    look(owner, "a draft")
    owner.get_by_role("button", name="Publish round 1").click()
    owner.get_by_role("link", name="Enter results").click()
    expect(owner.get_by_role("heading", name="Your table: 1")).to_be_visible()
    drawn = owner.url.partition("#")[0]

    member.goto("/notices/")
    expect(member.get_by_role("heading", name="Notifications", exact=True)).to_be_visible()
    look(member, "notices")
    member.goto(drawn)
    mine = member.locator(".score-line", has=member.get_by_role("button", name="Enter result")).first
    mine.get_by_role("textbox", name="ilaria").fill("35")
    mine.get_by_role("textbox", name="marta").fill("40")
    mine.get_by_role("button", name="Enter result").click()
    expect(member.locator("main")).to_contain_text("It is confirmed once your opponent enters the same.")
    owner.reload()
    look(owner, "a result to be confirmed")
    owner.get_by_role("button", name="That is right").click()
    expect(owner.locator(".standings tbody tr").first).to_contain_text("ilaria")
    look(owner, "standings")
