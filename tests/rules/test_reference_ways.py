"""From a problem in the builder to the cited rule, and from the rule back to the list."""

import re
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from armybuilder.accounts.models import User
from armybuilder.lists.visitors import Visitor
from rules.catalogue import catalogue_for
from rules.core.document.roster import Figure, decode
from rules.core.text import LANGUAGES, Language
from rules.reference.parts import address, paragraphs
from tests.lists.builder import Builder, at_the_builder
from tests.lists.factories import a_group, a_roster, a_squad

EXAMPLES = sorted(
    path for path in (Path(__file__).parents[1] / "data" / "examples").glob("*.json") if ".report." not in path.name
)
RULESETS = ["rth-it", "rth-en", "bn", "bi", "ludonet"]
A_LIST = "0f6ac8b4-2f6a-4d1e-9a63-5b1f1f1f1f1f"


@pytest.fixture
def english(client: Client, loaded_rules: dict[str, UUID]) -> Client:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def anchors(page: Any) -> set[str]:
    return set(re.findall(r' id="([^"]+)"', page.content.decode()))


# To the rule


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whatever_a_check_reports_cites_a_paragraph_of_the_page(
    english: Client, loaded_rules: dict[str, UUID], ruleset: str
) -> None:
    """A finding cites the source of its check, and the report links to the first paragraph or to each."""
    known = anchors(english.get(f"/rules/{ruleset}/"))
    for check in catalogue_for(loaded_rules[ruleset]).checks:
        for paragraph in paragraphs(check.source):
            page, _, anchor = address(ruleset, paragraph).partition("#")
            assert (page, anchor in known) == (f"/rules/{ruleset}/", True), check.code


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_link_within_a_page_leads_somewhere(english: Client, ruleset: str) -> None:
    html = english.get(f"/rules/{ruleset}/").content.decode()
    linked = set(re.findall(r'href="#([^"]+)"', html))
    assert linked - set(re.findall(r' id="([^"]+)"', html)) == set()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_two_things_of_a_page_have_one_anchor(english: Client, ruleset: str) -> None:
    found = re.findall(r' id="([^"]+)"', english.get(f"/rules/{ruleset}/").content.decode())
    assert sorted(found) == sorted(set(found))


def test_the_report_of_the_builder_links_to_the_paragraph_and_says_where_from(english: Client) -> None:
    leaderless = a_roster(a_squad(a_group(8)))
    builder = at_the_builder(english, Visitor(User.objects.create_user("alice")), leaderless)
    link = f'<a class="cite" href="/rules/bn/?from={builder.pk}#p-13-0">§13.0</a>'
    assertContains(builder.get(), link, 2)  # next to the finding, and next to the ruling on a platoon’s half


def every_example(client: Client) -> list[Builder]:
    """Builders of all shipped sample lists, broken and sound, and of a list with all advice."""
    visitor = Visitor(User.objects.create_user("alice"))
    rosters = [decode(path.read_bytes()) for path in EXAMPLES]
    return [at_the_builder(client, visitor, roster) for roster in rosters]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_citation_of_a_list_is_a_link_that_exists_and_comes_back(
    client: Client, loaded_rules: dict[str, UUID], language: Language
) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    asked = dict[str, set[str]]()
    for builder in every_example(client):
        html = builder.get().content.decode()
        links = re.findall(r'<a\s+class="cite"\s+href="([^"]+)"', html)
        marked = re.findall(r'<span class="cite">\s*<a ', html)
        assert html.count('class="cite"') == len(links) + len(marked)
        for link in links:
            page, _, anchor = link.partition("#")
            assert page == f"/rules/{builder.roster.ruleset}/?from={builder.pk}"
            if builder.roster.ruleset not in asked:  # it differs in the way back only
                answer = client.get(page)
                assertContains(answer, f'href="{builder.address}#report"', 1)
                asked[builder.roster.ruleset] = anchors(answer)
            assert anchor in asked[builder.roster.ruleset], link
    assert sorted(asked) == sorted(RULESETS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_citation_of_a_pair_comes_back_to_the_list(
    client: Client, loaded_rules: dict[str, UUID], language: Language
) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    roster = a_roster(a_squad(a_group(8), class_="elite"), ruleset="rth-it", role="attacker")
    builder = at_the_builder(client, Visitor(User.objects.create_user("alice")), roster)
    assertContains(builder.get("pair/"), f'href="/rules/rth-it/?from={builder.pk}#p-4-0"', 1)


def test_our_advice_leads_to_its_constraint(english: Client) -> None:
    crowd = a_roster(a_squad(Figure(count=20)), role="attacker")
    builder = at_the_builder(english, Visitor(User.objects.create_user("alice")), crowd)
    link = f'<a class="cite" href="/rules/bn/?from={builder.pk}#checks-over-limit">Why</a>'
    assertContains(builder.get(), link, 1, html=True)


def test_the_headings_of_an_italian_text_are_marked_on_an_english_page(english: Client) -> None:
    html = english.get("/rules/bi/").content.decode()
    cited = re.findall(r'<a class="cite" href="#[^"]+"([^>]*)>([^<]+)</a>', html)
    assert {mark for mark, name in cited if name != "our advice"} == {' lang="it"'}
    assert {mark for mark, name in cited if name == "our advice"} == {""}
    listed = re.search(r'<dl class="rulelist paragraphs">.*?</dl>', html, re.S)
    assert listed
    names = re.findall(r'<dt><a href="#p-[^"]+"([^>]*)>', listed[0])
    assert (len(names) > 10, set(names)) == (True, {' lang="it"', ""})


# Back to the list


@pytest.mark.parametrize("address", ["/rules/", "/rules/bn/", "/rules/compare/rth-it/rth-en/", "/rules/search/?q=bren"])
def test_visitors_from_a_list_find_the_way_back(english: Client, address: str) -> None:
    page = english.get(f"{address}{'&' if '?' in address else '?'}from={A_LIST}")
    assertContains(page, f'href="/lists/{A_LIST}/#report"', 1)
    assertContains(page, "Back to the list", 1)


def test_every_link_of_two_editions_side_by_side_keeps_the_way_back(english: Client) -> None:
    html = english.get(f"/rules/compare/rth-it/rth-en/?from={A_LIST}").content.decode()
    cited = re.findall(r'<a class="cite" href="([^"#]+)', html)
    assert set(cited) == {f"/rules/{edition}/?from={A_LIST}" for edition in ("rth-it", "rth-en")}


@pytest.mark.parametrize(
    "address", ["/rules/bn/", "/rules/bn/?from=", "/rules/bn/?from=//evil.example", "/rules/bn/?from=12"]
)
def test_nobody_else_is_shown_a_way_back(english: Client, address: str) -> None:
    assertNotContains(english.get(address), "Back to the list")


def test_whether_the_list_is_there_or_may_be_read_is_not_asked(english: Client) -> None:
    """The list's page answers 404 to a stranger; the rules know nothing of lists."""
    assert english.get(f"/rules/bn/?from={A_LIST}").status_code == 200
    assert english.get(f"/lists/{A_LIST}/").status_code == 404


def test_the_way_back_is_not_kept_for_the_next_visitor(english: Client) -> None:
    english.get(f"/rules/bn/?from={A_LIST}")
    assertNotContains(english.get("/rules/bn/"), A_LIST)
