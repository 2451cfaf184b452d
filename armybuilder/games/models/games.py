"""Games at the table: their events, players, and what each kind of link may do."""

import uuid
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from functools import cached_property
from typing import Any, Literal, Self

from django.conf import settings
from django.db import models
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from msgspec import Struct, json

from armybuilder.accounts.models import User
from armybuilder.evenings.models import Pairing
from armybuilder.lists.models import ArmyList
from armybuilder.time_zones import zone_for_reader
from rules.catalogue import catalogue_for
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster, decode
from rules.core.game.events import SIDES, AnyEvent, GameLine, Side
from rules.core.game.fold import GameState, fold
from rules.core.game.side_status import SideStatuses, side_statuses
from rules.core.game.sight import lines_seen_by
from rules.core.procedures import Readings, readings_of
from rules.models import RulesetVersion

#: "look": the play screen, its polls, log, report and kit; "write": taps and dice of its sides; "choose": the lists of
#: its sides; "join": join as the other side.
Act = Literal["look", "write", "choose", "join"]
Holder = Literal["player", "referee", "anybody"]

FIRST, SECOND, BOTH, LOOKS, REFEREE, JOINS = "a", "b", "both", "looks", "ref", "joins"


class Right(Struct, frozen=True):
    """The rights of a kind of link.

    `sides`: the ones it sees in full; `shows`: the links that its page shows and can renew; `shows_at_night`: the
    same at a games night; `holder`: who can use it there. `has_code`: it has a short code to read out.
    """

    acts: frozenset[Act]
    sides: tuple[Side, ...] = ()
    shows: tuple[str, ...] = ()
    shows_at_night: tuple[str, ...] = ()
    holder: Holder = "anybody"
    has_code: bool = False


_PLAYS: frozenset[Act] = frozenset({"look", "write", "choose"})

RIGHTS: Mapping[str, Right] = {
    FIRST: Right(_PLAYS, SIDES[:1], (JOINS, LOOKS, FIRST), (LOOKS, FIRST), "player"),
    SECOND: Right(_PLAYS, SIDES[1:], (SECOND,), (LOOKS, SECOND), "player"),
    BOTH: Right(_PLAYS, SIDES, (JOINS, LOOKS, BOTH)),
    JOINS: Right(frozenset({"join"}), has_code=True),
    LOOKS: Right(frozenset({"look"}), has_code=True),
    REFEREE: Right(frozenset({"look", "write"}), SIDES, (), (REFEREE,), "referee"),
}


def kinds_that(act: Act) -> Iterator[str]:
    return (kind for kind, right in RIGHTS.items() if act in right.acts)


def kinds_held_by(holder: Holder) -> Iterator[str]:
    return (kind for kind, right in RIGHTS.items() if right.holder == holder)


_events: json.Decoder[AnyEvent] = json.Decoder(AnyEvent)


