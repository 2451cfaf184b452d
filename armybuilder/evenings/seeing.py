"""Who sees what of an evening before its lists are shown: referees, organisers who play, looks.

Until then one sees one's own list. An organiser who plays sees of the others whether they are legal and the codes of
the findings; an organiser or a referee who does not play sees them all, and each look is noted.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import models, transaction
from django.utils import timezone
from msgspec import Struct

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import NotAllowedError
from armybuilder.clubs.models import Membership
from armybuilder.evenings.own_cause import PLAYING
from armybuilder.evenings.querysets import NotOpenError, OwnCauseError, log
from armybuilder.evenings.states import MovedOnError
from armybuilder.evenings.versions import check_seen, compared_version

if TYPE_CHECKING:
    from armybuilder.evenings.models import Entry, Evening, HandIn, Look, Pairing

ONE_LOOK = timedelta(hours=1)  # who reloads a page, or turns back to it, looks once


class Seat(Struct, frozen=True):
    """How a member of the club sits at an evening."""

    organises: bool
    is_referee: bool
    plays: bool
    lists_are_shown: bool

    @property
    def sees_covered(self) -> bool:
        """Whether they see lists that are covered for others."""
        return (self.organises or self.is_referee) and not self.plays

    @property
    def sees_all(self) -> bool:
        """Whether they see the lists of all."""
        return self.lists_are_shown or self.sees_covered

    @property
    def referees_games(self) -> bool:
        """Whether they may write down the games of others, for both sides: they see both lists then."""
        return (self.organises or self.is_referee) and self.sees_all


def seat_of(evening: "Evening", membership: Membership, entries: "Iterable[Entry] | None" = None) -> Seat:
    """Return how a member sits at an evening, whose `entries` may be there already."""
    there = evening.entries.filter(user=membership.user_id) if entries is None else entries
    mine = [entry for entry in there if entry.user_id == membership.user_id]
    plays = any(entry.state in PLAYING for entry in mine) or (
        bool(mine) and evening.person(membership.user_id).plays
    )
    is_referee = evening.referees.filter(user=membership.user_id).exists()
    return Seat(membership.may_organise, is_referee, plays, evening.shows_lists)


def look(evening_id: UUID, user: User, pk: int) -> "HandIn":
    """Return what was handed in, to an organiser or a referee who does not play, and note the look at it.

    Who begins to play at that very moment has not looked, or does not play. Raises Evening.DoesNotExist,
    HandIn.DoesNotExist (or they may not see it).
    """
    from armybuilder.evenings.models import Evening, HandIn

    with transaction.atomic():
        evening = Evening.objects.lock_evening(evening_id, user)
        found = HandIn.objects.select_related("entry__user").get(pk=pk, entry__evening=evening)
        if not seat_of(evening, evening.club.memberships.get(user=user)).sees_covered:
            raise HandIn.DoesNotExist
        note_look(evening, found, user)
        return found


def note_look(evening: "Evening", hand_in: "HandIn", user: User) -> None:
    """Log that a user has seen a hidden list, at most once an hour. They cannot play at this games night."""
    from armybuilder.evenings.models import Look

    now = timezone.now()
    just_now = (now - ONE_LOOK, now + ONE_LOOK)  # on either side: a clock may have been set back
    if Look.objects.filter(hand_in=hand_in, user=user, time__range=just_now).exists():
        return
    Look.objects.create(hand_in=hand_in, user=user)
    log(evening, user, "looked", names=[hand_in.entry])


def refereed_table(evening_id: UUID, user: User, pk: int) -> "Pairing":
    """Return a table of others to an organiser or a referee, held with its evening; looks at covered lists are noted.

    Raises Evening.DoesNotExist, Pairing.DoesNotExist (they may not referee it, not published, or a bye).
    """
    from armybuilder.evenings.models import Evening, HandIn, Pairing

    with transaction.atomic():
        evening = Evening.objects.lock_evening(evening_id, user)
        if not seat_of(evening, evening.club.memberships.get(user=user)).referees_games:
            raise Pairing.DoesNotExist
        pairing = Pairing.objects.published_in(evening).get(pk=pk, second__isnull=False)
        try:
            evening.check_act("referee-game", user.pk, pairing.users)
        except OwnCauseError:
            raise Pairing.DoesNotExist from None
        if not evening.shows_lists:
            entries = (pairing.first_id, pairing.second_id)
            for handed in HandIn.objects.standing().select_related("entry__user").filter(entry__in=entries):
                note_look(evening, handed, user)
        return pairing


def compare(evening_id: UUID, actor: User, pk: int, *, is_done: bool, seen: str | None = None) -> "HandIn":
    """Note that a list was laid beside its sheet on the table, or take it back; organisers and referees do, of others.

    `seen`: what stood for it on the page (None: not from a page). Raises Evening.DoesNotExist, HandIn.DoesNotExist
    (they may not see it), NotAllowedError, NotOpenError, OwnCauseError, MovedOnError (it was replaced or taken back).
    """
    from armybuilder.evenings.models import Evening, HandIn

    with transaction.atomic():
        evening = Evening.objects.lock_evening(evening_id, actor)
        seat = seat_of(evening, evening.club.memberships.get(user=actor))
        if not (seat.organises or seat.is_referee):
            raise NotAllowedError
        if not evening.is_on:
            raise NotOpenError
        submitted = HandIn.objects.select_related("entry__user").defer("document")
        found = submitted.get(pk=pk, entry__evening=evening)
        if not seat.sees_all:
            raise HandIn.DoesNotExist
        evening.check_act("compare-sheet", actor.pk, [found.entry.user_id])
        if found.withdrawn:
            raise MovedOnError
        if bool(found.compared) != is_done:
            check_seen(seen, compared_version(found))
            found.compared = timezone.now() if is_done else None
            found.compared_by = actor if is_done else None
            found.save(update_fields=["compared", "compared_by"])
            log(evening, actor, "compared" if is_done else "uncompared", names=[found.entry])
        return found


def looks_at(entry_id: int) -> "list[Look]":
    """Return who looked at somebody's lists while they were covered, what they replaced since, too."""
    from armybuilder.evenings.models import Look

    of_theirs = Look.objects.filter(hand_in__entry=entry_id)
    return list(of_theirs.select_related("user", "hand_in").defer("hand_in__document"))


