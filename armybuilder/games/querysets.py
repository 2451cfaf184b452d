"""Reading and writing games. Each verb is one transaction, and locks the game as shortly as can be.

Who has no link finds no game: Link.DoesNotExist.
"""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from datetime import datetime
from typing import TYPE_CHECKING, Any, Self

from django.db import connection, models, transaction
from django.db.models import Exists
from django.db.models.functions import Coalesce

from armybuilder.accounts.models import User
from armybuilder.games.new_events import event_of_page, events_of_phone, events_of_roll
from armybuilder.lists.models import ArmyList
from armybuilder.lists.querysets import DRAFT_LIFE
from rules.core.game.events import AnyEvent, Line, Side
from rules.core.roster import encode

if TYPE_CHECKING:
    from armybuilder.games.models import Game, GameEvent, Link

LAST_OF_GAME = """
    SELECT games_game.last FROM games_link JOIN games_game ON games_game.id = games_link.game_id
    WHERE games_link.token = %s
"""


TRIES = 3

Spend = Callable[[int], None]  # called with how many lines of a log are read; raises where that is too much


def free(lines: int) -> None:
    """Let any number of lines be read."""


class NotYourSideError(Exception):
    """The link does not write for that side."""


class GameBusyError(Exception):
    """The log went on each time while something was to be added to it: it can be sent again in a moment."""


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

    def write(self, token: str, phone: str, lines: Sequence[Line], spend: Spend = free) -> "Link":
        """Keep lines of a phone that are not kept yet, all or none; return the link with its game.

        Raises Link.DoesNotExist, NotYourSideError, GameBusyError, and what `spend` and `events_of_phone` raise.
        """
        if any(line.phone != phone for line in lines):
            raise NotYourSideError
        sides = {line.side for line in lines}
        return self._append(
            token, sides, spend, lambda link: events_of_phone(link.game, link.sides, phone, lines)
        )

    def say(self, token: str, side: Side, event: AnyEvent, spend: Spend = free) -> "Link":
        """Keep one event of a page without script; return the link with its game.

        Raises Link.DoesNotExist, NotYourSideError, GameBusyError, TooManyEventsError, EventRefusedError, and what
        `spend` raises.
        """
        return self._append(token, {side}, spend, lambda link: event_of_page(link.game, side, link.pk, event))

    def roll(self, token: str, side: Side, what: str, spend: Spend = free) -> "Link":
        """Roll dice of a side here, and keep them with what follows; return the link with its game.

        `what`: as `rules.core.game.rolling.roll` has it.

        Raises Link.DoesNotExist, NotYourSideError, GameBusyError, NothingToRollError, TooManyEventsError, and what
        `spend` raises.
        """
        return self._append(token, {side}, spend, lambda link: events_of_roll(link.game, side, what))

    @transaction.atomic
    def play_list(self, token: str, army_list: ArmyList, user: User | None, side: Side | None = None) -> None:
        """Play a list on a `side` of a link (None: its only one), as long as nothing was said for the side.

        On the second side of a link for both nobody is said to play: whose phone it is plays the first. Another list of
        who began the game brings its rulings, as the first did.

        Raises Link.DoesNotExist, NotYourSideError, OtherRulesError.
        """
        link = self._locked(token)
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
        """Give one's own side a new link, or who began the game the other or who looks on: the old one leads nowhere.

        Return the link with which one goes on.

        Raises Link.DoesNotExist, NotYourSideError.
        """
        from armybuilder.games.models import Link

        link = self._locked(token)
        others = {Link.Kind.SECOND.value, Link.Kind.LOOKS.value} if link.invites else set()
        if not link.sides or kind not in others | {link.kind}:
            raise NotYourSideError
        Link.objects.filter(game=link.game, kind=kind, token__isnull=False).update(token=None, code=None)
        made = Link.objects.create(game=link.game, kind=kind)
        return made if kind == link.kind else link

    def _locked(self, token: str) -> "Link":
        """Return the link, its game locked until the transaction ends. Raises Link.DoesNotExist."""
        return self.select_for_update(of=("game",)).select_related("game").get(token=token)

    def _append(
        self,
        token: str,
        sides: AbstractSet[Side],
        spend: Spend,
        new_events: Callable[["Link"], "Sequence[GameEvent]"],
    ) -> "Link":
        """Append to the log what `new_events` makes of it for some sides; return the link.

        They are made before the game is locked: it is locked as shortly as can be. If the log went on meanwhile, they
        are made again, TRIES times in all. Each time `spend` is told how long the log is.
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
        from armybuilder.games.models import Game, GameEvent, Link
        from armybuilder.games.tables import write_result

        game, last = link.game, link.game.last + len(events)
        is_valid = Exists(Link.objects.filter(pk=link.pk, token=link.token))
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
    """Make the links of a new game; return that of who began it, which nobody joins by a code."""
    from armybuilder.games.models import Link

    kinds = Link.Kind
    own = Link.objects.create(game=game, kind=kinds.BOTH if both else kinds.FIRST, code=None)
    Link.objects.create(game=game, kind=kinds.SECOND)
    Link.objects.create(game=game, kind=kinds.LOOKS)
    return own


def _player_fields(army_list: ArmyList, user: User | None) -> dict[str, Any]:
    """Return the fields of a player with a list, which is copied as it is now."""
    return {
        "user": user,
        "name": user.get_username() if user else "",
        "army_list": army_list,
        "document": encode(army_list.roster).decode(),
    }
