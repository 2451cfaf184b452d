"""Act in a club. Each action locks the club. For non-members it does not exist: Club.DoesNotExist."""

from typing import Any
from urllib.parse import urljoin
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import F
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_tasks import task

from armybuilder import mail
from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club, HouseRules, Invitation, Membership, closing
from armybuilder.refusals import RefusedError

CLUBS_AT_MOST = 20  # owned by one person
INVITATIONS_AT_MOST = 20  # open ones of one club
OWNER, ORGANISER, MEMBER = Membership.Role


class NotAllowedError(RefusedError):
    """The member's role does not allow this."""

    sentence = _("You cannot do this in the club, or can no longer do it.")


class NewerVersionError(RefusedError):
    """Someone saved another version of the house rules after the form was opened."""


def lock_membership(club_id: UUID, actor: User, *, organising: bool = False) -> Membership:
    """Return a user's membership, with the club and the membership locked until the transaction ends.

    The lock joins no other tables: after waiting for it, PostgreSQL would return their old rows. Sharing a list with
    a club locks the membership too, which prevents it after they have left. Raises Club.DoesNotExist; NotAllowedError
    if the member must be an organiser (`organising`) and is not.
    """
    club = Club.objects.select_for_update().get(pk=club_id)
    membership = club.memberships.select_for_update().filter(user=actor).first()
    if membership is None:
        raise Club.DoesNotExist
    if organising and not membership.may_organise:
        raise NotAllowedError
    membership.club = club
    return membership


@transaction.atomic
def create_club(user: User, name: str, time_zone: str = "") -> Club:
    """Create a club owned by `user`. The default time zone is the site's."""
    if Membership.objects.filter(user=user, role=OWNER).count() >= CLUBS_AT_MOST:
        raise RefusedError(_("You already own %(most)s clubs."), most=CLUBS_AT_MOST)
    club = Club.objects.create(name=name, time_zone=time_zone or settings.TIME_ZONE)
    club.memberships.create(user=user, role=OWNER)
    return club


@transaction.atomic
def edit_club(club_id: UUID, actor: User, *, name: str, about: str, time_zone: str = "") -> None:
    lock_membership(club_id, actor, organising=True)
    zone = {"time_zone": time_zone} if time_zone else {}
    Club.objects.filter(pk=club_id).update(name=name, about=about, **zone)


@transaction.atomic
def close_club(club_id: UUID, actor: User) -> None:
    """Delete a club with its memberships, invitations and library. Its members keep their lists."""
    club = _lock_owner(club_id, actor).club
    list(club.memberships.select_for_update().order_by("pk").values_list("pk"))
    closing.send(Club, club=club, actor=actor)
    Club.objects.filter(pk=club_id).delete()


# ── Members ────────────────────────────────────────────────────────────────────────────────────────────────────────


@transaction.atomic
def leave_club(club_id: UUID, actor: User) -> None:
    """Leave a club. The member's lists leave its library."""
    membership = lock_membership(club_id, actor)
    if membership.is_owner:
        raise RefusedError(_("Hand the club over to someone first: it must have an owner."))
    membership.delete()


@transaction.atomic
def remove_member(club_id: UUID, actor: User, member_id: int) -> None:
    """Remove a member, and revoke all open invitations: the member could use one they received or created."""
    membership = lock_membership(club_id, actor, organising=True)
    other = membership.club.memberships.select_for_update().get(pk=member_id)
    if not membership.may_remove(other):
        raise NotAllowedError
    other.delete()
    membership.club.invitations.filter(revoked=None).update(revoked=timezone.now())


@transaction.atomic
def set_organiser(club_id: UUID, actor: User, member_id: int, *, organises: bool) -> None:
    other = _lock_owner(club_id, actor).club.memberships.get(pk=member_id)
    if other.is_owner:
        raise NotAllowedError
    _set_role(other, ORGANISER if organises else MEMBER)


@transaction.atomic
def hand_over_club(club_id: UUID, actor: User, member_id: int) -> None:
    """Make another member the owner. The former owner stays as an organiser."""
    membership = _lock_owner(club_id, actor)
    other = membership.club.memberships.get(pk=member_id)
    if other.pk == membership.pk:
        raise NotAllowedError
    _set_role(membership, ORGANISER)
    _set_role(other, OWNER)


