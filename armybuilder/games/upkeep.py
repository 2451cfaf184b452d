"""Upkeep of games: those that visitors played go as their drafts do. Nobody has a page on which to delete them."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import models

from armybuilder.cascading import delete
from armybuilder.games.models import Game, Player
from armybuilder.portions import in_portions


def clear(now: datetime) -> int:
    """Remove the games that visitors left, and return how many they were."""

    def prepare(some: Sequence[UUID]) -> Callable[[], int]:
        return partial(_clear, _left(some, now), now)

    return in_portions(list(begun_by_visitors()), prepare)


def begun_by_visitors() -> "models.QuerySet[Player, UUID]":
    """Return the keys of games whose first side nobody with an account plays: an index has them.

    Asked for by themselves: a database that thinks there are many looks at the log of every game there is.
    """
    return Player.objects.filter(side="a", user=None).order_by().values_list("game", flat=True)


def _left(some: Sequence[UUID], now: datetime) -> list[UUID]:
    left = Game.objects.left_by_visitors(now).filter(pk__in=some).order_by()
    return list(left.values_list("pk", flat=True))


def _clear(some: Sequence[UUID], now: datetime) -> int:
    """Hold these games, and remove those of which still nothing was heard. Which somebody is writing are passed over.

    Looked at in a statement of its own: that which holds rows may not see what was added to the log just before.
    """
    games = Game.objects.filter(pk__in=some).order_by().select_for_update(skip_locked=True)
    gone = _left(list(games.values_list("pk", flat=True)), now)
    delete(Game, gone)
    return len(gone)
