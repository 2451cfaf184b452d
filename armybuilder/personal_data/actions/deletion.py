"""Delete an account, with everything that refers to it. Copies by others stay, without an author."""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial, reduce
from operator import or_

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from armybuilder.accounts.models import User
from armybuilder.batches import in_batches
from armybuilder.clubs.models import Club, Invitation, Membership
from armybuilder.evenings.models import HandIn
from armybuilder.games.actions.games import delete_games
from armybuilder.games.models import Game
from armybuilder.lists.actions import upkeep
from armybuilder.lists.models import ArmyList
from armybuilder.notices.kinds import NAMES, id_of
from armybuilder.notices.models import Notice
from armybuilder.own_rules.actions.sharing import keys_of, release
from armybuilder.printing.models import PrintJob
from armybuilder.printing.pdfs import files
from armybuilder.printing.pdfs.cache import evict
from armybuilder.refusals import RefusedError

logger = logging.getLogger(__name__)
GOING_ON = timedelta(hours=1)  # a deletion started this long ago was interrupted


def clubs_owned_by(user: User) -> "models.QuerySet[Club]":
    role = Membership.Role.OWNER
    return Club.objects.filter(memberships__user=user, memberships__role=role)


def delete_account(user: User) -> None:
    """Delete a user and all their data: lists, links, prints, sessions and staff notes about them.

    They first leave in one transaction: nobody can sign in as them after that. Afterwards their data is deleted in
    small batches; `nightly` continues an interrupted deletion.
    """
    with transaction.atomic():
        _leave(user)
        transaction.on_commit(partial(_finish, user))


def finish_all(now: datetime) -> int:
    left = list(User.objects.filter(leaving__lt=now - GOING_ON))
    for user in left:
        _finish(user)
    return len(left)


def _leave(user: User) -> None:
    """Remove a user from their clubs, under lock: nobody can hand one over to them meanwhile."""
    list(Club.objects.of(user).order_by("pk").select_for_update())
    if clubs_owned_by(user).exists():
        raise RefusedError(
            _("You own clubs. Hand each one over to a member, or close it; then you can delete your account.")
        )
    Membership.objects.filter(user=user).delete()
    User.objects.filter(pk=user.pk).update(is_active=False, leaving=timezone.now())


def _finish(user: User) -> None:
    prints = [job.file_name for job in PrintJob.objects.filter(owner=user)]
    _delete_sessions(user)
    upkeep.clear(ArmyList.objects.filter(owner=user))
    with transaction.atomic():
        _delete_invitations(user)
        # The admin's log of changes to the user has their name.
        kind = ContentType.objects.get_for_model(User)
        LogEntry.objects.filter(content_type=kind, object_id=str(user.pk)).delete()
        HandIn.objects.filter(entry__user=user).delete()
        delete_games(Game.objects.all(), user)
        # Notifications name the user. Logs of games nights refer to people by their keys only.
        named = (models.Q(**{f"facts__{id_of(fact)}": str(user.pk)}) for fact in NAMES)
        Notice.objects.filter(reduce(or_, named)).delete()
        rules = keys_of(user)
        user.delete()
        release(rules, user.username)
    _delete_files(prints)


def _delete_invitations(user: User) -> None:
    """Delete invitations sent to the user's addresses; at an unconfirmed one, only the address."""
    addresses = EmailAddress.objects.filter(user=user)
    confirmed = set(addresses.filter(verified=True).values_list("email", flat=True))
    for address in confirmed:
        Invitation.objects.filter(email__iexact=address).delete()
    for address in {user.email, *addresses.values_list("email", flat=True)} - {"", *confirmed}:
        Invitation.objects.filter(email__iexact=address).update(email="")


def _delete_sessions(user: User) -> None:
    """Delete the user's sessions, on every device. django-allauth records each sign-in."""
    signed_in = UserSession.objects.filter(user=user)

    def delete(keys: Sequence[str]) -> int:
        Session.objects.filter(session_key__in=keys).delete()
        number, _by_table = signed_in.filter(session_key__in=keys).delete()
        return int(number)

    in_batches(list(signed_in.values_list("session_key", flat=True)), delete)


def _delete_files(prints: list[str]) -> None:
    """Delete the user's prints; `clear_prints` removes the rest at night if the file server is away."""
    try:
        for name in prints:
            files.delete(name)
    except Exception:
        logger.exception("prints of an account that is deleted are left to `clear_prints`")
    if settings.PRINT_CACHE.exists():
        evict(settings.PRINT_CACHE, 0)
