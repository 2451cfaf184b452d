"""A user's own lists: read, created, replaced, deleted by programs with a token."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from pytest_django import DjangoAssertNumQueries

from armybuilder.lists.actions.editing import undo
from armybuilder.lists.actions.shelves import restore
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from rules.core.document import edits
from rules.core.judging.report import document, encode
from tests.api.programs import TOKEN, Program, program_of, said, sent
from tests.lists.factories import a_group, a_list, a_roster, a_squad, add_rifleman, dearer

pytestmark = pytest.mark.usefixtures("loaded_rules")

NOT_FOUND = (404, {"detail": "Not Found"})
STALE = (412, {"detail": "The list has changed since: read it again."})
OTHER = a_roster(a_squad(a_group(2)), name="Alpini")


@pytest.fixture
def mine(alice: Visitor) -> ArmyList:
    return a_list(alice)


@pytest.fixture
def program(alice: Visitor) -> Program:
    return program_of(alice)


def now(army_list: ArmyList) -> ArmyList:
    return ArmyList.objects.get(pk=army_list.pk)


def numbers(army_list: ArmyList) -> list[int]:
    """The numbers of its revisions."""
    return list(army_list.revisions.values_list("number", flat=True))


# ── Reading ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_listing(program: Program, mine: ArmyList, bob: Visitor) -> None:
    a_list(bob)
    assert program.get("lists") == {
        "items": [
            {
                "id": str(mine.pk),
                "name": "Rangers",
                "ruleset": "bn",
                "role": "open",
                "limit": mine.limit,
                "total": 125,
                "legal": mine.legal,
                "figures": 8,
                "vehicles": 0,
                "archived": False,
                "changed": json.loads(json.dumps(mine.changed, cls=DjangoJSONEncoder)),
                "revision": 1,
            }
        ],
        "count": 1,
        "pages": 1,
    }


def test_pages_of_fifty_the_last_changed_first(program: Program, alice: Visitor) -> None:
    for number in range(51):
        a_list(alice, a_roster(name=str(number)))
    pages = [program.get(f"lists?page={page}") for page in (1, 2, 3)]
    assert [len(page["items"]) for page in pages] == [50, 1, 0]
    assert [(page["count"], page["pages"]) for page in pages] == [(51, 2)] * 3
    assert (pages[0]["items"][0]["name"], pages[1]["items"][0]["name"]) == ("50", "0")


@pytest.mark.parametrize("page", ["0", "-1", "x", "100001", "9" * 30])
def test_a_page_is_a_number(program: Program, page: str) -> None:
    assert said(program.ask("GET", f"lists?page={page}"))[0] == 422


@pytest.mark.parametrize("lists", [1, 40])
def test_queries_do_not_grow_with_the_lists(
    program: Program, alice: Visitor, lists: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(lists):
        a_list(alice)
    program.get("lists")
    with django_assert_num_queries(TOKEN + 2) as queries:  # the count, the page
        program.get("lists")
    assert "document" not in queries.captured_queries[-1]["sql"]


@pytest.mark.parametrize("squads", [1, 20])
def test_nor_with_the_list(
    program: Program, alice: Visitor, squads: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    pk = a_list(alice, a_roster(*[a_squad(name=str(number)) for number in range(squads)])).pk
    program.get(f"lists/{pk}")
    with django_assert_num_queries(TOKEN + 2):  # the list, its revision's number
        program.get(f"lists/{pk}")
    with django_assert_num_queries(TOKEN + 1):
        program.get(f"lists/{pk}/report")


def test_reading_the_document(program: Program, mine: ArmyList) -> None:
    answer = program.ask("GET", f"lists/{mine.pk}")
    assert (answer.content, answer["ETag"]) == (sent(a_roster()), '"1"')


@pytest.mark.parametrize("language", ["it", "en"])
def test_reading_the_report(program: Program, mine: ArmyList, language: Any) -> None:
    answer = program.ask("GET", f"lists/{mine.pk}/report?language={language}")
    assert answer.content == encode(document(mine.report, mine.roster, language))


def test_the_report_is_by_the_rules_of_the_list(program: Program, mine: ArmyList) -> None:
    dearer("bn")
    assert program.get(f"lists/{mine.pk}/report")["total"] == 125


@pytest.mark.parametrize("path", ["lists", "lists/{pk}", "lists/{pk}/report"])
def test_head_works_wherever_get_does(program: Program, mine: ArmyList, path: str) -> None:
    got, head = (program.ask(method, path.format(pk=mine.pk)) for method in ("GET", "HEAD"))
    assert (head.status_code, head.content) == (200, b"")
    assert (head["Content-Type"], head.get("ETag")) == (got["Content-Type"], got.get("ETag"))


# ── Creating ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_making_a_list(program: Program, alice: Visitor) -> None:
    answer = program.ask("POST", "lists", sent(OTHER))
    made = ArmyList.objects.get()
    status, summary = said(answer)
    assert (status, summary["id"], summary["name"]) == (201, str(made.pk), "Alpini")
    assert (answer["Location"], answer["ETag"]) == (f"/api/v1/lists/{made.pk}", '"1"')
    assert (made.owner, edits.without_ids(made.roster)) == (alice.user, OTHER)


def test_an_invalid_list_is_not_created(program: Program) -> None:
    status, refusal = said(program.ask("POST", "lists?language=it", sent(OTHER).replace(b"armylist/1", b"armylist/2")))
    assert (status, refusal["path"]) == (422, "format")
    assert ArmyList.objects.count() == 0


def test_made_again_with_its_key_it_is_the_same_list(program: Program, alice: Visitor) -> None:
    first = program.ask("POST", "lists", sent(OTHER), Idempotency_Key="k1")
    again = program.ask("POST", "lists", sent(OTHER), Idempotency_Key="k1")
    assert (said(first), first["Location"], first["ETag"]) == (said(again), again["Location"], again["ETag"])
    made = ArmyList.objects.get()
    assert (first.status_code, numbers(made), made.owner) == (201, [1], alice.user)
    add_rifleman(made, alice)
    later = program.ask("POST", "lists", sent(a_roster()), Idempotency_Key="k1")
    assert (said(later)[1]["name"], later["ETag"]) == ("Alpini", '"2"')
    assert ArmyList.objects.count() == 1


def test_another_key_another_program_and_another_person(program: Program, alice: Visitor, bob: Visitor) -> None:
    for key in ("k1", "k2"):
        program.ask("POST", "lists", sent(OTHER), Idempotency_Key=key)
    program_of(alice).ask("POST", "lists", sent(OTHER), Idempotency_Key="k1")  # the same person’s
    for _ in range(2):
        program.ask("POST", "lists", sent(OTHER))
    assert ArmyList.objects.filter(owner=alice.user).count() == 4
    program_of(bob).ask("POST", "lists", sent(OTHER), Idempotency_Key="k1")
    assert ArmyList.objects.filter(owner=bob.user).count() == 1


def test_a_key_remembers_a_list_in_the_bin(program: Program) -> None:
    made = said(program.ask("POST", "lists", sent(OTHER), Idempotency_Key="k1"))[1]
    program.ask("DELETE", f"lists/{made['id']}")
    assert said(program.ask("POST", "lists", sent(OTHER), Idempotency_Key="k1"))[1]["id"] == made["id"]
    assert program.get("lists")["count"] == 0


@pytest.mark.parametrize("squads", [1, 20])
@pytest.mark.parametrize("key", [{}, {"Idempotency_Key": "k1"}])
def test_queries_of_making(
    program: Program, squads: int, key: dict[str, str], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    roster = a_roster(*[a_squad(name=str(number)) for number in range(squads)])
    program.ask("POST", "lists", sent(OTHER))
    with django_assert_num_queries(TOKEN + 8):  # rules twice; savepoint, room, list, revision, list; savepoint
        program.ask("POST", "lists", sent(roster), **key)


# ── Replacing ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_replacing_is_one_step_of_undo(program: Program, mine: ArmyList, alice: Visitor) -> None:
    answer = program.ask("PUT", f"lists/{mine.pk}", sent(OTHER))
    assert (answer.status_code, answer["ETag"], numbers(mine)) == (200, '"2"', [1, 2])
    assert edits.without_ids(now(mine).roster) == OTHER
    undone = undo(mine.pk, alice, "key")
    assert edits.without_ids(undone.roster) == a_roster()


def test_the_same_again_changes_nothing(program: Program, mine: ArmyList) -> None:
    answer = program.ask("PUT", f"lists/{mine.pk}", sent(a_roster()))
    assert (answer["ETag"], numbers(mine), now(mine).roster) == ('"1"', [1], mine.roster)


@pytest.mark.parametrize("tag", ['"1"', 'W/"1"', '"7", "1"', "*"])
def test_with_the_right_tag(program: Program, mine: ArmyList, tag: str) -> None:
    assert program.ask("PUT", f"lists/{mine.pk}", sent(OTHER), If_Match=tag).status_code == 200


@pytest.mark.parametrize("tag", ['"2"', "1", "", "nonsense"])
def test_with_another(program: Program, mine: ArmyList, tag: str) -> None:
    assert said(program.ask("PUT", f"lists/{mine.pk}", sent(OTHER), If_Match=tag)) == STALE
    assert now(mine).roster == mine.roster


def test_a_list_that_changed_meanwhile_stays(program: Program, mine: ArmyList, alice: Visitor) -> None:
    tag = program.ask("GET", f"lists/{mine.pk}")["ETag"]
    changed = add_rifleman(mine, alice)
    assert said(program.ask("PUT", f"lists/{mine.pk}", sent(OTHER), If_Match=tag)) == STALE
    assert now(mine).roster == changed.roster


def test_sent_again_with_its_key_it_changes_nothing_more(program: Program, mine: ArmyList) -> None:
    headers = {"If_Match": '"1"', "Idempotency_Key": "k1"}
    answers = [program.ask("PUT", f"lists/{mine.pk}", sent(OTHER), **headers) for _ in range(2)]
    assert [(answer.status_code, answer["ETag"]) for answer in answers] == [(200, '"2"')] * 2
    assert numbers(mine) == [1, 2]


@pytest.mark.parametrize("key", ["", "x" * 65, "a b", "é"])
def test_a_key_is_a_word(program: Program, mine: ArmyList, key: str) -> None:
    answer = program.ask("PUT", f"lists/{mine.pk}", sent(OTHER), Idempotency_Key=key)
    assert answer.status_code == 422
    assert numbers(mine) == [1]


def test_a_list_stays_under_its_rules(program: Program, mine: ArmyList) -> None:
    dearer("bn")
    program.ask("PUT", f"lists/{mine.pk}", sent(OTHER))
    assert now(mine).ruleset_version_id == mine.ruleset_version_id


def test_unless_it_becomes_one_of_another_game(program: Program, mine: ArmyList, loaded_rules: dict[str, Any]) -> None:
    roster = a_roster(a_squad(class_="elite"), ruleset="rth-en")
    assert said(program.ask("PUT", f"lists/{mine.pk}", sent(roster)))[1]["ruleset"] == "rth-en"
    assert now(mine).ruleset_version_id == loaded_rules["rth-en"]


@pytest.mark.parametrize("squads", [1, 20])
def test_queries_of_replacing(
    program: Program, alice: Visitor, squads: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    pk = a_list(alice).pk
    roster = a_roster(*[a_squad(name=str(number)) for number in range(squads)])
    program.ask("PUT", f"lists/{pk}", sent(OTHER))
    with django_assert_num_queries(TOKEN + 6):  # savepoint, list, revision, list, rules; savepoint
        program.ask("PUT", f"lists/{pk}", sent(roster))


# ── Deleting ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_deleting_puts_it_in_the_bin(program: Program, mine: ArmyList, alice: Visitor) -> None:
    assert said(program.ask("DELETE", f"lists/{mine.pk}")) == (204, None)
    assert now(mine).deleted is not None
    assert (program.get("lists")["count"], said(program.ask("GET", f"lists/{mine.pk}"))) == (0, NOT_FOUND)
    assert said(program.ask("DELETE", f"lists/{mine.pk}")) == NOT_FOUND
    restore(mine.pk, alice)
    assert program.get("lists")["count"] == 1


def test_deleting_with_a_tag(program: Program, mine: ArmyList) -> None:
    assert said(program.ask("DELETE", f"lists/{mine.pk}", If_Match='"2"')) == STALE
    assert now(mine).deleted is None
    assert program.ask("DELETE", f"lists/{mine.pk}", If_Match='"1"').status_code == 204


# ── Others ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("path", ["", "/report"])
def test_strangers_read_nothing(bob: Visitor, mine: ArmyList, path: str) -> None:
    assert said(program_of(bob).ask("GET", f"lists/{mine.pk}{path}")) == NOT_FOUND


@pytest.mark.parametrize("method", ["PUT", "DELETE"])
def test_nor_do_they_change_anything(bob: Visitor, mine: ArmyList, method: str) -> None:
    answer = program_of(bob).ask(method, f"lists/{mine.pk}", sent(OTHER), Idempotency_Key="k1")
    assert said(answer) == NOT_FOUND
    assert (now(mine).roster, now(mine).deleted) == (mine.roster, None)


def test_nor_with_a_key_that_the_owner_used(program: Program, bob: Visitor, mine: ArmyList) -> None:
    program.ask("PUT", f"lists/{mine.pk}", sent(OTHER), Idempotency_Key="k1")
    answer = program_of(bob).ask("PUT", f"lists/{mine.pk}", sent(OTHER), Idempotency_Key="k1")
    assert said(answer) == NOT_FOUND


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
def test_a_list_that_is_none(program: Program, method: str) -> None:
    assert said(program.ask(method, f"lists/{uuid4()}", sent(OTHER))) == NOT_FOUND


def test_an_id_is_one(program: Program) -> None:
    status, refusal = said(program.ask("GET", "lists/one"))
    assert (status, refusal["path"]) == (422, "path.list_id")


def test_lists_that_others_show_to_a_club_are_not_mine(bob: Visitor, mine: ArmyList) -> None:
    assert json.loads(program_of(bob).ask("GET", "lists").content)["count"] == 0
