"""The API without an account: checking documents, reading shared lists."""

import json

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.sharing.actions import revoke_link
from rules.catalogue import library
from rules.core.assess import assess
from rules.core.document.reader import MOST_BYTES
from rules.core.judging.report import document, encode
from rules.core.text import Language
from tests.api.programs import COUNTING, Program, said, sent
from tests.lists.factories import a_group, a_list, a_roster, a_squad, add_rifleman
from tests.sharing.links import a_link, published

pytestmark = pytest.mark.usefixtures("loaded_rules")

ANYBODY = Program()
WITH_A_LASER = sent(a_roster(a_squad(a_group(1, "laser"))))
LASER = "squads[0].figures[0].weapons[0]"


# ── Judging ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", ["it", "en"])
def test_a_document_is_judged_as_everywhere(language: Language) -> None:
    roster = a_roster(a_squad(a_group(2)))
    answer = ANYBODY.ask("POST", f"assess?language={language}", sent(roster))
    judged = assess(roster, library().catalogues["bn"])
    assert answer.content == encode(document(judged, roster, language))
    assert answer["Content-Type"] == "application/json"
    assert ArmyList.objects.count() == 0


def test_messages_are_english_unless_asked_otherwise() -> None:
    roster = sent(a_roster(a_squad()))
    plain, english = (ANYBODY.ask("POST", f"assess{query}", roster) for query in ("", "?language=en"))
    assert plain.content == english.content


@pytest.mark.parametrize(
    ("body", "path", "detail"),
    [
        (b"?", "", "not JSON at line 1, column 1"),
        (b"{}", "", '"format" is missing'),
        (WITH_A_LASER, LASER, f'{LASER}: unknown weapon "laser"'),
        (b"[" * 100_000, "", "nested too deeply"),
        (b"\xff", "", "this is not UTF-8 text (byte 1)"),
        (b'{"notes":"\\ud800"}', "notes", "notes: the text has a character that cannot be written"),
        (b'{"\\ud800":{"a":1,"a":2}}', "", "the text has a character that cannot be written"),
        (b'{"a":{"\\ud800":1,"\\ud800":2}}', "a", 'a: "·" appears twice'),
        (b'{"squads":[' + b'{"name":""},' * 25_000 + b"0]}", "", '"format" is missing'),
        (b" " * (MOST_BYTES + 1), "", "the file is larger than 400\xa0kB: a list is far smaller"),
    ],
)
def test_an_invalid_list_is_refused_with_its_place(body: bytes, path: str, detail: str) -> None:
    assert said(ANYBODY.ask("POST", "assess", body)) == (422, {"path": path, "detail": detail})


@pytest.mark.parametrize("path", ["assess", "odds"])
def test_another_content_type_is_refused(path: str) -> None:
    answer = ANYBODY.ask("POST", path, sent(a_roster()), "application/x-www-form-urlencoded")
    assert said(answer) == (
        415,
        {"detail": "Send JSON, and say so in a header: Content-Type: application/json"},
    )
    assert answer["Accept"] == "application/json"


def test_the_sentence_is_in_the_language_that_was_asked_for() -> None:
    answers = [said(ANYBODY.ask("POST", f"assess?language={code}", b"{}"))[1] for code in ("it", "en")]
    assert [answer["detail"] for answer in answers] == ['manca "format"', '"format" is missing']


def test_an_unknown_language_is_refused() -> None:
    answer = ANYBODY.ask("POST", "assess?language=fr", sent(a_roster()))
    assert said(answer) == (
        422,
        {"path": "query.language", "detail": "query.language: Input should be 'it' or 'en'"},
    )


