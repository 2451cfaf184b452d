"""The limits page of a draft: checks as sentences, each box a cell."""

from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.own_rules.actions.drafts import begin_game, begin_variant
from armybuilder.own_rules.models import OwnRules
from rules.catalogue import current_version
from rules.own.limits import CHECKS_AT_MOST
from tests.clubs.clubs import browser_of

pytestmark = pytest.mark.usefixtures("loaded_rules")


@pytest.fixture
def spain(marta: User) -> OwnRules:
    return begin_variant(marta, current_version("rth-it"), "Spagna 1936")


@pytest.fixture
def browser(marta: User) -> Client:
    return browser_of(marta)


def patch_of(rules: OwnRules) -> dict[str, Any]:
    patch: dict[str, Any] = OwnRules.objects.get(pk=rules.pk).patch
    return {place: value for place, value in patch.items() if place.startswith("checks/")}


def send(browser: Client, rules: OwnRules, to: Any = "cells", *, script: Any = True, **data: Any) -> Any:
    fields = {"key": f"k{rules.edits.count()}", "at": rules.edits.count(), "also": "limits"} | data
    headers = {"HX-Request": "true"} if script else {}
    return browser.post(reverse(f"own:{to}", args=[rules.pk]), fields, headers=headers)


def text_of(answer: Any) -> str:
    assert answer.status_code == 200
    return " ".join(unescape(answer.content.decode()).split())


def test_the_page_says_each_check_with_boxes(spain: OwnRules, browser: Client) -> None:
    page = text_of(browser.get(reverse("own:limits", args=[spain.pk])))
    assert 'id="checks-recommended-size"' in page
    assert 'id="checks-over-limit"' not in page
    assert 'name="checks/recommended-size/least" value="8"' in page
    assert "A list does not exceed its points limit." in page


def test_a_box_is_a_cell(spain: OwnRules, browser: Client) -> None:
    said = text_of(send(browser, spain, **{"checks/recommended-size/least": "5"}))
    assert patch_of(spain) == {"checks/recommended-size/least": 5}
    assert '<section id="limits"' in said
    assert '<div id="proof"' in said
    send(browser, spain, **{"checks/recommended-size/severity": "error"})
    assert patch_of(spain)["checks/recommended-size/severity"] == "error"
    said = text_of(send(browser, spain, **{"checks/recommended-size/least": "few"}))
    assert patch_of(spain)["checks/recommended-size/least!"] == "few"
    assert "“few” is no whole number from 1 to 999." in said


def test_a_sentence_is_added_changed_and_removed(spain: OwnRules, browser: Client) -> None:
    send(browser, spain, "limits", act="add most-of")
    first = patch_of(spain)
    assert first["checks/most-of/of"] == "weapons"
    send(browser, spain, "limits", act="add most-of")
    assert patch_of(spain)["checks/most-of-2/check"] == "most-of"
    send(browser, spain, **{"checks/most-of/ids": ["", "lmg", "mmg"]})
    assert patch_of(spain)["checks/most-of/ids"] == ["lmg", "mmg"]
    said = text_of(send(browser, spain, **{"checks/most-of/of": "roles"}))
    assert "This limit needs a choice here." in said
    send(browser, spain, "limits", act="remove most-of")
    send(browser, spain, "limits", act="remove most-of-2")
    assert patch_of(spain) == {}


def test_a_check_of_the_parent_is_taken_away_and_brought_back(spain: OwnRules, browser: Client) -> None:
    said = text_of(send(browser, spain, "limits", act="remove mixed-classes"))
    assert patch_of(spain) == {"checks/mixed-classes/retired": True}
    assert "Bring back" in said
    send(browser, spain, "limits", act="restore mixed-classes")
    assert patch_of(spain) == {}
    send(browser, spain, **{"checks/recommended-size/least": "5"})
    send(browser, spain, "limits", act="revert recommended-size")
    assert patch_of(spain) == {}


