"""The quotas of one person for storing and writing, reported in a sentence wherever they are reached."""

import json
import time
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from pytest_django import DjangoAssertNumQueries

from armybuilder.api.actions import make_token
from armybuilder.lists import quotas
from armybuilder.lists.actions.shelves import delete_list
from armybuilder.lists.models import ArmyList, Revision
from armybuilder.lists.visitors import Visitor
from armybuilder.personal_data.exports import write_backup
from rules.core.document.edits import without_ids
from rules.core.document.roster import Roster, Vehicle, encode
from tests.clubs.clubs import a_club, shown
from tests.lists.factories import a_group, a_list, a_roster, a_squad, add_rifleman
from tests.printing.looking import browser_of
from tests.sharing.links import ENGLISH, a_link, page

pytestmark = pytest.mark.usefixtures("loaded_rules")
NEW = {"ruleset": "bn", "role": "attacker"}
DOCUMENT = '{"format": "armylist/1", "ruleset": "bn", "name": "Rangers", "squads": []}'
MANY = (
    "You have as many lists as one person can have here: 2, or 500 MB with all their "
    "changes. Delete some; they are gone for good after 30 days in the bin."
)
MUCH = "You have made a lot of changes in an hour. This one was not made: wait an hour and try again."


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch, alice: Visitor) -> ArmyList:
    """A list of a user with two, one of them in the bin, which is the maximum."""
    army_list = a_list(alice)
    delete_list(a_list(alice).pk, alice)
    monkeypatch.setattr(quotas, "LISTS", 2)
    return army_list


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> quotas.Written:
    """An hour without any writing yet."""
    fresh = quotas.Written()
    monkeypatch.setattr("armybuilder.lists.actions.editing.WRITTEN", fresh)
    return fresh


def said(client: Client, address: str, fields: dict[str, Any]) -> list[str]:
    answer = client.post(address, fields, follow=True, headers=ENGLISH)
    assert answer.redirect_chain == [("/lists/", 302)]
    return [str(message) for message in answer.context["messages"]]


def test_no_way_makes_one_more(full: ArmyList, alice: Visitor, bob: Visitor) -> None:
    assert alice.user
    assert bob.user
    browser, club = browser_of(alice), a_club(bob.user, None, alice.user)
    theirs = shown(bob, club)
    link = a_link(bob)
    acts: dict[str, dict[str, Any]] = {
        reverse("lists:create"): NEW,
        reverse("lists:duplicate", args=[full.pk]): {},
        reverse("lists:duplicate", args=[theirs.pk]): {},
        reverse("lists:new-for-club", args=[club.pk]): NEW,
        page(link, "copy"): {},
    }
    assert [said(browser, address, fields) for address, fields in acts.items()] == [[MANY]] * len(acts)
    assert ArmyList.objects.filter(owner=alice.user).count() == 2


def test_an_import_is_refused_with_its_text_kept(full: ArmyList, alice: Visitor) -> None:
    answer = browser_of(alice).post(reverse("lists:import"), {"text": DOCUMENT, "make": "1"}, headers=ENGLISH)
    problems = [problem.text for problem in answer.context["reading"].problems]
    assert (answer.status_code, problems, answer.context["text"]) == (422, [MANY], DOCUMENT)


def test_so_is_a_backup(full: ArmyList, alice: Visitor, bob: Visitor) -> None:
    assert bob.user
    a_list(bob)
    file = SimpleUploadedFile("backup.json", b"".join(write_backup(bob.user)))
    answer = browser_of(alice).post(reverse("backup:restore"), {"file": file}, headers=ENGLISH, follow=True)
    assert [str(said) for said in answer.context["messages"]] == [
        "Restored: 0 lists, 0 versions.",
        f"1 list or ready-made squad was not restored: Rangers. {MANY}",
    ]
    assert ArmyList.objects.filter(owner=alice.user).count() == 2


