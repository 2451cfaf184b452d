"""The prices of a club in a browser: the keys of the tables, cells of a spreadsheet, and what a closed tab keeps."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import create_club, save_house_rules
from armybuilder.clubs.models import HouseRules
from tests.browser.people import sign_in

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_rules")]
PASTE = """(box, text) => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  box.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
}"""


def test_prices_are_typed_like_other_tables_and_stay_until_they_are_saved(page: Page, live_server: LiveServer) -> None:
    marta = User.objects.create_user("marta")
    club = create_club(marta, "Il Ridotto")
    save_house_rules(club.pk, marta, "rth-it", {"weapons/lmg": 12})
    page = sign_in(page, live_server, marta)
    address = f"{live_server.url}/clubs/{club.pk}/prices/rth-it/"
    page.goto(address)
    elite, veteran = page.get_by_label("Club, Elite"), page.get_by_label("Club, Veteran")
    elite.fill("16")
    elite.press("Enter")  # saves nothing, and leads down
    expect(veteran).to_be_focused()
    veteran.press("ArrowUp")
    expect(elite).to_be_focused()
    lmg = page.get_by_label("Club, LMG")
    lmg.evaluate(PASTE, "13\n14")
    expect(lmg).to_have_value("13")
    expect(page.get_by_label("Club, MMG")).to_have_value("14")
    expect(page.locator("#rulings")).to_be_visible()
    page.locator("#only").check()
    expect(veteran).to_be_hidden()
    expect(elite).to_be_visible()
    page.locator('[name="rulings/rifles"][value="as-english"]').check()
    page.goto(live_server.url)
    page.goto(address)
    expect(elite).to_have_value("16")
    expect(page.locator("td.is-waiting")).to_have_count(3)
    page.locator("#save button").click()
    expect(page.locator(".versions > li")).to_have_count(2)
    expect(page.locator("td.is-waiting")).to_have_count(0)
    saved = HouseRules.objects.get(number=2)
    assert saved.prices == {"classes/elite": 16, "weapons/lmg": 13, "weapons/mmg": 14}
    assert saved.rulings == {"rifles": "as-english"}


def test_prices_that_are_as_before_are_forgotten(page: Page, live_server: LiveServer) -> None:
    """With the version of then they would begin a quarrel with a later one."""
    marta = User.objects.create_user("marta")
    club = create_club(marta, "Il Ridotto")
    page = sign_in(page, live_server, marta)
    page.goto(f"{live_server.url}/clubs/{club.pk}/prices/rth-it/")
    kept = "Object.keys(localStorage).filter((name) => name.startsWith('typed/')).length"
    elite = page.get_by_label("Club, Elite")
    elite.fill("16")
    assert page.evaluate(kept) == 1
    elite.fill("")
    assert page.evaluate(kept) == 0
