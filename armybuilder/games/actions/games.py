"""Starting, joining, leaving and ending games, and the nightly cleanup."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.db import models, transaction
from django.db.models import Exists, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from armybuilder.accounts.models import User
from armybuilder.batches import in_batches
from armybuilder.games.models import Game, GameEvent, GameQuerySet, Link, Player
from armybuilder.games.models.games import BOTH, FIRST, JOINS, LOOKS, SECOND, Act
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import DRAFT_LIFE
from armybuilder.refusals import RefusedError
from rules.core.document.roster import encode
from rules.core.game.events import SIDES, Side


@transaction.atomic
def start_game(army_list: ArmyList, user: User | None, *, both: bool, note: str = "") -> Link:
    """Start a game with a list on the first side; return the link that records for it, with `both` for both sides.

    The rulings are those of the list. `note`: the scenario, at most NOTE_LENGTH letters.
    """
    game = Game.objects.create(
        ruleset_version_id=army_list.ruleset_version_id, note=note, rulings=army_list.roster.rulings
    )
    Player.objects.create(game=game, side=SIDES[0], **_player_fields(army_list, user))
    Player.objects.create(game=game, side=SIDES[1])
    own, *_others = (Link.objects.create(game=game, kind=kind) for kind in (BOTH if both else FIRST, JOINS, LOOKS))
    return own


@transaction.atomic
def join_game(token: str, own_token: str) -> Link:
    """Join as the other side by an invitation, which stops working; return the link of that side.

    `own_token`: the new link's token, which nobody else has seen; sent again, it returns the same link. A phone that
    recorded for both sides now records for the first side only.

    Raises Link.DoesNotExist: someone else was faster, or the token is taken.
    """
    try:
        game = _locked(token, "join").game
    except Link.DoesNotExist:
        return Link.objects.that_may("look").get(kind=SECOND, token=own_token)
    if Link.objects.filter(token=own_token).exists():
        raise Link.DoesNotExist
    Link.objects.filter(game=game, kind=JOINS).update(token=None, code=None)
    Link.objects.filter(game=game, kind=BOTH).update(kind=FIRST)
    game.last += 1  # no event has this number: it makes the other phone reload
    game.save(update_fields=["last"])
    return Link.objects.create(game=game, kind=SECOND, token=own_token)


@transaction.atomic
def choose_list(token: str, army_list: ArmyList, user: User | None, side: Side | None = None) -> None:
    """Play a list on a `side` of a link (None: its only one), as long as nothing was recorded for the side.

    A phone that records for both sides belongs to the first player, and the second side then has no user. If the
    player who started the game changes the list, its rulings replace the earlier ones.
    """
    link = _locked(token, "look")
    sides = [one for one in link.sides if side in {None, one}]
    has_other_rules = army_list.ruleset_version_id != link.game.ruleset_version_id
    if len(sides) != 1 or not link.may_choose_list(sides[0]) or has_other_rules:
        raise RefusedError(_("Nothing was changed: that list uses other rules, or the game has started."))
    player = user if sides[0] == link.sides[0] else None
    link.game.players.filter(side=sides[0]).update(**_player_fields(army_list, player))
    if link.game.follows_list(sides[0]):
        link.game.rulings = army_list.roster.rulings
    link.game.last += 1  # no event has this number: it makes the other phone reload
    link.game.save(update_fields=["last", "rulings"])


@transaction.atomic
def renew_link(token: str, kind: str) -> Link:
    """Replace a link that the page shows; the old one stops working. Raises Link.DoesNotExist."""
    link = _locked(token, "look")
    user = link.user if kind == link.kind else None
    shown = Link.objects.filter(game=link.game, kind=kind, user=user, token__isnull=False)
    if kind not in link.shows or not shown.update(token=None, code=None):
        raise Link.DoesNotExist
    made = Link.objects.create(game=link.game, kind=kind, user=user)
    return made if kind == link.kind else link


@transaction.atomic
def delete_games(games: GameQuerySet, user: User) -> None:
    theirs = Player.objects.filter(user=user, game__in=games)
    with_others = Player.objects.filter(user__isnull=False).exclude(user=user).values("game")
    games.filter(players__user=user).exclude(pk__in=with_others).delete()
    theirs.update(user=None, name="", document="")


def _locked(token: str, act: Act) -> Link:
    """Return the link, locked with its game: it may have stopped working while the game was locked."""
    found = Link.objects.that_may(act).select_for_update(of=("self", "game")).select_related("game")
    return found.get(token=token)


def _player_fields(army_list: ArmyList, user: User | None) -> dict[str, Any]:
    return {
        "user": user,
        "name": user.get_username() if user else "",
        "army_list": army_list,
        "document": encode(army_list.roster).decode(),
    }


def clear(now: datetime) -> int:
    return in_batches(list(started_by_visitors()), partial(_clear, now=now))


def started_by_visitors() -> "models.QuerySet[Player, UUID]":
    """Return the keys of games whose first side has no user: a separate query, which uses an index."""
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
    """Return games without users and games night in which nothing was recorded for as long as drafts live."""
    with_user = Player.objects.filter(game=OuterRef("pk"), user__isnull=False)
    events = GameEvent.objects.filter(game=OuterRef("pk")).order_by("-sequence")
    last_heard = Coalesce(Subquery(events.values("time")[:1]), models.F("created"))
    of_visitors = Game.objects.filter(~Exists(with_user), pk__in=keys, pairing=None).order_by()
    return of_visitors.alias(last_heard=last_heard).filter(last_heard__lte=now - DRAFT_LIFE)
