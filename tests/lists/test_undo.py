"""Undo and redo: a pointer that moves over revisions, none of which is ever lost."""

from datetime import timedelta

import pytest
from msgspec import structs

from armybuilder.lists.actions.editing import redo as redo_action
from armybuilder.lists.actions.editing import undo as undo_action
from armybuilder.lists.models import ArmyList, Revision
from armybuilder.lists.visitors import Visitor
from rules.core.document import edits
from rules.models import RulesetVersion
from tests.lists.factories import a_key, a_list, add_rifleman, change, first_figure, first_squad, set_count

pytestmark = pytest.mark.usefixtures("loaded_rules")


def undo(army_list: ArmyList, visitor: Visitor, key: str = "") -> ArmyList:
    return undo_action(army_list.pk, visitor, key or a_key())


def redo(army_list: ArmyList, visitor: Visitor, key: str = "") -> ArmyList:
    return redo_action(army_list.pk, visitor, key or a_key())


def stored(army_list: ArmyList) -> ArmyList:
    return ArmyList.objects.get(pk=army_list.pk)


def time_passes(army_list: ArmyList, seconds: float) -> None:
    """Make the last change this many seconds older."""
    ArmyList.objects.filter(pk=army_list.pk).update(changed=stored(army_list).changed - timedelta(seconds=seconds))


def rename(army_list: ArmyList, visitor: Visitor, name: str) -> ArmyList:
    return change(army_list, visitor, lambda roster: structs.replace(roster, name=name), a_key(), "rename")


# ── Undo and redo ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.postgres
def test_undo_goes_back_step_by_step_to_the_beginning(alice: Visitor) -> None:
    army_list = a_list(alice)
    for _ in range(3):
        add_rifleman(army_list, alice)
    assert [undo(army_list, alice).figures for _ in range(4)] == [10, 9, 8, 8]


def test_redo_goes_forth_to_the_last_change(alice: Visitor) -> None:
    army_list = a_list(alice)
    for _ in range(2):
        add_rifleman(army_list, alice)
    for _ in range(2):
        undo(army_list, alice)
    assert [redo(army_list, alice).figures for _ in range(3)] == [9, 10, 10]


def test_everything_that_follows_from_the_document_comes_back_with_it(alice: Visitor) -> None:
    army_list = a_list(alice)
    before = stored(army_list)
    add_rifleman(army_list, alice, roles=("medic",))
    undo(army_list, alice)
    found = stored(army_list)
    assert (found.document, found.total, found.figures) == (before.document, 125, 8)


def test_undo_writes_no_revision(alice: Visitor) -> None:
    army_list = a_list(alice)
    add_rifleman(army_list, alice)
    undo(army_list, alice)
    redo(army_list, alice)
    assert army_list.revisions.count() == 2


def test_at_both_ends_there_is_nothing_to_undo_or_redo(alice: Visitor) -> None:
    army_list = a_list(alice)
    assert (army_list.undoes, stored(army_list).redoes) == (None, None)
    changed = add_rifleman(army_list, alice)
    assert (stored(army_list).undoes, stored(army_list).redoes) == (changed.revision, None)
    undone = undo(army_list, alice)
    assert (undone.undoes, undone.redoes) == (None, changed.revision)
    again = redo(army_list, alice)
    assert (again.undoes, again.redoes) == (changed.revision, None)


@pytest.mark.postgres
def test_an_edit_after_undo_is_a_branch_and_the_other_one_stays(alice: Visitor) -> None:
    army_list = a_list(alice)
    left = add_rifleman(army_list, alice).revision
    undo(army_list, alice)
    taken = add_rifleman(army_list, alice, name="Verdi").revision
    assert left is not None
    assert taken is not None
    assert (left.parent, left.number, taken.number) == (taken.parent, 2, 3)
    undo(army_list, alice)
    assert redo(army_list, alice).revision == taken
    assert army_list.revisions.filter(pk=left.pk).exists()


