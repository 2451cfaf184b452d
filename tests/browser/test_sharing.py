"""A link to a list: created, opened without an account, copied, revoked. Without JavaScript: tests/sharing."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer
from pytest_playwright import CreateContextCallback

from armybuilder.accounts.models import User
from armybuilder.lists.visitors import Visitor
from armybuilder.sharing.actions import publish
from tests.browser.people import on_a_phone, sign_in
from tests.lists.factories import a_list, a_roster

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_rules")]


def test_a_link_from_its_making_to_its_end(
    phone: Page, new_context: CreateContextCallback, live_server: LiveServer
) -> None:
    alice = User.objects.create_user("alice")
    army_list = a_list(Visitor(alice), a_roster(name="Rangers"))
    owner = sign_in(phone, live_server, alice)
    owner.goto(f"/lists/{army_list.pk}/share/")
    owner.get_by_role("button", name="Link to the latest version").click()
    expect(owner.get_by_role("button", name="Copy")).to_have_count(1)
    expect(owner.get_by_role("button", name="Send link")).to_have_count(0)  # no share sheet here
    address = owner.get_by_label("Address").input_value()

    stranger = on_a_phone(new_context, live_server)
    stranger.goto(address)
    expect(stranger.locator("h1")).to_have_text("Rangers")
    expect(stranger.locator(".page-head .muted")).to_contain_text("By alice")
    stranger.get_by_role("button", name="Copy to my lists").click()
    expect(stranger.locator(".messages")).to_contain_text("From Rangers, by alice.")
    expect(stranger.locator(".squad")).to_have_count(1)  # it is theirs to edit

    owner.get_by_role("button", name="Revoke").click()
    expect(owner.locator(".messages")).to_contain_text("The link no longer works.")
    answer = stranger.goto(address)
    assert answer
    assert answer.status == 404
    expect(stranger.locator("h1")).to_have_text("There is nothing at this address")


def test_a_new_link_is_on_the_clipboard_in_two_taps(phone: Page, live_server: LiveServer) -> None:
    alice = User.objects.create_user("alice")
    army_list = a_list(Visitor(alice), a_roster(name="Rangers"))
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=live_server.url)
    phone.add_init_script("navigator.share = async (what) => { window.sent = what; };")
    owner = sign_in(phone, live_server, alice)
    owner.goto(f"/lists/{army_list.pk}/share/")
    owner.get_by_role("button", name="Link to the latest version").click()
    primary = owner.locator("main .btn.primary:visible")
    expect(primary).to_have_text("Copy")
    expect(primary).to_be_focused()
    primary.click()
    expect(primary).to_have_text("Copied")
    address = owner.get_by_label("Address").input_value()
    assert owner.evaluate("navigator.clipboard.readText()") == address
    owner.get_by_role("button", name="Send link").click()
    assert owner.evaluate("window.sent") == {"title": "Rangers", "url": address}


def test_a_public_list_is_found_shown_elsewhere_and_reported(phone: Page, live_server: LiveServer) -> None:
    alice = User.objects.create_user("alice")
    published = publish(a_list(Visitor(alice), a_roster(name="Rangers")).pk, alice)
    phone.goto("/public/")
    phone.get_by_label("Name").fill("rang")
    phone.keyboard.press("Enter")
    phone.get_by_role("link", name="Rangers").click()
    phone.get_by_text("Embed on another page").click()
    expect(phone.get_by_label("Code for a forum")).to_have_value(
        f'<iframe src="{live_server.url}/s/{published.link.token}/card/" width="420" height="200" '
        'frameborder="0" title="Rangers"></iframe>'
    )
    phone.get_by_role("link", name="Report this list").click()
    phone.get_by_label("What is wrong with it?").fill("It insults my grandmother.")
    phone.get_by_role("button", name="Send report").click()
    expect(phone.locator(".messages")).to_have_text("Reported. Someone will look at it.")
    assert published.complaints.get().reason == "It insults my grandmother."
