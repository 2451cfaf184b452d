"""The limits of own rules in a browser: each box is saved when it is left."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.accounts.models import User
from armybuilder.own_rules.actions.drafts import begin_variant
from armybuilder.own_rules.models import OwnRules
from rules.catalogue import current_version
from tests.browser.people import examine, fits, sign_in

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_rules")]


def test_limits_are_added_changed_and_removed(phone: Page, live_server: LiveServer) -> None:
    marta = User.objects.create_user("marta")
    rules = begin_variant(marta, current_version("rth-it"), "Spagna 1936")
    page = sign_in(phone, live_server, marta)
    page.goto(f"{live_server.url}/rules/{rules.pk}/edit/limits/")
    size = page.locator("#checks-recommended-size")
    size.get_by_label("At least").fill("5")
    size.get_by_label("At least").press("Tab")
    expect(size).to_have_class("limit is-own")
    size.get_by_label("Error").check()
    expect(size.get_by_label("Error")).to_be_checked()
    expect(page.locator("#own")).to_have_attribute("data-kept", "0")
    page.locator(".add-limit button").filter(has_text="At most 1 of these").click()
    added = page.locator("#checks-most-of")
    added.locator("summary").click()
    added.get_by_label("LMG", exact=True).check()
    added.get_by_label("MMG", exact=True).check()
    expect(added.locator("summary")).to_contain_text("LMG, MMG")
    examine(page, "limits")
    fits(page, added, (390, 1280))
    expect(page.locator("#own")).to_have_attribute("data-kept", "0")
    assert checks_of(rules) == {
        "checks/recommended-size/least": 5,
        "checks/recommended-size/severity": "error",
        "checks/most-of/severity": "error",
        "checks/most-of/of": "weapons",
        "checks/most-of/where": "list",
        "checks/most-of/most": 1,
        "checks/most-of/ids": ["pistol", "lmg", "mmg"],
    }
    added.get_by_role("button", name="Remove").click()
    expect(added).to_have_count(0)
    page.locator("#undo button").click()
    expect(added).to_be_visible()


def checks_of(rules: OwnRules) -> dict[str, Any]:
    patch: dict[str, Any] = OwnRules.objects.get(pk=rules.pk).patch
    return {place: value for place, value in patch.items() if place.startswith("checks/")}
