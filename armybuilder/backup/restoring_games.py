"""What becomes of the games of a backup: one's own record, which nobody writes on."""

from collections.abc import Iterator
from datetime import datetime

from django.utils import timezone
from msgspec import json
from msgspec.structs import replace

from armybuilder.accounts.models import User
from armybuilder.backup import document
from armybuilder.backup.moments import past
from armybuilder.backup.reading import Reading, roster_of_game
from armybuilder.games.models import Game, GameEvent, Player
from rules.core.game.events import SIDES
from rules.core.roster import encode

EVENTS_AT_ONCE = 2_000
NAME_AT_MOST = 60


def restore_games(user: User, reading: Reading) -> int:
    """Make the games of a backup that a user does not have yet, and say how many: without links, so only to be read.

    A game is known by when it began and which side was played.
    """
    assert reading.backup
    if not reading.backup.games:
        return 0
    known = set(Player.objects.filter(user=user).values_list("game__created", "side"))
    made_at = past(reading.backup.made, timezone.now())
    every = [replace(one, begun=past(one.begun, made_at)) for one in reading.backup.games]
    new = {(one.begun, one.side): one for one in every if (one.begun, one.side) not in known}
    made = [(_game(one, reading), one) for one in new.values()]
    Game.objects.bulk_create(game for game, _one in made)
    Player.objects.bulk_create(player for game, one in made for player in _players(game, one, user))
    GameEvent.objects.bulk_create(
        (event for game, one in made for event in _events(game, one, made_at)), batch_size=EVENTS_AT_ONCE
    )
    return len(made)


def _game(one: document.TableGame, reading: Reading) -> Game:
    return Game(
        ruleset_version_id=reading.version_of(one),
        last=len(one.log),
        created=one.begun,
        note=one.note,
        rulings=one.rulings,
    )


def _players(game: Game, one: document.TableGame, user: User) -> Iterator[Player]:
    roster = roster_of_game(one)
    for side in SIDES:
        if side == one.side:
            text = encode(roster).decode() if roster else ""
            yield Player(game=game, side=side, user=user, name=user.get_username(), document=text)
        else:
            yield Player(game=game, side=side, name=one.opponent[:NAME_AT_MOST])


def _events(game: Game, one: document.TableGame, made_at: datetime) -> Iterator[GameEvent]:
    for sequence, entry in enumerate(one.log, 1):
        line = entry.line
        yield GameEvent(
            game=game,
            sequence=sequence,
            side=line.side,
            phone=line.phone,
            number=line.number,
            seen=min(line.seen, len(one.log)),
            payload=json.encode(line.event).decode(),
            time=past(entry.time, made_at),
        )
