"""The roll for the attack (rth §4.0), if both players brought both lists: on the site, or at the table and entered.

Each verb is one transaction that locks the club, then the games night: the second player to roll finds the first roll.
"""

import secrets
from uuid import UUID

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from armybuilder.accounts.models import User
from armybuilder.evenings.actions.actors import Actor, OwnTable, lock_evening, own_table
from armybuilder.evenings.actions.log import log
from armybuilder.evenings.errors import NotOpenError
from armybuilder.evenings.models import DiceOff, Evening, HandIn, Pairing
from armybuilder.evenings.notifications import notify
from armybuilder.evenings.states import game_after
from armybuilder.evenings.versions import check_seen, table_version
from armybuilder.notices.kinds import Kind
from armybuilder.refusals import RefusedError
from rules.core.procedures.dice_off import dice_off_bonus, has_dice_off

ROLLED = _("Nothing is rolled: it is decided already who attacks.")


@transaction.atomic
def roll(evening_id: UUID, player: Actor, pk: int) -> DiceOff:
    """Roll on the site for both players, as one of them, until the totals differ.

    Raises the errors of `own_table`, or RefusedError.
    """
    own = own_table(evening_id, player, pk)
    _check_to_roll(own)
    bonuses = bonuses_of(own.evening, own.pairing)
    rolls = [_two_dice()]
    while _totals(rolls[-1], bonuses)[0] == _totals(rolls[-1], bonuses)[1]:
        rolls.append(_two_dice())
    made = _store(own.pairing, own.entry.user, _totals(rolls[-1], bonuses), rolls)
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
    _notify_opponent(own, made)
    return made


@transaction.atomic
def correct_roll(
    evening_id: UUID, actor: User, pk: int, totals: tuple[int, int], *, seen: str | None = None
) -> DiceOff:
    """Enter the roll of a table as an organiser, replacing the current one. `seen`: the version of the table.

    Raises Evening.DoesNotExist, NotAllowedError, Pairing.DoesNotExist, RefusedError.
    """
    evening = lock_evening(evening_id, actor, organising=True)
    if not evening.is_played:
        raise NotOpenError
    pairing = Pairing.objects.published_in(evening).get(pk=pk, second__isnull=False)
    evening.check_act("write-attack-roll", actor.pk, pairing.users)
    check_seen(seen, table_version(pairing))
    _check_totals(totals)
    rolled = DiceOff.objects.filter(pairing=pairing)
    if pairing.attacker_id is not None and not rolled.delete()[0]:
        raise RefusedError(ROLLED)
    made = _store(pairing, actor, totals, [])
    log(evening, actor, "typed-roll", str(made), names=pairing.people)
    return made


def _check_totals(totals: tuple[int, int]) -> None:
    if totals[0] == totals[1]:
        raise RefusedError(_("Nothing is written: both totals are the same. Roll again at the table."))


def _store(
    pairing: Pairing, user: User | None, totals: tuple[int, int], rolls: list[tuple[int, int]]
) -> DiceOff:
    pairing.attacker = pairing.first if totals[0] > totals[1] else pairing.second
    pairing.save(update_fields=["attacker"])
    return DiceOff.objects.create(
        pairing=pairing, first_total=totals[0], second_total=totals[1], rolls=rolls, by=user
    )


def _notify_opponent(own: OwnTable, made: DiceOff) -> None:
    """Notify the opponent of an entered roll: a player cannot decide the attacker alone without notice."""
    evening, number = own.evening, own.pairing.round.number
    path = reverse("evenings:round", args=[evening.pk, number])
    said: dict[str, object] = {"who": own.entry, "number": number, "result": made}
    notify(Kind.TYPED_ROLL, own.pairing.users, evening, made.pk, but=own.actor, path=path, **said)


def _check_to_roll(own: OwnTable) -> None:
    if not own.evening.is_played:
        raise NotOpenError
    game_after(own.pairing.state_for(own.entry.pk), "rolls")
    if own.pairing.attacker_id is not None:
        raise RefusedError(ROLLED)


def bonuses_of(evening: Evening, pairing: Pairing) -> tuple[int, int]:
    """Return the bonus of both players' troops to their 2d6, by their submitted lists; 0 if the rules have none.

    The text does not say whose troops count if the two lists of a player differ. A reading: the lower, as for a tie
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
    """Return the 2d6 of both players, from the random generator of the system, which nobody can predict."""
    first, second = (secrets.randbelow(6) + secrets.randbelow(6) + 2 for _ in range(2))
    return first, second


def _totals(rolled: tuple[int, int], bonuses: tuple[int, int]) -> tuple[int, int]:
    return rolled[0] + bonuses[0], rolled[1] + bonuses[1]
