"""Private addresses of a club's games nights, to which a calendar subscribes. Each verb is one transaction."""

from typing import TYPE_CHECKING
from uuid import UUID

from django.db import models, transaction

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import lock_membership

if TYPE_CHECKING:
    from armybuilder.evenings.models import CalendarFeed


class CalendarFeedQuerySet(models.QuerySet["CalendarFeed"]):
    """Private addresses, one a member and club."""

    @transaction.atomic
    def make(self, club_id: UUID, user: User) -> "CalendarFeed":
        """Make one's address, in place of the one before, which leads nowhere then. Raises Club.DoesNotExist."""
        from armybuilder.evenings.models import new_token

        membership = lock_membership(club_id, user)
        made, _is_new = self.update_or_create(
            club=membership.club, user=user, defaults={"token": new_token()}
        )
        return made

    @transaction.atomic
    def withdraw(self, club_id: UUID, user: User) -> bool:
        """Let one's address lead nowhere. Return whether there was one. Raises Club.DoesNotExist."""
        membership = lock_membership(club_id, user)
        return bool(self.filter(club=membership.club, user=user).delete()[0])

    def with_token(self, token: str) -> "CalendarFeed":
        """Return an address of somebody who is a member still. Raises CalendarFeed.DoesNotExist."""
        members = self.filter(club__memberships__user=models.F("user"), user__is_active=True)
        return members.select_related("club", "user").get(token=token)
