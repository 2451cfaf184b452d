"""The games at the table that someone played, for their backup."""

from collections.abc import Iterator

import msgspec

from armybuilder.accounts.models import User
from armybuilder.games.models import Game, Player
from armybuilder.personal_data import document
from rules.core.document import edits
from rules.core.document.roster import encode
from rules.core.game.events import other_side


def games_of(user: User) -> tuple[document.TableGame, ...]:
    """Return the games that someone played, the oldest first, each with the log as they may read it."""
    with_it = ("ruleset_version", "pairing__round__evening")
    games = Game.objects.of_user(user).select_related(*with_it).order_by("created")
    return tuple(_game(game, user) for game in games.prefetch_related("players", "links", "events"))


def _game(game: Game, user: User) -> document.TableGame:
    game.lines = [event.line for event in game.stored_events]  # which came with the games
    side, version = game.sides_of(user)[0], game.ruleset_version
    signed = game.state.signed(side)
    reads, enemy = game.read_by(user), other_side(side)
    seen = {line.name for line in game.lines_read(reads)}
    return document.TableGame(
        begun=game.created,
        rules=document.Rules(ruleset=version.ruleset_id, number=version.number, digest=version.digest),
        side=side,
        opponent=game.by_side[enemy].label(is_hidden=enemy in game.hidden_from(reads)),
        documents=tuple(_lists(game.by_side[side])),
        signed=(signed.a, signed.b) if signed else None,
        log=tuple(
            document.TableLine(time=event.time, line=event.line)
            for event in game.stored_events
            if (event.phone, event.number) in seen
        ),
        note=game.note,
        rulings=game.rulings,
    )


def _lists(player: Player) -> Iterator[msgspec.Raw]:
    if player.roster:
        yield msgspec.Raw(encode(edits.without_ids(player.roster)))
