"""Results of games. Each verb is one transaction that locks the club, then the evening.

Organisers can correct results of any round later. This changes the standings, but not rounds already paired.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import models, transaction
from django.urls import reverse
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.evenings.actions.own_table import OwnTable, own_table, own_table_of_guest
from armybuilder.evenings.notifications import notify, organisers_of
from armybuilder.evenings.querysets import NotOpenError, log
from armybuilder.evenings.states import game_after
from armybuilder.evenings.versions import check_seen, table_version
from armybuilder.notices.kinds import Kind

if TYPE_CHECKING:
    from armybuilder.evenings.models import Claim, Evening, Pairing


class PairingQuerySet(models.QuerySet["Pairing"]):
    """Pairings and their results."""

    @transaction.atomic
    def say(
        self,
        evening_id: UUID,
        user: User,
        pk: int,
        lost: tuple[int, int],
        held: int | None = None,
        *,
        seen: str | None = None,
    ) -> bool:
        """Enter, as a player, the losses of each side and who held the field (1 the first, 2 the second).

        Return whether the other player entered the same, so that it counts. If the two differ, the pairing stays open
        for an organiser to decide. Raises Evening.DoesNotExist, NotOpenError, Pairing.DoesNotExist (not their own, or
        not published), SettledError, RoundClosedError, MovedOnError (the table is not as in `seen`).
        """
        return self._say(own_table(evening_id, user, pk), lost, held, seen)

    @transaction.atomic
    def say_as_guest(
        self, token: str, pk: int, lost: tuple[int, int], held: int | None = None, *, seen: str | None = None
    ) -> bool:
        """Enter a result as a guest. Raises the same errors as `say`, and Entry.DoesNotExist."""
        return self._say(own_table_of_guest(token, pk), lost, held, seen)

    def _say(self, own: OwnTable, lost: tuple[int, int], held: int | None, seen: str | None) -> bool:
        from armybuilder.evenings.models import Claim

        pairing = own.pairing
        if not own.evening.is_played:
            raise NotOpenError
        game_after(pairing.state_for(own.entry.pk), "claims")
        check_seen(seen, table_version(pairing))
        claim = {"first_lost": lost[0], "second_lost": lost[1], "held": held}
        Claim.objects.update_or_create(pairing=pairing, entry=own.entry, defaults=claim)
        log(own.evening, own.user, "said", f"{lost[0]}–{lost[1]}", names=pairing.people, guest=own.guest)
        if _agreed(pairing):
            return True
        _tell_of_two_results(pairing, own.evening, own.user)
        return False

    @transaction.atomic
    def sign(self, pk: int, lost: tuple[int, int], held: int | None = None) -> None:
        """Save the result that both players signed at the table, replacing one that they agreed on before.

        If the result changes, both players and the organisers are told. Raises the errors of `say` for either player;
        then nothing is saved.
        """
        from armybuilder.evenings.models import Claim

        unlocked = self.select_related("round", "first__user", "second__user").get(pk=pk)
        owns = [
            own_table(unlocked.round.evening_id, entry.user, pk)
            if entry.user
            else own_table_of_guest(entry.token or "", pk)
            for entry in unlocked.people
        ]
        evening, pairing = owns[-1].evening, owns[-1].pairing
        if not evening.is_played:
            raise NotOpenError
        game_after(pairing.state_for(pairing.first_id), "signs")
        before = (pairing.first_lost, pairing.second_lost, pairing.held)
        if before == (*lost, held):
            return
        claim = {"first_lost": lost[0], "second_lost": lost[1], "held": held}
        for own in owns:
            Claim.objects.update_or_create(pairing=pairing, entry=own.entry, defaults=claim)
            log(evening, own.user, "said", f"{lost[0]}–{lost[1]}", names=pairing.people, guest=own.guest)
        _settle(pairing, lost, held)
        if before[0] is not None:
            _tell_of_another_result(pairing, evening, before)

    @transaction.atomic
    def settle(
        self,
        evening_id: UUID,
        actor: User,
        pk: int,
        lost: tuple[int, int],
        held: int | None = None,
        *,
        seen: str | None = None,
    ) -> None:
        """Decide a result, or correct one.

        Raises Evening.DoesNotExist, NotAllowedError, NotOpenError, Pairing.DoesNotExist (a bye, or not published),
        OwnCauseError, MovedOnError (the table is not as in `seen`).
        """
        from armybuilder.evenings.models import Evening

        evening = Evening.objects.lock_evening(evening_id, actor, organising=True)
        if not evening.is_played:
            raise NotOpenError
        pairing = self.published_in(evening).get(pk=pk, second__isnull=False)
        evening.check_act("decide-result", actor.pk, pairing.users)
        check_seen(seen, table_version(pairing))
        _settle(pairing, lost, held, is_decided=True)
        result = f"{lost[0]}–{lost[1]}"
        log(evening, actor, "settled", result, names=pairing.people)
        said = {"who": actor, "result": result}
        _tell_of(pairing, evening, actor, Kind.SETTLED, pairing.users, timezone.now(), **said)

    def published_in(self, evening: "Evening") -> "PairingQuerySet":
        """The pairings of published rounds, with both players and the round."""
        of_evening = self.filter(round__evening=evening, round__published__isnull=False)
        return of_evening.select_related("first__user", "second__user", "round")


def _tell_of_two_results(pairing: "Pairing", evening: "Evening", actor: User | None) -> None:
    """Tell both players and the organisers if the two entered different results."""
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
    """Settle a pairing if both players entered the same; return whether they did."""
    claims: list[Claim] = list(pairing.claims.all())
    said = {(claim.first_lost, claim.second_lost, claim.held) for claim in claims}
    if len(claims) < 2 or len(said) > 1:
        return False
    first_lost, second_lost, held = said.pop()
    _settle(pairing, (first_lost, second_lost), held)
    return True


def _settle(pairing: "Pairing", lost: tuple[int, int], held: int | None, *, is_decided: bool = False) -> None:
    pairing.first_lost, pairing.second_lost = lost
    pairing.held, pairing.forfeit, pairing.abandoned = held, None, False
    pairing.decided = is_decided
    pairing.save(update_fields=["first_lost", "second_lost", "held", "forfeit", "abandoned", "decided"])


def _tell_of_another_result(
    pairing: "Pairing", evening: "Evening", before: tuple[int | None, int | None, int | None]
) -> None:
    """Tell both players and the organisers what changed when they signed again: the points, or who held the field."""
    people, now = [*pairing.users, *organisers_of(evening)], timezone.now()
    both: dict[str, object] = {"first": pairing.first, "second": pairing.second}
    if (pairing.first_lost, pairing.second_lost) != before[:2]:
        result, former = f"{pairing.first_lost}–{pairing.second_lost}", f"{before[0]}–{before[1]}"
        _tell_of(pairing, evening, None, Kind.CHANGED, people, now, **both, result=result, before=former)
    if pairing.held != before[2]:
        holder = pairing.people[pairing.held - 1] if pairing.held else None
        if holder:
            _tell_of(pairing, evening, None, Kind.FIELD, people, now, **both, who=holder)
        else:
            _tell_of(pairing, evening, None, Kind.NO_FIELD, people, now, **both)
