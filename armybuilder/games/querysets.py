"""Reading and writing games. Each verb is one transaction that holds the game, as shortly as can be.

Who has no link finds no game: Link.DoesNotExist.
"""

import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Self

from django.db import connection, models, transaction
from django.db.models import Exists
from msgspec import json

from armybuilder.accounts.models import User
from armybuilder.lists.models import ArmyList
from rules.core.defeat_points import defeat_rows
from rules.core.game.checking import EventRefusedError, Writable, check, first_hole, writable
from rules.core.game.events import AnyEvent, Line, Side
from rules.core.game.fold import GameState, fold
from rules.core.game.rolling import roll
from rules.core.roster import encode

if TYPE_CHECKING:
    from armybuilder.games.models import Game, GameEvent, Link

EVENTS_AT_MOST = 5_000  # of a game
LINES_AT_MOST = 200  # of one request
DICE = "dice"  # the phone of what is rolled here
TABLE = "table"  # and that of what the site says when a game begins
PAGE = "page-"  # and that of each page without script begins so
LAST_OF_GAME = """
    SELECT games_game.last FROM games_link JOIN games_game ON games_game.id = games_link.game_id
    WHERE games_link.token = %s
"""


class TooManyEventsError(Exception):
    """The log of the game is full."""


class HoleError(Exception):
    """A phone sent its line 5 and not its line 4: `wanted` is the number that is missing."""

    def __init__(self, wanted: int) -> None:
        super().__init__(f"line {wanted} is missing")
        self.wanted = wanted


class NotYourSideError(Exception):
    """The link does not write for that side."""


class PhoneNameError(Exception):
    """The name of the phone is one of the site's own, or another side's."""


class OtherRulesError(Exception):
    """The list is made for another version of the rules than the game is played with."""


class GameQuerySet(models.QuerySet["Game"]):
    """Games, and what is done with them."""

    def of_user(self, user: User) -> Self:
        """Return the games that somebody played, the newest first."""
        return self.filter(players__user=user).distinct()

    @transaction.atomic
    def forget(self, user: User) -> None:
        """Delete somebody's games; of those that another user plays only their side, with its list."""
        from armybuilder.games.models import Player

        with_others = Player.objects.filter(user__isnull=False).exclude(user=user).values("game")
        self.filter(players__user=user).exclude(pk__in=with_others).delete()
        Player.objects.filter(user=user).update(user=None, name="", document="")

    @transaction.atomic
    def begin(self, army_list: ArmyList, user: User | None, *, both: bool, note: str = "") -> "Link":
        """Make a game with a list on the first side; return the link that writes for it, with `both` for both.

        `note`: the scenario, 400 letters at most.
        """
        from armybuilder.games.models import Link, Player

        game = self.create(ruleset_version_id=army_list.ruleset_version_id, note=note)
        name = user.get_username() if user else ""
        Player.objects.create(
            game=game, side="a", user=user, name=name, army_list=army_list,
            document=encode(army_list.roster).decode(),
        )  # fmt: skip
        Player.objects.create(game=game, side="b")
        kinds = Link.Kind
        own = Link.objects.create(game=game, kind=kinds.BOTH if both else kinds.FIRST, code=None)
        Link.objects.create(game=game, kind=kinds.SECOND)
        Link.objects.create(game=game, kind=kinds.LOOKS)
        return own


