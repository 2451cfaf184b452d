"""Rounds. Each verb is one transaction that locks the club, then the evening.

A round is drawn as a draft, or made by hand, changed while it is one, published, and closed.
"""

import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal
from uuid import UUID

from django.db import models, transaction
from django.urls import reverse
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.evenings.notifications import notify
from armybuilder.evenings.pairing.matching import Method, pair_round, seated, swapped
from armybuilder.evenings.pairing.players import Pair
from armybuilder.evenings.querysets import NotOpenError, log
from armybuilder.evenings.versions import (
    At,
    check_round,
    draft_version,
    round_version,
)
from armybuilder.notices.kinds import Kind

if TYPE_CHECKING:
    from armybuilder.evenings.models import Evening, Round

ROUNDS_AT_MOST = 10
PLAYERS_AT_ONCE = 96  # half a second; more are paired by the worker
PLAYERS_AT_MOST = 300
SEEDS = 2**31


class NobodyPlaysError(Exception):
    """Fewer than two come."""


class TooManyPlayersError(Exception):
    """More come than one round pairs."""


class TooManyRoundsError(Exception):
    """There are as many rounds as there may be."""


class NoDraftError(Exception):
    """The round is published, or is not there (any more): somebody else was quicker."""


class GoneError(Exception):
    """Someone in the draft has dropped out."""


class DoubtfulError(Exception):
    """Someone in the draft has said that they are not coming, or only maybe."""


class StillPairingError(Exception):
    """The worker is pairing the round."""


class PlayedError(Exception):
    """A result or a roll of the round is written already: it is not taken back."""


class NotFreeError(Exception):
    """One of the two is at a table already, does not come, or is the same."""