class GameEvent(models.Model):
    """A line of the log as it arrived. `sequence` is the server's number, `number` the phone's own."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="events")
    sequence = models.PositiveIntegerField()
    side = models.CharField(max_length=1)
    phone = models.CharField(max_length=40)
    number = models.PositiveIntegerField()
    seen = models.PositiveIntegerField()
    payload = models.TextField()
    time = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["sequence"]
        constraints = [
            models.UniqueConstraint(fields=["game", "sequence"], name="games_sequence"),
            models.UniqueConstraint(fields=["game", "phone", "number"], name="games_sent_once"),
        ]

    def __str__(self) -> str:
        return gettext("event %(sequence)s") % {"sequence": self.sequence}

    @property
    def event(self) -> AnyEvent:
        return _events.decode(self.payload)

    @property
    def line(self) -> GameLine:
        return line_of(self.side, self.phone, self.number, self.seen, self.payload)


def line_of(side: str, phone: str, number: int, seen: int, payload: str) -> GameLine:
    whose = SIDES[0] if side == SIDES[0] else SIDES[1]
    return GameLine(side=whose, phone=phone, number=number, seen=seen, event=_events.decode(payload))


NOTE_LENGTH = 400
SIDE_NAMES = {"a": _("first side"), "b": _("second side")}


class GameQuerySet(models.QuerySet["Game"]):
    """Games."""

    def of_user(self, user: User) -> Self:
        """Return the games that someone played, the newest first."""
        return self.filter(players__user=user).distinct()


class Game(models.Model):
    """A game between two sides under the rules of one version. `last`: the number of its last event.

    `note`: its scenario, for both to read; `pairing`: the table of a games night that it decides; `is_of_night` stays
    when that table is re-paired; `rulings`: the rulings in play, an option for each ruling. A list is counted under
    its own rulings.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    ruleset_version = models.ForeignKey(RulesetVersion, on_delete=models.PROTECT, related_name="+")
    pairing = models.ForeignKey(Pairing, on_delete=models.SET_NULL, null=True, blank=True, related_name="games")
    is_of_night = models.BooleanField(default=False, db_default=False)
    note = models.CharField(max_length=NOTE_LENGTH, blank=True)
    # An older build, which an update may run beside this one, does not set them.
    rulings = models.JSONField(default=dict, db_default=models.Value({}, models.JSONField()), blank=True)
    last = models.PositiveIntegerField(default=0)
    created = models.DateTimeField(default=timezone.now)

    objects = GameQuerySet.as_manager()

    class Meta:
        ordering = ["-created"]

    def __str__(self) -> str:
        return " – ".join(str(player) for player in self.players.all())

    @property
    def zone(self) -> tzinfo:
        """The time zone of its times: the reader's own, otherwise at a games night that of the club."""
        if self.pairing is None:
            return timezone.get_current_timezone()
        return zone_for_reader(self.pairing.round.evening.zone)

    @property
    def catalogue(self) -> Catalogue:
        return catalogue_for(self.ruleset_version_id)

    @cached_property
    def stored_events(self) -> list[GameEvent]:
        return list(self.events.all())

    @cached_property
    def lines(self) -> list[GameLine]:
        """The whole log, read without the other columns of each line."""
        return [line_of(*row) for *row, _time in self._rows]

    def lines_seen(self, last: int, phone: str) -> list[GameLine]:
        """Return the log as known to a phone that had seen events up to `last`, and later only its own."""
        seen = self.events.filter(sequence__lte=last).count()
        own = (line for line in self.lines[seen:] if line.phone == phone)
        return [*self.lines[:seen], *own]

    def heard(self, names: Collection[tuple[str, int]]) -> datetime | None:
        """Return the arrival time of the last of some lines, by name; None if none of them is stored."""
        times = (time for _side, phone, number, *_said, time in reversed(self._rows) if (phone, number) in names)
        found = parse_datetime(next(times, ""))
        return timezone.make_aware(found, UTC) if found and timezone.is_naive(found) else found

    @cached_property
    def _rows(self) -> list[tuple[Any, ...]]:
        # Times as the database writes them: parsing SQLite's takes longer than all else, and only one is shown.
        time = Cast("time", models.TextField())
        return list(self.events.values_list("side", "phone", "number", "seen", "payload", time))

    @cached_property
    def state(self) -> GameState:
        return fold(self.lines)

    def add(self, lines: Sequence[GameLine]) -> None:
        self.lines = [*self.lines, *lines]
        for cached in ("state", "statuses"):
            self.__dict__.pop(cached, None)

    @cached_property
    def by_side(self) -> "dict[Side, Player]":
        found = {player.side: player for player in self.players.all()}
        return {side: found[side] for side in SIDES}

    @cached_property
    def hides_lists(self) -> bool:
        """Whether its games night keeps the lists hidden: only the player and a referee can read each list."""
        if self.pairing is None:
            return self.is_of_night
        return self.pairing.round.evening.hides_lists

    def hidden_from(self, reads: Collection[Side]) -> tuple[Side, ...]:
        """Return the sides whose list is hidden from a reader who sees `sides` in full."""
        return tuple(side for side in SIDES if self.hides_lists and side not in reads)

    def side_labels(self, reads: Collection[Side]) -> dict[Side, str]:
        """Return the labels of the sides for a reader who sees `sides` in full; equal names get the players."""
        hidden = self.hidden_from(reads)
        names = {side: player.label(is_hidden=side in hidden) for side, player in self.by_side.items()}
        if len(set(names.values())) == len(SIDES):
            return names
        players = {side: player.name for side, player in self.by_side.items()}
        apart = players if len(set(players.values())) == len(SIDES) and all(players.values()) else SIDE_NAMES
        return {side: f"{apart[side]}, {names[side]}" for side in SIDES}

    def may_choose_list(self, side: Side) -> bool:
        if any(line.side == side for line in self.lines):
            return False
        return not self.by_side[side].document or (self.pairing_id is None and self.state.phase == "setting-up")

    @property
    def attacker(self) -> Side | None:
        """Return the attacker: from the table of the games night, or from the log (rth §4.0)."""
        if self.pairing is None:
            return self.state.attacker
        places = dict(zip((self.pairing.first_id, self.pairing.second_id), SIDES, strict=True))
        return places.get(self.pairing.attacker_id)

    def follows_list(self, side: Side) -> bool:
        """Whether the rulings of this side's list apply: those of the player who set the game up."""
        return side == SIDES[0] and self.pairing_id is None and self.state.phase == "setting-up"

    def lines_read(self, reads: Collection[Side]) -> list[GameLine]:
        """Return the lines of the log for a reader who sees `sides` in full."""
        if len(reads) == len(SIDES):
            return self.lines
        viewer = next(iter(reads), None)
        return lines_seen_by(self.lines, self.state, viewer, self.catalogue, self.hidden_from(reads))

    def sides_of(self, user: User) -> tuple[Side, ...]:
        return tuple(side for side, player in self.by_side.items() if player.user_id == user.pk)

    def read_by(self, user: User) -> tuple[Side, ...]:
        """Return the sides that a player sees in full: their own, or both if the game is on one phone."""
        own = self.sides_of(user)
        is_for_both = own == (SIDES[0],) and any(link.kind == BOTH for link in self.links.all())
        return SIDES if is_for_both else own

    @cached_property
    def statuses(self) -> SideStatuses:
        rosters = {side: player.roster for side, player in self.by_side.items()}
        return side_statuses(rosters, self.catalogue, self.state, self.readings)

    @property
    def readings(self) -> Readings:
        """The readings of morale and initiative under the rulings in play."""
        return readings_of(self.catalogue, self.rulings)