def appoint(evening_id: UUID, actor: User, user_id: int) -> None:
    """Make a member of the club a referee if they do not play.

    Raises Evening.DoesNotExist, NotAllowedError, NotOpenError, Membership.DoesNotExist, PlaysError.
    """
    from armybuilder.evenings.models import Evening, Referee

    with transaction.atomic():
        evening = Evening.objects.lock_evening(evening_id, actor, organising=True)
        if not (evening.is_on or evening.state == "draft"):
            raise NotOpenError
        other = evening.club.memberships.select_related("user").get(user=user_id)
        evening.check_act("be-referee", other.user_id)
        _made, is_new = Referee.objects.get_or_create(evening=evening, user=other.user)
        if is_new:
            log(evening, actor, "appointed", names=[other.user])


def dismiss(evening_id: UUID, actor: User, user_id: int) -> None:
    """Let somebody be a referee no more; who looked has looked. Raises Evening.DoesNotExist, NotAllowedError."""
    from armybuilder.evenings.models import Evening

    with transaction.atomic():
        evening = Evening.objects.lock_evening(evening_id, actor, organising=True)
        referee = evening.referees.select_related("user").filter(user__pk=user_id).first()
        if referee:
            referee.delete()
            log(evening, actor, "dismissed", names=[referee.user])


def may_be_referees(evening: "Evening") -> list[User]:
    """Return the members of the club who neither play nor are referees, by name."""
    entries = evening.entries.exclude(user=None)
    paired = evening.rounds.exclude(pairings=None).values_list("pairings__first", "pairings__second")
    in_a_round = {entry for both in paired for entry in both}
    playing = entries.filter(models.Q(state__in=PLAYING) | models.Q(pk__in=in_a_round)).values("user")
    taken = evening.referees.values("user")
    members = User.objects.filter(memberships__club=evening.club_id)
    return list(members.exclude(pk__in=playing).exclude(pk__in=taken).order_by("username"))
