"""Pairing in the background: a round that takes too long for a page is paired by the worker."""

from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django_tasks import task

from armybuilder.evenings.models import Evening, Pairing, Round
from armybuilder.evenings.pairing.matching import Method, pair_round
from armybuilder.evenings.pairing.players import Pair
from armybuilder.evenings.played import players_of

AGAIN = timedelta(seconds=90)  # 300 players take half a minute


def pair_in_background(drawn: Round, *, only_here: bool) -> None:
    """Have the worker pair a draft, in the transaction that created it; a second task covers for a killed one."""
    drawn.is_waiting = True
    drawn.save(update_fields=["is_waiting"])
    pair_waiting.enqueue(drawn.pk, only_here)
    pair_waiting.using(run_after=timezone.now() + AGAIN).enqueue(drawn.pk, only_here)


@task()
def pair_waiting(pk: int, only_here: bool) -> None:
    """Pair a draft that waits for it, without a lock meanwhile; a draft that was replaced is left alone."""
    drawn = Round.objects.select_related("evening").filter(pk=pk, is_waiting=True).first()
    if drawn is None:
        return
    players = players_of(drawn.evening, only_here=only_here)
    method: Method = "lot" if drawn.method == "lot" else "swiss"
    store_waiting(pk, pair_round(players, drawn.evening.table_count or 1, drawn.seed, method))


@transaction.atomic
def store_waiting(pk: int, pairs: Sequence[Pair]) -> bool:
    """Store the pairs that the worker made, if the draft still waits for them. Return whether it did."""
    evening = Evening.objects.select_for_update().filter(rounds=pk).first()
    waiting = Round.objects.filter(pk=pk, evening=evening, is_waiting=True).first()
    if waiting is None:
        return False
    store_pairs(waiting, pairs)
    waiting.is_waiting = False
    waiting.save(update_fields=["is_waiting"])
    return True


def store_pairs(drawn: Round, pairs: Sequence[Pair]) -> None:
    """Store pairs of a draft, in the transaction of the caller."""
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
