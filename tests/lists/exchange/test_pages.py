"""The export page with text and files, and the import page."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.html import escape
from pytest_django import DjangoAssertNumQueries

from armybuilder.lists.exchange.preview import Preview, ShownLine
from armybuilder.lists.models import ArmyList
from armybuilder.lists.views.exchange import MOST_SENT_BACK
from armybuilder.lists.visitors import Visitor
from rules.core.document import edits
from rules.core.document.reader import MOST_BYTES
from rules.core.document.roster import encode
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
    """The list that an import created after its preview, and opened."""
    response = client.post(IMPORT, {"make": "1", **posted}, headers=ENGLISH)
    assert response.status_code == 302, response.content.decode()
    made = ArmyList.objects.latest("created")
    assert response["Location"] == f"/lists/{made.pk}/"
    return made


# ── Export ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_text_is_shown_for_a_forum_with_points(alice: Visitor) -> None:
    mine = a_list(alice)
    response = browser_of(alice).get(take(mine), headers=ENGLISH)
    assert response.context["pieces"] == [text_of(mine.roster)]


def test_the_text_is_shown_in_the_chosen_format(alice: Visitor) -> None:
    mine = a_list(alice)
    response = browser_of(alice).get(take(mine), {"shape": "compact", "points": "0"}, headers=ENGLISH)
    assert response.context["pieces"] == [text_of(mine.roster, "compact", points=False)]


def test_an_unknown_format_is_replaced_by_the_first(alice: Visitor) -> None:
    mine = a_list(alice)
    response = browser_of(alice).get(take(mine), {"shape": "xml"}, headers=ENGLISH)
    assert response.context["pieces"] == [text_of(mine.roster)]


def test_names_are_escaped(alice: Visitor) -> None:
    mine = a_list(alice, list_of(name="</textarea><script>x()</script>"))
    page = browser_of(alice).get(take(mine), headers=ENGLISH).content.decode()
    assert "</textarea><script>x()" not in page


@pytest.mark.parametrize("name", ["lists:take", "lists:export", "lists:export-csv"])
def test_strangers_get_not_found(alice: Visitor, bob: Visitor, name: str) -> None:
    address = reverse(name, args=[a_list(alice).pk])
    assert [client.get(address).status_code for client in (browser_of(bob), Client())] == [404, 404]


def test_csv_is_a_file(alice: Visitor) -> None:
    response = browser_of(alice).get(reverse("lists:export-csv", args=[a_list(alice).pk]), headers=ENGLISH)
    assert response["Content-Disposition"] == 'attachment; filename="rangers.csv"'
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response.content.decode().startswith("\ufeffSquad,Type,Name")


# ── Import ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_page_is_for_everyone_and_leaves_no_trace() -> None:
    response = Client().get(IMPORT)
    assert response.status_code == 200
    assert "sessionid" not in response.cookies


@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
def test_a_file_of_json_becomes_a_list_of_the_visitor(alice: Visitor, bom: bytes) -> None:
    file = SimpleUploadedFile("list.json", bom + encode(a_roster()))
    made = imported(browser_of(alice), file=file)
    assert made.owner == alice.user
    assert edits.without_ids(made.roster) == a_roster()


def test_a_pasted_text_becomes_a_list_of_the_visitor() -> None:
    made = imported(Client(), text=text_of(a_roster(), "discord"))
    assert made.is_draft
    assert edits.without_ids(made.roster) == a_roster()


def test_browsers_end_lines_with_two_characters() -> None:
    made = imported(Client(), text=text_of(a_roster()).replace("\n", "\r\n"))
    assert edits.without_ids(made.roster) == a_roster()


def preview_of(posted: dict[str, Any], status: int = 200) -> Any:
    """The page of a preview. Nothing was saved."""
    response = Client().post(IMPORT, posted, headers=ENGLISH)
    assert (response.status_code, ArmyList.objects.count(), "sessionid" in response.cookies) == (
        status,
        0,
        False,
    )
    return response


def test_nothing_is_saved_before_the_preview() -> None:
    page = preview_of({"text": text_of(a_roster())})
    assert page.context["preview"].summary == []
    assert page.context["preview"].typed == 210
    assert page.context["preview"].is_as_typed
    preview_of({"file": SimpleUploadedFile("list.json", encode(a_roster()))})
    preview_of({"file": SimpleUploadedFile("list.txt", text_of(a_roster()).encode())})


CHAT = "Rangers - breaking news attacker\nElite\n1 machine gun 15\n2 goblins\n1 leader\n1 Rossi"


def shown(line: ShownLine) -> list[tuple[str, tuple[str, ...], int | None]]:
    return [(row.name, row.gear, row.points) for row in line.rows]


def test_each_line_is_beside_its_result() -> None:
    preview: Preview = preview_of({"text": CHAT}).context["preview"]
    assert (preview.name, preview.guesses, preview.notes) == ("Rangers", 6, 1)
    assert [(line.number, line.text) for line in preview.lines] == list(enumerate(CHAT.split("\n"), 1))
    assert [shown(line) for line in preview.lines] == [
        [],
        [("Squad 1", ("Elite",), 55)],
        [("LMG gunner", ("LMG",), 20)],
        [("", (), None)],
        [("Leader 1", ("leadership 1", "Assault rifle"), 20)],
        [("Rossi", (), 15)],
    ]
    assert [line.notes for line in preview.lines] == [(), (), (), ("goblins",), (), ()]
    assert preview.lines[2].rows[0].typed == 15
    assert preview.lines[5].rows[0].unarmed


def test_a_guess_is_marked_with_its_other_choices() -> None:
    preview: Preview = preview_of({"text": CHAT}).context["preview"]
    asked = [one for line in preview.lines for row in line.rows for one in row.asked]
    assert [(one.label, [choice.label for choice in one.choices if choice.chosen]) for one in asked] == [
        ("“machine gun” is", ["LMG"]),
        ("“goblins” is", ["a note on the list"]),
        ("“leader” is", ["leadership 1"]),
        ("What he carries", ["Assault rifle"]),
        ("“Rossi” is", ["a name"]),
        ("What he carries", ["unarmed"]),
    ]
    answered = {asked[0].field: "weapon/hmg", asked[5].field: "arms/smg"}
    after: Preview = preview_of({"text": CHAT, **answered}).context["preview"]
    assert (after.guesses, shown(after.lines[2])[0][1], shown(after.lines[5])[0][1]) == (
        4,
        ("HMG",),
        ("SMG",),
    )
    made = imported(Client(), text=CHAT, **answered)
    assert [figure.weapons for figure in made.roster.squads[0].figures] == [
        ("hmg",), ("assault-rifle",), ("smg",),
    ]  # fmt: skip
    assert made.roster.notes == "Not understood in the imported text:\ngoblins"
    assert [revision.action for revision in made.revisions.all()] == ["import"]


def test_without_a_game_the_text_stays_and_the_game_is_asked_for() -> None:
    text = "Rangers\n4 riflemen & <b>1</b> gunner"
    first = preview_of({"text": text})
    assert "The text does not say which game it is for." in first.content.decode()
    assert f"{escape(text)}</textarea>" in first.content.decode()
    refused = preview_of({"text": text, "make": "1"}, 422)
    assert "Choose the game first: without it the list cannot be read." in refused.content.decode()
    made = imported(Client(), text=text, game="bn", role="defender", name="Mine")
    assert (made.roster.ruleset, made.roster.role, made.roster.name) == ("bn", "defender", "Mine")


def test_too_much_unknown_text_is_not_a_list() -> None:
    page = preview_of({"text": "Rangers · bn\n+ Alpha · Elite +\n" + "zzz yyy\n" * 60, "make": "1"}, 422)
    assert page.content.decode().count("<b>Line ") == 50
    assert "Too many lines could not be understood, so reading stopped." in page.content.decode()


@pytest.mark.parametrize("rows", [2, 40])
def test_a_preview_takes_as_many_queries_for_many_rows(
    rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    text = "Rangers · bn\n" + "1 machine gun\n" * rows
    preview_of({"text": text})  # the rules are in memory from now on
    with django_assert_num_queries(2):  # the limit, the versions
        preview_of_only(text)


def preview_of_only(text: str) -> None:
    assert Client().post(IMPORT, {"text": text}, headers=ENGLISH).status_code == 200


def test_hostile_texts_are_shown_as_text() -> None:
    nasty = "</textarea><script>x()</script>"
    page = preview_of({"text": f"{nasty} - bn\n2 {nasty}\n1x Rossi: {nasty}", "pick.x": nasty}).content.decode()
    assert nasty not in page
    assert "<script>x()" not in page


LONG_TEXT = "The text is too long to show again here. Go back in your browser to find it."


@pytest.mark.parametrize(
    ("posted", "kept"),
    [
        ({"text": "{" + "x" * 1_000}, True),
        ({"text": "{" + "&" * (MOST_SENT_BACK - 1)}, True),
        ({"text": "{" + "&" * MOST_SENT_BACK}, False),
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
def test_a_large_file_is_not_sent_back(content: bytes) -> None:
    response = Client().post(IMPORT, {"file": SimpleUploadedFile("x", content)}, headers=ENGLISH)
    assert (response.status_code, len(response.content) < 20_000) == (422, True)


@pytest.mark.parametrize(
    ("posted", "said"),
    [
        ({}, "Choose a file, or paste some text."),
        ({"text": json.dumps({"format": "armylist/1"})}, '"ruleset" is missing'),
        ({"file": SimpleUploadedFile("x.json", b"{".ljust(MOST_BYTES + 1))}, TOO_LARGE),
        ({"file": SimpleUploadedFile("x.txt", b"x".ljust(MOST_BYTES + 1, b"\n"))}, TOO_LARGE),
        ({"text": "{".ljust(MOST_BYTES + 1)}, TOO_LARGE),
        ({"text": '{"format": "armylist/1", "notes": "\\ud800"}'}, "notes: the text has a character"),
        ({"file": SimpleUploadedFile("x.pdf", b"%PDF-\xff\xfe")}, "This is not a text file"),
    ],
)
def test_refusals(posted: dict[str, Any], said: str) -> None:
    response = Client().post(IMPORT, {"make": "1", **posted}, headers=ENGLISH)
    assert response.status_code == 422
    (problem,) = response.context["reading"].problems
    assert said in problem.text
    assert ArmyList.objects.count() == 0


def test_a_marked_line_is_confirmed_alone_or_with_all_others() -> None:
    text = "X · bn · attacker\n+ Alpha · Elite +\n~4 riflemen\n~1 sniper\n1 medic"

    def checks(**picks: str) -> tuple[int, list[bool]]:
        preview = Client().post(IMPORT, {"text": text, **picks}, headers=ENGLISH).context["preview"]
        return preview.guesses, [line.is_confirmed for line in preview.lines if line.check]

    first = Client().post(IMPORT, {"text": text}, headers=ENGLISH).context["preview"].lines[2].check
    assert checks() == (2, [False, False])
    assert checks(**{first: "right"}) == (1, [True, False])
    assert checks(**{"pick.all": "right"}) == (0, [True, True])


@pytest.mark.parametrize(
    ("text", "picks", "is_offered"),
    [
        ("~4 riflemen", {}, True),
        ("~4 riflemen", {"pick.all": "right"}, False),
        ("4 riflemen", {}, False),  # the game is a guess, and no line is marked
    ],
)
def test_all_lines_are_confirmed_where_one_is_marked(text: str, picks: dict[str, str], is_offered: bool) -> None:
    posted = {"text": f"Breaking News\nAlpha (elite)\n{text}", **picks}
    page = Client().post(IMPORT, posted, headers=ENGLISH)
    assert page.context["preview"].guesses
    assert ("Confirm all lines" in page.text) == is_offered
