"""The page that offers a list as text and files, and the one that takes lists in."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from armybuilder.lists.models import ArmyList
from armybuilder.lists.views.exchange import MOST_SENT_BACK
from armybuilder.lists.visitors import Visitor
from rules.core import edits
from rules.core.reader import MOST_BYTES
from rules.core.roster import encode
from tests.lists.exchange.texts import a_roster, text_of
from tests.lists.factories import a_list
from tests.lists.factories import a_roster as list_of
from tests.printing.looking import browser_of

pytestmark = pytest.mark.usefixtures("loaded_rules")
ENGLISH = {"Accept-Language": "en"}
IMPORT = "/lists/import/"
TOO_LARGE = "This is larger than 400 kB: a list is far smaller."


def take(army_list: ArmyList) -> str:
    return reverse("lists:take", args=[army_list.pk])


def imported(client: Client, **posted: Any) -> ArmyList:
    """The list that an import made; it was opened."""
    response = client.post(IMPORT, posted, headers=ENGLISH)
    assert response.status_code == 302, response.content.decode()
    made = ArmyList.objects.latest("created")
    assert response["Location"] == f"/lists/{made.pk}/"
    return made


# ── Out ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_text_is_shown_for_a_forum_with_points(alice: Visitor) -> None:
    mine = a_list(alice)
    response = browser_of(alice).get(take(mine), headers=ENGLISH)
    assert response.context["pieces"] == [text_of(mine.roster)]


def test_or_as_asked(alice: Visitor) -> None:
    mine = a_list(alice)
    response = browser_of(alice).get(take(mine), {"shape": "compact", "points": "0"}, headers=ENGLISH)
    assert response.context["pieces"] == [text_of(mine.roster, "compact", points=False)]


def test_a_shape_that_is_none_is_the_first(alice: Visitor) -> None:
    mine = a_list(alice)
    response = browser_of(alice).get(take(mine), {"shape": "xml"}, headers=ENGLISH)
    assert response.context["pieces"] == [text_of(mine.roster)]


def test_names_are_escaped(alice: Visitor) -> None:
    mine = a_list(alice, list_of(name="</textarea><script>x()</script>"))
    page = browser_of(alice).get(take(mine), headers=ENGLISH).content.decode()
    assert "</textarea><script>x()" not in page


@pytest.mark.parametrize("name", ["lists:take", "lists:export", "lists:export-csv"])
def test_strangers_find_nothing(alice: Visitor, bob: Visitor, name: str) -> None:
    address = reverse(name, args=[a_list(alice).pk])
    assert [client.get(address).status_code for client in (browser_of(bob), Client())] == [404, 404]


def test_csv_is_a_file(alice: Visitor) -> None:
    response = browser_of(alice).get(reverse("lists:export-csv", args=[a_list(alice).pk]), headers=ENGLISH)
    assert response["Content-Disposition"] == 'attachment; filename="rangers.csv"'
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response.content.decode().startswith("\ufeffSquad,Kind,Name")


# ── In ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_page_is_for_everybody_and_leaves_nothing() -> None:
    response = Client().get(IMPORT)
    assert response.status_code == 200
    assert "sessionid" not in response.cookies


@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
def test_a_file_of_json_becomes_a_list_of_the_visitor(alice: Visitor, bom: bytes) -> None:
    file = SimpleUploadedFile("list.json", bom + encode(a_roster()))
    made = imported(browser_of(alice), file=file)
    assert made.owner == alice.user
    assert edits.without_ids(made.roster) == a_roster()


def test_a_pasted_text_does_too() -> None:
    made = imported(Client(), text=text_of(a_roster(), "discord"))
    assert made.is_draft
    assert edits.without_ids(made.roster) == a_roster()


def test_browsers_end_lines_with_two_letters() -> None:
    made = imported(Client(), text=text_of(a_roster()).replace("\n", "\r\n"))
    assert edits.without_ids(made.roster) == a_roster()


def test_what_cannot_be_read_is_told_and_nothing_is_lost() -> None:
    text = "Rangers · bn\n+ Alpha · Elite +\n1x Rossi: LMGG"
    response = Client().post(IMPORT, {"text": text}, headers=ENGLISH)
    assert response.status_code == 422
    page = response.content.decode()
    assert "<b>Line 3</b> Breaking News has no “LMGG”. Did you mean “LMG”?" in page
    assert f"{text}</textarea>" in page
    assert ArmyList.objects.count() == 0


def test_so_many_problems_that_reading_stopped_leave_nothing_to_read_in() -> None:
    response = Client().post(
        IMPORT, {"text": "Rangers · bn\n+ Alpha · Elite +\n" + "1x Rossi: x\n" * 60}, headers=ENGLISH
    )
    page = response.content.decode()
    assert (response.status_code, page.count("<b>Line ")) == (422, 50)
    assert "There may be more: reading stopped here. Mend these and try again." in page
    assert "Import what can be read" not in page


LONG_TEXT = "The text is too long to be shown here again. Go back in your browser to find it."


@pytest.mark.parametrize(
    ("posted", "kept"),
    [
        ({"text": "x\n" * 1_000}, True),
        ({"text": "&" * MOST_SENT_BACK}, True),
        ({"text": "&" * (MOST_SENT_BACK + 1)}, False),
        ({"text": "x" * 2_000_000}, False),
        ({"text": "{" + " " * 300_000}, False),
    ],
)
def test_a_long_text_is_not_sent_back(posted: dict[str, str], kept: bool) -> None:
    response = Client().post(IMPORT, posted, headers=ENGLISH)
    page = response.content.decode()
    assert (response.status_code, f"{escape(posted['text'])}</textarea>" in page) == (422, kept)
    assert (LONG_TEXT in page) is not kept
    assert kept or len(response.content) < 20_000


@pytest.mark.parametrize("content", [b"%PDF-\xff" * 20_000, b"{" + b" " * 2_000_000, b"\xff" * 2_000_000])
def test_nor_is_a_file(content: bytes) -> None:
    response = Client().post(IMPORT, {"file": SimpleUploadedFile("x", content)}, headers=ENGLISH)
    assert (response.status_code, len(response.content) < 20_000) == (422, True)


def test_the_rest_can_be_read_in_all_the_same() -> None:
    made = imported(Client(), text="Rangers · bn\n+ Alpha · Elite +\n1x Rossi: LMGG", anyway="1")
    assert [figure.name for figure in made.roster.squads[0].figures] == ["Rossi"]


@pytest.mark.parametrize(
    ("posted", "said"),
    [
        ({}, "Choose a file, or paste a text."),
        ({"text": json.dumps({"format": "armylist/1"})}, '"ruleset" is missing'),
        ({"file": SimpleUploadedFile("x.json", b"{".ljust(MOST_BYTES + 1))}, TOO_LARGE),
        ({"file": SimpleUploadedFile("x.txt", b"x".ljust(MOST_BYTES + 1, b"\n"))}, TOO_LARGE),
        ({"text": "{".ljust(MOST_BYTES + 1)}, TOO_LARGE),
        ({"text": '{"format": "armylist/1", "notes": "\\ud800"}'}, "notes: the text has a character"),
        ({"text": "Rangers · bn\n+ +"}, "This heading is empty."),
        ({"file": SimpleUploadedFile("x.pdf", b"%PDF-\xff\xfe")}, "This file is no text"),
        ({"text": "hello"}, "The first line does not name a game."),
    ],
)
def test_refusals(posted: dict[str, Any], said: str) -> None:
    without = {} if "+ +" in posted.get("text", "") else {"anyway": "1"}
    response = Client().post(IMPORT, {**posted, **without}, headers=ENGLISH)
    assert response.status_code == 422
    (problem,) = response.context["problems"]
    assert said in problem.text
    assert ArmyList.objects.count() == 0
