"""Finishing and resuming a games night. Each verb is one transaction that locks the club, then the games night."""

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.evenings.actions.actors import lock_evening
from armybuilder.evenings.actions.log import log
from armybuilder.evenings.errors import NotOpenError
from armybuilder.evenings.versions import check_seen, rounds_version


@transaction.atomic
def finish(evening_id: UUID, actor: User, *, seen: str | None = None) -> bool:
    """Finish the games night and delete a draft round. Return False if it was finished before.

    `seen`: the `rounds_version` of the page. Raises Evening.DoesNotExist, NotAllowedError, NotOpenError (nothing was
    played), OutdatedPageError.
    """
    evening = lock_evening(evening_id, actor, organising=True)
    if evening.phase == "finished":
        return False
    if evening.phase != "running":
        raise NotOpenError
    check_seen(seen, rounds_version(evening.rounds.all()))
    evening.rounds.filter(published=None).delete()
    evening.finished = timezone.now()
    evening.save(update_fields=["finished"])
    log(evening, actor, "finished")
    return True


@transaction.atomic
def resume(evening_id: UUID, actor: User) -> bool:
    """Resume a finished games night. Return whether it was finished.

    Raises Evening.DoesNotExist, NotAllowedError, NotOpenError (no organiser finished it).
    """
    evening = lock_evening(evening_id, actor, organising=True)
    if evening.phase == "running":
        return False
    if evening.phase != "finished" or evening.finished is None:
        raise NotOpenError
    evening.finished = None
    evening.save(update_fields=["finished"])
    log(evening, actor, "resumed")
    return True
