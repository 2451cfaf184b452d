"""Looking at hidden lists, and refereeing the games of others, which shows them. Every look is logged."""

from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.evenings.actions.actors import lock_evening
from armybuilder.evenings.actions.log import log
from armybuilder.evenings.models import Evening, HandIn, Look, Pairing
from armybuilder.evenings.seats import seat_of
from armybuilder.refusals import RefusedError

ONE_LOOK = timedelta(hours=1)  # to reload the page or come back to it is the same look


@transaction.atomic
def look(evening_id: UUID, user: User, pk: int) -> HandIn:
    """Return a hidden list to an organiser or a referee who does not play, and log the look.

    Raises Evening.DoesNotExist, HandIn.DoesNotExist (or they may not see it).
    """
    evening = lock_evening(evening_id, user)
    found = HandIn.objects.select_related("entry__user").get(pk=pk, entry__evening=evening)
    if not seat_of(evening, evening.club.memberships.get(user=user)).sees_hidden:
        raise HandIn.DoesNotExist
    note_look(evening, found, user)
    return found


def note_look(evening: Evening, hand_in: HandIn, user: User) -> None:
    """Log that a user has seen a hidden list, at most once an hour. They cannot play at this games night."""
    now = timezone.now()
    just_now = (now - ONE_LOOK, now + ONE_LOOK)  # in both directions: a clock may have been set back
    if Look.objects.filter(hand_in=hand_in, user=user, time__range=just_now).exists():
        return
    Look.objects.create(hand_in=hand_in, user=user)
    log(evening, user, "looked", names=[hand_in.entry])


@transaction.atomic
def refereed_table(evening_id: UUID, user: User, pk: int) -> Pairing:
    """Return a table of others to an organiser or a referee, locked with its games night; looks are logged.

    Raises Evening.DoesNotExist, Pairing.DoesNotExist (they may not referee it, not published, or a bye).
    """
    evening = lock_evening(evening_id, user)
    if not seat_of(evening, evening.club.memberships.get(user=user)).referees_games:
        raise Pairing.DoesNotExist
    pairing = Pairing.objects.published_in(evening).get(pk=pk, second__isnull=False)
    try:
        evening.check_act("referee-game", user.pk, pairing.users)
    except RefusedError:
        raise Pairing.DoesNotExist from None
    if not evening.shows_lists:
        entries = (pairing.first_id, pairing.second_id)
        for submitted in HandIn.objects.current().select_related("entry__user").filter(entry__in=entries):
            note_look(evening, submitted, user)
    return pairing
