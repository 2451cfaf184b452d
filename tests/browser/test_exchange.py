"""Export a list as text and import it again: copied by a button, pasted with a mistake, located and corrected."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.accounts.models import User
from armybuilder.lists.visitors import Visitor
from tests.browser.people import sign_in
from tests.lists.factories import a_list, a_roster

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_rules")]


def test_out_by_the_button_and_in_again_corrected(phone: Page, live_server: LiveServer) -> None:
    alice = User.objects.create_user("alice")
    army_list = a_list(Visitor(alice), a_roster(name="Rangers"))
    page = sign_in(phone, live_server, alice)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"/lists/{army_list.pk}/take/")
    page.get_by_label("Compact, for WhatsApp").check()  # choosing shows at once
    expect(page).to_have_url(f"{live_server.url}/lists/{army_list.pk}/take/?shape=compact&points=1")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.get_by_label("The list as text").input_value()

    page.goto("/lists/import/")
    page.get_by_label("The list as text").fill(copied.replace("Assault rifle", "Assualt rifel", 1))
    page.get_by_role("button", name="Preview the list").click()
    asked = page.get_by_role("group", name="“Assualt rifel” is")
    expect(asked.get_by_label("Assault rifle")).to_be_checked()
    asked.get_by_label("a note on the list").check()  # a choice is shown at once
    expect(page.get_by_text("Not understood, kept as a note: “Assualt rifel”")).to_be_visible()
    asked.get_by_label("Assault rifle").check()
    expect(page.get_by_text("Not understood, kept as a note: “Assualt rifel”")).to_have_count(0)
    page.get_by_role("button", name="Create list").click()
    expect(page.locator("h1")).to_contain_text("Rangers")
    expect(page.locator(".fig")).to_have_count(2)
