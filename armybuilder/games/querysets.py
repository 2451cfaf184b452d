"""Reading and writing games. Each verb is one transaction, and locks the game as shortly as can be.

Who has no link finds no game: Link.DoesNotExist.
"""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any, Self

from django.db import connection, models, transaction
from django.db.models import Exists
from django.db.models.functions import Coalesce

from armybuilder.accounts.models import User
from armybuilder.games.actions.new_events import event_of_page, events_of_phone, events_of_roll
from armybuilder.games.models.holding import still_held
from armybuilder.games.models.rights import BOTH, FIRST, JOINS, RIGHTS, SECOND, Act, kinds_that
from armybuilder.lists.models import ArmyList
from armybuilder.lists.models.army_lists import DRAFT_LIFE
from rules.core.document.roster import encode
from rules.core.game.events import AnyEvent, Line, Side

if TYPE_CHECKING:
    from armybuilder.games.models import Game, GameEvent, Link

ANY_TOKEN = "token"  # stands in for the token in a query that is built once


TRIES = 3

Spend = Callable[[int], None]  # called with the number of lines to read; raises if it is too many


def free(lines: int) -> None:
    """Allow any number of lines."""


class NotYourSideError(Exception):
    """The link does not write for that side."""


class GameBusyError(Exception):
    """The log changed during every attempt to add to it: the phone can send the lines again in a moment."""


class OtherRulesError(Exception):
    """The list is made for another version of the rules than the game is played with."""


class GameQuerySet(models.QuerySet["Game"]):
    """Games, and what is done with them."""

    def of_user(self, user: User) -> Self:
        """Return the games that somebody played, the newest first."""
        return self.filter(players__user=user).distinct()

    def left_by_visitors(self, now: datetime) -> Self:
        """Return games that nobody with an account plays, of which nothing was heard for as long as drafts are kept.

        A game of a games night stays with it.
        """
        from armybuilder.games.models import GameEvent, Player

        with_account = Player.objects.filter(game=models.OuterRef("pk"), user__isnull=False)
        events = GameEvent.objects.filter(game=models.OuterRef("pk")).order_by("-sequence")
        last_heard = Coalesce(models.Subquery(events.values("time")[:1]), models.F("created"))
        of_visitors = self.filter(~Exists(with_account), pairing=None)
        return of_visitors.alias(last_heard=last_heard).filter(last_heard__lte=now - DRAFT_LIFE)

    @transaction.atomic
    def delete_of_user(self, user: User) -> None:
        """Delete these games of somebody; of those that another user plays only their side, with its list."""
        from armybuilder.games.models import Player

        theirs = Player.objects.filter(user=user, game__in=self)
        with_others = Player.objects.filter(user__isnull=False).exclude(user=user).values("game")
        self.filter(players__user=user).exclude(pk__in=with_others).delete()
        theirs.update(user=None, name="", document="")

    @transaction.atomic
    def begin(self, army_list: ArmyList, user: User | None, *, both: bool, note: str = "") -> "Link":
        """Make a game with a list on the first side; return the link that writes for it, with `both` for both.

        The rulings of the list are played. `note`: the scenario, NOTE_LENGTH letters at most.
        """
        from armybuilder.games.models import Player

        game = self.create(
            ruleset_version_id=army_list.ruleset_version_id, note=note, rulings=army_list.roster.rulings
        )
        Player.objects.create(game=game, side="a", **_player_fields(army_list, user))
        Player.objects.create(game=game, side="b")
        return _make_links(game, both=both)


