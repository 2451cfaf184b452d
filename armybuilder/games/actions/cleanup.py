"""Deleting games of visitors: like their drafts, they go when nothing was recorded for a time."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import models
from django.db.models import Exists, OuterRef, Subquery
from django.db.models.functions import Coalesce

from armybuilder.batches import in_batches
from armybuilder.games.models import Game, GameEvent, Player
from armybuilder.lists.visitors import DRAFT_LIFE


def clear(now: datetime) -> int:
    """Delete games abandoned by visitors, and return their number."""
    return in_batches(list(started_by_visitors()), partial(_clear, now=now))


def started_by_visitors() -> "models.QuerySet[Player, UUID]":
    """Return the keys of games whose first side has no user: an index has them.

    Asked for by themselves: a database that thinks there are many looks at the log of every game there is.
    """
    return Player.objects.filter(side="a", user=None).order_by().values_list("game", flat=True)


def _clear(keys: Sequence[UUID], now: datetime) -> int:
    """Lock these games, and delete those abandoned by visitors. A game that is being written to is skipped.

    The check comes after locking: the statement that locks rows may not see the newest lines of the log.
    """
    games = Game.objects.filter(pk__in=keys).order_by().select_for_update(skip_locked=True)
    locked = list(games.values_list("pk", flat=True))
    gone = list(abandoned(locked, now).values_list("pk", flat=True))
    Game.objects.filter(pk__in=gone).delete()
    return len(gone)


def abandoned(keys: Sequence[UUID], now: datetime) -> models.QuerySet[Game]:
    """Return games without users in which nothing was recorded for as long as drafts are kept.

    A game of a games night stays with it.
    """
    with_user = Player.objects.filter(game=OuterRef("pk"), user__isnull=False)
    events = GameEvent.objects.filter(game=OuterRef("pk")).order_by("-sequence")
    last_heard = Coalesce(Subquery(events.values("time")[:1]), models.F("created"))
    of_visitors = Game.objects.filter(~Exists(with_user), pk__in=keys, pairing=None).order_by()
    return of_visitors.alias(last_heard=last_heard).filter(last_heard__lte=now - DRAFT_LIFE)