class RoundQuerySet(models.QuerySet["Round"]):
    """Rounds, as organisers make them. `at`: the round as shown on the page, None if no page asks.

    Each verb with `at` raises MovedOnError if the round has changed.
    """

    @transaction.atomic
    def draw(
        self,
        evening_id: UUID,
        actor: User,
        method: Method | Literal["hand"],
        *,
        only_here: bool = False,
        at: At | None = None,
    ) -> "Round":
        """Pair the next round as a draft, in place of a draft that is there: all who come, or who was checked in.

        "hand": nobody is paired yet. More than can be paired at once are paired by the worker.

        Raises Evening.DoesNotExist, NotAllowedError, NotOpenError, NobodyPlaysError, TooManyPlayersError,
        TooManyRoundsError.
        """
        from armybuilder.evenings.actions.background_pairing import pair_later
        from armybuilder.evenings.played import players_of

        evening = self._organised(evening_id, actor)
        drafts = self.filter(evening=evening, published=None)
        number = self.filter(evening=evening, published__isnull=False).count() + 1
        check_round(at, number, draft_version(evening, drafts.first()))
        drafts.delete()
        if number > ROUNDS_AT_MOST:
            raise TooManyRoundsError
        players = players_of(evening, only_here=only_here)
        if len(players) < 2:
            raise NobodyPlaysError
        if len(players) > PLAYERS_AT_MOST:
            raise TooManyPlayersError
        seed = secrets.randbelow(SEEDS)
        drawn = self.create(evening=evening, number=number, method=method, seed=seed)
        if method != "hand" and len(players) > PLAYERS_AT_ONCE:
            pair_later(drawn, only_here=only_here)
        elif method != "hand":
            _write(drawn, pair_round(players, evening.table_count or 1, seed, method))
        log(evening, actor, "drawn", str(number))
        return drawn

    @transaction.atomic
    def write_waiting(self, pk: int, pairs: Sequence[Pair]) -> bool:
        """Write what the worker paired, if the draft waits for it still. Return whether it did."""
        from armybuilder.evenings.models import Evening

        evening = Evening.objects.select_for_update().filter(rounds=pk).first()
        waiting = self.filter(pk=pk, evening=evening, is_waiting=True).first()
        if waiting is None:
            return False
        _write(waiting, pairs)
        waiting.is_waiting = False
        waiting.save(update_fields=["is_waiting"])
        return True

    @transaction.atomic
    def swap(self, evening_id: UUID, actor: User, one: int, other: int, *, at: At | None = None) -> None:
        """Swap two entries of the draft.

        Raises Evening.DoesNotExist, NotAllowedError, NotOpenError, NoDraftError (or one of them is not in it).
        """
        from armybuilder.evenings.played import pairs_of, players_of

        evening = self._organised(evening_id, actor)
        draft = self._draft(evening, at)
        players = {player.entry: player for player in players_of(evening)}
        pairs = pairs_of(draft)
        if not {one, other} <= {entry for pair in pairs for entry in pair.entries} & players.keys():
            raise NoDraftError
        evening.check_act("pair-by-hand", actor.pk, _users_at(draft, one, other))
        draft.pairings.all().delete()
        _write(draft, swapped(pairs, players, one, other, draft.seed))
        log(evening, actor, "swapped", str(draft.number))

    @transaction.atomic
    def put_together(
        self, evening_id: UUID, actor: User, one: int, other: int | None, *, at: At | None = None
    ) -> None:
        """Pair two players who are not in the draft yet at its first free table, or (no `other`) give one a bye.

        Raises Evening.DoesNotExist, NotAllowedError, NotOpenError, NoDraftError, NotFreeError.
        """
        from armybuilder.evenings.played import pairs_of, players_of

        evening = self._organised(evening_id, actor)
        draft = self._draft(evening, at)
        players, pairs = {player.entry: player for player in players_of(evening)}, pairs_of(draft)
        free = players.keys() - {entry for pair in pairs for entry in pair.entries}
        if one == other or not {one, other} - {None} <= free:
            raise NotFreeError
        evening.check_act("pair-by-hand", actor.pk, _users_of(evening, one, other))
        _write(draft, [seated(players[one], players[other] if other else None, pairs, draft.seed)])
        log(evening, actor, "put-together", str(draft.number))

    @transaction.atomic
    def part(self, evening_id: UUID, actor: User, pk: int, *, at: At | None = None) -> None:
        """Remove a pair or a bye from the draft. Raises the same errors as `swap`."""
        evening = self._organised(evening_id, actor)
        draft = self._draft(evening, at)
        pairing = draft.pairings.select_related("first", "second").filter(pk=pk).first()
        if pairing is None:
            raise NoDraftError
        evening.check_act("pair-by-hand", actor.pk, pairing.users)
        pairing.delete()
        log(evening, actor, "parted", str(draft.number))

    @transaction.atomic
    def discard(self, evening_id: UUID, actor: User, *, at: At | None = None) -> int:
        """Delete the draft, even while the worker is pairing it, and return its number. Raises the errors of `swap`."""
        evening = self._organised(evening_id, actor)
        draft = self.filter(evening=evening, published=None).first()
        if draft is None:
            raise NoDraftError
        check_round(at, draft.number, draft_version(evening, draft))
        draft.delete()
        log(evening, actor, "discarded", str(draft.number))
        return draft.number

    @transaction.atomic
    def publish(
        self, evening_id: UUID, actor: User, *, at: At | None = None, anyway: bool = False
    ) -> "Round":
        """Publish the draft; `anyway`: players who are not coming, or only maybe, are marked as coming.

        Raises the same errors as `swap`, and NobodyPlaysError (nobody is paired), GoneError, DoubtfulError,
        LookedError, RefereeError.
        """
        evening = self._organised(evening_id, actor)
        draft = self._draft(evening, at)
        if not draft.pairings.exists():
            raise NobodyPlaysError
        _bring(draft, evening, actor, anyway=anyway)
        draft.published = timezone.now()
        draft.save(update_fields=["published"])
        if evening.started is None:
            evening.started = draft.published
            evening.save(update_fields=["started"])
        log(evening, actor, "published", str(draft.number))
        _tell_of_tables(draft, evening, actor)
        return draft

    @transaction.atomic
    def take_back(self, evening_id: UUID, actor: User, *, at: At | None = None) -> None:
        """Make the last round a draft again, unless it has results.

        Raises Evening.DoesNotExist, NotAllowedError, NotOpenError, NoDraftError (there is none), PlayedError.
        """
        from armybuilder.evenings.models import Claim, DiceOff

        evening = self._organised(evening_id, actor)
        last = self.filter(evening=evening).last()
        if last is None or last.published is None:
            raise NoDraftError
        check_round(at, last.number, round_version(last))
        settled = last.pairings.filter(first_lost__isnull=False)
        written = [settled, *(model.objects.filter(pairing__round=last) for model in (Claim, DiceOff))]
        if any(rows.exists() for rows in written):
            raise PlayedError
        answer = evening.check_act("unpublish-round", actor.pk, _all_users(last))
        last.published = last.closed = None
        last.save(update_fields=["published", "closed"])
        last.pairings.update(forfeit=None, abandoned=False)
        if last.number == 1:
            if evening.shows_lists:
                evening.revealed = evening.revealed or timezone.now()
            evening.started = None
            evening.save(update_fields=["started", "revealed"])
        log(evening, actor, "withdrawn", str(last.number))
        if answer == "told":
            _tell_the_round(last, evening, actor, Kind.UNPUBLISHED)

    @transaction.atomic
    def set_closed(self, evening_id: UUID, actor: User, number: int, *, closed: bool) -> bool:
        """Let organisers alone write the results of a published round, or its players again. Return whether it changed.

        Raises Evening.DoesNotExist, NotAllowedError, NotOpenError, NoDraftError (it is not published).
        """
        evening = self._organised(evening_id, actor)
        played = self.filter(evening=evening, number=number, published__isnull=False).first()
        if played is None:
            raise NoDraftError
        if (played.closed is not None) == closed:
            return False
        answer = "yes" if closed else evening.check_act("reopen-results", actor.pk, _all_users(played))
        played.closed = timezone.now() if closed else None
        played.save(update_fields=["closed"])
        log(evening, actor, "round-closed" if closed else "round-opened", str(number))
        if answer == "told":
            _tell_the_round(played, evening, actor, Kind.REOPENED)
        return True

    def _organised(self, evening_id: UUID, actor: User) -> "Evening":
        from armybuilder.evenings.models import Evening

        evening = Evening.objects.lock_evening(evening_id, actor, organising=True)
        if not evening.is_played:
            raise NotOpenError
        return evening

    def _draft(self, evening: "Evening", at: At | None) -> "Round":
        draft = self.filter(evening=evening, published=None).first()
        if draft is None:
            raise NoDraftError
        check_round(at, draft.number, draft_version(evening, draft))
        if draft.is_waiting:
            raise StillPairingError
        return draft


