"""A backup that is restored makes the same lists again, private; one with a fault makes none."""

import json
from functools import partial
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from armybuilder.backup import document as backup_format
from armybuilder.backup.exporting import write_backup
from armybuilder.backup.reading import PROBLEMS_AT_MOST, Reading, read_backup, roster_of
from armybuilder.backup.restoring import restore
from armybuilder.lists.models import ArmyList, ListTag, Revision
from armybuilder.lists.visitors import Visitor
from rules.catalogue import current_version
from rules.core import reader
from rules.core.roster import Roster
from tests.backup.owning import a_full_account, credits_of
from tests.lists.factories import a_key, a_list, a_roster, add_rifleman, dearer
from tests.steps import lines_run

pytestmark = [pytest.mark.postgres, pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]
ADDRESS = "/accounts/data/restore/"


def backup_of(visitor: Visitor) -> dict[str, Any]:
    assert visitor.user
    made: dict[str, Any] = json.loads(b"".join(write_backup(visitor.user)))
    return made


def read(backup: dict[str, Any]) -> Reading:
    return read_backup(json.dumps(backup).encode())


def restored(backup: dict[str, Any], visitor: Visitor) -> list[ArmyList]:
    """Restore a backup for a visitor, and return the lists that this made."""
    assert visitor.user
    before = set(ArmyList.objects.values_list("pk", flat=True))
    reading = read(backup)
    assert reading.problems == []
    restore(visitor.user, reading)
    return list(ArmyList.objects.exclude(pk__in=before).order_by("created", "name"))


def without_visibility(backup: dict[str, Any]) -> list[dict[str, Any]]:
    """The lists of a backup, without what does not come back."""
    private: dict[str, Any] = {"public": None, "links": [], "clubs": []}
    return [one | {"visibility": private, "deleted": one["deleted"] is not None} for one in backup["lists"]]


def send(client: Client, content: bytes) -> Any:
    file = SimpleUploadedFile("backup.json", content, "application/json")
    return client.post(ADDRESS, {"file": file}, follow=True)


def test_the_backup_of_what_was_restored_is_the_same(alice: Visitor, bob: Visitor) -> None:
    a_full_account(alice, bob)
    backup = backup_of(alice)
    carla = Visitor(type(bob.user).objects.create_user("carla"))  # type: ignore[union-attr]
    restored(backup, carla)
    assert without_visibility(backup_of(carla)) == without_visibility(backup)
    assert [(one.archived, bool(one.deleted)) for one in ArmyList.objects.filter(owner=carla.user)] == [
        (None, True),
        (None, False),
    ]


def test_the_archive_comes_back(alice: Visitor) -> None:
    army_list = a_list(alice)
    ArmyList.objects.filter(pk=army_list.pk).update(archived=army_list.created)
    [made] = restored(backup_of(alice), alice)
    assert made.archived == army_list.created


def test_undo_and_redo_go_on_where_they_were(alice: Visitor) -> None:
    army_list = add_rifleman(add_rifleman(a_list(alice), alice), alice)
    undone = ArmyList.objects.undo(army_list.pk, alice, a_key())
    [made] = restored(backup_of(alice), alice)
    assert made.roster == undone.roster
    assert ArmyList.objects.redo(made.pk, alice, a_key()).roster == army_list.roster
    for _ in range(2):
        ArmyList.objects.undo(made.pk, alice, a_key())
    first = ArmyList.objects.get(pk=made.pk)
    assert (first.roster, first.undoes) == (army_list.revisions.get(number=1).roster, None)
    again = add_rifleman(first, alice)
    assert (again.revision and again.revision.number, again.total) == (4, undone.total)


def test_restored_twice_it_is_there_twice(alice: Visitor) -> None:
    a_list(alice)
    backup = backup_of(alice)
    restored(backup, alice)
    restored(backup, alice)
    assert ArmyList.objects.filter(owner=alice.user, name="Rangers").count() == 3


