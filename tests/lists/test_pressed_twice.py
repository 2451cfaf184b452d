"""A form that makes a list and is sent twice makes one, before the browser has a session and after."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from armybuilder.lists.models import ArmyList, Credit
from armybuilder.lists.visitors import Visitor
from tests.clubs.clubs import a_club
from tests.lists.factories import a_list
from tests.printing.looking import browser_of
from tests.sharing.links import a_link, page

pytestmark = pytest.mark.usefixtures("loaded_rules")
NEW = {"ruleset": "bn", "role": "attacker"}
DOCUMENT = '{"format": "armylist/1", "ruleset": "bn", "name": "Rangers", "squads": []}'


def key_of(html: str) -> str:
    """The key that a page's form carries."""
    match = re.search(r'name="key" value="([^"]+)"', html)
    assert match
    return match[1]


def create(client: Client, **fields: str) -> str:
    """Send the form of the front page; return the redirect."""
    location: str = client.post(reverse("lists:create"), NEW | fields)["Location"]
    return location


def test_the_front_page_has_another_key_each_time() -> None:
    first, second = (key_of(Client().get("/").text) for _ in range(2))
    assert first != second


def test_pressed_twice_by_someone_with_an_account(alice: Visitor) -> None:
    browser = browser_of(alice)
    key = key_of(browser.get("/").text)
    assert create(browser, key=key) == create(browser, key=key)
    assert ArmyList.objects.count() == 1
    assert create(browser, key=key, role="defender") != create(browser, key=key)
    assert ArmyList.objects.count() == 2


def test_pressed_twice_at_once_before_there_is_a_session() -> None:
    """Both requests have only the form's cookie; whichever answer wins finds the list."""
    first, second, stranger = Client(), Client(), Client()
    key = key_of(first.get("/").text)
    second.cookies["csrftoken"] = first.cookies["csrftoken"].value
    stranger.get("/")
    assert create(first, key=key) == create(second, key=key)
    assert ArmyList.objects.count() == 1
    address = create(stranger, key=key)  # a visitor with the key, but without the cookie
    assert ArmyList.objects.count() == 2
    codes = [client.get(address).status_code for client in (first, second, stranger)]
    assert codes == [404, 404, 200]


def test_without_a_key_each_is_meant(alice: Visitor) -> None:
    browser = browser_of(alice)
    assert create(browser) != create(browser)


@pytest.mark.parametrize("since", ["edited", "deleted", "long ago"])
def test_going_back_to_add_another_adds_another(since: str, alice: Visitor) -> None:
    browser = browser_of(alice)
    first = create(browser, key="k")
    made = ArmyList.objects.all()
    if since == "edited":
        browser.post(f"{first}squads/", {"kind": "squad", "class": "elite"})
    elif since == "deleted":
        browser.post(f"{first}delete/")
    else:
        made.update(created=timezone.now() - timedelta(minutes=2))
    assert create(browser, key="k") != first
    assert made.count() == 2


def test_so_it_is_with_copies_imports_and_lists_for_a_club(alice: Visitor, bob: Visitor) -> None:
    assert bob.user
    mine, club, browser = a_list(bob), a_club(bob.user), browser_of(bob)
    link = a_link(alice)
    acts: dict[str, dict[str, Any]] = {
        reverse("lists:duplicate", args=[mine.pk]): {},
        reverse("lists:import"): {"text": DOCUMENT, "make": "1"},
        reverse("lists:new-for-club", args=[club.pk]): NEW,
        page(link, "copy"): {},
    }
    for number, (address, fields) in enumerate(acts.items()):
        told = {browser.post(address, {"key": f"k{number}", **fields})["Location"] for _ in range(2)}
        assert len(told) == 1, address
    assert (ArmyList.objects.filter(owner=bob.user).count(), Credit.objects.count()) == (5, 1)
