"""Rounds and results. Each verb is one transaction that holds the club, then the evening.

A round is drawn as a draft, or made by hand, changed while it is one, published, and closed. Organisers correct results
of any round later, which moves the standings and never a round that was paired already.
"""

import secrets
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal
from uuid import UUID

from django.db import models, transaction
from django.urls import reverse
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.evenings.own_table import OwnTable, own_table, own_table_of_guest
from armybuilder.evenings.querysets import NotOpenError, log
from armybuilder.evenings.rounds.matching import Method, pair_round, seated, swapped
from armybuilder.evenings.rounds.players import Pair
from armybuilder.evenings.rounds.states import game_after
from armybuilder.evenings.telling import notify, organisers_of
from armybuilder.notices.kinds import Kind

if TYPE_CHECKING:
    from armybuilder.evenings.models import Claim, Evening, Pairing, Round

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
    """Somebody of the draft has gone home since."""


class StillPairingError(Exception):
    """The worker is pairing the round."""


class PlayedError(Exception):
    """A result or a roll of the round is written already: it is not taken back."""


class NotFreeError(Exception):
    """One of the two is at a table already, does not come, or is the same."""


class RoundQuerySet(models.QuerySet["Round"]):
    """Rounds, as organisers make them."""

    @transaction.atomic
    def draw(
        self, evening_id: UUID, actor: User, method: Method | Literal["hand"], *, only_here: bool = False
    ) -> "Round":
        """Pair the next round as a draft, in place of a draft that is there: all who come, or who was checked in.

        "hand": nobody is paired yet. More than can be paired at once are paired by the worker.

        Raises Evening.DoesNotExist, NotAllowedError, NotOpenError, NobodyPlaysError, TooManyPlayersError,
        TooManyRoundsError.
        """
        from armybuilder.evenings.history import players_of
        from armybuilder.evenings.later import pair_later

        evening = self._organised(evening_id, actor)
        self.filter(evening=evening, published=None).delete()
        number = self.filter(evening=evening).count() + 1
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
    def swap(self, evening_id: UUID, actor: User, one: int, other: int) -> None:
        """Put two entries of the draft in each other's place.

        Raises Evening.DoesNotExist, NotAllowedError, NotOpenError, NoDraftError (or one of them is not in it).
        """
        from armybuilder.evenings.history import pairs_of, players_of

        evening = self._organised(evening_id, actor)
        draft = self._draft(evening)
        players = {player.entry: player for player in players_of(evening)}
        pairs = pairs_of(draft)
        if not {one, other} <= {entry for pair in pairs for entry in pair.entries} & players.keys():
            raise NoDraftError
        evening.check_act("pair-by-hand", actor.pk, _users_at(draft, one, other))
        draft.pairings.all().delete()
        _write(draft, swapped(pairs, players, one, other, draft.seed))
        log(evening, actor, "swapped", str(draft.number))

    @transaction.atomic
    def put_together(self, evening_id: UUID, actor: User, one: int, other: int | None) -> None:
        """Put two who are not in the draft yet at its first free table, or (no `other`) give one a bye.

        Raises Evening.DoesNotExist, NotAllowedError, NotOpenError, NoDraftError, NotFreeError.
        """
        from armybuilder.evenings.history import pairs_of, players_of

        evening = self._organised(evening_id, actor)
        draft = self._draft(evening)
        players, pairs = {player.entry: player for player in players_of(evening)}, pairs_of(draft)
        free = players.keys() - {entry for pair in pairs for entry in pair.entries}
        if one == other or not {one, other} - {None} <= free:
            raise NotFreeError
        evening.check_act("pair-by-hand", actor.pk, _users_of(evening, one, other))
        _write(draft, [seated(players[one], players[other] if other else None, pairs, draft.seed)])
        log(evening, actor, "put-together", str(draft.number))

    @transaction.atomic
    def part(self, evening_id: UUID, actor: User, pk: int) -> None:
        """Take a pair, or a bye, out of the draft again. Raises as `swap`."""
        evening = self._organised(evening_id, actor)
        draft = self._draft(evening)
        pairing = draft.pairings.select_related("first", "second").filter(pk=pk).first()
        if pairing is None:
            raise NoDraftError
        evening.check_act("pair-by-hand", actor.pk, pairing.users)
        pairing.delete()
        log(evening, actor, "parted", str(draft.number))

    @transaction.atomic
    def publish(self, evening_id: UUID, actor: User) -> "Round":
        """Show the draft to everybody. Raises as `swap`; NobodyPlaysError: nobody is paired; GoneError."""
        evening = self._organised(evening_id, actor)
        draft = self._draft(evening)
        if not draft.pairings.exists():
            raise NobodyPlaysError
        gone = models.Q(first__state="dropped") | models.Q(second__state="dropped")
        if draft.pairings.filter(gone).exists():
            raise GoneError
        draft.published = timezone.now()
        draft.save(update_fields=["published"])
        if evening.started is None:
            evening.started = draft.published
            evening.save(update_fields=["started"])
        log(evening, actor, "published", str(draft.number))
        _tell_of_tables(draft, evening, actor)
        return draft

    @transaction.atomic
    def take_back(self, evening_id: UUID, actor: User) -> None:
        """Make the last round a draft again, while nobody has written a result of it.

        Raises Evening.DoesNotExist, NotAllowedError, NotOpenError, NoDraftError (there is none), PlayedError.
        """
        from armybuilder.evenings.models import Claim, DiceOff

        evening = self._organised(evening_id, actor)
        last = self.filter(evening=evening).last()
        if last is None or last.published is None:
            raise NoDraftError
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

    def _draft(self, evening: "Evening") -> "Round":
        draft = self.filter(evening=evening, published=None).first()
        if draft is None:
            raise NoDraftError
        if draft.is_waiting:
            raise StillPairingError
        return draft