def test_old_rules_stay_and_unknown_ones_become_the_current(hers: Client, alice: Visitor) -> None:
    old = a_list(alice)
    dearer("bn")
    backup = backup_of(alice)
    [made] = restored(backup, alice)
    assert (made.ruleset_version_id, made.total) == (old.ruleset_version_id, old.total)
    backup["lists"][0]["revisions"][0]["rules"]["digest"] = "of another site"
    page = send(hers, json.dumps(backup).encode())
    assert [str(said) for said in page.context["messages"]] == [
        "Restored: 1 list, 1 version. The rules of 1 version are not known here: it has the current ones now."
    ]
    newest = ArmyList.objects.exclude(pk__in=[old.pk, made.pk]).get()
    assert newest.ruleset_version_id == current_version("bn").pk


def test_a_credit_comes_back_without_an_author_that_nobody_can_check(alice: Visitor, bob: Visitor) -> None:
    a_list(alice)
    backup = backup_of(alice)
    backup["lists"][0]["credit"] = {"name": "Alpini", "author": "bob"}
    restored(backup, alice)
    assert credits_of(alice) == [("Alpini", None)]


def test_times_that_cannot_have_been_are_mended(alice: Visitor) -> None:
    a_list(alice)
    backup = backup_of(alice)
    backup["lists"][0]["created"] = "0001-01-01T00:00:00+14:00"
    backup["lists"][0]["changed"] = "9999-12-31T23:59:59-12:00"
    [made] = restored(backup, alice)
    assert (made.created.year, made.changed <= timezone.now()) == (2020, True)


def test_the_first_backups_said_less_of_the_account(alice: Visitor) -> None:
    a_list(alice)
    backup = backup_of(alice)
    for later in ("passkeys", "prints"):
        del backup["account"][later]
    assert len(restored(backup, alice)) == 1


# ── What is refused ────────────────────────────────────────────────────────────────────────────────────────────────

AT = "lists[0].revisions[1]"
MISSING = "This is missing, or is not as the format armylist-backup/1 says."


def faulty(**fields: Any) -> Any:
    """A way to spoil the second revision of the first list."""

    def spoil(backup: dict[str, Any]) -> None:
        backup["lists"][0]["revisions"][1] |= fields

    return spoil


def document(**fields: Any) -> Any:
    """A way to spoil its document."""

    def spoil(backup: dict[str, Any]) -> None:
        backup["lists"][0]["revisions"][1]["document"] |= fields

    return spoil


FAULTS = [
    (lambda backup: backup.pop("made"), ("made", "", '"made" is missing')),
    (
        lambda backup: backup.update(format="armylist/1"),
        ("format", "", '"armylist/1" will not do: armylist-backup/1'),
    ),
    (lambda backup: backup["lists"][0].update(mood="good"), ("lists[0].mood", "", 'unknown field "mood"')),
    (lambda backup: backup["lists"][0].update(tags=["x"] * 21), ("lists[0].tags", "", "20 at most")),
    (faulty(name="a\0b"), (f"{AT}.name", "", '"a·b" is not in the right form')),
    (faulty(created="yesterday"), (f"{AT}.created", "", '"yesterday" is not in the right form')),
    (
        lambda backup: backup["lists"][0].update(present=7),
        ("lists[0].present", "Rangers", "No version of the list has this number."),
    ),
    (
        faulty(number=1),
        (f"{AT}.number", "Rangers, version 1", "The versions stand in the order of their numbers."),
    ),
    (faulty(parent=2), (f"{AT}.parent", "Rangers, version 2", "No version before it has this number.")),
    (
        faulty(ids=["one"]),
        (f"{AT}.ids", "Rangers, version 2", "Each row of the list has one id, and no other row has it."),
    ),
    (
        document(ruleset="bm"),
        (f"{AT}.document.ruleset", "Rangers, version 2", 'unknown ruleset "bm"'),
    ),
    (
        document(ruleset="rth-it"),
        (f"{AT}.rules.ruleset", "Rangers, version 2", "The list is of another ruleset."),
    ),
    (document(limit=0), (f"{AT}.document.limit", "Rangers, version 2", "the least is 1")),
    (document(squads={}), (f"{AT}.document.squads", "Rangers, version 2", "this must be […]")),
]


