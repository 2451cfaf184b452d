"""The end of an evening, and going on with it. Each verb is one transaction that holds the club, then the evening."""

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.evenings.models import Evening
from armybuilder.evenings.querysets import NotOpenError, log
from armybuilder.evenings.versions import check_seen, rounds_version


def finish(evening_id: UUID, actor: User, *, seen: str | None = None) -> bool:
    """Finish the games night and delete a draft round. Return False if it was finished before.

    `seen`: the `rounds_version` of the page. Raises Evening.DoesNotExist, NotAllowedError, NotOpenError (nothing was
    played), MovedOnError.
    """
    with transaction.atomic():
        evening = Evening.objects.lock_evening(evening_id, actor, organising=True)
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


def resume(evening_id: UUID, actor: User) -> bool:
    """Go on with an evening that was finished. Return whether it was finished.

    Raises Evening.DoesNotExist, NotAllowedError, NotOpenError (nobody had finished it).
    """
    with transaction.atomic():
        evening = Evening.objects.lock_evening(evening_id, actor, organising=True)
        if evening.phase == "running":
            return False
        if evening.phase != "finished" or evening.finished is None:
            raise NotOpenError
        evening.finished = None
        evening.save(update_fields=["finished"])
        log(evening, actor, "resumed")
        return True
