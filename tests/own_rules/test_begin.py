"""One's own rules: begun, listed, copied, put away and brought back."""

from typing import Any

import pytest
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.own_rules.actions.drafts import GAMES_AT_MOST, begin_game, begin_variant
from armybuilder.own_rules.models import OwnRules
from rules.catalogue import current_version
from tests.clubs.clubs import browser_of

pytestmark = pytest.mark.usefixtures("loaded_rules")


@pytest.fixture
def browser(marta: User) -> Client:
    return browser_of(marta)


def a_game(user: User, name: str = "Briganti") -> OwnRules:
    return begin_game(user, name, limit=100, has_roles=False, has_leaders=True)


def posted(browser: Client, address: str, **data: Any) -> str:
    """Post and follow; return the page."""
    answer = browser.post(address, data, follow=True)
    return str(answer.content.decode())


def test_a_variant_begins_with_a_game_and_a_name(browser: Client) -> None:
    assert 'value="bn"' in browser.get("/rules/begin/?of=bn").content.decode()
    page = posted(browser, "/rules/begin/", parent="rth-it", name="Spagna 1936")
    assert "weapons/lmg/points" in page
    rules = OwnRules.objects.get()
    assert rules.parent is not None
    assert (rules.parent.ruleset_id, rules.ruleset.name_it) == ("rth-it", "Spagna 1936")


@pytest.mark.parametrize(
    "data",
    [
        {"parent": "rth-it", "name": ""},
        {"parent": "nothing", "name": "x"},
        {"parent": "rth-it", "name": "x" * 81},
        {"begin": "empty", "points": "1", "limit": "0"},
        {"begin": "empty", "points": "1", "limit": "9" * 20},
        {"begin": "empty", "name": "x" * 81},
    ],
)
def test_what_cannot_begin_is_said_in_the_form(data: dict[str, str], browser: Client) -> None:
    answer = browser.post("/rules/begin/", data)
    assert answer.status_code == 422
    assert 'class="field-error"' in answer.content.decode()
    assert not OwnRules.objects.exists()


def test_four_answers_begin_a_game(browser: Client) -> None:
    answers = {"points": "1", "limit": "120", "has_roles": "1", "has_leaders": "1", "has_vehicles": "1"}
    page = posted(browser, "/rules/begin/", begin="empty", name="Fucili", **answers)
    assert "vehicles/+/name" in page
    catalogue = OwnRules.objects.get().catalogue
    assert [(role.id, role.limit) for role in catalogue.formats] == [("attacker", 120), ("defender", 120)]
    assert catalogue.leadership


def test_a_game_without_answers_has_its_authors_name(browser: Client) -> None:
    posted(browser, "/rules/begin/", begin="empty")
    rules = OwnRules.objects.get()
    assert rules.ruleset.name_en == "marta’s rules"
    assert not rules.catalogue.has_points


def test_the_quota_is_said_and_nothing_begins(marta: User, browser: Client) -> None:
    for number in range(GAMES_AT_MOST):
        a_game(marta, f"Game {number}")
    answer = browser.post("/rules/begin/", {"begin": "empty"})
    assert answer.status_code == 422
    assert "You have 10 games" in answer.content.decode()
    assert "10 of your 10 games" in browser.get("/rules/mine/").content.decode()
    posted(browser, f"/rules/{OwnRules.objects.first().pk}/edit/copy/")  # type: ignore[union-attr]
    assert OwnRules.objects.count() == GAMES_AT_MOST


def test_a_copy_is_ones_own(marta: User, davide: User) -> None:
    rules = begin_variant(marta, current_version("rth-it"), "Spagna")
    rules.writers.add(davide)
    page = posted(browser_of(davide), f"/rules/{rules.pk}/edit/copy/")
    assert "Spagna 2" in page
    made = OwnRules.objects.get(ruleset__owner=davide)
    assert (made.parent, made.chain) == (rules.parent, rules.chain)


def test_a_game_is_put_away_and_brought_back(marta: User, davide: User, browser: Client) -> None:
    rules = a_game(marta)
    rules.writers.add(davide)
    address = f"/rules/{rules.pk}/edit/put-away/"
    assert "Only the owner" in posted(browser_of(davide), address)
    assert "Bring back" in posted(browser, address)
    assert OwnRules.objects.get().put_away
    assert "0 of your 10 games" in browser.get("/rules/mine/").content.decode()
    posted(browser, address, back="1")
    assert OwnRules.objects.get().put_away is None


def test_the_index_asks_the_same_of_one_game_and_of_many(
    marta: User, browser: Client, django_assert_num_queries: Any
) -> None:
    for number in range(3):
        a_game(marta, f"Game {number}")
    begin_variant(marta, current_version("bn"), "Mogadiscio")
    with django_assert_num_queries(5):
        page = browser.get("/rules/mine/").content.decode()
    assert "Variant of Breaking News: 0 differences" in page
