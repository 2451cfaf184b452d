"""A user’s games: the record of past ones, and the lists to start another with."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from operator import or_
from typing import Literal
from uuid import UUID

from django.db import models
from django.utils.translation import pgettext
from msgspec import Struct

from armybuilder.accounts.models import User
from armybuilder.games.models import Game, GameEvent, Link, Player
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from rules.core.game.events import SIDES, GameLine, Side, Signed
from rules.core.game.fold import GameState, fold

Outcome = Literal["won", "lost", "level", ""]  # "": not signed by both, or played for both sides


class Played:
    """A game of a player: its title, the token of their link, their list, the points with theirs first, the outcome.

    `begun` False: it is still being set up, and does not count as a game yet.
    """

    def __init__(self, game: Game, user: User, begun: GameState | None) -> None:
        sides = game.sides_of(user)
        kinds = {*sides, *([Link.Kind.BOTH] if SIDES[0] in sides else [])}
        links = (link.token for link in game.links.all() if link.kind in kinds and link.token)
        roster = game.by_side[sides[0]].roster
        self.game, self.title = game, " – ".join(game.side_labels(sides).values())
        self.token, self.list_name = next(links, None), roster.name if roster else ""
        self.begun = begun is not None
        self.points = _points(begun.agreed, sides[0]) if begun and begun.agreed else None
        self.outcome: Outcome = _outcome(self.points) if self.points and len(sides) == 1 else ""

    @property
    def word(self) -> str:
        words = {"won": pgettext("game", "won"), "lost": pgettext("game", "lost")}
        return words.get(self.outcome, "")


class Record(Struct, frozen=True):
    """The number of games with a list (or "": of all), and those won and lost."""

    name: str
    games: int
    won: int
    lost: int


def played_by(user: User, games: Sequence[Game]) -> list[Played]:
    """Return a user's games. Players and links are already fetched."""
    begun = _begun([game.pk for game in games])
    return [Played(game, user, begun.get(game.pk)) for game in games]


def records(rows: Sequence[Played]) -> list[Record]:
    """Return the record of all started games, then of each list, the most played first."""
    begun = [row for row in rows if row.begun]
    names = sorted({row.list_name for row in begun} - {""})
    played = {name: [row.outcome for row in begun if row.list_name == name] for name in names}
    of_lists = [_record(name, len(outcomes), outcomes) for name, outcomes in played.items()]
    of_all = _record("", len(begun), (row.outcome for row in begun))
    return [of_all, *sorted(of_lists, key=lambda record: -record.games)]


def record_of_list(army_list: ArmyList) -> Record:
    """Return the record of a list for all players; games against itself do not count as won or lost."""
    sides = defaultdict[UUID, set[str]](set)
    for game, side in Player.objects.filter(army_list=army_list).values_list("game", "side"):
        sides[game].add(side)
    begun = _begun(sides)
    ended = ((state.agreed, sides[game]) for game, state in begun.items())
    points = [_points(signed, *own) for signed, own in ended if signed and len(own) == 1]
    return _record(army_list.name, len(begun), map(_outcome, points))


def _record(name: str, games: int, outcomes: Iterable[Outcome]) -> Record:
    counted = Counter(outcomes)
    return Record(name, games, counted["won"], counted["lost"])


def _points(signed: Signed, side: str) -> tuple[int, int]:
    return (signed.a, signed.b) if side == "a" else (signed.b, signed.a)


def _outcome(points: tuple[int, int]) -> Outcome:
    """Return the outcome for the side whose points are first: fewer defeat points win (rth, bn §14.0)."""
    own, enemy = points
    return "level" if own == enemy else "won" if own < enemy else "lost"


def _begun(games: Iterable[UUID]) -> dict[UUID, GameState]:
    """Return those games that have started: setting one up is not playing it.

    Of each log, only the lines about phase and signatures are read.
    """
    kinds = (models.Q(payload__contains=f'"kind":"{kind}"') for kind in ("phase", "signed", "undone"))
    lines = defaultdict[UUID, list[GameLine]](list)
    for event in GameEvent.objects.filter(reduce(or_, kinds), game__in=games):
        lines[event.game_id].append(event.line)
    states = {game: fold(found) for game, found in lines.items()}
    return {game: state for game, state in states.items() if state.phase != "setting-up"}


LISTS_AT_MOST = 100


class PlayableLists(Struct, frozen=True):
    """The lists that a side can play, by id and name. `is_other_half`: instead of the present one."""

    side: Side
    lists: list[tuple[UUID, str]]
    is_other_half: bool


def playable_lists(link: Link, visitor: Callable[[], Visitor]) -> list[PlayableLists]:
    """Return the visitor's lists that the sides of a link can choose, the newest first.

    None for a side that has recorded something, or once a game on one phone has started. `visitor` is looked up only
    if needed.
    """
    is_decided = len(link.sides) > 1 and link.game.state.phase != "setting-up"
    choices = []
    for side in () if is_decided else link.sides:
        if not link.may_choose_list(side):
            continue
        rules = link.game.ruleset_version_id
        own = ArmyList.objects.for_visitor(visitor()).filter(archived=None, ruleset_version_id=rules)
        played = link.game.by_side[side]
        if played.document:  # the other list of a pair: the roll at the table decides who attacks (rth §4.0)
            partner = own.partner_of(played.army_list) if played.army_list else None
            found = [(partner.pk, partner.name)] if partner else []
        else:
            found = list(own.order_by("-changed").values_list("pk", "name")[:LISTS_AT_MOST])
        if found:
            choices.append(PlayableLists(side, found, bool(played.document)))
    return choices