@pytest.mark.parametrize(("spoil", "problem"), FAULTS)
def test_a_fault_is_told_with_its_place_and_nothing_is_written(
    hers: Client, alice: Visitor, spoil: Any, problem: tuple[str, str, str]
) -> None:
    add_rifleman(a_list(alice), alice)
    a_list(alice, a_roster(name="Another"))
    backup = backup_of(alice)
    spoil(backup)
    page = send(hers, json.dumps(backup).encode())
    found = [(one.path, one.subject, one.text) for one in page.context["problems"]]
    assert (page.status_code, found[:1]) == (422, [problem])
    assert ArmyList.objects.count() == 2


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe{}", b'{"format": "armylist-backup/1"'])
def test_what_is_no_json_is_said_to_be_none(hers: Client, content: bytes) -> None:
    page = send(hers, content or b" ")
    said = "This is no JSON, or it ends before its end: the download may have broken off."
    assert (page.status_code, [one.text for one in page.context["problems"]]) == (422, [said])


LONE = "the text has a character that cannot be written"


@pytest.mark.parametrize(
    ("spoil", "place"),
    [
        (document(notes="\ud800"), f"{AT}.document.notes"),
        (faulty(name="a\udfff"), f"{AT}.name"),
        (lambda backup: backup["lists"][0].update(tags=["\ud800"]), "lists[0].tags[0]"),
        (lambda backup: backup["account"].update({"\ud800": 1}), "account"),
    ],
)
def test_a_lone_surrogate_is_told_with_its_place(
    hers: Client, alice: Visitor, spoil: Any, place: str
) -> None:
    add_rifleman(a_list(alice), alice)
    backup = backup_of(alice)
    spoil(backup)
    page = send(hers, json.dumps(backup).encode())
    found = [(one.path, one.subject, one.text) for one in page.context["problems"]]
    assert (page.status_code, found) == (422, [(place, "", LONE)])


def test_what_a_file_calls_its_fields_does_not_lead_astray(alice: Visitor) -> None:
    a_list(alice)
    backup = backup_of(alice)
    backup["lists"][0][" - at `$" * 100 + "\n"] = 1
    with translation.override("en"):
        (problem,) = read(backup).problems
    assert problem.text.startswith('unknown field " - at `$ - at `$')
    assert problem.path.startswith("lists[0]")
    assert len(problem.path) <= 300


