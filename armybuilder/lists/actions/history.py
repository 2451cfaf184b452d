"""Undo and redo, versions with names, and the rules that a list is under."""

from collections.abc import Callable
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from armybuilder.lists.actions.editing import open_edit
from armybuilder.lists.actions.storing import locked, save
from armybuilder.lists.models import ArmyList, Revision
from armybuilder.lists.models.revisions import Step
from armybuilder.lists.visitors import Visitor
from rules.core.text import Text

STEP_KEYS = 50  # undos and redos of a list that are known when they are sent again


def undo(list_id: UUID, visitor: Visitor, key: str) -> ArmyList:
    """Go back to the revision before the present one, if there is one. Raises ArmyList.DoesNotExist."""
    return _step(list_id, visitor, key, lambda one: one.revisions.undo_step(one.revision_id, one.previous_id))


def redo(list_id: UUID, visitor: Visitor, key: str) -> ArmyList:
    """Go on to the youngest revision made from the present one, if any. Raises ArmyList.DoesNotExist."""
    return _step(list_id, visitor, key, lambda one: one.revisions.redo_step(one.revision_id))


@transaction.atomic
def _step(list_id: UUID, visitor: Visitor, key: str, step: Callable[[ArmyList], Step | None]) -> ArmyList:
    """Go to another revision, unless the `key` is that of one of the last steps: then it was sent again.

    A step that leads somewhere leaves its key with the list.
    """
    army_list = locked(list_id, visitor)
    if key in army_list.step_keys:
        return army_list
    before = army_list.roster
    if found := step(army_list):
        army_list.step_keys = [key, *army_list.step_keys[: STEP_KEYS - 1]]
        roster = found.to.roster
        army_list.set_document(roster, found.to.ruleset_version_id, roster)  # it was that large once
        army_list.set_head(found.to, found.redoes)
        army_list.field_edited = ""
    save(army_list, before, timezone.now(), "step_keys")
    return army_list


def update_rules(list_id: UUID, visitor: Visitor, key: str) -> ArmyList:
    """Put a list under the current rules of its ruleset, in one step of undo. Raises ArmyList.DoesNotExist."""
    with open_edit(list_id, visitor, key) as edit:
        edit.make(edit.before, "update-rules", version_id=edit.army_list.current_version_id)
    return edit.army_list


def restore_revision(list_id: UUID, visitor: Visitor, number: int, key: str) -> ArmyList:
    """Make a list what a revision said, under its rules, in one step of undo.

    Raises ArmyList.DoesNotExist and Revision.DoesNotExist.
    """
    with open_edit(list_id, visitor, key) as edit:
        revision = edit.army_list.revisions.get(number=number)
        name = revision.name or str(number)
        edit.make(revision.roster, "restore", Text(name, name), version_id=revision.ruleset_version_id)
    return edit.army_list


@transaction.atomic
def name_revision(list_id: UUID, visitor: Visitor, number: int, name: str) -> None:
    """Name a revision so that it is kept; an empty name takes its name away.

    Raises ArmyList.DoesNotExist and Revision.DoesNotExist.
    """
    army_list = locked(list_id, visitor)
    if not army_list.revisions.filter(number=number).update(name=name):
        raise Revision.DoesNotExist
    army_list.field_edited = ""  # what comes next is another step: nothing goes on beside a named version
    if not name:  # it may be old enough to go
        army_list.next_thinning = timezone.localdate()
    army_list.save(update_fields=["field_edited", "next_thinning"])
