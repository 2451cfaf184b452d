"""Who goes home before the end, and comes back. Each verb is one transaction that holds the club, then the evening.

A game that is not played because one of the two went home counts for the other as a bye does, and for who went as
nothing. When they come back it is to be played after all.
"""

from uuid import UUID

from django.db import models, transaction

from armybuilder.accounts.models import User
from armybuilder.evenings.models import Entry, Evening, Pairing
from armybuilder.evenings.querysets import NotOpenError, log


def set_dropped(evening_id: UUID, actor: User, pk: int, *, dropped: bool) -> None:
    """Let somebody go home, who is paired no more, or take them back into the game.

    What they played stays in the standings. Raises Evening.DoesNotExist, NotAllowedError, NotOpenError,
    Entry.DoesNotExist.
    """
    with transaction.atomic():
        evening = Evening.objects.lock_evening(evening_id, actor, organising=True)
        if not evening.is_on:
            raise NotOpenError
        before = "coming" if dropped else "dropped"
        entry = Entry.objects.select_related("user").get(evening=evening, pk=pk, state=before)
        _set(entry, dropped=dropped)
        log(evening, actor, "dropped" if dropped else "back", str(entry))


def leave(evening_id: UUID, user: User) -> None:
    """Go home oneself. Raises Evening.DoesNotExist, NotOpenError (nothing is played), Entry.DoesNotExist."""
    with transaction.atomic():
        evening = Evening.objects.lock_evening(evening_id, user)
        _leave(Entry.objects.get(evening=evening, user=user, state="coming"), evening, user)


def leave_as_guest(token: str) -> None:
    """Go home as a guest. Raises Entry.DoesNotExist, NotOpenError (nothing is played, or they do not)."""
    with transaction.atomic():
        entry, evening = Entry.objects.lock_guest(token)
        if entry.state != "coming":
            raise NotOpenError
        _leave(entry, evening, None)


def not_here(evening: Evening) -> list[Entry]:
    """Return who comes and was not checked in, where others were; nobody where nobody is checked in."""
    coming = list(evening.entries.select_related("user").filter(state="coming"))
    absent = [entry for entry in coming if entry.checked_in is None]
    return absent if len(absent) < len(coming) else []


def _leave(entry: Entry, evening: Evening, user: User | None) -> None:
    if evening.phase != "running":
        raise NotOpenError
    _set(entry, dropped=True)
    log(evening, user, "went-home", guest=entry if user is None else None)


def _set(entry: Entry, *, dropped: bool) -> None:
    entry.state = "dropped" if dropped else "coming"
    entry.save(update_fields=["state"])
    if dropped:
        own = models.Q(first=entry) | models.Q(second=entry)
        open_games = Pairing.objects.filter(own, second__isnull=False, first_lost=None, forfeit=None)
        open_games.filter(round__published__isnull=False).update(forfeit=entry)
    else:
        Pairing.objects.filter(forfeit=entry).update(forfeit=None)