def test_after_fifty_problems_no_more_is_read(alice: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    a_list(alice)
    backup = backup_of(alice)
    [army_list] = backup["lists"]
    [first] = army_list["revisions"]
    army_list["revisions"] = [first | {"number": n, "parent": None, "document": {}} for n in range(1, 200)]
    looked_at = []

    def refuse(*args: Any) -> Roster:
        looked_at.append(args)
        raise reader.UnreadableListError("", "shape")

    monkeypatch.setattr(reader, "read", refuse)
    assert (len(read(backup).problems), len(looked_at)) == (PROBLEMS_AT_MOST, PROBLEMS_AT_MOST)


@pytest.mark.parametrize(("spoil", "problem"), FAULTS[2:6])
def test_of_a_large_file_the_list_at_fault_is_looked_into(
    alice: Visitor, monkeypatch: pytest.MonkeyPatch, spoil: Any, problem: tuple[str, str, str]
) -> None:
    add_rifleman(a_list(alice), alice)
    backup = backup_of(alice)
    spoil(backup)
    backup["lists"].append(backup["lists"][0] | {"name": "x" * 121})
    length = len(json.dumps(backup["lists"][0]))
    monkeypatch.setattr("armybuilder.backup.reading.LARGEST_DOCUMENT", length + 100)
    with translation.override("en"):
        assert [(one.path, one.subject, one.text) for one in read(backup).problems] == [problem]
        monkeypatch.setattr("armybuilder.backup.reading.LARGEST_DOCUMENT", length - 100)
        assert [(one.path, one.text) for one in read(backup).problems] == [("lists[0]", MISSING)]
        monkeypatch.setattr("armybuilder.backup.reading.COMMAS_AT_MOST", 0)
        assert [(one.path, one.text) for one in read(backup).problems] == [("", MISSING)]


HOSTILE: dict[str, Any] = {
    "lists": lambda n: [1] * n,
    "format": lambda n: [[]] * n,
    "clubs": lambda n: [{}] * n,
    "made": lambda n: "x" * n,
    "mood": lambda n: {str(number): number for number in range(n)},
    "account": lambda n: {str(number): number for number in range(n)},
}


@pytest.mark.parametrize("field", HOSTILE)
def test_a_file_twice_as_long_is_at_most_twice_the_work(field: str) -> None:
    whole = {"format": "armylist-backup/1", "made": "2026-01-01T00:00:00Z", "clubs": [], "lists": []}
    once, twice = (
        lines_run(partial(read_backup, json.dumps(whole | {field: HOSTILE[field](n)}).encode()))
        for n in (2_000, 4_000)
    )
    assert twice <= 2 * once


def test_too_large_a_file_is_refused(alice: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armybuilder.backup.reading.MOST_BYTES", 10)
    assert [one.text for one in read(backup_of(alice)).problems] == ["The file is larger than 64 MB."]


def test_too_many_versions_are_refused(alice: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    add_rifleman(a_list(alice), alice)
    monkeypatch.setattr("armybuilder.backup.reading.REVISIONS_AT_MOST", 1)
    assert [one.path for one in read(backup_of(alice)).problems] == ["lists"]


def test_hostile_names_are_shown_as_text(hers: Client, alice: Visitor) -> None:
    a_list(alice)
    backup = backup_of(alice)
    backup["lists"][0] |= {"name": "<script>alert(1)</script>", "present": 9}
    html = send(hers, json.dumps(backup).encode()).content.decode()
    assert html.count("<b>&lt;script&gt;alert(1)&lt;/script&gt;:</b>") == 1


def test_without_a_file_and_too_often(hers: Client) -> None:
    assert [one.text for one in hers.post(ADDRESS).context["problems"]] == ["Choose a backup."]
    for _ in range(9):
        hers.post(ADDRESS)
    assert hers.post(ADDRESS).status_code == 429


def test_a_stranger_restores_nothing(client: Client) -> None:
    assert client.post(ADDRESS).status_code == 302
    assert client.get(ADDRESS).status_code == 405


def test_the_queries_grow_with_the_lists_and_not_with_their_versions(alice: Visitor) -> None:
    army_list = add_rifleman(a_list(alice), alice)
    assert alice.user
    few = queries_to_restore(alice)
    for _ in range(20):
        add_rifleman(army_list, alice)
    ArmyList.objects.exclude(pk=army_list.pk).remove()
    assert (few, queries_to_restore(alice)) == (8, 8)


def queries_to_restore(visitor: Visitor) -> int:
    assert visitor.user
    reading = read(backup_of(visitor))
    with CaptureQueriesContext(connection) as captured:
        restore(visitor.user, reading)
    return len(captured)


@pytest.mark.parametrize(
    "failing", ["_find_parents", "ListTag.objects.bulk_create", "ArmyList.objects.adopt"]
)
def test_what_breaks_off_leaves_nothing(
    alice: Visitor, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    assert alice.user
    add_rifleman(a_list(alice), alice)
    a_list(alice, a_roster(name="Another"))
    reading = read(backup_of(alice))
    before = {table: table.objects.count() for table in (ArmyList, Revision, ListTag)}

    def fail(*given: object) -> None:
        raise OperationalError("the disk is full")

    monkeypatch.setattr(f"armybuilder.backup.restoring.{failing}", fail)
    with pytest.raises(OperationalError):
        restore(alice.user, reading)
    assert {table: table.objects.count() for table in before} == before


@pytest.mark.django_db(transaction=True)
def test_nobody_waits_while_documents_are_made_ready(alice: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    assert alice.user
    add_rifleman(a_list(alice), alice)
    reading = read(backup_of(alice))
    locked: list[bool] = []

    def noting(one: backup_format.Revision) -> Roster:
        locked.append(connection.in_atomic_block)
        return roster_of(one)

    monkeypatch.setattr("armybuilder.backup.restoring.roster_of", noting)
    restore(alice.user, reading)
    assert locked == [False] * 3  # of the list, of its two versions
    assert ArmyList.objects.filter(owner=alice.user).count() == 2


def test_every_document_is_the_one_that_was(alice: Visitor) -> None:
    army_list = add_rifleman(a_list(alice), alice)
    [made] = restored(backup_of(alice), alice)

    def documents(one: ArmyList) -> list[Roster]:
        return [revision.roster for revision in one.revisions.order_by("number")]

    assert documents(made) == documents(army_list)
