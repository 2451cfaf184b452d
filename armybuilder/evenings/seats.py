"""The seat of a member at a games night: the lists they can see, and conflicts of interest.

While lists are hidden, players see their own. A playing organiser sees of the others whether they are legal, and the
codes of the findings. An organiser or a referee who does not play sees them all, and each look is logged.
"""

from collections.abc import Collection, Iterable

from django.db import models
from django.utils.translation import gettext_lazy as _

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Membership
from armybuilder.evenings.models import Entry, Evening, Look
from armybuilder.refusals import RefusedError

PLAYING = ("coming", "perhaps", "dropped")  # states of an entry
OWN_CASE = _("Nothing was changed: this is your own game or list. Ask another organiser.")
PLAYS = _("Nothing was changed: a player cannot be a referee or see hidden lists.")
IS_REFEREE = _("Nothing was changed: a referee cannot play at the same games night.")
HAS_SEEN = _("Nothing was changed: a player who has seen hidden lists cannot play at that games night.")


class Seat:
    """The seat of a member of the club at a games night."""

    def __init__(self, evening: Evening, membership: Membership, entries: Iterable[Entry] | None = None) -> None:
        """Read what a member is there; `entries`: those of the games night, if already loaded."""
        user = membership.user_id
        there = evening.entries.filter(user=user) if entries is None else entries
        mine = [entry for entry in there if entry.user_id == user]
        self.organises, self.lists_are_shown = membership.may_organise, evening.shows_lists
        self.plays = any(entry.state in PLAYING for entry in mine) or (bool(mine) and plays_at(evening, user))
        self.is_referee = evening.referees.filter(user=user).exists()

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


def plays_at(evening: Evening, user_id: int) -> bool:
    """Return whether a user comes, or might, has dropped out, or is paired in a round, even of a draft."""
    paired = models.Q(pairings__first__user=user_id) | models.Q(pairings__second__user=user_id)
    is_coming = evening.entries.filter(user=user_id, state__in=PLAYING).exists()
    return is_coming or evening.rounds.filter(paired).exists()


def has_seen_lists(evening: Evening, user_id: int) -> bool:
    """Return whether a user has seen hidden lists of a games night."""
    return evening.entries.filter(hand_ins__looks__user=user_id).exists()


def check_not_own(user_id: int, about: Collection[int | None]) -> None:
    """Check that an organiser or a referee does not decide their own case. Raises RefusedError.

    `about`: the users whose table, list or entry it is (None for a guest). Acts of players at their own table need no
    check: `actions/actors.py` gives them no other table, and a result counts only once both players enter it.
    """
    if user_id in about:
        raise RefusedError(OWN_CASE)


def check_may_play(evening: Evening, user_id: int | None) -> None:
    """Check that a user (None: a guest) is no referee and has seen no hidden lists there. Raises RefusedError.

    Coming, being added, being checked in and submitting a list all count as playing.
    """
    if user_id is None:
        return
    if evening.referees.filter(user=user_id).exists():
        raise RefusedError(IS_REFEREE)
    if has_seen_lists(evening, user_id):
        raise RefusedError(HAS_SEEN)


def check_does_not_play(evening: Evening, user_id: int) -> None:
    """Check that a user may be a referee, or see a hidden list by submitting it for its player. Raises RefusedError."""
    if plays_at(evening, user_id):
        raise RefusedError(PLAYS)