def test_so_is_a_program(full: ArmyList, alice: Visitor) -> None:
    assert alice.user
    token = make_token(alice.user, "Program", "write")[1]
    headers = {"Authorization": f"Bearer {token}", "Accept-Language": "it"}
    answer = Client().post("/api/v1/lists", DOCUMENT, "application/json", headers=headers)
    assert (answer.status_code, answer.json()) == (403, {"detail": MANY})


def test_a_browser_without_an_account_counts_for_itself(full: ArmyList) -> None:
    visitor = Visitor(None, "a-browser")
    for _ in range(2):
        a_list(visitor)
    with pytest.raises(quotas.QuotaError, match="Hai tutte le liste"):
        a_list(visitor)
    a_list(Visitor(None, "another"))


def test_few_long_lists_are_as_many(written: quotas.Written, alice: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    army_list = a_list(alice)
    size = len(army_list.document)
    monkeypatch.setattr(quotas, "MEGABYTE", size)
    monkeypatch.setattr(quotas, "MEGABYTES", 3)
    add_rifleman(army_list, alice)
    with pytest.raises(quotas.QuotaError, match="Hai tutte le liste"):
        a_list(alice)


def test_more_than_32_bits_of_them_are_too_many_too(alice: Visitor) -> None:
    army_list = a_list(alice)
    ArmyList.objects.filter(pk=army_list.pk).update(last_number=2**31 - 1)
    with pytest.raises(quotas.QuotaError, match="Hai tutte le liste"):
        a_list(alice)


def test_the_room_is_one_query_of_making_a_list(
    alice: Visitor, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for lists in (1, 10):
        for _ in range(lists):
            a_list(alice)
        with django_assert_num_queries(1):
            ArmyList.objects.filter(owner=alice.user).room().take(0)


# ── Edits ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_so_many_edits_an_hour(
    written: quotas.Written, alice: Visitor, bob: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, "EDITS_AN_HOUR", 2)
    army_list, browser = a_list(alice), browser_of(alice)
    address = f"/lists/{army_list.pk}/squads/"
    answers = [browser.post(address, {"kind": "squad"}, headers=ENGLISH) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 429]
    assert (MUCH in answers[2].text, Revision.objects.filter(army_list=army_list).count()) == (True, 3)
    add_rifleman(a_list(bob), bob)
    monkeypatch.setattr(time, "time", lambda: 4e9)
    assert browser.post(address, {"kind": "squad"}).status_code == 302


def test_so_many_bytes_an_hour(written: quotas.Written, alice: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    army_list = a_list(alice)
    monkeypatch.setattr(quotas, "MEGABYTE", len(army_list.document))
    monkeypatch.setattr(quotas, "MEGABYTES_AN_HOUR", 2)
    add_rifleman(army_list, alice)
    with pytest.raises(quotas.TooManyEditsError):
        add_rifleman(army_list, alice)


def test_a_program_and_other_acts_are_told_too(
    written: quotas.Written, alice: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert alice.user
    army_list = a_list(alice)
    add_rifleman(army_list, alice)
    monkeypatch.setattr(quotas, "EDITS_AN_HOUR", 1)
    assert said(browser_of(alice), f"/lists/{army_list.pk}/history/1/restore/", {}) == [MUCH]
    token = make_token(alice.user, "Program", "write")[1]
    headers = {"Authorization": f"Bearer {token}"}
    address = f"/api/v1/lists/{army_list.pk}"
    answer = Client().put(address, json.dumps(json.loads(DOCUMENT)), "application/json", headers=headers)
    assert (answer.status_code, answer.json()) == (403, {"detail": MUCH})


# ── Rows ───────────────────────────────────────────────────────────────────────────────────────────────────────────

ROWS = "A list can have at most 12 rows of squads, figures, vehicles and extras."


@pytest.fixture
def twelve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "ROWS", 12)


def rows(number: int) -> Roster:
    """A list with one squad, and this many rows including the squad."""
    return a_roster(a_squad(*(a_group(1, name=str(row)) for row in range(1, number))))


@pytest.mark.usefixtures("twelve")
def test_so_many_rows_a_list(alice: Visitor) -> None:
    with pytest.raises(quotas.QuotaError, match="al massimo 12 righe"):
        a_list(alice, rows(13))
    army_list = a_list(alice, rows(12))
    answer = browser_of(alice).post(
        f"/lists/{army_list.pk}/squads/", {"kind": "squad", "class": "elite"}, headers=ENGLISH
    )
    assert (answer.status_code, ROWS in answer.text) == (422, True)
    assert ArmyList.objects.get(pk=army_list.pk).roster == army_list.roster


@pytest.mark.usefixtures("twelve")
def test_an_import_of_more_is_told(alice: Visitor) -> None:
    text = encode(without_ids(rows(13))).decode()
    answer = browser_of(alice).post("/lists/import/", {"text": text, "make": "1"}, headers=ENGLISH)
    assert (answer.status_code, ROWS in answer.text) == (422, True)
    assert not ArmyList.objects.filter(owner=alice.user).exists()


def larger(monkeypatch: pytest.MonkeyPatch, visitor: Visitor) -> ArmyList:
    """A list of twelve rows from a time with a higher limit than ten."""
    army_list = a_list(visitor, rows(12))
    monkeypatch.setattr(quotas, "ROWS", 10)
    return army_list


def test_a_list_over_the_new_limits_can_be_edited_but_not_grow(monkeypatch: pytest.MonkeyPatch, alice: Visitor) -> None:
    army_list, browser = larger(monkeypatch, alice), browser_of(alice)
    address, first = f"/lists/{army_list.pk}", army_list.roster.squads[0].figures[0]
    acts = {
        f"{address}/squads/": {"kind": "squad", "class": "elite"},
        f"{address}/rows/{first.id}/count/": {"count": "2"},
        f"{address}/rows/{first.id}/remove/": {},
        f"{address}/undo/": {},
        f"{address}/duplicate/": {},
    }
    answers = [browser.post(act, fields, headers=ENGLISH).status_code for act, fields in acts.items()]
    assert answers == [422, 302, 302, 302, 302]
    assert [len(one.roster.squads[0].figures) for one in ArmyList.objects.filter(owner=alice.user)] == [11]
    assert [browser.get(address + page).status_code for page in ("/", "/advice/", "/print/")] == [200] * 3


@pytest.mark.parametrize(
    ("quota", "most", "roster", "sentence"),
    [
        (
            "MEN",
            8,
            a_roster(a_squad(a_group(8), vehicles=(Vehicle(type="tank"),))),
            "A list can have at most 8 figures and vehicles.",
        ),
        (
            "LETTERS",
            20,
            a_roster(a_squad(a_group(1, notes="x" * 16), name=""), name="Five."),
            "A list’s names and notes can have at most 20 characters in total.",
        ),
    ],
)
def test_the_limits_for_men_and_characters(
    monkeypatch: pytest.MonkeyPatch, alice: Visitor, quota: str, most: int, roster: Roster, sentence: str
) -> None:
    monkeypatch.setattr(quotas, quota, most)
    with pytest.raises(quotas.QuotaError) as refused:
        a_list(alice, roster)
    with override("en"):
        assert str(refused.value) == sentence
    monkeypatch.setattr(quotas, quota, most + 1)
    a_list(alice, roster)


@pytest.mark.usefixtures("twelve")
def test_the_api_refuses_a_larger_list(alice: Visitor) -> None:
    assert alice.user
    document = encode(without_ids(rows(13))).decode()
    token = make_token(alice.user, "Program", "write")[1]
    answer = Client().post("/api/v1/lists", document, "application/json", headers={"Authorization": f"Bearer {token}"})
    assert (answer.status_code, answer.json()) == (403, {"detail": ROWS})
    assert not ArmyList.objects.filter(owner=alice.user).exists()