class PairingQuerySet(models.QuerySet["Pairing"]):
    """Pairings and their results."""

    @transaction.atomic
    def say(
        self, evening_id: UUID, user: User, pk: int, lost: tuple[int, int], held: int | None = None
    ) -> bool:
        """Say as one of the two what each side lost, and who held the field (1 the first, 2 the second).

        Return whether the other said the same, so that it stands. Who differs from the other leaves the pairing open,
        for an organiser to decide. Raises Evening.DoesNotExist, NotOpenError, Pairing.DoesNotExist (not one's own, or
        not published), SettledError, RoundClosedError.
        """
        return self._say(own_table(evening_id, user, pk), lost, held)

    @transaction.atomic
    def say_as_guest(self, token: str, pk: int, lost: tuple[int, int], held: int | None = None) -> bool:
        """Say it as a guest. Raises as `say`, and Entry.DoesNotExist."""
        return self._say(own_table_of_guest(token, pk), lost, held)

    def _say(self, own: OwnTable, lost: tuple[int, int], held: int | None) -> bool:
        from armybuilder.evenings.models import Claim

        pairing = own.pairing
        if not own.evening.is_played:
            raise NotOpenError
        game_after(pairing.state_for(own.entry.pk), "claims")
        claim = {"first_lost": lost[0], "second_lost": lost[1], "held": held}
        Claim.objects.update_or_create(pairing=pairing, entry=own.entry, defaults=claim)
        log(own.evening, own.user, "said", f"{lost[0]}–{lost[1]}", names=pairing.people, guest=own.guest)
        if _agreed(pairing):
            return True
        _tell_of_two_results(pairing, own.evening, own.user)
        return False

    @transaction.atomic
    def settle(
        self, evening_id: UUID, actor: User, pk: int, lost: tuple[int, int], held: int | None = None
    ) -> None:
        """Decide a result, or correct one.

        Raises Evening.DoesNotExist, NotAllowedError, NotOpenError, Pairing.DoesNotExist (a bye, or not published),
        OwnCauseError.
        """
        from armybuilder.evenings.models import Evening

        evening = Evening.objects.lock_evening(evening_id, actor, organising=True)
        if not evening.is_played:
            raise NotOpenError
        pairing = self.published_in(evening).get(pk=pk, second__isnull=False)
        evening.check_act("decide-result", actor.pk, pairing.users)
        _settle(pairing, lost, held)
        result = f"{lost[0]}–{lost[1]}"
        log(evening, actor, "settled", result, names=pairing.people)
        said = {"who": actor, "result": result}
        _tell_of(pairing, evening, actor, Kind.SETTLED, pairing.users, timezone.now(), **said)

    def published_in(self, evening: "Evening") -> "PairingQuerySet":
        """The pairings of the rounds that were published, with both and the round."""
        of_evening = self.filter(round__evening=evening, round__published__isnull=False)
        return of_evening.select_related("first__user", "second__user", "round")


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


