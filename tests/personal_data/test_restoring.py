"""Restoring a backup creates the same lists again, private."""

import json
from functools import reduce
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation
from msgspec.structs import replace

from armybuilder.clubs.models import Membership
from armybuilder.lists.actions.creating import create_from, delete_for_good
from armybuilder.lists.actions.editing import redo, undo
from armybuilder.lists.actions.shelves import delete_list
from armybuilder.lists.browsing.list_names import credit_of
from armybuilder.lists.models import ArmyList, ListTag, SavedSquad
from armybuilder.lists.visitors import Visitor
from armybuilder.own_rules.actions.drafts import begin_variant
from armybuilder.own_rules.actions.publishing import publish
from armybuilder.own_rules.models import OwnRules
from armybuilder.personal_data import document as backup_format
from armybuilder.personal_data.actions import restoring
from armybuilder.personal_data.actions.restoring import restore
from armybuilder.personal_data.reading import BackupError, read_backup, roster_of
from rules.catalogue import current_version
from rules.core.document.roster import Roster
from tests.clubs.clubs import a_club
from tests.lists.factories import a_key, a_list, a_roster, add_rifleman, dearer
from tests.personal_data.owning import a_full_account, credits_of
from tests.personal_data.restoring import backup_of, problems_of, read, restored, send, without_visibility

NOT_RESTORED = "The games nights, games and own rules in the file were not restored."
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]


