"""Act on the forces of clubs, and load those of the program.

A club's action locks the club. For non-members it does not exist: Club.DoesNotExist.
"""

from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import lock_membership
from armybuilder.clubs.models import Club
from armybuilder.forces.models import Force
from armybuilder.refusals import RefusedError
from rules.core.document import force as forces

FORCES_AT_MOST = 40  # of a club


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


def _replace(
    stored: Force, force: forces.Force, text: str, club: str = "", actor: User | None = None
) -> bool:
    same = replace(force, club=club, version=stored.version)
    is_new = forces.encode(same).decode() != stored.document
    stored.version += is_new
    stored.key, stored.ruleset, stored.text, stored.changed_by = force.id, force.ruleset, text, actor
    stored.document = forces.encode(replace(same, version=stored.version)).decode()
    stored.changed = timezone.now() if is_new else stored.changed
    stored.save()
    return is_new
