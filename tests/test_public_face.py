"""Requirements of search engines, screen readers and phones for every public page."""

from collections import Counter
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import Resolver404, resolve, reverse
from lxml import html

from armybuilder.lists.visitors import Visitor
from tests.fixtures import loaded_rules as loaded_rules
from tests.lists.conftest import alice as alice
from tests.sharing.links import a_link, published
from tests.weights import unlike

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]
SITE = "http://testserver"
LOADED = "//script/@src | //img/@src | //link[not(@rel='canonical' or @rel='alternate' or @rel='manifest')]/@href"
VIEWPORT = "width=device-width, initial-scale=1, viewport-fit=cover"
NAMED = (
    *("lists:home", "lists:samples", "lists:forces", "sharing:browse", "games:join", "rules:index"),
    *("about", "sources", "privacy", "terms", "account_login", "account_signup"),
)
OF_A_GAME = ("rules:ruleset", "rules:ranges", "odds:fire")
MORE = (
    *("/rules/bn/", "/rules/bi/", "/rules/ludonet/"),
    *("/odds/rth-it/morale/", "/odds/rth-en/morale/", "/odds/bn/weapon/?s=veteran&w=assault-rifle"),
    "/rules/compare/rth-it/rth-en/",
)


@pytest.fixture
def addresses(alice: Visitor) -> list[str]:
    """Every public page; for pages of each game, those of both editions of one game, which share a name."""
    games = [reverse(name, args=[game]) for name in OF_A_GAME for game in ("rth-it", "rth-en")]
    return [*map(reverse, NAMED), *games, *MORE, f"/s/{published(alice).link.token}/"]


def test_every_public_page_in_either_language(addresses: list[str]) -> None:
    for language in ("it", "en"):
        client = Client(headers={"accept-language": language})
        answers = {address: client.get(address) for address in addresses}
        assert {address: answer["X-Robots-Tag"] for address, answer in answers.items() if "X-Robots-Tag" in answer} == {
            address: "all" for address in addresses if address.startswith("/s/")
        }
        pages = {address: html.document_fromstring(answer.text) for address, answer in answers.items()}
        faults = {address: list(wrong(page, address, language)) for address, page in pages.items()}
        assert {address: found for address, found in faults.items() if found} == {}
        assert dict(unlike({address: answer.text for address, answer in answers.items()})) == {}
        said_once = (
            "//title/text()",
            "//meta[@name='description']/@content",
            "//meta[@property='og:title']/@content",
        )
        for what in said_once:
            said = Counter(str(text) for page in pages.values() for text in page.xpath(what))
            assert [text for text, times in said.items() if times > 1] == []


def wrong(page: html.HtmlElement, address: str, language: str) -> Iterator[str]:
    where = SITE + urlsplit(address).path
    each = [f"{where}?lang={code}" for code, _ in settings.LANGUAGES]
    wanted = {
        "/html/@lang": [language],
        "/html/head/*[1]/@charset": ["utf-8"],
        "//meta[@name='viewport']/@content": [VIEWPORT],
        "//meta[@name='robots']/@content": [],
        "//link[@rel='canonical']/@href": [where],
        "//link[@hreflang]/@href": [*each, where],
        "//link[@hreflang]/@hreflang": ["it", "en", "x-default"],
        "//img[not(@alt and @width and @height)]/@src": [],
        "//a[not(@href)]": [],
        "//meta[@http-equiv]": [],
    }
    yield from (f"{path}: {page.xpath(path)}" for path, values in wanted.items() if page.xpath(path) != values)
    counts = {"//title": 1, "//meta[@name='description']": 1, "//h1": 1, "//main": 1}
    yield from (f"{path}: {len(page.xpath(path))}" for path, count in counts.items() if len(page.xpath(path)) != count)
    yield from (
        f"description of {len(text)}"
        for text in page.xpath("//meta[@name='description']/@content")
        if not 20 <= len(text) <= 200
    )
    yield from (f"loads {one}" for one in page.xpath(LOADED) if not one.startswith("/static/"))
    yield from _links(page)
    yield from (f"twice: {one}" for one, times in Counter(page.xpath("//@id")).items() if times > 1)


def _links(page: html.HtmlElement) -> Iterator[str]:
    """Yield the links without text or target; links to other sites use https."""
    ids = set(page.xpath("//@id"))
    for link in page.xpath("//a[@href]"):
        parts = urlsplit(link.get("href"))
        if not (link.text_content().strip() or link.get("aria-label")):
            yield f"without words: {link.get('href')}"
        if parts.netloc or parts.scheme:
            if parts.scheme not in ("https", "mailto"):
                yield f"leads to {link.get('href')}"
        elif parts.path:
            yield from _unresolved(parts.path)
        elif parts.fragment and parts.fragment not in ids:
            yield f"leads nowhere: #{parts.fragment}"


def _unresolved(path: str) -> Iterator[str]:
    if path.startswith("/static/") and finders.find(path.removeprefix("/static/")):
        return
    try:
        resolve(path)
    except Resolver404:
        yield f"leads nowhere: {path}"


def test_pages_behind_a_secret_link_are_not_for_search_engines(alice: Visitor) -> None:
    link = a_link(alice)
    places = (
        f"/s/{link.token}/",
        f"/s/{link.token}/list.json",
        f"/play/{link.token}/",
        f"/evenings/guest/{link.token}/",
    )
    answers = {path: Client().get(path) for path in places}
    assert {path: answer.get("X-Robots-Tag") for path, answer in answers.items()} == dict.fromkeys(
        places, "noindex, nofollow"
    )


def test_robots_may_read_where_one_signs_in_but_nothing_else_of_accounts() -> None:
    lines = Client().get("/robots.txt").text.splitlines()
    assert [line for line in lines if "/accounts/" in line] == [
        "Disallow: /accounts/",
        "Allow: /accounts/login/$",
        "Allow: /accounts/signup/$",
    ]
