"""A backup that is restored makes the same lists again, private."""

import json

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from armybuilder.backup import document as backup_format
from armybuilder.backup.reading import roster_of
from armybuilder.backup.restoring import restore
from armybuilder.clubs.models import Membership
from armybuilder.lists.models import ArmyList, ListTag, Revision, SavedSquad
from armybuilder.lists.saved_squads import TooManySquadsError
from armybuilder.lists.visitors import Visitor
from rules.catalogue import current_version
from rules.core.roster import Roster
from tests.backup.owning import a_full_account, credits_of
from tests.backup.restoring import backup_of, read, restored, send, without_visibility
from tests.clubs.clubs import a_club
from tests.lists.factories import a_key, a_list, a_roster, add_rifleman, dearer

pytestmark = [pytest.mark.postgres, pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]


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


def test_ready_squads_come_back_under_their_rules(hers: Client, alice: Visitor, bob: Visitor) -> None:
    a_full_account(alice, bob)
    dearer("bn")
    before = SavedSquad.objects.get()
    backup = backup_of(alice)
    page = send(hers, json.dumps(backup).encode())
    assert [str(said) for said in page.context["messages"]] == [
        "Restored: 2 lists, 3 versions, 1 ready squad."
    ]
    after = SavedSquad.objects.exclude(pk=before.pk).get()
    assert (after.owner, after.name, after.document, after.ruleset_version_id, after.created) == (
        before.owner,
        "Ready for Surobi",
        before.document,
        before.ruleset_version_id,
        before.created,
    )


def test_a_list_is_for_its_club_again_only_where_one_is_a_member(hers: Client, alice: Visitor) -> None:
    assert alice.user
    clubs = [a_club(alice.user), a_club(alice.user)]
    clubs[1].name = "Fanteria <b>"
    clubs[1].save()
    for club in clubs:
        mine = Membership.objects.get(club=club, user=alice.user)
        ArmyList.objects.filter(pk=a_list(alice).pk).update(made_for=mine, house_kept=3)
    a_list(alice)
    backup = backup_of(alice)
    clubs[1].delete()
    made = [one.made_for and (one.made_for.club, one.house_kept) for one in restored(backup, alice)]
    assert made == [(clubs[0], 3), None, None]
    [said] = send(hers, json.dumps(backup).encode()).context["messages"]
    assert str(said) == (
        "Restored: 3 lists, 3 versions. 1 list is for no club now: here you are not in Fanteria <b>."
    )
    for one in backup["lists"]:
        del one["made_for"]  # as the first backups
    assert [one.made_for for one in restored(backup, alice)] == [None, None, None]


@pytest.mark.parametrize(
    ("field", "value", "path"),
    [
        ("squads", [], "squads[0].document.squads"),
        ("ruleset", "rth-it", "squads[0].rules.ruleset"),
        ("name", "", "squads[0].document.name"),
    ],
)
def test_a_ready_squad_with_a_fault_keeps_all_from_being_restored(
    hers: Client, alice: Visitor, bob: Visitor, field: str, value: object, path: str
) -> None:
    a_full_account(alice, bob)
    backup = backup_of(alice)
    backup["squads"][0]["document"][field] = value
    assert [problem.path for problem in read(backup).problems] == [path]
    assert send(hers, json.dumps(backup).encode()).status_code == 422
    assert (ArmyList.objects.filter(owner=alice.user).count(), SavedSquad.objects.count()) == (2, 1)


@translation.override("en")
def test_more_ready_squads_than_one_person_may_keep_are_not_restored(
    alice: Visitor, bob: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_full_account(alice, bob)
    reading = read(backup_of(alice))
    monkeypatch.setattr("armybuilder.lists.saved_squads.MOST", 1)
    assert alice.user
    with pytest.raises(TooManySquadsError) as refused:
        restore(alice.user, reading)
    assert refused.value.text == "You keep 1 ready squads, as many as one person may. Delete some first."
    assert (ArmyList.objects.filter(owner=alice.user).count(), SavedSquad.objects.count()) == (2, 1)


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
    del backup["squads"]
    assert len(restored(backup, alice)) == 1


def test_the_queries_grow_with_the_lists_and_not_with_their_versions(alice: Visitor) -> None:
    army_list = add_rifleman(a_list(alice), alice)
    assert alice.user
    few = queries_to_restore(alice)
    for _ in range(20):
        add_rifleman(army_list, alice)
    ArmyList.objects.exclude(pk=army_list.pk).remove()
    assert (few, queries_to_restore(alice)) == (12, 12)


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
