"""Limits on creating, importing and printing lists from one address."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.printing.layout.printout import Printout
from armybuilder.rate_limits import limits
from armybuilder.rate_limits.buckets import Rate
from tests.fixtures import loaded_rules as loaded_rules
from tests.lists.factories import a_list
from tests.printing.looking import browser_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]

ALICE, BOB = Visitor(None, "alice"), Visitor(None, "bob")
SAID = "Too many attempts in a short time"


@pytest.fixture(autouse=True)
def _twice(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Any) -> None:
    """Two of each; nothing is rendered, and each printout counts as little work."""
    monkeypatch.setattr(limits, "LIMITS", dict.fromkeys(limits.LIMITS, Rate(2, 3600)))
    monkeypatch.setattr("armybuilder.printing.pdfs.pool.render", lambda html, css: b"%PDF-made")
    monkeypatch.setattr("armybuilder.printing.pdfs.pool.run", lambda work, *arguments: [])
    monkeypatch.setattr(Printout, "work", 1)
    settings.PRINT_CACHE = tmp_path


def create(client: Client, address: str = "192.0.2.1") -> Any:
    fields = {"ruleset": "bn", "role": "attacker"}
    return client.post(reverse("lists:create"), fields, REMOTE_ADDR=address)


@pytest.mark.postgres
def test_the_third_list_is_not_made() -> None:
    client = browser_of(ALICE)
    assert [create(client).status_code for _ in range(3)] == [302, 302, 429]
    assert ArmyList.objects.count() == 2
    refused = create(client)
    assert SAID in refused.text
    assert int(refused["Retry-After"]) in range(60, 3601)
    minutes = -(-int(refused["Retry-After"]) // 60)
    assert f"Wait {minutes} minutes, go back and try again." in " ".join(refused.text.split())


def test_a_new_browser_is_no_new_address_but_another_house_is() -> None:
    assert [create(browser_of(ALICE)).status_code for _ in range(2)] == [302, 302]
    assert create(browser_of(BOB)).status_code == 429
    assert create(browser_of(BOB), "192.0.2.2").status_code == 302


@pytest.mark.postgres
def test_copies_are_new_lists() -> None:
    client, army_list = browser_of(ALICE), a_list(ALICE)
    copies = [client.post(reverse("lists:duplicate", args=[army_list.pk])).status_code for _ in range(3)]
    assert copies == [302, 302, 429]


def test_the_third_import_is_not_read_but_its_page_opens() -> None:
    client, address = browser_of(ALICE), reverse("lists:import")
    assert [client.post(address, {"text": "?"}).status_code for _ in range(3)] == [422, 422, 429]
    assert client.get(address).status_code == 200


@pytest.mark.parametrize("form", ["roster", "reference"])
def test_the_third_pdf_is_not_made(form: str) -> None:
    client, army_list = browser_of(ALICE), a_list(ALICE)
    address = reverse(f"printing:{form}", args=[army_list.pk])
    papers = ["?paper=a4", "?paper=letter", "?paper=a4&ink=1"]
    assert [client.get(address + paper).status_code for paper in papers] == [200, 200, 429]
    assert SAID in client.get(address + papers[2]).text
    assert client.get(address + papers[0]).status_code == 200  # it exists


def test_a_preview_that_comes_too_often_says_so_in_its_place() -> None:
    client, army_list = browser_of(ALICE), a_list(ALICE)
    address = reverse("printing:index", args=[army_list.pk])
    said = "Too many pages were requested in a short time. Wait a minute and choose again."
    choices = ["?form=roster", "?form=cards", "?form=scenario"]
    assert [said in client.get(address + choice).text for choice in choices] == [False, False, True]
    picture = reverse("printing:picture", args=[army_list.pk, "scenario", 1])
    assert client.get(picture).status_code == 429


def test_looking_at_lists_is_never_too_often() -> None:
    client, army_list = browser_of(ALICE), a_list(ALICE)
    address = reverse("lists:builder", args=[army_list.pk])
    assert [client.get(address).status_code for _ in range(4)] == [200] * 4
