"""Reading and writing clubs. Each verb is one transaction that holds the club: two organisers act one after the other.

Who is no member finds no club: Club.DoesNotExist. Who may not do a thing: NotAllowedError.
"""

from typing import TYPE_CHECKING, Self
from uuid import UUID

from django.conf import settings
from django.db import models, transaction
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.clubs.signals import closing

if TYPE_CHECKING:
    from armybuilder.clubs.models import Club, Invitation, Membership

CLUBS_AT_MOST = 20  # that one person owns
INVITATIONS_AT_MOST = 20  # open ones of a club


class NotAllowedError(Exception):
    """A member may not do this."""


class TooManyError(Exception):
    """There are as many as there may be."""


class OwnerStaysError(Exception):
    """The owner leaves only after handing the club over."""


class ClubQuerySet(models.QuerySet["Club"]):
    """Clubs, and what their people do."""

    def of(self, user: User) -> Self:
        """The clubs that somebody is a member of."""
        return self.filter(memberships__user=user)

    @transaction.atomic
    def create_club(self, user: User, name: str, time_zone: str = "") -> "Club":
        """Create a club owned by `user`; without a time zone it gets the site's. Raises TooManyError."""
        owned = self.filter(memberships__user=user, memberships__role="owner").count()
        if owned >= CLUBS_AT_MOST:
            raise TooManyError
        club = self.create(name=name, time_zone=time_zone or settings.TIME_ZONE)
        club.memberships.create(user=user, role="owner")
        return club

    @transaction.atomic
    def edit(self, club_id: UUID, actor: User, *, name: str, about: str, time_zone: str = "") -> None:
        """Change a club's name, description or time zone. Raises Club.DoesNotExist, NotAllowedError."""
        self.lock_membership(club_id, actor, organising=True)
        moved = {"time_zone": time_zone} if time_zone else {}
        self.filter(pk=club_id).update(name=name, about=about, **moved)

    @transaction.atomic
    def close(self, club_id: UUID, actor: User) -> None:
        """Close a club for ever: its people, invitations and library go, everybody keeps their lists."""
        membership = self.lock_membership(club_id, actor)
        if not membership.is_owner:
            raise NotAllowedError
        list(membership.club.memberships.select_for_update().order_by("pk").values_list("pk"))
        closing.send(self.model, club=membership.club, actor=actor)
        self.filter(pk=club_id).delete()

    # ── People ─────────────────────────────────────────────────────────────────────────────────────────────────────

    @transaction.atomic
    def leave(self, club_id: UUID, actor: User) -> None:
        """Leave a club; one's lists leave its library. Raises Club.DoesNotExist, OwnerStaysError."""
        membership = self.lock_membership(club_id, actor)
        if membership.is_owner:
            raise OwnerStaysError
        membership.delete()

    @transaction.atomic
    def remove(self, club_id: UUID, actor: User, member_id: int) -> None:
        """Remove a member: organisers remove members, the owner anybody else.

        The club's invitations are revoked, those that were mailed too: by one that they had or made they would be back.
        Raises Club.DoesNotExist, NotAllowedError, Membership.DoesNotExist.
        """
        membership = self.lock_membership(club_id, actor, organising=True)
        other = membership.club.memberships.select_for_update().get(pk=member_id)
        if other.is_owner or (other.may_organise and not membership.is_owner):
            raise NotAllowedError
        other.delete()
        membership.club.invitations.filter(revoked=None).update(revoked=timezone.now())

    @transaction.atomic
    def set_organiser(self, club_id: UUID, actor: User, member_id: int, *, organises: bool) -> None:
        """Make a member an organiser, or one of the others again; the owner does. Raises as `remove`."""
        membership = self.lock_membership(club_id, actor)
        other = membership.club.memberships.get(pk=member_id)
        if not membership.is_owner or other.is_owner:
            raise NotAllowedError
        other.role = "organiser" if organises else "member"
        other.save(update_fields=["role"])

    @transaction.atomic
    def hand_over(self, club_id: UUID, actor: User, member_id: int) -> None:
        """Make a member the owner; who was it stays as an organiser. Raises as `remove`."""
        membership = self.lock_membership(club_id, actor)
        other = membership.club.memberships.get(pk=member_id)
        if not membership.is_owner or other.pk == membership.pk:
            raise NotAllowedError
        membership.role = "organiser"
        membership.save(update_fields=["role"])
        other.role = "owner"
        other.save(update_fields=["role"])

    def lock_membership(self, club_id: UUID, actor: User, *, organising: bool = False) -> "Membership":
        """Return somebody's membership, it and the club held until the transaction ends.

        Nothing is joined to the lock: after waiting for it PostgreSQL would see the other rows as they were before.
        Whoever shows a list holds the membership too (lists/library.py), so that none is shown by who just left.
        Raises Club.DoesNotExist for who is no member, NotAllowedError for who should organise and does not.
        """
        club = self.select_for_update().get(pk=club_id)
        membership = club.memberships.select_for_update().filter(user=actor).first()
        if membership is None:
            raise self.model.DoesNotExist
        if organising and not membership.may_organise:
            raise NotAllowedError
        membership.club = club
        return membership


class MembershipQuerySet(models.QuerySet["Membership"]):
    """Memberships."""

    def in_order(self) -> Self:
        """The owner, the organisers, then everybody in the order in which they came."""
        rank = models.Case(
            models.When(role="owner", then=0), models.When(role="organiser", then=1), default=2
        )
        return self.select_related("user").order_by(rank, "joined", "pk")


class InvitationQuerySet(models.QuerySet["Invitation"]):
    """Invitations."""

    def open(self) -> Self:
        """Those that let somebody in: not expired, revoked or used up."""
        usable = models.Q(uses_left=None) | models.Q(uses_left__gt=0)
        return self.filter(usable, revoked=None, expires__gt=timezone.now())

    @transaction.atomic
    def invite(self, club_id: UUID, actor: User, *, uses: int | None = None, email: str = "") -> "Invitation":
        """Make an invitation, for so many people or (None) for all who have it.

        Raises Club.DoesNotExist, NotAllowedError, TooManyError.
        """
        club = self._clubs().lock_membership(club_id, actor, organising=True).club
        if club.invitations.open().count() >= INVITATIONS_AT_MOST:
            raise TooManyError
        return self.create(club=club, uses_left=uses, email=email)

    @transaction.atomic
    def revoke(self, club_id: UUID, actor: User, pk: int) -> None:
        """Let an invitation let nobody in any more; whoever is in stays in.

        Raises Club.DoesNotExist, NotAllowedError, Invitation.DoesNotExist.
        """
        club = self._clubs().lock_membership(club_id, actor, organising=True).club
        if not club.invitations.filter(pk=pk, revoked=None).update(revoked=timezone.now()):
            raise self.model.DoesNotExist

    @transaction.atomic
    def accept(self, token: str, user: User) -> "Club":
        """Let somebody in, and return the club; a member stays one, and uses nothing up.

        Raises Invitation.DoesNotExist for an invitation that is not open (any more).
        """
        club_id = self.open().values_list("club", flat=True).get(token=token)
        club = self._clubs().select_for_update().get(pk=club_id)
        invitation = self.open().get(token=token)
        if club.memberships.filter(user=user).exists():
            return club
        club.memberships.create(user=user)
        left = None if invitation.uses_left is None else invitation.uses_left - 1
        self.filter(pk=invitation.pk).update(uses_left=left, used=models.F("used") + 1)
        return club

    def _clubs(self) -> ClubQuerySet:
        from armybuilder.clubs.models import Club

        return Club.objects.all()