def test_a_limit_too_many_is_refused_in_words(spain: OwnRules, browser: Client) -> None:
    cells = {f"checks/mixed-sides-{number}/check": "mixed-sides" for number in range(CHECKS_AT_MOST)}
    OwnRules.objects.filter(pk=spain.pk).update(patch=cells)
    said = text_of(send(browser, spain, "limits", act="add squad-size"))
    assert "There are 40 limits, the most that you can add." in said
    assert patch_of(spain) == cells


def test_a_limit_without_boxes_is_offered_once(spain: OwnRules, browser: Client) -> None:
    page = text_of(browser.get(reverse("own:limits", args=[spain.pk])))
    assert "add mixed-classes" not in page  # the parent has it
    assert "add mixed-sides" in page
    for _ in range(2):
        assert "add mixed-sides" not in text_of(send(browser, spain, "limits", act="add mixed-sides"))
    assert patch_of(spain) == {"checks/mixed-sides/severity": "error"}


def test_undo_answers_with_the_limits(spain: OwnRules, browser: Client) -> None:
    send(browser, spain, **{"checks/recommended-size/least": "5"})
    said = text_of(send(browser, spain, "undo"))
    assert 'name="checks/recommended-size/least" value="8"' in said
    assert patch_of(spain) == {}


def test_the_form_works_without_script(spain: OwnRules, browser: Client) -> None:
    answer = send(browser, spain, script=False, **{"checks/recommended-size/least": "5"})
    assert answer["Location"] == reverse("own:limits", args=[spain.pk]) + "#checks-recommended-size"
    answer = send(browser, spain, "limits", script=False, act="add squad-size")
    assert answer["Location"] == reverse("own:limits", args=[spain.pk]) + "#checks-squad-size"
    assert patch_of(spain) == {
        "checks/recommended-size/least": 5,
        "checks/squad-size/severity": "error",
        "checks/squad-size/least": 5,
        "checks/squad-size/most": 10,
    }


@pytest.mark.parametrize(
    "act",
    ["add over-limit", "add nothing", "remove nothing", "remove over-limit", "revert squad-size", "x", ""],
)
def test_an_act_that_is_none_is_not_found(act: str, spain: OwnRules, browser: Client) -> None:
    assert send(browser, spain, "limits", act=act).status_code == 404
    assert send(browser, spain, **{"checks/nothing/most": "5"}).status_code == 404
    assert patch_of(spain) == {}


def test_a_game_with_a_wrong_limit_is_shown(marta: User, browser: Client) -> None:
    game = begin_game(marta, "<b>", limit=100, has_roles=False, has_leaders=True)
    for function in ("no-leader-role", "only-for", "cheaper-scope", "scout"):
        send(browser, game, "limits", act=f"add {function}")
    page = text_of(browser.get(reverse("own:limits", args=[game.pk])))
    assert page.count("This limit needs a choice here.") == 4
    assert "needs an extra with both prices" in page


def test_the_lists_of_a_draft_are_shown_whole(spain: OwnRules, browser: Client, marta: User) -> None:
    address = reverse("own:try", args=[spain.pk])
    page = text_of(browser.get(address))
    assert '<a class="btn primary" href="?list=full" aria-current="page">' in page
    assert page.count('<article class="squad">') == 1
    assert 'href="?list=broken" aria-current="page"' in text_of(browser.get(f"{address}?list=broken"))
    assert "Write a row of troops with its price" not in page
    game = begin_game(marta, "Empty", limit=100, has_roles=False, has_leaders=True)
    assert "Write a row of troops with its price" in text_of(browser.get(reverse("own:try", args=[game.pk])))


@pytest.mark.parametrize(("name", "queries"), [("limits", 7), ("try", 8)])
def test_the_pages_take_few_queries(
    name: str, queries: int, spain: OwnRules, browser: Client, django_assert_num_queries: Any
) -> None:
    address = reverse(f"own:{name}", args=[spain.pk])
    browser.get(address)
    with django_assert_num_queries(queries):
        browser.get(address)