@pytest.mark.postgres
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
    SavedSquad.objects.all().delete()
    page = send(hers, json.dumps(backup).encode())
    assert [str(said) for said in page.context["messages"]] == [
        "Restored: 2 lists, 3 versions, 1 ready-made squad. " + NOT_RESTORED
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
    before = set(ArmyList.objects.values_list("pk", flat=True))
    [said] = send(hers, json.dumps(backup).encode()).context["messages"]
    assert str(said) == (
        "Restored: 3 lists, 3 versions. 1 list is no longer for a club: you are not in Fanteria <b> here."
    )
    lists = ArmyList.objects.exclude(pk__in=before).order_by("created", "name")
    made = [one.made_for and (one.made_for.club, one.house_kept) for one in lists]
    assert made == [(clubs[0], 3), None, None]
    for one in backup["lists"]:
        del one["made_for"]  # like the first backups
    assert [one.made_for for one in restored(backup, alice)] == [None, None]  # the third exists already


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
    assert [problem.path for problem in problems_of(backup)] == [path]
    assert send(hers, json.dumps(backup).encode()).status_code == 422
    assert (ArmyList.objects.filter(owner=alice.user).count(), SavedSquad.objects.count()) == (2, 1)


def test_the_archive_comes_back(alice: Visitor) -> None:
    army_list = a_list(alice)
    ArmyList.objects.filter(pk=army_list.pk).update(archived=army_list.created)
    [made] = restored(backup_of(alice), alice)
    assert made.archived == army_list.created


def test_undo_and_redo_go_on_where_they_were(alice: Visitor) -> None:
    army_list = add_rifleman(add_rifleman(a_list(alice), alice), alice)
    undone = undo(army_list.pk, alice, a_key())
    [made] = restored(backup_of(alice), alice)
    assert made.roster == undone.roster
    assert redo(made.pk, alice, a_key()).roster == army_list.roster
    for _ in range(2):
        undo(made.pk, alice, a_key())
    first = ArmyList.objects.get(pk=made.pk)
    assert (first.roster, first.undoes) == (army_list.revisions.get(number=1).roster, None)
    again = add_rifleman(first, alice)
    assert (again.revision and again.revision.number, again.total) == (4, undone.total)


@pytest.mark.postgres
def test_restored_twice_it_is_there_once(hers: Client, alice: Visitor, bob: Visitor) -> None:
    a_full_account(alice, bob)
    backup = json.dumps(backup_of(alice)).encode()
    SavedSquad.objects.all().delete()
    send(hers, backup)
    made = ArmyList.objects.filter(owner=alice.user)
    assert (made.count(), SavedSquad.objects.count()) == (4, 1)
    page = send(hers, backup)
    assert [str(said) for said in page.context["messages"]] == [
        "Restored: 0 lists, 0 versions. 3 lists and ready-made squads in the file were here already. " + NOT_RESTORED
    ]
    assert (made.count(), SavedSquad.objects.count()) == (4, 1)


def test_restored_again_it_comes_out_of_the_bin(alice: Visitor, bob: Visitor) -> None:
    a_list(alice)
    backup = backup_of(alice)
    [made] = restored(backup, alice)
    delete_list(made.pk, alice)
    assert restored(backup, alice) == []
    assert ArmyList.objects.get(pk=made.pk).deleted is None
    [his] = restored(backup, bob)
    assert (his.pk == made.pk, his.owner) == (False, bob.user)


def test_old_rules_stay_and_unknown_ones_become_the_current(hers: Client, alice: Visitor) -> None:
    old = a_list(alice)
    dearer("bn")
    backup = backup_of(alice)
    [made] = restored(backup, alice)
    assert (made.ruleset_version_id, made.total) == (old.ruleset_version_id, old.total)
    backup["lists"][0]["revisions"][0]["rules"]["digest"] = "of another site"
    page = send(hers, json.dumps(backup).encode())
    assert [str(said) for said in page.context["messages"]] == [
        "Restored: 1 list, 1 version. The rules of 1 version are unknown here: it now uses the current ones."
    ]
    newest = ArmyList.objects.exclude(pk__in=[old.pk, made.pk]).get()
    assert newest.ruleset_version_id == current_version("bn").pk


def test_a_credit_comes_back_without_an_author_that_nobody_can_check(alice: Visitor, bob: Visitor) -> None:
    a_list(alice)
    backup = backup_of(alice)
    backup["lists"][0]["credit"] = {"name": "Alpini", "author": "bob"}
    restored(backup, alice)
    assert credits_of(alice) == [("Alpini", None)]
    [made] = ArmyList.objects.exclude(credit=None)
    with translation.override("en"):
        assert credit_of(made) == "From Alpini"


def test_times_that_cannot_have_been_are_corrected(alice: Visitor) -> None:
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


@pytest.mark.postgres
def test_the_queries_grow_with_the_lists_and_not_with_their_versions(alice: Visitor) -> None:
    army_list = add_rifleman(a_list(alice), alice)
    assert alice.user
    few = queries_to_restore(alice)
    for _ in range(20):
        add_rifleman(army_list, alice)
    delete_for_good(ArmyList.objects.exclude(pk=army_list.pk))
    assert (few, queries_to_restore(alice)) == (11, 11)


def queries_to_restore(visitor: Visitor) -> int:
    assert visitor.user
    reading = read(backup_of(visitor))
    with CaptureQueriesContext(connection) as captured:
        restore(visitor.user, reading)
    return len(captured)


@pytest.mark.postgres
@pytest.mark.parametrize("failing", ["_write", "ListTag.objects.bulk_create", "Revision.objects.bulk_create"])
def test_an_interrupted_restore_leaves_complete_lists_and_can_be_repeated(
    alice: Visitor, bob: Visitor, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    assert bob.user
    add_rifleman(a_list(alice), alice)
    another = a_list(alice, a_roster(name="Another"))
    ListTag.objects.create(army_list=another, name="Surobi")
    backup = backup_of(alice)
    reading = read(backup)
    work = getattr_of(failing)
    done: list[object] = []

    def fail_the_second_time(*given: Any, **how: Any) -> Any:
        done.append(given)
        if len(done) == 2:
            raise OperationalError("the disk is full")
        return work(*given, **how)

    with monkeypatch.context() as patch:
        patch.setattr(f"armybuilder.personal_data.actions.restoring.{failing}", fail_the_second_time)
        with pytest.raises(OperationalError):
            restore(bob.user, reading)
    whole = without_visibility(backup)
    left = without_visibility(backup_of(bob))
    assert (len(left), [one in whole for one in left]) == (1, [True])
    told = restore(bob.user, reading)
    assert (told.lists, told.already, without_visibility(backup_of(bob))) == (1, 1, whole)
    assert ArmyList.objects.count() == 4


def getattr_of(name: str) -> Any:
    return reduce(getattr, name.split("."), restoring)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_nobody_waits_while_documents_are_made_ready(alice: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    assert alice.user
    add_rifleman(a_list(alice), alice)
    reading = read(backup_of(alice))
    locked: list[bool] = []

    def noting(one: backup_format.Revision) -> Roster:
        locked.append(connection.in_atomic_block)
        return roster_of(one)

    monkeypatch.setattr("armybuilder.personal_data.actions.restoring.roster_of", noting)
    restore(alice.user, reading)
    assert locked == [False] * 4  # to count its rows: for the list and its two versions
    assert ArmyList.objects.filter(owner=alice.user).count() == 2


def test_every_document_is_the_one_that_was(alice: Visitor) -> None:
    army_list = add_rifleman(a_list(alice), alice)
    [made] = restored(backup_of(alice), alice)

    def documents(one: ArmyList) -> list[Roster]:
        return [revision.roster for revision in one.revisions.order_by("number")]

    assert documents(made) == documents(army_list)


def test_lists_of_own_rules_are_restored_and_nobody_gets_the_rules_of_others(alice: Visitor, bob: Visitor) -> None:
    assert alice.user
    assert bob.user
    rules = begin_variant(alice.user, current_version("bn"), "Alice’s")
    OwnRules.objects.filter(pk=rules.pk).update(licence="mine")
    version = publish(rules.pk, alice.user).version
    made = create_from(alice, replace(a_roster(), ruleset=rules.pk), version.pk)
    backup = backup_of(alice)
    delete_for_good(ArmyList.objects.all())
    [back] = restored(backup, alice)
    assert (back.document, back.ruleset_version_id) == (made.document, version.pk)
    for revision in backup["lists"][0]["revisions"]:
        revision["rules"]["digest"] = "0" * 64
    read_backup(json.dumps(backup).encode(), alice.user.pk)
    with pytest.raises(BackupError) as error:
        read_backup(json.dumps(backup).encode(), bob.user.pk)
    [problem] = error.value.problems
    assert problem.path == "lists[0].revisions[0].document.ruleset"
