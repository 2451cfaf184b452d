"""Rounds that take longer to pair than somebody waits for a page: the worker pairs them."""

from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils import timezone
from django_tasks import task

from armybuilder.evenings.pairing.matching import Method, pair_round

if TYPE_CHECKING:
    from armybuilder.evenings.models import Round

AGAIN = timedelta(seconds=90)  # 300 players take half a minute


def pair_later(drawn: "Round", *, only_here: bool) -> None:
    """Let the worker pair a draft, in the transaction that drew it; once more where it is killed over it."""
    drawn.is_waiting = True
    drawn.save(update_fields=["is_waiting"])
    pair_waiting.enqueue(drawn.pk, only_here)
    pair_waiting.using(run_after=timezone.now() + AGAIN).enqueue(drawn.pk, only_here)


@task()
def pair_waiting(pk: int, only_here: bool) -> None:
    """Pair a draft that waits for it; nothing is held meanwhile, and one that was drawn anew is left alone."""
    from armybuilder.evenings.models import Round
    from armybuilder.evenings.played import players_of

    drawn = Round.objects.select_related("evening").filter(pk=pk, is_waiting=True).first()
    if drawn is None:
        return
    players = players_of(drawn.evening, only_here=only_here)
    method: Method = "lot" if drawn.method == "lot" else "swiss"
    Round.objects.write_waiting(pk, pair_round(players, drawn.evening.table_count or 1, drawn.seed, method))
