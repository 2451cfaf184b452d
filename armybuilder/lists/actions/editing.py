"""One edit of a list: opened, made and stored."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from armybuilder.lists.actions.storing import add_revision, locked, save
from armybuilder.lists.forms import BuilderForm
from armybuilder.lists.history.coalescing import field_edited
from armybuilder.lists.models import ArmyList
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
    """One edit of a list, open in `with open_edit(…) as edit`: the list, and what is made of it.

    `is_repeat`: the form was sent before, and what is made of the list now is not stored. `refused`: the edit could
    not be made, for views to say why. `form` is what was typed, where that can be taken: it is shown again then.
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
        """Return the rules that the list was made with."""
        return self.army_list.catalogue

    def make(
        self,
        after: Roster,
        action: str,
        subject: Text = NOTHING,
        place: Text = NOTHING,
        version_id: UUID | None = None,
    ) -> None:
        """Make `after` of the list, under the rules of a version (None: those that it has).

        `action`, `subject` and `place` say what was done. An edit that names a version is always a step of undo of its
        own.
        """
        self.after, self.version_id = after, version_id
        self.action, self.subject, self.place = action, subject, place


@contextmanager
def open_edit(list_id: UUID, visitor: Visitor, key: str) -> Iterator[Edit]:
    """Open one edit of a list; what the `with` block makes of it is stored when the block ends.

    Until then nobody else can write the list. A `key` that made a revision before is a form sent again: the list
    stays as it is. So does one of which the block makes nothing new. Edits of the same field of the same row within
    two seconds are one step of undo. Raises ArmyList.DoesNotExist, and what the block raises (EditRefusedError of the
    core, RefusedError); then nothing is written.
    """
    try:
        with transaction.atomic():
            army_list = locked(list_id, visitor)
            edit = Edit(army_list, army_list.roster)
            yield edit
            store(edit, key)
    except (EditRefusedError, RefusedError, IntegrityError):
        # Looked up only now: a look-up before every edit would cost each of them a query.
        if not ArmyList.objects.filter(pk=list_id, revisions__key=key).exists():
            raise
        edit.army_list = ArmyList.objects.for_visitor(visitor).with_current_rules().get(pk=list_id)
        edit.is_repeat = True


def store(edit: Edit, key: str) -> None:
    """Store what was made of a list, which is locked. Raises QuotaError."""
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
        # A further edit of one step is made beside the last one, not upon it: undo passes over that one.
        parent_id=army_list.previous_id if same_step else army_list.revision_id,
        key=key,
        action=edit.action,
        subject=edit.subject,
        place=edit.place,
        same_step=same_step,
    )
    army_list.field_edited = field
    save(army_list, before, now)