def test_undo_goes_back_to_the_rules_of_the_revision(alice: Visitor) -> None:
    """An undo across an update of the rules restores the earlier prices."""
    army_list = a_list(alice)
    add_rifleman(army_list, alice)
    former = army_list.revisions.get(number=1)
    other = RulesetVersion.objects.get(pk=former.ruleset_version_id)
    other.pk, other.number, other.digest = None, 2, "another"
    other.save()
    Revision.objects.filter(pk=former.pk).update(ruleset_version=other)
    assert undo(army_list, alice).ruleset_version_id == other.pk
    assert stored(army_list).ruleset_version_id == other.pk


# ── No duplicates ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_undo_sent_twice_goes_back_once(alice: Visitor) -> None:
    army_list, key = a_list(alice), a_key()
    for _ in range(3):
        add_rifleman(army_list, alice)
    assert [undo(army_list, alice, key).figures for _ in range(2)] == [10, 10]


def test_an_undo_sent_again_much_later_goes_nowhere(alice: Visitor) -> None:
    army_list, key = a_list(alice), a_key()
    for _ in range(3):
        add_rifleman(army_list, alice)
    undo(army_list, alice, key)
    undo(army_list, alice)
    assert undo(army_list, alice, key).figures == 9


@pytest.mark.postgres
def test_a_redo_sent_twice_goes_forth_once(alice: Visitor) -> None:
    army_list, key = a_list(alice), a_key()
    for _ in range(2):
        add_rifleman(army_list, alice)
    for _ in range(2):
        undo(army_list, alice)
    assert [redo(army_list, alice, key).figures for _ in range(2)] == [9, 9]


# ── Edits that are undone together ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.postgres
def test_the_same_field_of_the_same_row_within_two_seconds_is_one_step(alice: Visitor) -> None:
    army_list = a_list(alice)
    group = first_squad(army_list).figures[1].id
    for count in (6, 5, 4):
        set_count(army_list, alice, group, count)
        time_passes(army_list, 1.9)
    assert undo(army_list, alice).figures == 8
    assert redo(army_list, alice).figures == 5


def test_after_two_seconds_it_is_a_step_of_its_own(alice: Visitor) -> None:
    army_list = a_list(alice)
    group = first_squad(army_list).figures[1].id
    set_count(army_list, alice, group, 6)
    time_passes(army_list, 2.1)
    set_count(army_list, alice, group, 5)
    assert undo(army_list, alice).figures == 7


def test_another_row_is_a_step_of_its_own(alice: Visitor) -> None:
    army_list = a_list(alice)
    set_count(army_list, alice, first_squad(army_list).figures[1].id, 6)
    set_count(army_list, alice, first_squad(army_list).figures[0].id, 2)
    assert undo(army_list, alice).figures == 7


def test_another_field_is_a_step_of_its_own(alice: Visitor) -> None:
    army_list = a_list(alice)
    leader = first_figure(army_list).id
    set_count(army_list, alice, leader, 2)
    change(
        army_list,
        alice,
        lambda roster: edits.edit_figure(roster, leader, name="Verdi"),
        a_key(),
        "edit-figure",
    )
    assert first_figure(undo(army_list, alice)).count == 2


def test_the_name_of_the_list_is_typed_in_one_step(alice: Visitor) -> None:
    army_list = a_list(alice)
    for name in ("S", "Su", "Sur", "Surobi"):
        rename(army_list, alice, name)
    assert undo(army_list, alice).name == "Rangers"


def test_additions_are_never_one_step(alice: Visitor) -> None:
    army_list = a_list(alice)
    for _ in range(2):
        add_rifleman(army_list, alice)
    assert undo(army_list, alice).figures == 9


def test_after_an_undo_a_new_step_begins(alice: Visitor) -> None:
    army_list = a_list(alice)
    for name in ("Surobi", "Kandahar"):
        rename(army_list, alice, name)
        undo(army_list, alice)
        redo(army_list, alice)
        time_passes(army_list, -1)
    assert undo(army_list, alice).name == "Surobi"


def test_a_step_of_many_edits_keeps_the_keys_of_all(alice: Visitor) -> None:
    army_list, key = a_list(alice), a_key()
    group = first_squad(army_list).figures[1].id
    set_count(army_list, alice, group, 6, key)
    set_count(army_list, alice, group, 5)
    assert set_count(army_list, alice, group, 6, key).figures == 6