class LinkQuerySet(models.QuerySet["Link"]):
    """Links to games, and what is done through them."""

    def that_may(self, act: Act) -> Self:
        """Return the links that allow an act: by their kind, and only while their holder may use them."""
        return self.filter(still_held(), kind__in=[*kinds_that(act)], token__isnull=False)

    def of_token(self, token: str) -> "Link":
        """Return the link of a token with its game. Raises Link.DoesNotExist."""
        return self.that_may("look").select_related("game__pairing__round__evening__club").get(token=token)

    def of_invitation(self, token: str) -> "Link":
        """Return an unused invitation for the other side. Raises Link.DoesNotExist."""
        return self.that_may("join").select_related("game").get(token=token)

    def of_code(self, typed: str) -> "Link":
        """Return the link of a code, however it was typed: "abc-defg". Raises Link.DoesNotExist."""
        code = "".join(sign for sign in typed.upper() if sign.isalnum())
        return self.filter(kind__in=[kind for kind, right in RIGHTS.items() if right.has_code]).get(code=code)

    @transaction.atomic
    def join(self, token: str, own_token: str) -> "Link":
        """Join as the other side by an invitation, which stops working; return the link of that side.

        `own_token`: the new link's token, which nobody else has seen; sent again, it returns the same link. A phone
        that kept the game for both sides now writes for the first side only.

        Raises Link.DoesNotExist: someone else was faster, or the token is taken.
        """
        from armybuilder.games.models import Link

        try:
            game = self._locked(token, "join").game
        except Link.DoesNotExist:
            return self.that_may("look").get(kind=SECOND, token=own_token)
        if self.filter(token=own_token).exists():
            raise Link.DoesNotExist
        Link.objects.filter(game=game, kind=JOINS).update(token=None, code=None)
        Link.objects.filter(game=game, kind=BOTH).update(kind=FIRST)
        game.last += 1  # no event has this number: it makes the other phone reload
        game.save(update_fields=["last"])
        return Link.objects.create(game=game, kind=SECOND, token=own_token)

    def last_of(self, token: str) -> int:
        """Return the number of the last event of a game: one query by an index. Raises Link.DoesNotExist.

        The question of all phones, 27 times a second: Django takes longer to compose it than all else of the answer.
        """
        sql, params = _last_of_game(self.model)
        with connection.cursor() as cursor:
            cursor.execute(sql, [token if value == ANY_TOKEN else value for value in params])
            row = cursor.fetchone()
        if row is None:
            raise self.model.DoesNotExist
        return int(row[0])

    def write(self, token: str, phone: str, lines: Sequence[Line], spend: Spend = free) -> "Link":
        """Store a phone's new lines, all or none; return the link with its game.

        Raises Link.DoesNotExist, NotYourSideError, GameBusyError, and the errors of `spend` and `events_of_phone`.
        """
        if any(line.phone != phone for line in lines):
            raise NotYourSideError
        sides = {line.side for line in lines}
        return self._append(
            token, sides, spend, lambda link: events_of_phone(link.game, link.sides, phone, lines)
        )

    def say(self, token: str, side: Side, event: AnyEvent, spend: Spend = free) -> "Link":
        """Store one event of a page without scripts; return the link with its game.

        Raises Link.DoesNotExist, NotYourSideError, GameBusyError, TooManyEventsError, EventRefusedError, and the
        errors of `spend`.
        """
        return self._append(token, {side}, spend, lambda link: event_of_page(link.game, side, link.pk, event))

    def roll(self, token: str, side: Side, what: str, spend: Spend = free) -> "Link":
        """Roll dice for a side on the site, and store them with their outcome; return the link with its game.

        `what`: as in `rules.core.game.rolling.roll`.

        Raises Link.DoesNotExist, NotYourSideError, GameBusyError, NothingToRollError, TooManyEventsError, and the
        errors of `spend`.
        """
        return self._append(token, {side}, spend, lambda link: events_of_roll(link.game, side, what))

    @transaction.atomic
    def play_list(self, token: str, army_list: ArmyList, user: User | None, side: Side | None = None) -> None:
        """Play a list on a `side` of a link (None: its only one), as long as nothing was said for the side.

        On the second side of a link for both nobody is said to play: whose phone it is plays the first. Another list of
        who began the game brings its rulings, as the first did.

        Raises Link.DoesNotExist, NotYourSideError, OtherRulesError.
        """
        link = self._locked(token, "look")
        sides = [one for one in link.sides if side in {None, one}]
        if len(sides) != 1 or not link.may_choose_list(sides[0]):
            raise NotYourSideError
        if army_list.ruleset_version_id != link.game.ruleset_version_id:
            raise OtherRulesError
        player = user if sides[0] == link.sides[0] else None
        link.game.players.filter(side=sides[0]).update(**_player_fields(army_list, player))
        if link.game.follows_list(sides[0]):
            link.game.rulings = army_list.roster.rulings
        link.game.last += 1  # which no event has: so the other phone asks, and is told who plays what
        link.game.save(update_fields=["last", "rulings"])

    @transaction.atomic
    def renew(self, token: str, kind: str) -> "Link":
        """Replace a link that the page shows; the old one stops working.

        Return the link to continue with.

        Raises Link.DoesNotExist, NotYourSideError: the page shows no link of that kind.
        """
        from armybuilder.games.models import Link

        link = self._locked(token, "look")
        shown = Link.objects.filter(game=link.game, kind=kind, user=link.user if kind == link.kind else None)
        if kind not in link.shows or not shown.filter(token__isnull=False).update(token=None, code=None):
            raise NotYourSideError
        made = Link.objects.create(game=link.game, kind=kind, user=link.user if kind == link.kind else None)
        return made if kind == link.kind else link

    def _locked(self, token: str, act: Act) -> "Link":
        """Return the link, its game locked until the transaction ends. Raises Link.DoesNotExist."""
        found = self.that_may(act).select_for_update(of=("game",)).select_related("game")
        return found.get(token=token)

    def _append(
        self,
        token: str,
        sides: AbstractSet[Side],
        spend: Spend,
        new_events: Callable[["Link"], "Sequence[GameEvent]"],
    ) -> "Link":
        """Append new events of some sides to the log; return the link.

        They are made before the game is locked, to keep the lock short. If the log has changed meanwhile, they are made
        again, TRIES times in all. Each time, `spend` gets the length of the log.
        """
        for _try in range(TRIES):
            link = self.of_token(token)
            if not link.sides or not sides <= set(link.sides):
                raise NotYourSideError
            spend(link.game.last)
            if self._save_if_unchanged(link, new_events(link)):
                return link
        raise GameBusyError

    @transaction.atomic
    def _save_if_unchanged(self, link: "Link", events: "Sequence[GameEvent]") -> bool:
        """Save events that follow on the log as it was read; return False, and save nothing, if it went on since.

        What both signed decides their table of an evening.
        """
        from armybuilder.games.actions.tables import write_result
        from armybuilder.games.models import Game, GameEvent, Link

        game, last = link.game, link.game.last + len(events)
        is_valid = Exists(Link.objects.that_may("write").filter(pk=link.pk, token=link.token))
        if not Game.objects.filter(is_valid, pk=game.pk, last=game.last).update(last=last):
            return False
        GameEvent.objects.bulk_create(events)
        game.last = last
        game.add([event.line for event in events])
        if game.pairing_id:
            game.refresh_from_db(fields=["pairing"])
            write_result(game)
        return True


def _make_links(game: "Game", *, both: bool) -> "Link":
    """Create the links of a new game; return the link of the player who started it."""
    from armybuilder.games.models import Link

    kinds = Link.Kind
    own = Link.objects.create(game=game, kind=kinds.BOTH if both else kinds.FIRST)
    Link.objects.create(game=game, kind=kinds.JOINS)
    Link.objects.create(game=game, kind=kinds.LOOKS)
    return own


@cache
def _last_of_game(links: "type[Link]") -> tuple[str, tuple[Any, ...]]:
    """Return the query for the last event's number, and its values, with ANY_TOKEN for the token."""
    found = links.objects.that_may("look").filter(token=ANY_TOKEN).order_by().values_list("game__last")
    sql, params = found.query.sql_with_params()
    return str(sql), tuple(params)


def _player_fields(army_list: ArmyList, user: User | None) -> dict[str, Any]:
    """Return the fields of a player with a list, which is copied as it is now."""
    return {
        "user": user,
        "name": user.get_username() if user else "",
        "army_list": army_list,
        "document": encode(army_list.roster).decode(),
    }
