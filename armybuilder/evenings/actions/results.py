"""The results of games, and the roll for the attack (rth §4.0). Each verb is one transaction."""

import secrets
from collections.abc import Iterable
from uuid import UUID

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from armybuilder.accounts.models import User
from armybuilder.evenings.actions.actors import Actor, OwnTable, lock_evening, log, own_table
from armybuilder.evenings.models import Claim, DiceOff, Evening, HandIn, Pairing
from armybuilder.evenings.notifications import notify, organisers_of
from armybuilder.evenings.seats import check_not_own
from armybuilder.evenings.states import NotOpenError, game_after
from armybuilder.evenings.versions import check_seen, table_version
from armybuilder.notices.kinds import Kind
from armybuilder.refusals import RefusedError
from rules.core.procedures import dice_off_bonus, has_dice_off

ROLLED = _("Nothing was rolled: who attacks is already decided.")


@transaction.atomic
def roll(evening_id: UUID, player: Actor, pk: int) -> DiceOff:
    """Roll on the site for both players until the totals differ. Raises the errors of `own_table`."""
    own = own_table(evening_id, player, pk)
    _check_to_roll(own)
    bonuses = bonuses_of(own.evening, own.pairing)
    rolls: list[tuple[int, int]] = []
    totals = (0, 0)
    while totals[0] == totals[1]:
        rolls.append(_two_dice())
        totals = (rolls[-1][0] + bonuses[0], rolls[-1][1] + bonuses[1])
    made = _store(own.pairing, own.entry.user, totals, rolls)
    log(own.evening, player, "rolled", str(made), names=own.pairing.people)
    return made


@transaction.atomic
def enter_roll(evening_id: UUID, player: Actor, pk: int, totals: tuple[int, int]) -> DiceOff:
    """Enter the roll made at the table, as one of the two. Raises the errors of `roll`."""
    own = own_table(evening_id, player, pk)
    _check_to_roll(own)
    _check_totals(totals)
    made = _store(own.pairing, own.entry.user, totals, [])
    log(own.evening, player, "typed-roll", str(made), names=own.pairing.people)
    # A player cannot decide the attacker alone without notice.
    said = {"who": own.entry, "result": made}
    _notify(own.pairing, own.evening, own.actor, Kind.TYPED_ROLL, own.pairing.users, made.pk, **said)
    return made


@transaction.atomic
def correct_roll(
    evening_id: UUID, actor: User, pk: int, totals: tuple[int, int], *, seen: str | None = None
) -> DiceOff:
    """Enter the roll of a table as an organiser, replacing the current one. `seen`: the version of the table."""
    evening, pairing = _table_of_others(evening_id, actor, pk, seen)
    _check_totals(totals)
    rolled = DiceOff.objects.filter(pairing=pairing)
    if pairing.attacker_id is not None and not rolled.delete()[0]:
        raise RefusedError(ROLLED)
    made = _store(pairing, actor, totals, [])
    log(evening, actor, "typed-roll", str(made), names=pairing.people)
    return made


def _check_totals(totals: tuple[int, int]) -> None:
    if totals[0] == totals[1]:
        raise RefusedError(_("Nothing was saved: both totals are the same. Roll again at the table."))


def _store(pairing: Pairing, user: User | None, totals: tuple[int, int], rolls: list[tuple[int, int]]) -> DiceOff:
    pairing.attacker = pairing.first if totals[0] > totals[1] else pairing.second
    pairing.save(update_fields=["attacker"])
    return DiceOff.objects.create(pairing=pairing, first_total=totals[0], second_total=totals[1], rolls=rolls, by=user)


def _check_to_roll(own: OwnTable) -> None:
    if not own.evening.is_played:
        raise NotOpenError
    game_after(own.pairing.state_for(own.entry.pk), "rolls")
    if own.pairing.attacker_id is not None:
        raise RefusedError(ROLLED)


def bonuses_of(evening: Evening, pairing: Pairing) -> tuple[int, int]:
    """Return the bonus of both players' troops to their 2d6, by their submitted lists; 0 if the rules have none.

    The text does not say whose troops count if the two lists of a player differ. Our reading: the lower, as for a tie
    among classes.
    """
    book = evening.catalogue
    found: dict[int | None, list[int]] = {pairing.first_id: [], pairing.second_id: []}
    if has_dice_off(book):
        for handed in HandIn.objects.current().filter(entry__in=list(found)):
            bonus = dice_off_bonus(handed.roster.squads, book)
            found[handed.entry_id] += [] if bonus is None else [bonus]
    first, second = (min(found[entry], default=0) for entry in (pairing.first_id, pairing.second_id))
    return first, second


def _two_dice() -> tuple[int, int]:
    """Return the 2d6 of both players, from the system's random generator, which nobody can predict."""
    first, second = (secrets.randbelow(6) + secrets.randbelow(6) + 2 for _ in range(2))
    return first, second