def _write(drawn: "Round", pairs: Sequence[Pair]) -> None:
    from armybuilder.evenings.models import Pairing

    Pairing.objects.bulk_create(
        Pairing(
            round=drawn,
            first_id=pair.first,
            second_id=pair.second,
            attacker_id=pair.attacker,
            table=pair.table,
        )
        for pair in pairs
    )


def _bring(draft: "Round", evening: "Evening", actor: User, *, anyway: bool) -> None:
    """Mark everyone in a draft as coming. Raises GoneError, DoubtfulError and the errors of `come`."""
    pairings = draft.pairings.select_related("first__user", "second__user")
    paired = [entry for pairing in pairings for entry in (pairing.first, pairing.second) if entry]
    doubtful = [entry for entry in paired if entry.state != "coming"]
    if any(entry.state == "dropped" for entry in doubtful):
        raise GoneError
    if doubtful and not anyway:
        raise DoubtfulError
    for entry in doubtful:
        entry.evening = evening
        type(entry).objects.come(entry)
        log(evening, actor, "added", names=[entry])


def _tell_of_tables(drawn: "Round", evening: "Evening", actor: User) -> None:
    people = _all_users(drawn)
    path = reverse("evenings:round", args=[evening.pk, drawn.number])
    about = f"{drawn.pk} {drawn.published}"
    notify(Kind.ROUND, people, evening, about, but=actor, path=path, number=drawn.number)


def _all_users(drawn: "Round") -> list[int | None]:
    """Return the accounts of the players in a round."""
    both = drawn.pairings.values_list("first__user", "second__user")
    return [user for pair in both for user in pair]


def _users_at(draft: "Round", *entries: int) -> list[int | None]:
    """Return the accounts of the players at the tables of some entries."""
    tables = draft.pairings.filter(models.Q(first__in=entries) | models.Q(second__in=entries))
    return [user for pairing in tables.select_related("first", "second") for user in pairing.users]


def _users_of(evening: "Evening", *entries: int | None) -> list[int | None]:
    return list(evening.entries.filter(pk__in=[pk for pk in entries if pk]).values_list("user", flat=True))


def _tell_the_round(drawn: "Round", evening: "Evening", actor: User, kind: Kind) -> None:
    """Tell the other players of a round what an organiser who plays in it did."""
    about, path = f"{drawn.pk} {timezone.now()}", reverse("evenings:evening", args=[evening.pk])
    notify(kind, _all_users(drawn), evening, about, but=actor, path=path, who=actor, number=drawn.number)
