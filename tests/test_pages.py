"""The standing pages, and the frame shared by all pages."""

import re

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

PAGES = ["about", "sources", "privacy", "terms"]


@pytest.fixture
def english(client: Client) -> Client:
    client.cookies["django_language"] = "en"
    return client


@pytest.mark.parametrize(("name", "address"), [("sources", "/sources/"), ("privacy", "/privacy/")])
def test_the_standing_pages_have_their_addresses(name: str, address: str) -> None:
    assert reverse(name) == address


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("language", ["it", "en"])
def test_a_page_says_its_language(client: Client, name: str, language: str) -> None:
    client.cookies["django_language"] = language
    page = client.get(reverse(name)).text
    assert re.findall(r"<html lang=\"(\w+)\">", page) == [language]
    other = {"it": "en", "en": "it"}[language]
    assert re.findall(r'<button name="language" value="(\w+)" lang="(\w+)"', page) == [(other, other)] * 2


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_one_heading_one_main_and_a_way_to_skip_to_it(english: Client, name: str) -> None:
    page = english.get(reverse(name)).text
    assert page.count("<h1") == 1
    assert page.count("<main") == 1
    assert '<a class="skip" href="#content">Skip to content</a>' in page
    assert 'id="content"' in page


@pytest.mark.parametrize("name", PAGES)
def test_a_strict_content_policy_would_allow_the_page(client: Client, name: str) -> None:
    page = client.get(reverse(name)).text
    assert re.findall(r"<style|\sstyle=|\son\w+=|hx-on|javascript:", page) == []
    assert [tag for tag in re.findall(r"<script[^>]*>", page) if "src=" not in tag] == []
    assert re.findall(r"(?:src|action)=\"(?:https?:)?//", page) == []
    loaded = [tag for tag in re.findall(r"<link[^>]*>", page) if not re.search('rel="(?:canonical|alternate)"', tag)]
    assert [tag for tag in loaded if re.search(r"href=\"(?:https?:)?//", tag)] == []


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_only_read(client: Client, name: str) -> None:
    assert client.post(reverse(name)).status_code == 405


@pytest.mark.parametrize("name", PAGES)
def test_looking_makes_no_session(client: Client, name: str) -> None:
    """The database is not asked either: these tests have none."""
    client.get(reverse(name))
    assert set(client.cookies) == {"csrftoken"}


@pytest.mark.parametrize(
    "credit",
    [
        "Lorenzo Sartori",
        "Dadi&amp;Piombo",
        "Leonardo Tacconi",
        "Ludonet s.r.l.",
        "Lucide",
        "Barlow",
        "htmx 4.0.1",
    ],
)
def test_the_sources_page_credits(client: Client, credit: str) -> None:
    assert credit in client.get(reverse("sources")).text


def test_htmx_sends_the_form_token_of_the_page(english: Client) -> None:
    page = english.get(reverse("privacy")).text
    token = re.search(r"""hx-headers:inherited='{"X-CSRFToken": "(\w{64})"}'""", page)
    assert token


def test_the_language_button_changes_the_language_and_stays_on_the_page(client: Client) -> None:
    client.cookies["django_language"] = "it"
    answer = client.post(reverse("set_language"), {"language": "en", "next": "/privacy/"})
    assert (answer.status_code, answer["Location"]) == (302, "/privacy/")
    assert "What is kept, and for how long" in client.get("/privacy/").text


def test_an_unknown_address_is_a_page_in_words(english: Client) -> None:
    answer = english.get("/nothing/")
    assert answer.status_code == 404
    assert "There is nothing at this address" in answer.text


def test_a_form_from_elsewhere_is_refused_in_words() -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies["django_language"] = "en"
    answer = client.post(reverse("set_language"), {"language": "it"})
    assert answer.status_code == 403
    assert "The page was out of date" in answer.text


def test_the_page_of_a_failure_needs_no_context_and_no_database() -> None:
    page = render_to_string("500.html")
    assert page.count("<h1>") == 1
    assert "<form" not in page
