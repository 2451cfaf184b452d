"""The pages of the reference."""

from uuid import UUID

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from pytest_django.asserts import assertContains, assertTemplateUsed

from rules.catalogue import catalogue_for
from rules.views import body_of

pytestmark = pytest.mark.django_db
RULESETS = ["rth-it", "rth-en", "bn", "bi", "ludonet"]


@pytest.fixture
def english(client: Client) -> Client:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def test_the_index_leads_to_every_ruleset(english: Client, loaded_rules: dict[str, UUID]) -> None:
    response = english.get("/rules/")
    assertTemplateUsed(response, "rules/index.html")
    for ruleset in RULESETS:
        assertContains(response, f'href="/rules/{ruleset}/"', count=1)


def test_the_index_before_any_rules_are_loaded(english: Client) -> None:
    assert english.get("/rules/").status_code == 200


@pytest.mark.parametrize("ruleset", RULESETS)
def test_each_ruleset_has_a_page(english: Client, loaded_rules: dict[str, UUID], ruleset: str) -> None:
    response = english.get(f"/rules/{ruleset}/")
    assertTemplateUsed(response, "rules/ruleset.html")
    assertContains(response, 'id="checks-not-in-ruleset"', count=1)


@pytest.mark.parametrize(
    "anchor",
    [
        "weapons-lmg",
        "classes-elite",
        "extras-ambush",
        "rulings-medic",
        "checks-no-leader",
        "p-8-3",
        "p-house",
    ],
)
def test_an_anchor_for_each_entry_and_paragraph(english: Client, loaded_rules: dict[str, UUID], anchor: str) -> None:
    assertContains(english.get("/rules/bn/"), f'id="{anchor}"', count=1)


def test_names_are_in_the_language_of_the_browser(client: Client, loaded_rules: dict[str, UUID]) -> None:
    italian = client.get("/rules/bn/", headers={"accept-language": "it"})
    assertContains(italian, "Forze speciali")
    english = client.get("/rules/bn/", headers={"accept-language": "en"})
    assertContains(english, "Special forces")


@pytest.mark.parametrize("ruleset", ["chess", "bn-2"])
def test_a_ruleset_that_nobody_knows(english: Client, loaded_rules: dict[str, UUID], ruleset: str) -> None:
    assert english.get(f"/rules/{ruleset}/").status_code == 404


def test_the_index_takes_one_query(
    english: Client, loaded_rules: dict[str, UUID], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        english.get("/rules/")


@pytest.mark.parametrize("ruleset", ["bn", "ludonet"])
def test_a_page_takes_one_query_and_another_for_a_version_not_shown_yet(
    english: Client,
    loaded_rules: dict[str, UUID],
    django_assert_num_queries: DjangoAssertNumQueries,
    ruleset: str,
) -> None:
    catalogue_for.cache_clear()
    body_of.cache_clear()
    with django_assert_num_queries(2):
        english.get(f"/rules/{ruleset}/")
    with django_assert_num_queries(1):
        english.get(f"/rules/{ruleset}/")
