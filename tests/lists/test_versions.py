"""Kept versions: naming a revision, and restoring one."""

import pytest
from pytest_django import DjangoAssertNumQueries

from armybuilder.lists.actions.editing import name_revision, restore_revision, update_rules
from armybuilder.lists.actions.editing import undo as undo_action
from armybuilder.lists.models import ArmyList, Revision
from armybuilder.lists.visitors import Visitor
from tests.lists.factories import a_key, a_list, add_rifleman, dearer, first_squad, set_count

pytestmark = pytest.mark.usefixtures("loaded_rules")


def stored(army_list: ArmyList) -> ArmyList:
    return ArmyList.objects.get(pk=army_list.pk)


def name(army_list: ArmyList, visitor: Visitor, number: int, words: str) -> None:
    name_revision(army_list.pk, visitor, number, words)


def restore(army_list: ArmyList, visitor: Visitor, number: int, key: str = "") -> ArmyList:
    return restore_revision(army_list.pk, visitor, number, key or a_key())


def undo(army_list: ArmyList, visitor: Visitor) -> ArmyList:
    return undo_action(army_list.pk, visitor, a_key())


# ── Names ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_name_is_given_and_taken_away(alice: Visitor) -> None:
    army_list = a_list(alice)
    for words in ("For Saturday", "For Sunday", ""):
        name(army_list, alice, 1, words)
        assert army_list.revisions.get().name == words


def test_a_name_is_no_revision_and_no_change(alice: Visitor) -> None:
    army_list = a_list(alice)
    before = stored(army_list)
    name(army_list, alice, 1, "For Saturday")
    assert (stored(army_list).changed, army_list.revisions.count()) == (before.changed, 1)


def test_nothing_goes_on_beside_a_named_version(alice: Visitor) -> None:
    """Edits of one field are one undo step, but not across a named version."""
    army_list = a_list(alice)
    group = first_squad(army_list).figures[1].id
    set_count(army_list, alice, group, 6)
    name(army_list, alice, 2, "Six")
    set_count(army_list, alice, group, 5)
    assert undo(army_list, alice).figures == 7


@pytest.mark.parametrize("other", ["bob", "stranger"])
def test_nobody_else_names_a_version(request: pytest.FixtureRequest, alice: Visitor, other: str) -> None:
    army_list = a_list(alice)
    with pytest.raises(ArmyList.DoesNotExist):
        name(army_list, request.getfixturevalue(other), 1, "Mine")
    assert army_list.revisions.get().name == ""


def test_a_revision_that_is_not_there_has_no_name(alice: Visitor) -> None:
    army_list, other = a_list(alice), a_list(alice)
    add_rifleman(other, alice)
    with pytest.raises(Revision.DoesNotExist):
        name(army_list, alice, 2, "Nothing")
    assert not Revision.objects.exclude(name="").exists()


# ── Restoring ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_revision_comes_back_as_a_new_one(alice: Visitor) -> None:
    army_list = a_list(alice)
    for _ in range(2):
        add_rifleman(army_list, alice)
    restored = restore(army_list, alice, 1)
    assert (restored.figures, stored(army_list).total) == (8, 125)
    last = army_list.revisions.get(number=4)
    assert (last.parent.number if last.parent else 0, last.action, last.subject.en) == (3, "restore", "1")
    assert last.document == army_list.revisions.get(number=1).document


def test_it_is_called_by_its_name(alice: Visitor) -> None:
    army_list = a_list(alice)
    name(army_list, alice, 1, "For Saturday")
    add_rifleman(army_list, alice)
    restored = restore(army_list, alice, 1)
    assert restored.undoes is not None
    assert restored.undoes.subject.en == "For Saturday"


def test_a_restored_version_can_be_undone(alice: Visitor) -> None:
    army_list = a_list(alice)
    add_rifleman(army_list, alice)
    restore(army_list, alice, 1)
    assert undo(army_list, alice).figures == 9


def test_the_rules_come_back_with_the_document(alice: Visitor) -> None:
    army_list = a_list(alice)
    dearer("bn")
    update_rules(army_list.pk, alice, a_key())
    restored = restore(army_list, alice, 1)
    assert (restored.total, restored.rules_changed) == (125, True)


def test_a_revision_left_behind_by_an_undo_comes_back(alice: Visitor) -> None:
    army_list = a_list(alice)
    add_rifleman(army_list, alice, roles=("medic",))
    undo(army_list, alice)
    add_rifleman(army_list, alice)
    restored = restore(army_list, alice, 2)
    assert [figure.roles for figure in first_squad(restored).figures] == [(), (), ("medic",)]


def test_restored_twice_by_one_form_is_once(alice: Visitor) -> None:
    army_list, key = a_list(alice), a_key()
    add_rifleman(army_list, alice)
    restore(army_list, alice, 1, key)
    add_rifleman(army_list, alice)
    assert restore(army_list, alice, 1, key).figures == 9
    assert army_list.revisions.count() == 4


def test_the_current_version_is_not_written_again(alice: Visitor) -> None:
    army_list = a_list(alice)
    restore(army_list, alice, 1)
    assert army_list.revisions.count() == 1


def test_a_restored_count_is_a_step_of_its_own(alice: Visitor) -> None:
    """It differs in one field of one row from the last edit, but is not part of it."""
    army_list = a_list(alice)
    set_count(army_list, alice, first_squad(army_list).figures[1].id, 3)
    restore(army_list, alice, 1)
    assert undo(army_list, alice).figures == 4


@pytest.mark.parametrize("other", ["bob", "stranger"])
def test_nobody_else_restores(request: pytest.FixtureRequest, alice: Visitor, other: str) -> None:
    army_list = a_list(alice)
    add_rifleman(army_list, alice)
    with pytest.raises(ArmyList.DoesNotExist):
        restore(army_list, request.getfixturevalue(other), 1)
    assert stored(army_list).figures == 9


def test_the_revision_of_another_list_is_not_there(alice: Visitor) -> None:
    army_list, other = a_list(alice), a_list(alice)
    add_rifleman(other, alice)
    with pytest.raises(Revision.DoesNotExist):
        restore(army_list, alice, 2)
    assert stored(army_list).figures == 8


def test_restoring_takes_six_queries(alice: Visitor, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    """As an edit, and the revision."""
    army_list = a_list(alice)
    add_rifleman(army_list, alice)
    with django_assert_num_queries(6):
        restore(army_list, alice, 1)