@transaction.atomic
def enter_result(
    evening_id: UUID,
    player: Actor,
    pk: int,
    lost: tuple[int, int],
    held: int | None = None,
    *,
    seen: str | None = None,
) -> bool:
    """Enter a result as a player. Return whether the other player entered the same, and it counts.

    If the two differ, the pairing stays open for an organiser to decide. `seen`: the version of the table on the page.
    Raises the errors of `own_table`, or RefusedError.
    """
    own = own_table(evening_id, player, pk)
    pairing = own.pairing
    if not own.evening.is_played:
        raise NotOpenError
    game_after(pairing.state_for(own.entry.pk), "claims")
    check_seen(seen, table_version(pairing))
    _claim(own, lost, held)
    claims = list(pairing.claims.order_by("entry").values_list("first_lost", "second_lost", "held"))
    if len(claims) < 2:
        return False
    if claims[0] == claims[1]:
        _settle(pairing, lost, held)
        return True
    people = [*pairing.users, *organisers_of(own.evening)]
    said = {"first": pairing.first, "second": pairing.second}
    _notify(pairing, own.evening, player, Kind.DISAGREED, people, claims, **said)
    return False


@transaction.atomic
def sign_result(pk: int, lost: tuple[int, int], held: int | None = None) -> None:
    """Save the result that both players signed at the table, replacing one that they agreed on before.

    If the result changes, both players and the organisers are notified. Raises the errors of `enter_result` for either
    player; then nothing is saved.
    """
    unlocked = Pairing.objects.select_related("round", "first__user", "second__user").get(pk=pk)
    night = unlocked.round.evening_id
    owns = [own_table(night, entry.user or entry, pk) for entry in unlocked.people]
    evening, pairing = owns[-1].evening, owns[-1].pairing
    if not evening.is_played:
        raise NotOpenError
    game_after(pairing.state_for(pairing.first_id), "signs")
    before = (pairing.first_lost, pairing.second_lost, pairing.held)
    if before == (*lost, held):
        return
    for own in owns:
        _claim(own, lost, held)
    _settle(pairing, lost, held)
    if before[0] is not None:
        _notify_of_change(pairing, evening, before)


@transaction.atomic
def decide_result(
    evening_id: UUID,
    actor: User,
    pk: int,
    lost: tuple[int, int],
    held: int | None = None,
    *,
    seen: str | None = None,
) -> None:
    """Decide a result as an organiser, or correct one. `seen`: the version of the table on the page.

    Raises Evening.DoesNotExist, NotAllowedError, Pairing.DoesNotExist (a bye, or not published), RefusedError.
    """
    evening, pairing = _table_of_others(evening_id, actor, pk, seen)
    _settle(pairing, lost, held, is_decided=True)
    result = f"{lost[0]}–{lost[1]}"
    log(evening, actor, "settled", result, names=pairing.people)
    said = {"who": actor, "result": result}
    _notify(pairing, evening, actor, Kind.SETTLED, pairing.users, timezone.now(), **said)


def _table_of_others(evening_id: UUID, actor: User, pk: int, seen: str | None) -> tuple[Evening, Pairing]:
    """Return a table for an organiser who does not play at it, and its games night, locked."""
    evening = lock_evening(evening_id, actor, organising=True)
    pairing = Pairing.objects.published_in(evening).get(pk=pk, second__isnull=False)
    if not evening.is_played:
        raise NotOpenError
    check_not_own(actor.pk, pairing.users)
    check_seen(seen, table_version(pairing))
    return evening, pairing


def _claim(own: OwnTable, lost: tuple[int, int], held: int | None) -> None:
    claim = {"first_lost": lost[0], "second_lost": lost[1], "held": held}
    Claim.objects.update_or_create(pairing=own.pairing, entry=own.entry, defaults=claim)
    log(own.evening, own.actor, "said", f"{lost[0]}–{lost[1]}", names=own.pairing.people)


def _notify(
    pairing: Pairing,
    evening: Evening,
    actor: Actor | None,
    kind: Kind,
    people: Iterable[int | None],
    about: object,
    **facts: object,
) -> None:
    number = pairing.round.number
    path = reverse("evenings:round", args=[evening.pk, number])
    notify(kind, people, evening, f"{pairing.pk} {about}", but=actor, path=path, number=number, **facts)


def _settle(pairing: Pairing, lost: tuple[int, int], held: int | None, *, is_decided: bool = False) -> None:
    pairing.first_lost, pairing.second_lost = lost
    pairing.held, pairing.forfeit, pairing.abandoned = held, None, False
    pairing.decided = is_decided
    pairing.save(update_fields=["first_lost", "second_lost", "held", "forfeit", "abandoned", "decided"])


def _notify_of_change(pairing: Pairing, evening: Evening, before: tuple[int | None, int | None, int | None]) -> None:
    """Notify both players and the organisers what changed when they signed again: the points, or who held the field."""
    people, now = [*pairing.users, *organisers_of(evening)], timezone.now()
    both: dict[str, object] = {"first": pairing.first, "second": pairing.second}
    if (pairing.first_lost, pairing.second_lost) != before[:2]:
        result, former = f"{pairing.first_lost}–{pairing.second_lost}", f"{before[0]}–{before[1]}"
        _notify(pairing, evening, None, Kind.CHANGED, people, now, **both, result=result, before=former)
    if pairing.held != before[2]:
        kind = Kind.FIELD if pairing.held else Kind.NO_FIELD
        who = {"who": pairing.people[pairing.held - 1]} if pairing.held else {}
        _notify(pairing, evening, None, kind, people, now, **both, **who)