def _lock_owner(club_id: UUID, actor: User) -> Membership:
    membership = lock_membership(club_id, actor)
    if not membership.is_owner:
        raise NotAllowedError
    return membership


def _set_role(membership: Membership, role: Membership.Role) -> None:
    membership.role = role
    membership.save(update_fields=["role"])


# ── Invitations ────────────────────────────────────────────────────────────────────────────────────────────────────


@transaction.atomic
def invite(club_id: UUID, actor: User, *, uses: int | None = None, email: str = "") -> Invitation:
    """Create an invitation for a number of people, or (None) for everyone with the link."""
    club = lock_membership(club_id, actor, organising=True).club
    if club.invitations.open().count() >= INVITATIONS_AT_MOST:
        raise RefusedError(_("There are too many open invitations. Revoke one first."))
    return club.invitations.create(uses_left=uses, email=email)


@transaction.atomic
def revoke_invitation(club_id: UUID, actor: User, pk: int) -> None:
    """Revoke an invitation. Members who joined with it stay."""
    club = lock_membership(club_id, actor, organising=True).club
    if not club.invitations.filter(pk=pk, revoked=None).update(revoked=timezone.now()):
        raise Invitation.DoesNotExist


@transaction.atomic
def accept_invitation(token: str, user: User) -> Club:
    """Let a user join by an invitation, and return the club. Raises Invitation.DoesNotExist if it is not open."""
    club_id = Invitation.objects.open().values_list("club", flat=True).get(token=token)
    club = Club.objects.select_for_update().get(pk=club_id)
    invitation = Invitation.objects.open().get(token=token)
    if club.memberships.filter(user=user).exists():
        return club
    club.memberships.create(user=user)
    left = None if invitation.uses_left is None else invitation.uses_left - 1
    Invitation.objects.filter(pk=invitation.pk).update(uses_left=left, used=F("used") + 1)
    return club


# ── House rules ────────────────────────────────────────────────────────────────────────────────────────────────────


@transaction.atomic
def save_house_rules(
    club_id: UUID,
    actor: User,
    ruleset: str,
    prices: dict[str, int] | None = None,
    rulings: dict[str, str] | None = None,
    *,
    note: str = "",
    after: int | None = None,
) -> HouseRules | None:
    """Save a new version with these prices or rulings (None: unchanged), and return it; None if nothing changed.

    `after` is the number of the version that was edited (0: there was none). Raises NewerVersionError if there is a
    later one.
    """
    lock_membership(club_id, actor, organising=True)
    now = HouseRules.objects.of(club_id, ruleset).first() or HouseRules(number=0)
    if after is not None and after != now.number:
        raise NewerVersionError
    changed: dict[str, Any] = {
        "prices": now.prices if prices is None else prices,
        "rulings": now.rulings if rulings is None else rulings,
    }
    if changed == {"prices": now.prices, "rulings": now.rulings}:
        return None
    return HouseRules.objects.create(
        club_id=club_id, ruleset=ruleset, number=now.number + 1, note=note, author=actor, **changed
    )


@task(priority=mail.FIRST)
def mail_invitation(pk: int, name: str, site: str, language: str, attempt: int = 1) -> None:
    """Send an invitation by email in a member's name, if it is still open.

    `site`: the address of the site. The link itself is not passed in: it is a secret, and staff can read the arguments
    of tasks.
    """
    invitation = Invitation.objects.open().select_related("club").filter(pk=pk).first()
    if invitation is None:
        return
    address = urljoin(site, reverse("clubs:join", args=[invitation.token]))
    facts = {"name": mail.plain(name), "club": mail.plain(invitation.club.name), "address": address}
    with translation.override(language):
        subject = gettext("%(name)s has invited you to %(club)s") % facts
        text = (
            gettext(
                "%(name)s has invited you to the club %(club)s on Squadra. Open this link to join:\n\n%(address)s\n"
            )
            % facts
        )
    message = EmailMessage(subject, text, to=[invitation.email])
    mail.send(message, mail_invitation, attempt, pk, name, site, language)
