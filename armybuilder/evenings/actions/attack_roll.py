"""The roll for who attacks (rth §4.0), where both brought both lists: rolled here, or at the table and typed in.

Each verb is one transaction that holds the club, then the evening: who rolls second finds what was rolled.
"""

import secrets
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import models, transaction
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.evenings.actions.own_table import OwnTable, own_table, own_table_of_guest
from armybuilder.evenings.notifications import notify
from armybuilder.evenings.querysets import NotOpenError, log
from armybuilder.evenings.states import game_after
from armybuilder.evenings.versions import check_seen, table_version
from armybuilder.notices.kinds import Kind
from rules.core.procedures.dice_off import dice_off_bonus, has_dice_off

if TYPE_CHECKING:
    from armybuilder.evenings.models import DiceOff, Evening, Pairing

LARGEST_TOTAL = 99


class RolledError(Exception):
    """It is rolled already, or nothing is to be rolled: what was handed in says who attacks."""


class LevelError(Exception):
    """Both totals are the same: they roll again."""


class DiceOffQuerySet(models.QuerySet["DiceOff"]):
    """Rolls for who attacks."""

    @transaction.atomic
    def roll(self, evening_id: UUID, user: User, pk: int) -> "DiceOff":
        """Roll on the site for both players, as one of them, until the totals differ.

        Raises Evening.DoesNotExist, NotOpenError, Pairing.DoesNotExist (not their own, or not published),
        RoundClosedError, SettledError, RolledError.
        """
        return self._roll(own_table(evening_id, user, pk))

    @transaction.atomic
    def roll_as_guest(self, token: str, pk: int) -> "DiceOff":
        """Roll here for both as a guest. Raises as `roll`, and Entry.DoesNotExist."""
        return self._roll(own_table_of_guest(token, pk))

    @transaction.atomic
    def type_in(self, evening_id: UUID, user: User, pk: int, totals: tuple[int, int]) -> "DiceOff":
        """Write what was rolled at the table, as one of the two. Raises as `roll`, and LevelError."""
        return self._type_in(own_table(evening_id, user, pk), totals)

    @transaction.atomic
    def type_in_as_guest(self, token: str, pk: int, totals: tuple[int, int]) -> "DiceOff":
        """Write it as a guest. Raises as `type_in`, and Entry.DoesNotExist."""
        return self._type_in(own_table_of_guest(token, pk), totals)

    @transaction.atomic
    def correct(
        self, evening_id: UUID, actor: User, pk: int, totals: tuple[int, int], *, seen: str | None = None
    ) -> "DiceOff":
        """Enter the roll of a table as an organiser, replacing the current one.

        Raises Evening.DoesNotExist, NotAllowedError, NotOpenError, Pairing.DoesNotExist, OwnCauseError, LevelError,
        RolledError, MovedOnError (the table is not as in `seen`).
        """
        from armybuilder.evenings.models import Evening, Pairing

        evening = Evening.objects.lock_evening(evening_id, actor, organising=True)
        if not evening.is_played:
            raise NotOpenError
        pairing = Pairing.objects.published_in(evening).get(pk=pk, second__isnull=False)
        evening.check_act("write-attack-roll", actor.pk, pairing.users)
        check_seen(seen, table_version(pairing))
        if totals[0] == totals[1]:
            raise LevelError
        rolled = self.filter(pairing=pairing)
        if pairing.attacker_id is not None and not rolled.delete()[0]:
            raise RolledError
        made = self._keep(pairing, actor, totals, [])
        log(evening, actor, "typed-roll", str(made), names=pairing.people)
        return made

    def _roll(self, own: OwnTable) -> "DiceOff":
        _check_to_roll(own)
        bonuses = bonuses_of(own.evening, own.pairing)
        rolls = [_two_dice()]
        while _totals(rolls[-1], bonuses)[0] == _totals(rolls[-1], bonuses)[1]:
            rolls.append(_two_dice())
        made = self._keep(own.pairing, own.user, _totals(rolls[-1], bonuses), rolls)
        log(own.evening, own.user, "rolled", str(made), names=own.pairing.people, guest=own.guest)
        return made

    def _type_in(self, own: OwnTable, totals: tuple[int, int]) -> "DiceOff":
        _check_to_roll(own)
        if totals[0] == totals[1]:
            raise LevelError
        made = self._keep(own.pairing, own.user, totals, [])
        log(own.evening, own.user, "typed-roll", str(made), names=own.pairing.people, guest=own.guest)
        _tell_of_typed_roll(own, made)
        return made

    def _keep(
        self, pairing: "Pairing", user: User | None, totals: tuple[int, int], rolls: list[tuple[int, int]]
    ) -> "DiceOff":
        pairing.attacker = pairing.first if totals[0] > totals[1] else pairing.second
        pairing.save(update_fields=["attacker"])
        return self.create(
            pairing=pairing, first_total=totals[0], second_total=totals[1], rolls=rolls, by=user
        )


def _tell_of_typed_roll(own: OwnTable, made: "DiceOff") -> None:
    """Tell the opponent about a typed roll: a player cannot decide the attacker alone without notice."""
    evening, number = own.evening, own.pairing.round.number
    path = reverse("evenings:round", args=[evening.pk, number])
    said: dict[str, object] = {"who": own.entry, "number": number, "result": made}
    notify(Kind.TYPED_ROLL, own.pairing.users, evening, made.pk, but=own.user, path=path, **said)


def _check_to_roll(own: OwnTable) -> None:
    if not own.evening.is_played:
        raise NotOpenError
    game_after(own.pairing.state_for(own.entry.pk), "rolls")
    if own.pairing.attacker_id is not None:
        raise RolledError


def bonuses_of(evening: "Evening", pairing: "Pairing") -> tuple[int, int]:
    """Return what the troops of both add to their 2d6, by what they handed in; 0 where the rules add nothing.

    The text does not say whose troops count where the two lists of somebody differ. A reading: the lower, as for a
    tie among classes.
    """
    from armybuilder.evenings.models import HandIn

    book = evening.catalogue
    found: dict[int | None, list[int]] = {pairing.first_id: [], pairing.second_id: []}
    if has_dice_off(book):
        for handed in HandIn.objects.standing().filter(entry__in=list(found)):
            bonus = dice_off_bonus(handed.roster.squads, book)
            found[handed.entry_id] += [] if bonus is None else [bonus]
    first, second = (min(found[entry], default=0) for entry in (pairing.first_id, pairing.second_id))
    return first, second


def _two_dice() -> tuple[int, int]:
    """Return what both roll with 2d6: of the system's own generator, which nobody foresees."""
    first, second = (secrets.randbelow(6) + secrets.randbelow(6) + 2 for _ in range(2))
    return first, second


def _totals(rolled: tuple[int, int], bonuses: tuple[int, int]) -> tuple[int, int]:
    return rolled[0] + bonuses[0], rolled[1] + bonuses[1]
