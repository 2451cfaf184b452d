"""The search page of the rules."""

import re
from uuid import UUID

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from pytest_django.asserts import assertContains, assertNotContains

from rules.catalogue import catalogue_for
from rules.reference.index import index_of

A_LIST = "0f6ac8b4-2f6a-4d1e-9a63-5b1f1f1f1f1f"


@pytest.fixture
def english(client: Client) -> Client:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


pages = pytest.mark.usefixtures("loaded_rules")


@pages
def test_results_stand_under_their_ruleset_with_paragraph_and_link(english: Client) -> None:
    page = english.get("/rules/search/", {"q": "bren"})
    assert re.findall(r'<h2 id="in-([a-z-]+)">', page.content.decode()) == [
        "rth-it",
        "rth-en",
        "bn",
        "bi",
        "ludonet",
    ]
    assertContains(page, '<a href="/rules/rth-it/#weapons-automatic-rifle">Automatic rifle (BAR, Bren)</a>', 1)
    assertContains(page, '<a class="cite" href="/rules/rth-it/#p-8-3">§8.3</a>')


@pages
def test_the_answer_stands_on_the_page_and_why_it_is_unclear_is_folded_beside_it(english: Client) -> None:
    page = english.get("/rules/search/", {"q": "how much is a medic", "in": "bn"})
    assertContains(page, '<ul class="answer-facts"><li>+10\N{NO-BREAK SPACE}pts</li></ul>', 1)
    doubt = "Does a medic cost 10 extra, or 10 in total? 10 extra, unless the list says otherwise · 10 in total."
    assertContains(page, f'<details class="doubt"><summary>why it is unclear</summary><p>{doubt}</p></details>', 1)


@pages
def test_the_ruleset_with_the_best_answer_comes_first(english: Client) -> None:
    page = english.get("/rules/search/", {"q": "panzer iv"}).content.decode()
    assert re.findall(r'<h2 id="in-([a-z-]+)">', page) == ["rth-it", "rth-en", "ludonet"]
    page = english.get("/rules/search/", {"q": "civilians"}).content.decode()
    assert re.findall(r'<h2 id="in-([a-z-]+)">', page)[0] == "bn"


@pages
def test_in_one_ruleset_only_it_is_searched_and_the_others_are_offered(english: Client) -> None:
    page = english.get("/rules/search/", {"q": "sniper & co", "in": "bn"})
    assert re.findall(r'<h2 id="in-([a-z-]+)">', page.content.decode()) == ["bn"]
    assertContains(page, '<option value="bn" selected>Breaking News</option>', 1, html=True)
    link = '<a class="tap" href="/rules/search/?q=sniper%20%26%20co" data-ask="now">Search all games</a>'
    assertContains(page, link, 1, html=True)


@pages
@pytest.mark.parametrize("ruleset", ["", "nothing", "BN", "../bn"])
def test_a_ruleset_that_is_none_limits_nothing(english: Client, ruleset: str) -> None:
    page = english.get("/rules/search/", {"q": "bren", "in": ruleset})
    assert re.findall(r'<h2 id="in-([a-z-]+)">', page.content.decode()) == [
        "rth-it",
        "rth-en",
        "bn",
        "bi",
        "ludonet",
    ]
    assertNotContains(page, "selected")


@pages
def test_a_slip_is_told(english: Client) -> None:
    assertContains(english.get("/rules/search/", {"q": "bazoka"}), "No match for “bazoka”. Showing “bazooka”.", 1)


@pages
def test_a_hostile_slip_is_escaped(english: Client) -> None:
    page = english.get("/rules/search/", {"q": "<b>cover</b> <i>ambrosia</i>"})
    assertContains(page, "Nothing matches all these words: these match some of them.", 1)
    assertNotContains(page, "<i>ambrosia")


@pages
def test_the_query_is_kept(english: Client) -> None:
    page = english.get("/rules/search/", {"q": ' "bren" <gun> '})
    assertContains(page, 'value="&quot;bren&quot; &lt;gun&gt;"', 1)


@pages
def test_a_query_in_italian_finds_in_the_english_interface(english: Client) -> None:
    assertContains(english.get("/rules/search/", {"q": "cecchino"}), "Sniper rifle")


@pages
def test_when_nothing_is_found_the_page_says_what_can_be_looked_for(english: Client) -> None:
    page = english.get("/rules/search/", {"q": "ambrosia"})
    assertContains(page, "Nothing for “ambrosia”.", 1)
    assertContains(page, "The start of a word is enough, in Italian or English", 1)


@pages
def test_without_a_query_the_page_says_what_can_be_looked_for(english: Client) -> None:
    page = english.get("/rules/search/")
    assertContains(page, "Enter a weapon, a troop class, an extra or a rule", 1)
    assertNotContains(page, "Nothing for")


@pages
def test_a_long_query_is_cut(english: Client) -> None:
    assertContains(english.get("/rules/search/", {"q": "b" * 5000}), f"Nothing for “{'b' * 100}”.", 1)


@pages
@pytest.mark.parametrize(
    ("address", "style"),
    [
        ("/rules/", "field search-field"),
        ("/rules/bn/", "field search-field"),
        ("/rules/compare/rth-it/rth-en/", "field search-field"),
        ("/rules/search/", "ask-form"),
        ("/odds/", "ask-form"),
    ],
)
def test_every_page_of_the_rules_has_the_search_in_its_head(english: Client, address: str, style: str) -> None:
    page = english.get(address)
    assertContains(page, f'<form class="{style}" role="search" action="/rules/search/">', 1)


@pages
def test_the_list_one_came_from_goes_along(english: Client) -> None:
    page = english.get("/rules/search/", {"q": "bren", "from": A_LIST})
    assertContains(page, f'<input type="hidden" name="from" value="{A_LIST}">', 1)
    assertContains(page, f'href="/rules/rth-it/?from={A_LIST}#weapons-automatic-rifle"')
    assertContains(page, f'href="/rules/rth-it/?from={A_LIST}#p-8-3"')


def test_a_search_takes_one_query_whatever_it_finds(
    english: Client, loaded_rules: dict[str, UUID], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    catalogue_for.cache_clear()
    index_of.cache_clear()
    with django_assert_num_queries(1 + len(loaded_rules)):
        english.get("/rules/search/", {"q": "r"})
    with django_assert_num_queries(1):
        english.get("/rules/search/", {"q": "r"})
    with django_assert_num_queries(1):
        english.get("/rules/search/", {"q": "medic", "in": "bn"})
    with django_assert_num_queries(1):
        english.get("/rules/search/", {"q": "ambrosia"})


def test_before_any_rules_are_loaded_nothing_is_found(english: Client, db: None) -> None:
    assertContains(english.get("/rules/search/", {"q": "bren"}), "Nothing for “bren”.", 1)
