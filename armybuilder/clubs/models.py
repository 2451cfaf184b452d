"""Clubs: their members, invitations and house rules, and a signal for the apps above, which clubs do not know."""

import secrets
import uuid
from datetime import datetime, timedelta
from typing import Self

from django.conf import settings
from django.db import models
from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from armybuilder.accounts.models import User
from armybuilder.time_zones import LONGEST_NAME
from rules.core.catalogue.catalogue import Catalogue
from rules.core.judging.prices import book_prices, printed_prices

#: A club closes, in the same transaction; its members are still there. `club`, `actor`: the user who closes it.
closing = Signal()


INVITATION_LIFE = timedelta(days=30)


def new_token() -> str:
    """Return the token of a new invitation: 22 letters that nobody can guess."""
    return secrets.token_urlsafe(16)


def in_a_month() -> datetime:
    return timezone.now() + INVITATION_LIFE


class ClubQuerySet(models.QuerySet["Club"]):
    """Clubs."""

    def of(self, user: User) -> Self:
        return self.filter(memberships__user=user)


class Club(models.Model):
    """A club. Its own rules are in `HouseRules`. Its times are in its `time_zone`."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=80)
    about = models.TextField(max_length=2000, blank=True)
    time_zone = models.CharField(max_length=LONGEST_NAME, default=settings.TIME_ZONE, db_default=settings.TIME_ZONE)
    created = models.DateTimeField(default=timezone.now)

    objects = ClubQuerySet.as_manager()

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class MembershipQuerySet(models.QuerySet["Membership"]):
    """Memberships."""

    def in_order(self) -> Self:
        """Return the owner, then the organisers, then the other members, each in order of joining."""
        rank = models.Case(models.When(role="owner", then=0), models.When(role="organiser", then=1), default=2)
        return self.select_related("user").order_by(rank, "joined", "pk")


class Membership(models.Model):
    """A member of a club. Each club has one owner, and only the owner can close it or hand it over."""

    class Role(models.TextChoices):
        """The role of a member: organisers invite, remove members and set the rulings."""

        OWNER = "owner", _("owner")
        ORGANISER = "organiser", _("organiser")
        MEMBER = "member", _("member")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.MEMBER)
    joined = models.DateTimeField(default=timezone.now)

    objects = MembershipQuerySet.as_manager()

    class Meta:
        ordering = ["joined", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="clubs_once_a_member"),
            models.UniqueConstraint(fields=["club"], condition=models.Q(role="owner"), name="clubs_one_owner"),
        ]

    def __str__(self) -> str:
        return f"{self.user}, {self.get_role_display()}"

    @property
    def may_organise(self) -> bool:
        return self.role in (self.Role.OWNER, self.Role.ORGANISER)

    @property
    def is_owner(self) -> bool:
        return self.role == self.Role.OWNER

    def may_remove(self, other: "Membership") -> bool:
        """Whether this member can remove another: organisers remove members, the owner organisers too."""
        return self.may_organise and not other.is_owner and (self.is_owner or not other.may_organise)


class InvitationQuerySet(models.QuerySet["Invitation"]):
    """Invitations."""

    def open(self) -> Self:
        """Return the usable ones: not expired, revoked or used up."""
        usable = models.Q(uses_left=None) | models.Q(uses_left__gt=0)
        return self.filter(usable, revoked=None, expires__gt=timezone.now())


class Invitation(models.Model):
    """A link to join a club, until it expires, is revoked or used up (`uses_left` None: unlimited)."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    token = models.CharField(max_length=40, unique=True, default=new_token)
    expires = models.DateTimeField(default=in_a_month)
    uses_left = models.PositiveIntegerField(null=True, blank=True)
    used = models.PositiveIntegerField(default=0)
    email = models.EmailField(blank=True)  # the recipient
    revoked = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField(default=timezone.now)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        ordering = ["-created"]

    def __str__(self) -> str:
        return f"{self.club} {self.pk}"


class HouseRulesQuerySet(models.QuerySet["HouseRules"]):
    """Versions of house rules."""

    def current(self) -> Self:
        """Return the newest version for each club and ruleset."""
        newer = self.model.objects.filter(
            club=models.OuterRef("club"),
            ruleset=models.OuterRef("ruleset"),
            number__gt=models.OuterRef("number"),
        )
        return self.filter(~models.Exists(newer))

    def of(self, club_id: uuid.UUID, ruleset: str) -> Self:
        """Return all versions of a club for a ruleset, newest first."""
        return self.filter(club=club_id, ruleset=ruleset).order_by("-number")


class HouseRules(models.Model):
    """A version of a club's house rules for one ruleset; it never changes, and later versions replace it.

    `prices` have the keys of documents of lists ({"weapons/lmg": 12}), without rulebook prices; `rulings` are the
    answers to the open questions of the text that differ from the default ({"medic": "flat"}).
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(  # found by `clubs_house_version`
        Club, on_delete=models.CASCADE, related_name="house_rules", db_index=False
    )
    ruleset = models.CharField(max_length=60)
    number = models.PositiveIntegerField()
    prices = models.JSONField(default=dict, blank=True)
    rulings = models.JSONField(default=dict, blank=True)
    note = models.CharField(max_length=120, blank=True)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created = models.DateTimeField(default=timezone.now)

    objects = HouseRulesQuerySet.as_manager()

    class Meta:
        ordering = ["club", "ruleset", "-number"]
        constraints = [models.UniqueConstraint(fields=["club", "ruleset", "number"], name="clubs_house_version")]

    def __str__(self) -> str:
        return f"{self.ruleset} {self.number}"

    @property
    def has_rules(self) -> bool:
        return bool(self.prices or self.rulings)

    def prices_for(self, book: Catalogue) -> dict[str, int]:
        sold = book_prices(printed_prices(book, {}))
        return {key: points for key, points in self.prices.items() if key in sold}

    def rulings_for(self, book: Catalogue) -> dict[str, str]:
        known = {ruling.id: {option.id for option in ruling.options} for ruling in book.rulings}
        return {ruling: option for ruling, option in self.rulings.items() if option in known.get(ruling, ())}
