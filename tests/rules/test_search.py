"""Search in the rules: what finds what, in which order, and the page."""

import re
from uuid import UUID

import pytest
from django.test import Client
from django.utils.translation import override
from pytest_django import DjangoAssertNumQueries
from pytest_django.asserts import assertContains, assertNotContains

from rules.catalogue import catalogue_for
from rules.core.catalogue import Catalogue
from rules.core.text import Text
from rules.loading.rulesets import read_ruleset
from rules.reference.page import build_reference
from rules.reference.search import MOST, Found, build_index, fold, index_of, search
from rules.shipped import YAML_FOLDER
from tests.rules.small import small

pytestmark = pytest.mark.postgres

RULESETS = ["rth-it", "rth-en", "bn", "bi", "ludonet"]
A_LIST = "0f6ac8b4-2f6a-4d1e-9a63-5b1f1f1f1f1f"


def read(ruleset: str) -> Catalogue:
    return read_ruleset(YAML_FOLDER / f"{ruleset}.yaml")


@pytest.fixture(scope="module")
def indexes() -> dict[str, tuple[Found, ...]]:
    return {ruleset: build_index(read(ruleset)) for ruleset in RULESETS}


def anchors(catalogue: Catalogue, query: str) -> list[str]:
    """Where what is found stands."""
    return [entry.anchor for entry in search(build_index(catalogue), query).found]


# Words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Reparti d’Elite", ["reparti", "d", "elite"]),
        ("ÉLITE", ["elite"]),
        ("Bassa Intensità", ["bassa", "intensita"]),
        ("§8.3", ["8.3"]),
        ("Raggio 5 cm.", ["raggio", "5", "cm"]),
        ("Straße", ["strasse"]),
        ("§ – …", []),
    ],
)
def test_words_are_folded(text: str, words: list[str]) -> None:
    assert fold(text) == words


@pytest.mark.parametrize(
    ("query", "anchor"),
    [
        ("mortar", "weapons-mortar"),
        ("MORTAIO", "weapons-mortar"),
        ("mort", "weapons-mortar"),
        ("camion", "vehicles-truck"),
        ("esplor", "extras-scouts"),
        ("in the open", "handbook-spotting-in-the-open"),
        ("all'aperto", "handbook-spotting-in-the-open"),
    ],
)
def test_an_entry_is_found_by_the_beginning_of_its_words_in_either_language(query: str, anchor: str) -> None:
    assert anchors(small(), query)[0] == anchor


@pytest.mark.parametrize("query", ["ortar", "rifle xyz", "", "   ", "§"])
def test_what_finds_nothing(query: str) -> None:
    assert anchors(small(), query) == []


def test_all_words_are_wanted() -> None:
    assert anchors(small(), "works radio") == ["handbook-spotting-from-the-truck"]


def test_whole_words_of_the_name_come_before_beginnings_and_those_before_other_words() -> None:
    tough = small("en: Scouts}", "en: Toughest}")
    assert anchors(tough, "tough") == [
        "traits-squad-tough",
        "traits-vehicle-tough",
        "extras-scouts",
        "extras-flares",  # not with: Toughest
        "handbook-spotting-from-the-truck",  # it concerns the tough
        "checks-extra-excludes",
        "checks-extra-requires-reds",
        "checks-cheaper",
    ]


def test_whom_a_rule_concerns_finds_the_rule() -> None:
    assert "handbook-spotting-from-the-truck" in anchors(small(), "radio")


def test_a_paragraph_finds_what_stands_in_it_and_no_other_paragraph() -> None:
    assert anchors(small(), "§6.1") == ["handbook-spotting-from-the-truck"]
    assert anchors(small("source: §6.1", "source: §16.1"), "§6.1") == []


def test_what_is_found_says_where_it_stands() -> None:
    found = search(build_index(small()), "radio").found[-1]
    assert (found.source, found.name) == ("§6.1", Text("Dal camion", "From the truck"))
    assert found.place.en == "Spotting"
    assert found.line == Text("sempre · Se va la radio.", "always · If the radio works.")