class LinkQuerySet(models.QuerySet["Link"]):
    """Links to games, and what is done through them."""

    def of_token(self, token: str) -> "Link":
        """Return the link of a token with its game. Raises Link.DoesNotExist."""
        return self.select_related("game").get(token=token)

    def of_code(self, typed: str) -> "Link":
        """Return the link of a code, however it was typed: "abc-defg". Raises Link.DoesNotExist."""
        code = "".join(sign for sign in typed.upper() if sign.isalnum())
        return self.get(code=code)

    def last_of(self, token: str) -> int:
        """Return the number of the last event of a game: one query by an index. Raises Link.DoesNotExist.

        The question of all phones, 27 times a second: Django takes longer to compose it than all else of the answer.
        """
        with connection.cursor() as cursor:
            cursor.execute(LAST_OF_GAME, [token])
            row = cursor.fetchone()
        if row is None:
            raise self.model.DoesNotExist
        return int(row[0])

    def write(self, token: str, side: Side, phone: str, lines: Sequence[Line]) -> "Link":
        """Keep lines of a phone that are not kept yet, all or none; return the link with its game.

        Raises Link.DoesNotExist, NotYourSideError, PhoneNameError, HoleError, TooManyEventsError, EventRefusedError.
        """
        if any((line.side, line.phone) != (side, phone) for line in lines):
            raise NotYourSideError

        def events(link: "Link") -> "list[GameEvent]":
            if phone in {DICE, TABLE} or phone.startswith(PAGE):
                raise PhoneNameError
            last = _last(link.game, phone)
            if last.keys() - {side}:
                raise PhoneNameError  # its lines would be taken for lines that are kept already
            return self._new(link.game, side, lines, last.get(side, 0))

        return self._add(token, side, events)

    def say(self, token: str, side: Side, event: AnyEvent) -> "Link":
        """Keep one event of a page without script, which numbers nothing itself. Raises what `write` does."""

        def events(link: "Link") -> "list[GameEvent]":
            phone = f"{PAGE}{link.pk}"
            last = max(_last(link.game, phone).values(), default=0)
            line = Line(side=side, phone=phone, number=last + 1, seen=link.game.last, event=event)
            return self._new(link.game, side, [line], last)

        return self._add(token, side, events)

    def roll(self, token: str, side: Side, what: str) -> "Link":
        """Roll dice of a side here, and keep them with what follows: `what` as `rules.core.game.rolling.roll` has it.

        Raises Link.DoesNotExist, NotYourSideError, NothingToRollError, TooManyEventsError.
        """

        def events(link: "Link") -> "list[GameEvent]":
            game = link.game
            said = roll(what, game.state, game.standings, side, lambda die: secrets.randbelow(die) + 1)
            number = max(_last(link.game, DICE).values(), default=0)
            lines = (
                Line(side=whose, phone=DICE, number=number + place, seen=game.last, event=event)
                for place, (whose, event) in enumerate(said, 1)
            )
            return _events(game, lines)

        return self._add(token, side, events)

    @transaction.atomic
    def play_list(self, token: str, army_list: ArmyList, user: User | None) -> None:
        """Play a list on the side of a link, as long as nothing was said for the side.

        Raises Link.DoesNotExist, NotYourSideError, OtherRulesError.
        """
        link = self._held(token)
        if len(link.sides) != 1 or link.game.events.filter(side=link.kind).exists():
            raise NotYourSideError
        if army_list.ruleset_version_id != link.game.ruleset_version_id:
            raise OtherRulesError
        link.game.players.filter(side=link.kind).update(
            user=user,
            name=user.get_username() if user else "",
            army_list=army_list,
            document=encode(army_list.roster).decode(),
        )
        link.game.last += 1  # which no event has: so the other phone asks, and is told who plays what
        link.game.save(update_fields=["last"])

    @transaction.atomic
    def renew(self, token: str, kind: str) -> "Link":
        """Give one's own side a new link, or who began the game the other or who looks on: the old one leads nowhere.

        Return the link with which one goes on.

        Raises Link.DoesNotExist, NotYourSideError.
        """
        from armybuilder.games.models import Link

        link = self._held(token)
        others = {Link.Kind.SECOND.value, Link.Kind.LOOKS.value} if link.invites else set()
        if not link.sides or kind not in others | {link.kind}:
            raise NotYourSideError
        Link.objects.filter(game=link.game, kind=kind, token__isnull=False).update(token=None, code=None)
        made = Link.objects.create(game=link.game, kind=kind)
        return made if kind == link.kind else link

    def _held(self, token: str) -> "Link":
        """Return the link while its game is held. Raises Link.DoesNotExist."""
        return self.select_for_update(of=("game",)).select_related("game").get(token=token)

    def _add(self, token: str, side: Side, events: Callable[["Link"], "list[GameEvent]"]) -> "Link":
        """Add what `events` makes of the log to it; return the link.

        They are made before the game is held, as meanwhile nobody else can write: anew, if the log went on meanwhile.
        """
        while True:
            link = self.of_token(token)
            if side not in link.sides:
                raise NotYourSideError
            if self._keep(link, events(link)):
                return link

    @transaction.atomic
    def _keep(self, link: "Link", events: "Sequence[GameEvent]") -> bool:
        """Keep events that follow on the log as it was read; return whether they do still.

        What both signed decides their table of an evening.
        """
        from armybuilder.games.models import Game, GameEvent, Link
        from armybuilder.games.tables import hand_over

        game, last = link.game, link.game.last + len(events)
        is_good = Exists(Link.objects.filter(pk=link.pk, token=link.token))
        if not Game.objects.filter(is_good, pk=game.pk, last=game.last).update(last=last):
            return False
        GameEvent.objects.bulk_create(events)
        game.last = last
        game.add([event.line for event in events])
        if game.pairing_id:
            game.refresh_from_db(fields=["pairing"])
            hand_over(game)
        return True

    def _new(self, game: "Game", side: Side, lines: Sequence[Line], last: int) -> "list[GameEvent]":
        """Return the events of those lines of a phone that come after its `last` one."""
        new = sorted((line for line in lines if line.number > last), key=lambda line: line.number)
        wanted = first_hole(new, last)
        if wanted is not None:
            raise HoleError(wanted)
        events = _events(game, new)
        self._check(game, side, new)
        return events

    def _check(self, game: "Game", side: Side, lines: Sequence[Line]) -> None:
        """Raise EventRefusedError if one of the lines cannot be.

        What a phone said without line before it knew of the end is still taken, until both have signed.
        """
        known, state = writable_by(game, side), game.state
        is_open = state.phase == "ended" and state.agreed is None
        for line in lines:
            try:
                check(line.event, known, _as_seen(game, line.seen) if is_open else state)
            except EventRefusedError as error:
                raise EventRefusedError(error.reason, line.number) from None


def writable_by(game: "Game", side: Side) -> Writable:
    """Return what a side of a game may write."""
    rows = {row.id for row in defeat_rows(game.catalogue)}
    return writable(game.by_side[side].roster, game.catalogue, rows)


def _last(game: "Game", phone: str) -> dict[Side, int]:
    """Return the number of the last line of a phone, by the side that it speaks for."""
    numbers: dict[Side, int] = {}
    for line in game.lines:
        if line.phone == phone:
            numbers[line.side] = max(line.number, numbers.get(line.side, 0))
    return numbers


def _as_seen(game: "Game", last: int) -> GameState:
    """Return the state as a phone knew it that had seen so much of the log."""
    return fold(event.line for event in game.kept if event.sequence <= last)


def _events(game: "Game", lines: Iterable[Line]) -> "list[GameEvent]":
    """Return lines as they go on with the log. Raises TooManyEventsError."""
    from armybuilder.games.models import GameEvent

    events = [
        GameEvent(
            game=game,
            sequence=game.last + place,
            side=line.side,
            phone=line.phone,
            number=line.number,
            seen=min(line.seen, game.last),
            payload=json.encode(line.event).decode(),
        )
        for place, line in enumerate(lines, 1)
    ]
    if game.last + len(events) > EVENTS_AT_MOST:
        raise TooManyEventsError
    return events
