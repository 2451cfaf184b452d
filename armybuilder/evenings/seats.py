"""The seat of a member at a games night: the lists they can see, and whether they can be a referee.

While lists are hidden, players see their own. A playing organiser sees of the others whether they are legal, and the
codes of the findings. An organiser or a referee who does not play sees them all, and each look is logged.
"""

from collections.abc import Iterable

from django.db import models
from msgspec import Struct

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Membership
from armybuilder.evenings.models import Entry, Evening, Look
from armybuilder.evenings.own_cause import PLAYING


class Seat(Struct, frozen=True):
    """The seat of a member of the club at a games night."""

    organises: bool
    is_referee: bool
    plays: bool
    lists_are_shown: bool

    @property
    def has_desk(self) -> bool:
        return self.organises or self.is_referee

    @property
    def sees_hidden(self) -> bool:
        return self.has_desk and not self.plays

    @property
    def sees_all(self) -> bool:
        return self.lists_are_shown or self.sees_hidden

    @property
    def referees_games(self) -> bool:
        """Whether they can record the games of others, for both sides, which shows them both lists."""
        return self.has_desk and self.sees_all


def seat_of(evening: Evening, membership: Membership, entries: Iterable[Entry] | None = None) -> Seat:
    """Return the seat of a member; `entries`: those of the games night, if already loaded."""
    there = evening.entries.filter(user=membership.user_id) if entries is None else entries
    mine = [entry for entry in there if entry.user_id == membership.user_id]
    plays = any(entry.state in PLAYING for entry in mine) or (
        bool(mine) and evening.person(membership.user_id).plays
    )
    is_referee = evening.referees.filter(user=membership.user_id).exists()
    return Seat(membership.may_organise, is_referee, plays, evening.shows_lists)


def looks_at(entry_id: int) -> list[Look]:
    """Return the looks at a player's lists while they were hidden, replaced lists included."""
    of_theirs = Look.objects.filter(hand_in__entry=entry_id)
    return list(of_theirs.select_related("user", "hand_in").defer("hand_in__document"))


def may_be_referees(evening: Evening) -> list[User]:
    """Return the members who neither play nor referee, by name."""
    entries = evening.entries.exclude(user=None)
    paired = evening.rounds.exclude(pairings=None).values_list("pairings__first", "pairings__second")
    in_a_round = {entry for both in paired for entry in both}
    playing = entries.filter(models.Q(state__in=PLAYING) | models.Q(pk__in=in_a_round)).values("user")
    taken = evening.referees.values("user")
    members = User.objects.filter(memberships__club=evening.club_id)
    return list(members.exclude(pk__in=playing).exclude(pk__in=taken).order_by("username"))
