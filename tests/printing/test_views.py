"""Printouts: permissions, file names, and the answers without a printout."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from armybuilder.lists.actions.shelves import delete_list
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.operations.monitoring.lines import LineFormatter
from armybuilder.printing.pdfs import pool
from armybuilder.printing.pdfs.pool import BusyError, NoPangoError, RenderingFailedError, TooLongError
from rules.core.document.roster import Figure
from tests.lists.factories import a_list, a_roster, a_squad, change
from tests.printing.looking import MADE, a_sample, browser_of

pytestmark = pytest.mark.usefixtures("loaded_rules", "rendered")


def roster_of(army_list: ArmyList) -> str:
    return reverse("printing:roster", args=[army_list.pk])


# ── Permissions ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_addresses_are_under_the_list(alice: Visitor) -> None:
    mine = a_list(alice)
    assert roster_of(mine) == f"/lists/{mine.pk}/print/roster.pdf"
    assert reverse("printing:index", args=[mine.pk]) == f"/lists/{mine.pk}/print/"


def test_the_owner_downloads_a_pdf(alice: Visitor) -> None:
    response = browser_of(alice).get(roster_of(a_list(alice)))
    assert (response.status_code, response.content) == (200, MADE)
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"] == 'attachment; filename="Rangers-125.pdf"'
    assert response["Cache-Control"] == "private, no-cache"


def test_the_browser_with_the_draft_downloads_a_pdf(carla: Visitor) -> None:
    assert browser_of(carla).get(roster_of(a_list(carla))).status_code == 200


@pytest.mark.parametrize("name", ["printing:roster", "printing:index"])
def test_strangers_get_not_found(alice: Visitor, bob: Visitor, carla: Visitor, name: str, rendered: list[str]) -> None:
    address = reverse(name, args=[a_list(alice).pk])
    assert [browser_of(who).get(address).status_code for who in (bob, carla)] == [404, 404]
    assert Client().get(address).status_code == 404
    assert rendered == []


@pytest.mark.parametrize("name", ["printing:roster", "printing:index"])
def test_examples_are_for_everyone(name: str) -> None:
    assert Client().get(reverse(name, args=[a_sample().pk])).status_code == 200


def test_a_list_in_the_bin_is_not_printed(alice: Visitor) -> None:
    mine = a_list(alice)
    delete_list(mine.pk, alice)
    assert browser_of(alice).get(roster_of(mine)).status_code == 404


def test_an_unknown_list_is_not_found(alice: Visitor) -> None:
    assert browser_of(alice).get(reverse("printing:roster", args=[uuid4()])).status_code == 404


def test_printing_requires_only_viewing_permission(alice: Visitor) -> None:
    assert browser_of(alice).post(roster_of(a_list(alice))).status_code == 405


def test_viewing_leaves_no_cookie_and_no_session() -> None:
    response = Client().get(roster_of(a_sample()))
    assert list(response.cookies) == []


def test_queries_do_not_grow_with_the_list(alice: Visitor, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    client = browser_of(alice)
    many = a_roster(*[a_squad(*[Figure(weapons=("lmg",)) for _ in range(10)]) for _ in range(4)])
    for army_list in (a_list(alice), a_list(alice, many)):
        client.get(roster_of(army_list))  # the rules are in memory from now on
        with django_assert_num_queries(4):  # session, user, list, a link to it
            client.get(roster_of(army_list))


# ── What ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_default_language_is_the_pages(alice: Visitor, rendered: list[str]) -> None:
    client, address = browser_of(alice), roster_of(a_list(alice))
    for language in ("it", "en"):
        client.get(address, headers={"Accept-Language": language})
    assert ['<html lang="it">' in rendered[0], '<html lang="en">' in rendered[1]] == [True, True]


def test_another_language_can_be_chosen(alice: Visitor, rendered: list[str]) -> None:
    browser_of(alice).get(roster_of(a_list(alice)), {"language": "en"}, headers={"Accept-Language": "it"})
    assert '<html lang="en">' in rendered[0]


def test_paper_and_ink_are_passed_on(alice: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[bool, bool]] = []

    def render(html: str, css: str) -> bytes:
        asked.append(("size: 215.9mm 279.4mm" in css, 'class="letter ink' in html))
        return MADE

    monkeypatch.setattr(pool, "render", render)
    browser_of(alice).get(roster_of(a_list(alice)), {"paper": "letter", "ink": "1"})
    assert asked == [(True, True)]


# ── Again ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_unchanged_printout_is_not_sent_or_rendered_again(alice: Visitor, rendered: list[str]) -> None:
    client, address = browser_of(alice), roster_of(a_list(alice))
    first = client.get(address)
    again = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert len(rendered) == 1


def test_a_changed_list_is_rendered_again(alice: Visitor, rendered: list[str]) -> None:
    client, mine = browser_of(alice), a_list(alice)
    first = client.get(roster_of(mine))
    change(mine, alice, lambda _: a_roster(name="Others"))
    again = client.get(roster_of(mine), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, len(rendered)) == (200, 2)


# ── Without any ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (TooLongError, "It was not ready in time."),
        (RenderingFailedError, "The page layout program stopped."),
        (NoPangoError, "This site cannot print"),
        (BusyError, "Many people are printing right now"),
    ],
)
def test_a_page_explains_a_missing_printout(
    alice: Visitor, monkeypatch: pytest.MonkeyPatch, error: type[Exception], sentence: str, caplog: Any
) -> None:
    def render(html: str, css: str) -> bytes:
        raise error

    monkeypatch.setattr(pool, "render", render)
    mine = a_list(alice)
    response = browser_of(alice).get(roster_of(mine), headers={"Accept-Language": "en"})
    waits = error is BusyError  # waiting for its turn: the page refreshes itself
    assert (response.status_code, response.headers.get("Refresh")) == ((202, "3") if waits else (503, None))
    assert sentence in response.content.decode()
    assert "ETag" not in response
    told = [record for record in caplog.records if record.name == "armybuilder.printing.views.responses"]
    at = "lists/<uuid:list_id>/print/roster.pdf"
    assert [LineFormatter("%(message)s").format(one) for one in told] == [f"no printout at {at}: {error.__name__}"]


def test_another_browser_gets_the_cached_printout(alice: Visitor, rendered: list[str]) -> None:
    client, address = browser_of(alice), roster_of(a_list(alice))
    assert [client.get(address).content for _ in range(2)] == [MADE, MADE]
    assert len(rendered) == 1


def test_cached_pages_are_not_shared_between_users(alice: Visitor, bob: Visitor) -> None:
    """The cache has no owners: the list is looked up first, then its printout."""
    address = roster_of(a_list(alice))
    browser_of(alice).get(address)
    assert browser_of(bob).get(address).status_code == 404


def test_from_list_to_pdf(alice: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    pdf = browser_of(alice).get(roster_of(a_list(alice))).content
    assert pdf[:5] == b"%PDF-"