def _tell_of_tables(drawn: "Round", evening: "Evening", actor: User) -> None:
    people = _all_users(drawn)
    path = reverse("evenings:round", args=[evening.pk, drawn.number])
    about = f"{drawn.pk} {drawn.published}"
    notify(Kind.ROUND, people, evening, about, but=actor, path=path, number=drawn.number)


def _all_users(drawn: "Round") -> list[int | None]:
    """Return the accounts of those who are in a round."""
    both = drawn.pairings.values_list("first__user", "second__user")
    return [user for pair in both for user in pair]


def _users_at(draft: "Round", *entries: int) -> list[int | None]:
    """Return the accounts of those at the tables of some entries."""
    tables = draft.pairings.filter(models.Q(first__in=entries) | models.Q(second__in=entries))
    return [user for pairing in tables.select_related("first", "second") for user in pairing.users]


def _users_of(evening: "Evening", *entries: int | None) -> list[int | None]:
    return list(evening.entries.filter(pk__in=[pk for pk in entries if pk]).values_list("user", flat=True))


def _tell_the_round(drawn: "Round", evening: "Evening", actor: User, kind: Kind) -> None:
    """Tell the others of a round what somebody did who is in it, too."""
    about, path = f"{drawn.pk} {timezone.now()}", reverse("evenings:evening", args=[evening.pk])
    notify(kind, _all_users(drawn), evening, about, but=actor, path=path, who=actor, number=drawn.number)


def _tell_of_two_results(pairing: "Pairing", evening: "Evening", actor: User | None) -> None:
    """Tell both and the organisers where the two of a table do not say the same."""
    claims = list(pairing.claims.order_by("entry").values_list("first_lost", "second_lost", "held"))
    if len(claims) == 2:
        people = [*pairing.users, *organisers_of(evening)]
        said = {"first": pairing.first, "second": pairing.second}
        _tell_of(pairing, evening, actor, Kind.DISAGREED, people, claims, **said)


def _tell_of(
    pairing: "Pairing",
    evening: "Evening",
    actor: User | None,
    kind: Kind,
    people: Iterable[int | None],
    about: object,
    **facts: object,
) -> None:
    number = pairing.round.number
    path = reverse("evenings:round", args=[evening.pk, number])
    notify(kind, people, evening, f"{pairing.pk} {about}", but=actor, path=path, number=number, **facts)


def _agreed(pairing: "Pairing") -> bool:
    """Settle a pairing of which both said the same; return whether they did."""
    claims: list[Claim] = list(pairing.claims.all())
    said = {(claim.first_lost, claim.second_lost, claim.held) for claim in claims}
    if len(claims) < 2 or len(said) > 1:
        return False
    first_lost, second_lost, held = said.pop()
    _settle(pairing, (first_lost, second_lost), held)
    return True


def _settle(pairing: "Pairing", lost: tuple[int, int], held: int | None) -> None:
    pairing.first_lost, pairing.second_lost = lost
    pairing.held, pairing.forfeit, pairing.abandoned = held, None, False
    pairing.save(update_fields=["first_lost", "second_lost", "held", "forfeit", "abandoned"])
