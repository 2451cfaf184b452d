"""Deleting an account, with everything that refers to it.

What others copied stays with them; its credit has no author from then on.
"""

from pathlib import Path

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.auth import SESSION_KEY
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import models, transaction

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club, Invitation, Membership
from armybuilder.lists.models import ArmyList
from armybuilder.printing.keeping import shrink
from armybuilder.printing.models import PrintJob

LISTS_AT_ONCE = 50  # so that the memory does not grow with the number of lists


class OwnsClubs(Exception):
    """Somebody owns clubs, which must be handed over or closed first."""


def clubs_owned_by(user: User) -> "models.QuerySet[Club]":
    """Return the clubs that would be left without an owner."""
    role = Membership.Role.OWNER
    return Club.objects.filter(memberships__user=user, memberships__role=role)


@transaction.atomic
def delete_account(user: User) -> None:
    """Delete a user and all that is theirs: lists, links, prints, sessions, what staff noted about them.

    Their clubs are held first, so that nobody hands one over to them meanwhile. Raises OwnsClubs; then nothing is
    deleted.
    """
    list(Club.objects.of(user).order_by("pk").select_for_update())
    if clubs_owned_by(user).exists():
        raise OwnsClubs
    files = [job.path for job in PrintJob.objects.filter(owner=user)]
    _delete_lists(user)
    _delete_invitations(user)
    _delete_notes(user)
    _delete_sessions(user)
    user.delete()
    transaction.on_commit(lambda: _delete_files(files))


def _delete_lists(user: User) -> None:
    own = ArmyList.objects.filter(owner=user)
    while some := list(own.order_by().values_list("pk", flat=True)[:LISTS_AT_ONCE]):
        ArmyList.objects.filter(pk__in=some).remove()


def _delete_invitations(user: User) -> None:
    """Delete the invitations to clubs that were sent to the user's addresses."""
    further = EmailAddress.objects.filter(user=user).values_list("email", flat=True)
    for address in {user.email, *further} - {""}:
        Invitation.objects.filter(email__iexact=address).delete()


def _delete_notes(user: User) -> None:
    """Delete what the admin noted when staff changed the user: it has their name."""
    kind = ContentType.objects.get_for_model(User)
    LogEntry.objects.filter(content_type=kind, object_id=str(user.pk)).delete()


def _delete_sessions(user: User) -> None:
    """Delete the user's sessions, on every device. Only what they hold says whose they are."""
    for session in Session.objects.iterator():
        if session.get_decoded().get(SESSION_KEY) == str(user.pk):
            session.delete()


def _delete_files(files: list[Path]) -> None:
    """Delete the user's prints. Nothing says whose the finished pages are that are kept: all of them go."""
    for file in files:
        file.unlink(missing_ok=True)
    if settings.PRINT_CACHE.exists():
        shrink(settings.PRINT_CACHE, 0)
