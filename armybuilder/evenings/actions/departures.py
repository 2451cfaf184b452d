"""Dropping out before the end, and coming back. Each verb is one transaction that locks the club, then the evening.

The effect on the games is in `rounds/states.py`; `leaving_of` returns it in advance.
"""

from collections.abc import Iterator
from hashlib import sha256
from uuid import UUID

from django.db import models, transaction
from msgspec import Struct

from armybuilder.accounts.models import User
from armybuilder.evenings.models import Entry, Evening, Pairing
from armybuilder.evenings.querysets import NotOpenError, log
from armybuilder.evenings.states import (
    ENTRIES,
    Consequence,
    EntryState,
    GameState,
    LeavingEvent,
    MovedOnError,
    game_after,
)


class Effect(Struct, frozen=True):
    """An effect of dropping out or coming back on a game: the number of its round, the opponent, the consequence."""

    number: int
    opponent: str
    says: Consequence


class Leaving(Struct, frozen=True):
    """The effects of each way to drop out or come back; None if impossible. `seen`: the version of all of it."""

    entry: int
    name: str
    seen: str
    drops: list[Effect] | None
    drops_after_game: list[Effect] | None
    is_reinstated: list[Effect] | None


def leaving_of(entry: Entry) -> Leaving:
    """Return the effects on the games of an entry if the player drops out or comes back."""
    stage, games = entry.stage, _games(entry)
    to_play = any(state in ("open", "claimed") for _pairing, state in games)

    def effects(event: LeavingEvent) -> list[Effect] | None:
        if not isinstance(ENTRIES[event][stage], str):
            return None
        return [*_effects(entry, games, event)]

    after_game = effects("drops-after-game") if to_play else None
    return Leaving(
        entry.pk,
        str(entry),
        _seen(entry, stage, games),
        effects("drops"),
        after_game,
        effects("is-reinstated"),
    )


def set_dropped(
    evening_id: UUID,
    actor: User,
    pk: int,
    *,
    dropped: bool,
    after_game: bool = False,
    seen: str | None = None,
) -> None:
    """Drop a player, at once or after their current game, or reinstate them.

    Games already played stay in the standings. `seen`: the `Leaving.seen` of the page. Raises Evening.DoesNotExist,
    NotAllowedError, NotOpenError, Entry.DoesNotExist, MovedOnError, RefusedError, OwnCauseError, LookedError,
    RefereeError.
    """
    with transaction.atomic():
        evening = Evening.objects.lock_evening(evening_id, actor, organising=True)
        if not evening.is_on:
            raise NotOpenError
        entry = Entry.objects.select_related("user", "evening").get(evening=evening, pk=pk)
        event = _event(after_game) if dropped else "is-reinstated"
        if dropped:
            evening.check_act("drop-opponent", actor.pk, _given_a_bye(entry, event))
        else:
            evening.check_act("reinstate", actor.pk, [entry.user_id])
            evening.check_act("play", entry.user_id)
        _move(entry, event, seen)
        log(evening, actor, "dropped" if dropped else "back", names=[entry])


def leave(evening_id: UUID, user: User, *, after_game: bool = False, seen: str | None = None) -> None:
    """Drop out as a player. Raises Evening.DoesNotExist, NotOpenError, or the errors of `set_dropped`."""
    with transaction.atomic():
        evening = Evening.objects.lock_evening(evening_id, user)
        entry = Entry.objects.select_related("user", "evening").get(evening=evening, user=user)
        _leave(entry, evening, user, after_game=after_game, seen=seen)


def leave_as_guest(token: str, *, after_game: bool = False, seen: str | None = None) -> None:
    """Drop out as a guest. Raises the same errors as `leave`."""
    with transaction.atomic():
        entry, evening = Entry.objects.lock_guest(token)
        _leave(entry, evening, None, after_game=after_game, seen=seen)


def not_here(evening: Evening) -> list[Entry]:
    """Return who comes and was not checked in, where others were; nobody where nobody is checked in."""
    coming = list(evening.entries.select_related("user").filter(state="coming"))
    absent = [entry for entry in coming if entry.checked_in is None]
    return absent if len(absent) < len(coming) else []


def _leave(entry: Entry, evening: Evening, user: User | None, *, after_game: bool, seen: str | None) -> None:
    if evening.phase != "running":
        raise NotOpenError
    _move(entry, _event(after_game), seen)
    log(evening, user, "went-home", guest=entry if user is None else None)


def _event(after_game: bool) -> LeavingEvent:
    return "drops-after-game" if after_game else "drops"


def _move(entry: Entry, event: LeavingEvent, seen: str | None) -> None:
    """Change an entry and its games according to the tables. Raises MovedOnError, RefusedError."""
    games = _games(entry)
    after = entry.after(event)
    if seen is not None and seen != _seen(entry, entry.stage, games):
        raise MovedOnError
    for pairing, state in games:
        _store(pairing, entry, game_after(state, event).to)
    entry.state = after
    entry.save(update_fields=["state"])


def _games(entry: Entry) -> list[tuple[Pairing, GameState]]:
    """Return the games of an entry in published rounds, each with its state from the player's side."""
    own = models.Q(first=entry) | models.Q(second=entry)
    published = Pairing.objects.published_in(entry.evening)
    last = published.aggregate(last=models.Max("round__number"))["last"]
    games = published.filter(own, second__isnull=False).prefetch_related("claims")
    return [
        (pairing, pairing.state_for(entry.pk, is_past=pairing.round.number < last))
        for pairing in games.order_by("round__number")
    ]


def _effects(entry: Entry, games: list[tuple[Pairing, GameState]], event: LeavingEvent) -> Iterator[Effect]:
    for pairing, state in games:
        if says := game_after(state, event).says:
            yield Effect(pairing.round.number, str(pairing.other_than(entry.pk)), says)


def _given_a_bye(entry: Entry, event: LeavingEvent) -> list[int | None]:
    """Return the accounts of the opponents who get a bye because of an event."""
    opponents = (
        pairing.other_than(entry.pk)
        for pairing, state in _games(entry)
        if game_after(state, event).says == "opponent-gets-bye"
    )
    return [opponent.user_id for opponent in opponents if opponent]


def _store(pairing: Pairing, entry: Entry, state: GameState) -> None:
    before = (pairing.forfeit_id, pairing.abandoned)
    if state == "forfeited":
        pairing.forfeit, pairing.abandoned = entry, False
    elif state == "bye":
        pairing.forfeit, pairing.abandoned = pairing.other_than(entry.pk), False
    elif state == "abandoned":
        pairing.abandoned = True
    elif state in ("open", "claimed"):
        pairing.forfeit, pairing.abandoned = None, False
    if (pairing.forfeit_id, pairing.abandoned) != before:
        pairing.save(update_fields=["forfeit", "abandoned"])


def _seen(entry: Entry, stage: EntryState, games: list[tuple[Pairing, GameState]]) -> str:
    parts = [str(entry.pk), stage, *(f"{pairing.pk} {state}" for pairing, state in games)]
    return sha256("|".join(parts).encode()).hexdigest()[:16]
