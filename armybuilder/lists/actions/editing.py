"""Editing a list, undo and redo, restoring a version. Each action is one transaction that locks the list."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from armybuilder.lists.actions.storing import add_revision, locked, save
from armybuilder.lists.forms import BuilderForm
from armybuilder.lists.history import field_edited
from armybuilder.lists.models import ArmyList, Revision
from armybuilder.lists.models.revisions import Step
from armybuilder.lists.quotas import WRITTEN
from armybuilder.lists.visitors import Visitor
from armybuilder.refusals import RefusedError
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster
from rules.core.document.rows import EditRefusedError
from rules.core.text import NOTHING, Text

ONE_STEP = timedelta(seconds=2)  # edits of one field within this time are undone together


@dataclass(slots=True)
class Edit:
    """One edit of a list, open in `with open_edit(…) as edit`, and its result.

    `is_repeat`: the form was sent before, and its changes are not stored. `refused`: the reason for a refused edit,
    for views. `form`: the typed values, which are shown again.
    """

    army_list: ArmyList
    before: Roster
    after: Roster | None = None
    action: str = ""
    subject: Text = NOTHING
    place: Text = NOTHING
    version_id: UUID | None = None
    is_repeat: bool = False
    refused: EditRefusedError | RefusedError | None = None
    form: BuilderForm | None = None

    @property
    def catalogue(self) -> Catalogue:
        return self.army_list.catalogue

    def make(
        self,
        after: Roster,
        action: str,
        subject: Text = NOTHING,
        place: Text = NOTHING,
        version_id: UUID | None = None,
    ) -> None:
        """Set the edited list to `after`, under the rules of a version (None: unchanged).

        `action`, `subject` and `place` describe the edit. An edit that names a version is always a separate undo
        step.
        """
        self.after, self.version_id = after, version_id
        self.action, self.subject, self.place = action, subject, place


@contextmanager
def open_edit(list_id: UUID, visitor: Visitor, key: str) -> Iterator[Edit]:
    """Open one edit of a list; the result of the `with` block is stored at its end.

    Meanwhile nobody else can write the list. A known `key` means that a form was sent again: the list stays
    unchanged, even if the block changes nothing. Edits of one field of a row within two seconds are one undo step.
    Raises ArmyList.DoesNotExist and the block's errors (EditRefusedError of the core, RefusedError); nothing is
    written then.
    """
    try:
        with transaction.atomic():
            army_list = locked(list_id, visitor)
            edit = Edit(army_list, army_list.roster)
            yield edit
            store(edit, key)
    except (EditRefusedError, RefusedError, IntegrityError):
        # Looked up only here: before the edit it would cost every edit a query.
        if not ArmyList.objects.filter(pk=list_id, revisions__key=key).exists():
            raise
        edit.army_list = ArmyList.objects.for_visitor(visitor).with_current_rules().get(pk=list_id)
        edit.is_repeat = True


def store(edit: Edit, key: str) -> None:
    army_list, before, now = edit.army_list, edit.before, timezone.now()
    after, version_id = edit.after or before, edit.version_id or army_list.ruleset_version_id
    if (after, version_id) == (before, army_list.ruleset_version_id):
        return
    field = "" if edit.version_id else field_edited(before, after)
    same_step = field != "" and field == army_list.field_edited and now - army_list.changed <= ONE_STEP
    army_list.set_document(after, version_id, before)
    WRITTEN.count(f"{army_list.owner_id} {army_list.browser_key}", len(army_list.document))
    add_revision(
        army_list,
        # A further edit of one step becomes a sibling of the last one: undo skips that one.
        parent_id=army_list.previous_id if same_step else army_list.revision_id,
        key=key,
        action=edit.action,
        subject=edit.subject,
        place=edit.place,
        same_step=same_step,
    )
    army_list.field_edited = field
    save(army_list, before, now)


STEP_KEYS = 50  # undos and redos of a list that are recognised when sent again


def undo(list_id: UUID, visitor: Visitor, key: str) -> ArmyList:
    return _step(list_id, visitor, key, lambda one: one.revisions.undo_step(one.revision_id, one.previous_id))


def redo(list_id: UUID, visitor: Visitor, key: str) -> ArmyList:
    return _step(list_id, visitor, key, lambda one: one.revisions.redo_step(one.revision_id))


@transaction.atomic
def _step(list_id: UUID, visitor: Visitor, key: str, step: Callable[[ArmyList], Step | None]) -> ArmyList:
    """Go to another revision, unless the `key` is that of one of the last steps: then it was sent again."""
    army_list = locked(list_id, visitor)
    if key in army_list.step_keys:
        return army_list
    before = army_list.roster
    if found := step(army_list):
        army_list.step_keys = [key, *army_list.step_keys[: STEP_KEYS - 1]]
        roster = found.to.roster
        army_list.set_document(roster, found.to.ruleset_version_id, roster)  # it was that large before
        army_list.set_head(found.to, found.redoes)
        army_list.field_edited = ""
    save(army_list, before, timezone.now(), "step_keys")
    return army_list


def update_rules(list_id: UUID, visitor: Visitor, key: str) -> ArmyList:
    with open_edit(list_id, visitor, key) as edit:
        edit.make(edit.before, "update-rules", version_id=edit.army_list.current_version_id)
    return edit.army_list


def restore_revision(list_id: UUID, visitor: Visitor, number: int, key: str) -> ArmyList:
    with open_edit(list_id, visitor, key) as edit:
        revision = edit.army_list.revisions.get(number=number)
        name = revision.name or str(number)
        edit.make(revision.roster, "restore", Text(name, name), version_id=revision.ruleset_version_id)
    return edit.army_list


@transaction.atomic
def name_revision(list_id: UUID, visitor: Visitor, number: int, name: str) -> None:
    """Name a revision, which keeps it; an empty name removes the name."""
    army_list = locked(list_id, visitor)
    if not army_list.revisions.filter(number=number).update(name=name):
        raise Revision.DoesNotExist
    army_list.field_edited = ""  # the next edit is a new step: a named version is not continued
    if not name:  # it may be old enough to delete
        army_list.next_thinning = timezone.localdate()
    army_list.save(update_fields=["field_edited", "next_thinning"])
