"""A club through its pages: someone is invited by a link, joins, shows a list to the library and leaves."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer
from pytest_playwright import CreateContextCallback

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import create_club, invite
from armybuilder.lists.visitors import Visitor
from tests.browser.people import sign_in, signed_in
from tests.clubs.clubs import a_club, people
from tests.lists.factories import a_list, a_roster

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_rules")]


def test_from_the_invitation_to_leaving(
    phone: Page, new_context: CreateContextCallback, live_server: LiveServer
) -> None:
    marta, davide = User.objects.create_user("marta"), User.objects.create_user("davide")
    club = a_club(marta)
    army_list = a_list(Visitor(davide), a_roster(name="Rangers"))
    owner = sign_in(phone, live_server, marta)
    owner.goto(f"/clubs/{club.pk}/")
    owner.get_by_label("How many people it lets in").fill("5")
    owner.get_by_role("button", name="Create invitation").click()
    expect(owner.get_by_text("not used yet · 5 left")).to_be_in_viewport()
    invitation = owner.get_by_label("Address").input_value()

    member = signed_in(new_context, live_server, davide)
    member.goto(invitation)
    member.get_by_role("button", name="Join club").click()
    expect(member.locator(".messages")).to_contain_text("You have joined.")
    member.goto(f"/lists/{army_list.pk}/share/")
    member.get_by_label("Il Ridotto").check()
    member.get_by_role("button", name="Save").click()
    expect(member.locator(".messages")).to_be_visible()

    owner.goto(f"/clubs/{club.pk}/lists/")
    owner.get_by_label("Name, pair name or player").fill("davide")
    owner.keyboard.press("Enter")
    expect(owner.locator(".entry")).to_contain_text("davide")
    owner.get_by_role("link", name="Rangers").click()
    expect(owner.locator("h1")).to_contain_text("Rangers")

    member.goto(f"/clubs/{club.pk}/")
    member.get_by_role("link", name="Settings").click()
    member.get_by_role("button", name="Leave club").click()
    expect(member.get_by_role("heading", name="You are not in a club yet")).to_be_visible()
    owner.goto(f"/clubs/{club.pk}/lists/")
    expect(owner.get_by_role("heading", name="No lists in the library yet")).to_be_visible()


def test_irreversible_actions_ask_first(phone: Page, live_server: LiveServer) -> None:
    marta, davide = User.objects.create_user("marta"), User.objects.create_user("davide")
    club = a_club(marta, None, davide)
    page = sign_in(phone, live_server, marta)
    page.goto(f"/clubs/{club.pk}/")
    page.locator(".entry-menu > summary").click()
    page.get_by_text("Hand over the club?").click()
    expect(page.get_by_text("davide becomes the owner; you stay as an organiser.")).to_be_visible()
    assert people(club) == ["marta owner", "davide member"]
    page.get_by_role("button", name="Hand over club").click()
    expect(page.locator(".messages")).to_contain_text("The club has a new owner")
    assert people(club) == ["davide owner", "marta organiser"]


def test_an_invited_stranger_creates_an_account_and_comes_back(phone: Page) -> None:
    marta = User.objects.create_user("marta")
    club = create_club(marta, "Il Ridotto")
    phone.goto(f"/clubs/join/{invite(club.pk, marta).token}/")
    phone.get_by_role("link", name="Create an account").click()
    phone.get_by_label("Username").fill("ilaria")
    phone.locator("[name=password1]").fill("tre-fucili-e-un-bren")
    phone.locator("[name=password2]").fill("tre-fucili-e-un-bren")
    phone.get_by_role("button", name="Create account").click()
    phone.get_by_role("button", name="Join club").click()
    expect(phone.locator("h1")).to_have_text("Il Ridotto")
    assert people(club) == ["marta owner", "ilaria member"]
