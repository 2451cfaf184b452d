"""Private addresses of a club's games nights, to which a calendar subscribes. Each verb is one transaction."""

from uuid import UUID

from django.db import transaction

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import lock_membership
from armybuilder.evenings.models import CalendarFeed, new_token


@transaction.atomic
def make_feed(club_id: UUID, user: User) -> CalendarFeed:
    """Make the user's address; a former one no longer works. Raises Club.DoesNotExist."""
    club = lock_membership(club_id, user).club
    made, _is_new = CalendarFeed.objects.update_or_create(
        club=club, user=user, defaults={"token": new_token()}
    )
    return made


@transaction.atomic
def withdraw_feed(club_id: UUID, user: User) -> bool:
    """Withdraw the user's address. Return whether there was one. Raises Club.DoesNotExist."""
    club = lock_membership(club_id, user).club
    return bool(CalendarFeed.objects.filter(club=club, user=user).delete()[0])