def test_no_more_than_a_page_of_one_ruleset(indexes: dict[str, tuple[Found, ...]]) -> None:
    results = search(indexes["bn"], "e")
    assert len(results.found) == MOST
    assert results.more > 0


# The shipped rulesets


@pytest.mark.parametrize(
    ("query", "rulesets"),
    [
        ("bren", ["rth-it", "rth-en"]),
        ("cecchino", ["rth-it", "rth-en", "bn"]),
        ("sniper", ["rth-it", "rth-en", "bn", "bi"]),
        ("LMG", ["rth-it", "rth-en", "bn", "bi"]),
        ("mortaio", RULESETS),
        ("elite", ["rth-it", "rth-en", "bn", "bi"]),
        ("ambrosia", []),
    ],
)
def test_players_find_what_they_look_for(
    indexes: dict[str, tuple[Found, ...]], query: str, rulesets: list[str]
) -> None:
    assert [ruleset for ruleset, index in indexes.items() if search(index, query).found] == rulesets


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_found_stands_on_the_page(indexes: dict[str, tuple[Found, ...]], ruleset: str) -> None:
    with override("en"):
        page = build_reference(read(ruleset), "en")
    standing = [entry.anchor for chapter in page.chapters for _, entry in chapter.entries()]
    assert [entry.anchor for entry in indexes[ruleset]] == standing


# The page


@pytest.fixture
def english(client: Client) -> Client:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


pages = pytest.mark.usefixtures("loaded_rules")


@pages
def test_results_stand_under_their_ruleset_with_paragraph_and_link(english: Client) -> None:
    page = english.get("/rules/search/", {"q": "bren"})
    assert re.findall(r'<h2 id="in-([a-z-]+)">', page.content.decode()) == ["rth-it", "rth-en"]
    assertContains(
        page, '<a href="/rules/rth-it/#weapons-automatic-rifle">Automatic rifle (BAR, Bren)</a>', 1
    )
    assertContains(page, '<a class="cite" href="/rules/rth-it/#p-8-3">§8.3</a>')


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
    assertContains(page, "The beginning of a word is enough, in Italian or in English", 1)


@pages
def test_without_a_query_the_page_says_what_can_be_looked_for(english: Client) -> None:
    page = english.get("/rules/search/")
    assertContains(page, "Write a weapon, a troop class, an extra or a rule", 1)
    assertNotContains(page, "Nothing for")


@pages
def test_a_long_query_is_cut(english: Client) -> None:
    assertContains(english.get("/rules/search/", {"q": "b" * 5000}), f"Nothing for “{'b' * 100}”.", 1)


@pages
@pytest.mark.parametrize(
    "address", ["/rules/", "/rules/bn/", "/rules/compare/rth-it/rth-en/", "/rules/search/"]
)
def test_every_page_of_the_rules_has_the_search_in_its_head(english: Client, address: str) -> None:
    page = english.get(address)
    assertContains(page, '<form class="field search-field" role="search" action="/rules/search/">', 1)


@pages
def test_the_list_one_came_from_goes_along(english: Client) -> None:
    page = english.get("/rules/search/", {"q": "bren", "from": A_LIST})
    assertContains(page, f'<input type="hidden" name="from" value="{A_LIST}">', 1)
    assertContains(page, f'href="/rules/rth-it/?from={A_LIST}#weapons-automatic-rifle"', 1)
    assertContains(page, f'href="/rules/rth-it/?from={A_LIST}#p-8-3"')


def test_a_search_takes_one_query_whatever_it_finds(
    english: Client, loaded_rules: dict[str, UUID], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    catalogue_for.cache_clear()
    index_of.cache_clear()
    with django_assert_num_queries(1 + len(loaded_rules)):
        english.get("/rules/search/", {"q": "e"})
    with django_assert_num_queries(1):
        english.get("/rules/search/", {"q": "e"})
    with django_assert_num_queries(1):
        english.get("/rules/search/", {"q": "ambrosia"})


def test_before_any_rules_are_loaded_nothing_is_found(english: Client, db: None) -> None:
    assertContains(english.get("/rules/search/", {"q": "bren"}), "Nothing for “bren”.", 1)
