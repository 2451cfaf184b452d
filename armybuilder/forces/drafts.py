"""Edit a force of a club: a draft is changed part by part, and becomes a version when it is kept.

All lock the club. For non-members it does not exist: Club.DoesNotExist; a draft that is gone: ForceDraft.DoesNotExist.
"""

from collections.abc import Callable
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from msgspec import ValidationError
from msgspec.structs import replace

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import lock_membership
from armybuilder.forces.actions import add_force, edit_force
from armybuilder.forces.models import Force, ForceDraft
from armybuilder.forces.parts import mark_of, part_at
from armybuilder.refusals import RefusedError
from rules.catalogue import catalogue_for, current_version
from rules.core.document import force as forces
from rules.core.forces.faults import faults
from rules.loading.dumping import dump_force

DRAFTS_AT_MOST = 20  # of a club
UNDO_STEPS = 50

Change = Callable[[forces.Force], forces.Force]


@transaction.atomic
def begin_draft(club_id: UUID, actor: User, force: forces.Force, begun_from: str = "") -> ForceDraft:
    """Begin a new force, with another id if the club has its own already. `begun_from`: the name of its list."""
    club = lock_membership(club_id, actor, organising=True).club
    if club.force_drafts.count() >= DRAFTS_AT_MOST:
        raise RefusedError(_("A club can have at most %(most)s drafts of forces."), most=DRAFTS_AT_MOST)
    taken = {*club.forces.values_list("key", flat=True), *(one.data.id for one in club.force_drafts.all())}
    ids = (force.id, *(f"force-{number}" for number in range(1, len(taken) + 2)))
    free = next(one for one in ids if one not in taken)
    document = forces.encode(replace(force, id=free, club="", version=1)).decode()
    return club.force_drafts.create(document=document, begun_from=begun_from, changed_by=actor)


@transaction.atomic
def draft_of(club_id: UUID, pk: int, actor: User) -> ForceDraft:
    """Return the draft of a force's next version, begun if there is none."""
    club = lock_membership(club_id, actor, organising=True).club
    force = club.forces.get(pk=pk)
    document = forces.encode(replace(force.force, club="", version=1)).decode()
    draft, _is_new = club.force_drafts.get_or_create(
        force=force, defaults={"document": document, "base": force.version, "changed_by": actor}
    )
    return draft


@transaction.atomic
def change_draft(
    club_id: UUID, pk: int, actor: User, change: Change, *, place: str = "", seen: str | None = None
) -> ForceDraft:
    """Change a draft, unless the part at `place` is no longer the one with the mark `seen` (None: any).

    Raises LookupError if there is no such part.
    """
    draft = _lock(club_id, pk, actor)
    if seen is not None and not _is_same(draft.data, place, seen):
        raise RefusedError(
            _("Nothing was changed: this part has changed meanwhile, in another tab or by someone else.")
        )
    document = _checked(change(draft.data))
    if document != draft.document:
        draft.past = [*draft.past, draft.document][-UNDO_STEPS:]
        draft.document, draft.changed, draft.changed_by = document, timezone.now(), actor
        draft.save()
    return draft


@transaction.atomic
def undo_change(club_id: UUID, pk: int, actor: User) -> bool:
    """Take back the last change of a draft; return whether there was one."""
    draft = _lock(club_id, pk, actor)
    if not draft.past:
        return False
    *draft.past, draft.document = draft.past
    draft.changed, draft.changed_by = timezone.now(), actor
    draft.save()
    return True


@transaction.atomic
def keep_draft(club_id: UUID, pk: int, actor: User, *, anyway: bool = False) -> Force:
    """Make a draft the force's next version, and delete it; `anyway`: also if the force has a newer one."""
    draft = _lock(club_id, pk, actor)
    force = draft.data
    if any(faults(force, catalogue_for(current_version(force.ruleset).pk))):
        raise RefusedError(_("Nothing was saved: first correct what is marked."))
    if draft.force is None:
        kept = add_force(club_id, actor, force, dump_force(force))
    else:
        kept = draft.force
        if kept.version != draft.base and not anyway:
            raise RefusedError(
                _(
                    "Nothing was saved: the force has had a new version, %(number)s, since this draft started."
                ),
                number=kept.version,
            )
        edit_force(club_id, kept.pk, actor, force, dump_force(force))
    draft.delete()
    return kept


@transaction.atomic
def discard_draft(club_id: UUID, pk: int, actor: User) -> None:
    _lock(club_id, pk, actor).delete()


def _lock(club_id: UUID, pk: int, actor: User) -> ForceDraft:
    club = lock_membership(club_id, actor, organising=True).club
    return club.force_drafts.select_for_update(of=("self",)).select_related("force").get(pk=pk)


def _checked(force: forces.Force) -> str:
    """Return the document of a force. Raises RefusedError if it has more or fewer parts than `force/1` allows."""
    document = forces.encode(force)
    try:
        forces.decode(document)
    except ValidationError:
        raise RefusedError(
            _("Nothing was changed: a force has 1 to 20 squads, and only so many rows in each.")
        ) from None
    return document.decode()


def _is_same(force: forces.Force, place: str, seen: str) -> bool:
    try:
        return mark_of(part_at(force, place)) == seen
    except LookupError:
        return False