@pytest.mark.parametrize("squads", [1, 20])
def test_judging_reads_nothing_but_the_rules(squads: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    roster = sent(a_roster(*[a_squad(a_group(3)) for _ in range(squads)]))
    ANYBODY.ask("POST", "assess", roster)
    with django_assert_num_queries(COUNTING + 1):  # which versions are current
        ANYBODY.ask("POST", "assess", roster)


def test_the_largest_document_is_taken_as_the_reader_takes_it() -> None:
    body = sent(a_roster()).ljust(MOST_BYTES)
    assert ANYBODY.ask("POST", "assess", body).status_code == 200


# ── Shared lists ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_shared_list_comes_with_its_report(alice: Visitor) -> None:
    link = a_link(alice, a_list(alice, roster := a_roster()))
    judged = assess(roster, library().catalogues["bn"])
    assert ANYBODY.get(f"shared/{link.token}?language=it") == {
        "author": "alice",
        "list": json.loads(sent(roster)),
        "report": json.loads(encode(document(judged, roster, "it"))),
    }


def test_one_link_follows_the_list_the_other_stays(alice: Visitor) -> None:
    mine = a_list(alice)
    newest, frozen = a_link(alice, mine), a_link(alice, mine, frozen=True)
    add_rifleman(mine, alice)
    squads = [ANYBODY.get(f"shared/{link.token}")["report"]["squads"] for link in (newest, frozen)]
    assert [squad["figures"] for (squad,) in squads] == [9, 8]


def test_a_revoked_link_opens_nothing(alice: Visitor) -> None:
    link = a_link(alice)
    revoke_link(link.pk, alice)
    assert said(ANYBODY.ask("GET", f"shared/{link.token}")) == (404, {"detail": "Not Found"})


@pytest.mark.parametrize("token", ["AAAAAAAAAAAAAAAAAAAAAA", "x" * 40])
def test_nor_does_one_that_never_was(token: str) -> None:
    assert said(ANYBODY.ask("GET", f"shared/{token}"))[0] == 404


@pytest.mark.parametrize("token", ["%00", "x" * 41, "à"])
def test_nor_does_what_cannot_be_one(token: str) -> None:
    assert said(ANYBODY.ask("GET", f"shared/{token}"))[0] == 422


def test_only_public_lists_are_for_search_engines(alice: Visitor) -> None:
    private, public = a_link(alice), published(alice).link
    answers = [ANYBODY.ask("GET", f"shared/{link.token}") for link in (private, public)]
    assert [answer.get("X-Robots-Tag") for answer in answers] == ["noindex, nofollow", "all"]


@pytest.mark.parametrize("squads", [1, 20])
def test_queries_do_not_grow_with_the_list(
    alice: Visitor, squads: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    link = a_link(alice, a_list(alice, a_roster(*[a_squad(name=str(number)) for number in range(squads)])))
    ANYBODY.get(f"shared/{link.token}")
    with django_assert_num_queries(COUNTING + 1):  # the link with its list and owner
        ANYBODY.get(f"shared/{link.token}")


# ── Other cases ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("path", ["nothing", "shared/", "shared/a/b", "lists/"])
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_there_is_nothing_elsewhere(method: str, path: str) -> None:
    assert said(ANYBODY.ask(method, path)) == (404, {"detail": "Not Found"})


def test_an_answer_leaves_no_cookie(alice: Visitor) -> None:
    browser = Client()
    browser.get(f"/api/v1/shared/{a_link(alice).token}", headers={"Accept-Language": "it"})
    assert browser.cookies == {}


# ── The root ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_root_leads_on() -> None:
    root = Program().get("")
    assert root == {
        "name": "Squadra",
        "version": "1",
        "description": "Army lists for skirmish wargames: judge documents, read shared lists, keep one's own.",
        "openapi": "http://testserver/api/v1/openapi.json",
        "tokens": "http://testserver/accounts/tokens/",
    }
    assert Client().get("/api/v1")["Location"] == "/api/v1/"


@pytest.mark.parametrize("path", ["", "openapi.json"])
def test_its_pages_have_heads(path: str) -> None:
    head = Program().ask("HEAD", path)
    assert (head.status_code, head.content) == (200, b"")


@pytest.mark.django_db
def test_a_newline_is_not_part_of_a_token(alice: Visitor, client: Client) -> None:
    token = a_link(alice).token
    assert [client.get(f"/api/v1/shared/{token}{end}").status_code for end in ("", "%0A")] == [200, 422]
