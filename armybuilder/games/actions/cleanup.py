"""Upkeep of games: those that visitors played go as their drafts do. Nobody has a page on which to delete them."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import models

from armybuilder.batches import in_batches
from armybuilder.games.models import Game, Player


def clear(now: datetime) -> int:
    """Delete games abandoned by visitors, and return their number."""
    return in_batches(list(begun_by_visitors()), partial(_clear, now=now))


def begun_by_visitors() -> "models.QuerySet[Player, UUID]":
    """Return the keys of games whose first side nobody with an account plays: an index has them.

    Asked for by themselves: a database that thinks there are many looks at the log of every game there is.
    """
    return Player.objects.filter(side="a", user=None).order_by().values_list("game", flat=True)


def _clear(keys: Sequence[UUID], now: datetime) -> int:
    """Lock these games, and delete those abandoned by visitors. A game that is being written to is skipped.

    The check comes after locking: the statement that locks rows may not see the newest lines of the log.
    """
    games = Game.objects.filter(pk__in=keys).order_by().select_for_update(skip_locked=True)
    locked = list(games.values_list("pk", flat=True))
    left = Game.objects.left_by_visitors(now).filter(pk__in=locked).order_by().values_list("pk", flat=True)
    gone = list(left)
    Game.objects.filter(pk__in=gone).delete()
    return len(gone)