class Player(models.Model):
    """A side of a game: its player, and an immutable copy of the list ("": without a list)."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="players")
    side = models.CharField(max_length=1, choices=list(SIDE_NAMES.items()))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="games"
    )
    name = models.CharField(max_length=60, blank=True)
    army_list = models.ForeignKey(ArmyList, on_delete=models.SET_NULL, null=True, blank=True, related_name="games")
    document = models.TextField(blank=True)

    class Meta:
        ordering = ["side"]
        constraints = [models.UniqueConstraint(fields=["game", "side"], name="games_two_sides")]
        indexes = [
            models.Index(
                fields=["side", "game"],
                condition=models.Q(user__isnull=True),
                name="games_without_an_account",
            )
        ]

    def __str__(self) -> str:
        return self.label(is_hidden=self.game.hides_lists)

    def label(self, *, is_hidden: bool) -> str:
        """Return the label of the side: its list (if hidden, only its player), its player, or its place."""
        if self.roster and not is_hidden:
            return self.roster.name
        if self.roster and self.name:
            return gettext("%(name)s’s list") % {"name": self.name}
        return self.name or str(SIDE_NAMES[self.side])

    @cached_property
    def roster(self) -> Roster | None:
        """The list; None: the side plays without one."""
        return decode(self.document.encode()) if self.document else None
