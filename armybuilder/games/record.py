"""The record of a player: games, won, lost, by what both sides signed."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal
from uuid import UUID

from django.db import models
from django.utils.translation import pgettext
from msgspec import Struct

from armybuilder.accounts.models import User
from armybuilder.games.models import LINE_FIELDS, Game, GameEvent, Link, Player, line_of
from armybuilder.lists.models import ArmyList
from rules.core.game.events import SIDES, Line, Side, Signed
from rules.core.game.fold import fold

Outcome = Literal["won", "lost", "level", ""]  # "": not signed by both, or played for both sides


class Played(Struct, frozen=True):
    """A game that somebody played: the token of their link, their list, their points first, how it ended for them."""

    game: Game
    token: str | None
    list_name: str
    points: tuple[int, int] | None
    outcome: Outcome

    @property
    def word(self) -> str:
        """Return how it ended in a word; "" where nobody won."""
        words = {"won": pgettext("game", "won"), "lost": pgettext("game", "lost")}
        return words.get(self.outcome, "")


class Record(Struct, frozen=True):
    """How many games were played of a list (or "": of all), and how many of them won and lost."""

    name: str
    games: int
    won: int
    lost: int


def played_by(user: User, games: Sequence[Game]) -> list[Played]:
    """Return the games as somebody played them. Players and links were fetched with them."""
    results = _results(games)
    return [_played(game, user, results.get(game.pk)) for game in games]


def records(rows: Sequence[Played]) -> list[Record]:
    """Return the record of all games, then of each list that was played, the most played first."""
    names = sorted({row.list_name for row in rows} - {""})
    of_lists = [_record_of(name, [row for row in rows if row.list_name == name]) for name in names]
    return [_record_of("", rows), *sorted(of_lists, key=lambda record: -record.games)]


def _record_of(name: str, rows: Sequence[Played]) -> Record:
    return _record(name, len(rows), (row.outcome for row in rows))


def record_of_list(army_list: ArmyList) -> Record:
    """Return the record of a list, whoever played it, in one query; a game against itself is neither won nor lost."""
    sides: dict[UUID, set[Side]] = {}
    lines: dict[UUID, list[Line]] = {}
    signing = models.FilteredRelation("game__events", condition=_signing("game__events__payload__contains"))
    players = Player.objects.filter(army_list=army_list).annotate(signing=signing)
    fields = (f"signing__{name}" for name in LINE_FIELDS)
    for game, side, *event in players.values_list("game_id", "side", *fields):
        sides.setdefault(game, set()).add(side)
        if event[0]:  # else nobody signed
            lines.setdefault(game, []).append(line_of(*event))
    signed = _agreed(lines)
    points = [_points(signed[game], *own) for game, own in sides.items() if game in signed and len(own) == 1]
    return _record(army_list.name, len(sides), map(_outcome, points))


def _record(name: str, games: int, outcomes: Iterable[Outcome]) -> Record:
    counted = Counter(outcomes)
    return Record(name, games, counted["won"], counted["lost"])


def _played(game: Game, user: User, signed: Signed | None) -> Played:
    sides = game.sides_of(user)
    kinds = {*sides, *([Link.Kind.BOTH] if SIDES[0] in sides else [])}
    token = next((link.token for link in game.links.all() if link.kind in kinds and link.token), None)
    roster = game.by_side[sides[0]].roster
    points = _points(signed, sides[0]) if signed else None
    outcome = _outcome(points) if points and len(sides) == 1 else ""
    return Played(game, token, roster.name if roster else "", points, outcome)


def _points(signed: Signed, side: Side) -> tuple[int, int]:
    return (signed.a, signed.b) if side == "a" else (signed.b, signed.a)


def _outcome(points: tuple[int, int]) -> Outcome:
    """Return how a game ended for whose points are first: fewer defeat points win (rth, bn §14.0)."""
    own, enemy = points
    return "level" if own == enemy else "won" if own < enemy else "lost"


def _results(games: Sequence[Game]) -> dict[UUID, Signed]:
    """Return what both sides of each game signed. Of the logs only signatures are read, and what takes lines back."""
    lines: dict[UUID, list[Line]] = {}
    for event in GameEvent.objects.filter(_signing("payload__contains"), game__in=games):
        lines.setdefault(event.game_id, []).append(event.line)
    return _agreed(lines)


def _agreed(lines: Mapping[UUID, list[Line]]) -> dict[UUID, Signed]:
    """Return what both sides of each game signed, where it is the same."""
    return {game: agreed for game, found in lines.items() if (agreed := fold(found).agreed)}


def _signing(lookup: str) -> models.Q:
    """Return what finds signatures, and what takes lines back."""
    return models.Q((lookup, '"kind":"signed"')) | models.Q((lookup, '"kind":"undone"'))
