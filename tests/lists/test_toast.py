"""Removals are reported with an undo button: to htmx with the sheet, to a plain form on the next page."""

import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils import translation
from django.utils.text import capfirst
from lxml import html

from armybuilder.lists.history import done
from tests.lists.builder import Builder, text
from tests.lists.factories import a_key

pytestmark = pytest.mark.usefixtures("loaded_rules")

REMOVALS = [
    ("rows/{leader}/remove/", "Sgt. Rossi removed from Alpha"),
    ("rows/{vehicle}/remove/", "Protected vehicle removed from Bravo"),
    ("rows/{extra}/remove/", "Intelligence 1 removed"),
    ("squads/{bravo}/remove/", "Bravo removed"),
]


def toast_of(response: Any) -> str | None:
    """Return the toast in a sheet."""
    found = re.search(r'<div id="sheet"[^>]* data-toast="([^"]*)"', response.content.decode())
    return found.group(1) if found else None


def ids(page: Builder) -> dict[str, str]:
    return {
        "leader": page.alpha.figures[0].id,
        "vehicle": page.bravo.vehicles[0].id,
        "bravo": page.bravo.id,
        "extra": page.roster.extras[0].id,
    }


@pytest.mark.parametrize(("act", "words"), REMOVALS)
def test_removals_are_announced_with_the_sheet(page: Builder, act: str, words: str) -> None:
    assert toast_of(page.post(act.format(**ids(page)))) == words


@pytest.mark.parametrize(("act", "words"), REMOVALS)
def test_and_to_a_plain_form_on_the_next_page(page: Builder, act: str, words: str) -> None:
    before = page.roster
    response = page.post(act.format(**ids(page)), htmx=False)
    following = page.client.get(response["Location"])
    assert re.search(r'role="status">(.*?)</button>', following.content.decode(), re.DOTALL)
    assert f"{words} Undo" in text(following)
    assert f'form="do" formaction="{page.address}undo/"' in following.content.decode()
    page.post("undo/", htmx=False)
    assert page.roster == before
    assert f"{words} Undo" not in text(page.get())


@pytest.mark.parametrize("table", ["figures", "vehicles", "extras"])
@pytest.mark.parametrize("htmx", [True, False])
def test_one_fewer_than_one_goes_with_its_row_and_is_told(page: Builder, table: str, htmx: bool) -> None:
    page.post(f"squads/{page.bravo.id}/extras/", extra="motivation")
    row = getattr(page.bravo, table)[0].id
    for left in range(getattr(page.bravo, table)[0].count - 1, 0, -1):
        assert toast_of(page.post(f"rows/{row}/count/", by="-1")) is None
        assert getattr(page.bravo, table)[0].count == left
    before = page.roster
    response = page.post(f"rows/{row}/count/", by="-1", edit=row, htmx=htmx)
    assert getattr(page.bravo, table) == ()
    if htmx:
        assert (toast_of(response) or "").endswith(" removed from Bravo")
        assert "is-editing" not in response.content.decode()
    else:
        assert " removed from Bravo Undo" in text(page.client.get(response["Location"]))
    page.post("undo/")
    assert page.roster == before


# ── Undo and redo report what they did ─────────────────────────────────────────────────────────────────────────────


def test_undo_and_redo_say_what_they_did_once(page: Builder) -> None:
    def step(act: str) -> str | None:
        return toast_of(page.post(act, was=str(page.stored.revision_id)))

    page.post(f"squads/{page.bravo.id}/figures/", preset="smg")
    assert [step("undo/"), step("undo/")] == ["Undone: SMG gunner added to Bravo", None]
    assert [step("redo/"), step("redo/")] == ["Redone: SMG gunner added to Bravo", None]


def test_undo_of_an_edit_whose_answer_is_not_there_yet_says_what_it_took_back(page: Builder) -> None:
    """On a slow connection the submitted form shows the list before the edit."""
    was, key = str(page.stored.revision_id), a_key()
    page.post(f"squads/{page.bravo.id}/figures/", preset="smg", was=was)
    told = [toast_of(page.post("undo/", was=was, key=key)) for _ in range(2)]  # sent again: the answer was lost
    assert told == ["Undone: SMG gunner added to Bravo"] * 2
    assert str(page.stored.revision_id) == was


def test_and_to_a_plain_form_without_a_button(page: Builder) -> None:
    page.post(f"squads/{page.bravo.id}/figures/", preset="smg")
    response = page.post("undo/", htmx=False, was=str(page.stored.revision_id))
    following = page.client.get(response["Location"]).content.decode()
    (messages,) = html.fromstring(following).find_class("messages")
    assert messages.text_content().split() == ["Undone:", "SMG", "gunner", "added", "to", "Bravo"]


def test_elsewhere_it_is_told_without_a_button(page: Builder) -> None:
    page.post(f"squads/{page.bravo.id}/remove/", htmx=False)
    assert "Bravo removed My lists" in text(page.client.get(reverse("lists:index")))


@pytest.mark.parametrize(
    ("act", "fields"),
    [("squads/{bravo}/figures/", {"preset": "rifleman"}), ("undo/", {})],
)
def test_visible_changes_are_not_announced(page: Builder, act: str, fields: dict[str, str]) -> None:
    assert toast_of(page.post(act.format(**ids(page)), fields)) is None


def test_nor_what_was_gone_already(page: Builder) -> None:
    act, key = f"rows/{page.alpha.figures[0].id}/remove/", a_key()
    page.post(act, key=key)
    assert toast_of(page.post(act, key=key)) is None
    assert toast_of(page.post(act)) is None


MOVES = [
    ("rows/{leader}/duplicate/", {}),
    ("rows/{leader}/move/", {"by": "1"}),
    ("rows/{leader}/to-squad/", {"to": "{bravo}"}),
    ("rows/{leader}/place/", {"to": "{bravo}", "place": "0"}),
    ("squads/{bravo}/duplicate/", {}),
    ("squads/{bravo}/move/", {"by": "-1"}),
]


@pytest.mark.parametrize(("act", "fields"), MOVES)
def test_copying_or_moving_shows_a_message(page: Builder, act: str, fields: dict[str, Any]) -> None:
    names, before = ids(page), page.roster
    sent: dict[str, Any] = {key: value.format(**names) for key, value in fields.items()}
    said = toast_of(page.post(act.format(**names), **sent))
    assert page.roster != before
    undoes = page.stored.undoes
    assert undoes is not None
    with translation.override("en"):
        assert said == capfirst(done(undoes))


def test_moving_to_the_same_place_shows_no_message(page: Builder) -> None:
    leader = ids(page)["leader"]
    assert toast_of(page.post(f"rows/{leader}/duplicate/")) is not None
    assert toast_of(page.post(f"rows/{leader}/move/", by="-1")) is None
