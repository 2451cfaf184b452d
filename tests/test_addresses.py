"""Addresses of public pages: one in each language, their metadata, and the sitemaps."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.lists.visitors import Visitor
from armybuilder.sharing.models import Publication
from tests.fixtures import loaded_rules as loaded_rules
from tests.lists.conftest import alice as alice
from tests.sharing.links import a_link, published

HEAD = re.compile(
    r'<(?:link rel="(canonical|alternate)"(?: hreflang="([\w-]+)")? href'
    r'|meta (?:property|name)="(og:[\w:]+|description)" content)="([^"]*)"'
)
SITE = "http://testserver"


def said(page: str) -> list[tuple[str, str]]:
    """Return the metadata of a page: (name, value)."""
    return [(f"{rel} {code}".strip() or name, value) for rel, code, name, value in HEAD.findall(page)]


def test_a_public_page_says_what_it_is_and_where_it_is_in_each_language() -> None:
    assert said(Client().get("/terms/", headers={"accept-language": "en"}).text) == [
        ("description", "What you can expect from this site, and what it expects from you."),
        ("canonical", f"{SITE}/terms/"),
        ("alternate it", f"{SITE}/terms/?lang=it"),
        ("alternate en", f"{SITE}/terms/?lang=en"),
        ("alternate x-default", f"{SITE}/terms/"),
        ("og:type", "website"),
        ("og:site_name", "Squadra"),
        ("og:locale", "en_GB"),
        ("og:locale:alternate", "it_IT"),
        ("og:title", "Terms"),
        ("og:description", "What you can expect from this site, and what it expects from you."),
        ("og:url", f"{SITE}/terms/"),
        ("og:image", f"{SITE}/static/icon-512.png"),
        ("og:image:width", "512"),
        ("og:image:height", "512"),
        ("og:image:alt", "Squadra"),
    ]


@pytest.mark.parametrize(
    ("address", "language", "canonical"),
    [
        ("/terms/?lang=it", "it", "/terms/?lang=it"),
        ("/terms/?lang=en&from=a-chat", "en", "/terms/?lang=en"),
        ("/terms/?lang=xx", "en", "/terms/"),
        ("/terms/?from=a-chat", "en", "/terms/"),
    ],
)
def test_an_address_may_name_its_language(address: str, language: str, canonical: str) -> None:
    """It overrides the language of the browser for this page only: no cookie is set."""
    client = Client(headers={"accept-language": "en"})
    page = client.get(address).text
    assert re.findall(r'<html lang="(\w+)">', page) == [language]
    assert dict(said(page))["canonical"] == f"{SITE}{canonical}"
    assert set(client.cookies) == {"csrftoken"}


@pytest.mark.django_db
@pytest.mark.usefixtures("loaded_rules")
def test_the_maps_name_standing_pages_rules_and_public_lists_alone(alice: Visitor) -> None:
    a_link(alice)
    public, hidden = published(alice), published(alice)
    Publication.objects.filter(pk=hidden.pk).update(hidden=True)
    client = Client()
    assert locations(client.get("/sitemap.xml").text) == [
        f"{SITE}/sitemap-{name}.xml" for name in ("pages", "rules", "lists")
    ]
    assert locations(client.get("/sitemap-lists.xml").text) == [f"{SITE}/s/{public.link.token}/"]
    assert f"{SITE}/about/" in locations(client.get("/sitemap-pages.xml").text)
    rules = locations(client.get("/sitemap-rules.xml").text)
    of_one = [address.removeprefix(SITE) for address in rules if "/ludonet/" in address]
    questions = ("", "save/", "morale/", "melee/", "bombardment/", "roll/")
    assert of_one == [
        *("/rules/ludonet/", "/rules/ludonet/ranges/"),
        *(f"/odds/ludonet/{question}" for question in questions),
    ]
    assert rules[-1] == f"{SITE}/rules/compare/rth-it/rth-en/"
    assert {client.get(address).status_code for address in (*of_one, rules[-1])} == {200}
    assert len(set(rules)) == len(rules) == 57


@pytest.mark.django_db
@pytest.mark.usefixtures("loaded_rules")
def test_search_results_are_not_for_search_engines() -> None:
    page = Client().get("/rules/search/?q=bren").text
    assert re.findall(r'<meta name="robots" content="(.*?)">', page) == ["noindex"]


def locations(xml: str) -> list[str]:
    """Return the addresses in a sitemap."""
    return re.findall(r"<loc>(.*?)</loc>", xml)


def test_robots_find_the_maps() -> None:
    assert Client().get("/robots.txt").text.splitlines()[-1] == f"Sitemap: {SITE}/sitemap.xml"


@pytest.mark.parametrize("name", ["about", "privacy", "terms"])
def test_the_operator_is_named_and_escaped(name: str, settings: Any) -> None:
    page = Client(headers={"accept-language": "en"}).get(reverse(name)).text
    assert page.count("has not given a name") == 1
    settings.OPERATOR_NAME, settings.OPERATOR_ADDRESS = "Club <Ibis>", "Via Roma 1, Torino"
    settings.OPERATOR_MAIL = "ibis@example.org"
    page = Client(headers={"accept-language": "en"}).get(reverse(name)).text
    assert page.count('Club &lt;Ibis&gt;<br>Via Roma 1, Torino<br><a href="mailto:ibis@example.org">') == 1
    assert page.count("has not given a name") == 0
