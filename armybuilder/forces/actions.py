"""Act on the forces of clubs, and load those of the program.

A club's force is edited as a draft, part by part, which becomes a version when it is kept. A club's action locks the
club. For non-members it does not exist: Club.DoesNotExist; a draft that is gone: ForceDraft.DoesNotExist.
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
from armybuilder.clubs.models import Club
from armybuilder.forces.models import Force, ForceDraft
from armybuilder.forces.parts import mark_of, part_at
from armybuilder.refusals import RefusedError
from rules.catalogue import catalogue_for, current_version
from rules.core.document import force as forces
from rules.core.forces.faults import faults
from rules.loading.dumping import dump_force

FORCES_AT_MOST, DRAFTS_AT_MOST = 40, 20  # of a club
UNDO_STEPS = 50

Change = Callable[[forces.Force], forces.Force]


@transaction.atomic
def load_force(force: forces.Force, text: str) -> bool:
    """Store a force that comes with the program, and return whether it is new or has changed."""
    stored = Force.objects.shipped().select_for_update().filter(key=force.id).first()
    if stored is None:
        _create(force, text)
        return True
    return _replace(stored, force, text)


@transaction.atomic
def add_force(club_id: UUID, actor: User, force: forces.Force, text: str) -> Force:
    club = _lock(club_id, actor)
    _check_id_is_free(club, force.id)
    if club.forces.count() >= FORCES_AT_MOST:
        raise RefusedError(_("A club can have at most %(most)s forces."), most=FORCES_AT_MOST)
    return _create(force, text, club, actor)


@transaction.atomic
def edit_force(club_id: UUID, pk: int, actor: User, force: forces.Force, text: str) -> bool:
    """Replace a club's force by a new version, and return whether it differs."""
    club = _lock(club_id, actor)
    stored = club.forces.select_for_update().get(pk=pk)
    if force.id != stored.key:
        _check_id_is_free(club, force.id)
    return _replace(stored, force, text, club.name, actor)


@transaction.atomic
def delete_force(club_id: UUID, pk: int, actor: User) -> None:
    """Delete a club's force. Lists keep their copies."""
    _lock(club_id, actor).forces.get(pk=pk).delete()


def _lock(club_id: UUID, actor: User) -> Club:
    return lock_membership(club_id, actor, organising=True).club


def _check_id_is_free(club: Club, key: str) -> None:
    if club.forces.filter(key=key).exists():
        raise RefusedError(_("The club already has a force with the ID “%(id)s”."), id=key)


def _create(force: forces.Force, text: str, club: Club | None = None, actor: User | None = None) -> Force:
    document = forces.encode(replace(force, club=club.name if club else "", version=1)).decode()
    return Force.objects.create(
        club=club, key=force.id, ruleset=force.ruleset, text=text, document=document, changed_by=actor
    )


def _replace(stored: Force, force: forces.Force, text: str, club: str = "", actor: User | None = None) -> bool:
    same = replace(force, club=club, version=stored.version)
    is_new = forces.encode(same).decode() != stored.document
    stored.version += is_new
    stored.key, stored.ruleset, stored.text, stored.changed_by = force.id, force.ruleset, text, actor
    stored.document = forces.encode(replace(same, version=stored.version)).decode()
    stored.changed = timezone.now() if is_new else stored.changed
    stored.save()
    return is_new


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
    draft = _lock_draft(club_id, pk, actor)
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
    draft = _lock_draft(club_id, pk, actor)
    if not draft.past:
        return False
    *draft.past, draft.document = draft.past
    draft.changed, draft.changed_by = timezone.now(), actor
    draft.save()
    return True


@transaction.atomic
def keep_draft(club_id: UUID, pk: int, actor: User, *, anyway: bool = False) -> Force:
    """Make a draft the force's next version, and delete it; `anyway`: also if the force has a newer one."""
    draft = _lock_draft(club_id, pk, actor)
    force = draft.data
    if any(faults(force, catalogue_for(current_version(force.ruleset).pk))):
        raise RefusedError(_("Nothing was saved: first correct what is marked."))
    if draft.force is None:
        kept = add_force(club_id, actor, force, dump_force(force))
    else:
        kept = draft.force
        if kept.version != draft.base and not anyway:
            raise RefusedError(
                _("Nothing was saved: the force has had a new version, %(number)s, since this draft started."),
                number=kept.version,
            )
        edit_force(club_id, kept.pk, actor, force, dump_force(force))
    draft.delete()
    return kept


@transaction.atomic
def discard_draft(club_id: UUID, pk: int, actor: User) -> None:
    _lock_draft(club_id, pk, actor).delete()


def _lock_draft(club_id: UUID, pk: int, actor: User) -> ForceDraft:
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
