"""The links that still work: at a games night, only those of people who still have their place there."""

from django.db.models import Exists, OuterRef, Q

from armybuilder.clubs.models import Membership
from armybuilder.evenings.models import Entry, Referee
from armybuilder.games.models.rights import FIRST, SECOND, kinds_held_by

ROUND = "game__pairing__round"
ORGANISING = (Membership.Role.OWNER, Membership.Role.ORGANISER)


def still_held() -> Q:
    """Return the filter for links whose holder may still use them."""
    is_plain = Q(game__is_of_night=False, game__pairing=None)
    is_shown = Q(**{f"{ROUND}__published__isnull": False})
    return is_plain | Q(kind__in=[*kinds_held_by("anybody")]) | (is_shown & (_of_players() | _of_referees()))


def _of_players() -> Q:
    """Return the filter for links of players who are still at their table."""
    return Q(kind=FIRST) & _is_here("game__pairing__first") | Q(kind=SECOND) & _is_here(
        "game__pairing__second"
    )


def _is_here(place: str) -> Q:
    """Return the filter for entries that were not removed. A player who dropped out keeps only an open game."""
    members = Membership.objects.filter(user=OuterRef("user"), club=OuterRef("evening__club"))
    is_guest = Q(user=None, token__isnull=False)
    here = Entry.objects.filter(is_guest | Q(Exists(members)), pk=OuterRef(place))
    is_open = Q(**{f"{ROUND}__closed": None}, game__pairing__first_lost=None, game__pairing__forfeit=None)
    return Q(Exists(here.exclude(state=Entry.State.DROPPED))) | is_open & Q(Exists(here))


def _of_referees() -> Q:
    """Return the filter for links of users who still organise or referee the games night."""
    referees = Referee.objects.filter(user=OuterRef("user"), evening=OuterRef(OuterRef(f"{ROUND}__evening")))
    members = Membership.objects.filter(user=OuterRef("user"), club=OuterRef(f"{ROUND}__evening__club"))
    may_write = members.filter(Q(role__in=ORGANISING) | Q(Exists(referees)))
    return Q(kind__in=[*kinds_held_by("referee")]) & Q(Exists(may_write))
