"""Notifications, and each user's settings for them."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Self

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import models
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.mail import BEFORE_THE_NEXT
from armybuilder.notices.kinds import NO_MAIL_UNLESS_WANTED, Channel, sentence

KEPT_FOR = timedelta(days=90)
MOST_COUNTED = 99


class NoticeQuerySet(models.QuerySet["Notice"]):
    """Notifications."""

    def seen_by(self, user: User) -> Self:
        """Return those that the site shows to a user, newest first."""
        return self.filter(user=user, on_site=True)

    def count_unread(self, user: User) -> int:
        """Return the number of a user's unread ones, up to 100: the bell then shows 99+."""
        return self.seen_by(user).filter(read=None).order_by()[: MOST_COUNTED + 1].count()

    def out_of_date(self, now: datetime) -> Self:
        return self.filter(made__lt=now - KEPT_FOR)

    def to_mail(self) -> Self:
        """Return those still to be emailed, now or later."""
        return self.filter(mail_due__isnull=False)

    def due_to_mail(self, now: datetime) -> Self:
        """Return those to email now, including any due implausibly late: a clock was set back after storing them."""
        is_due = models.Q(mail_due__lte=now) | models.Q(mail_due__gt=now + 2 * BEFORE_THE_NEXT)
        return self.to_mail().filter(is_due).order_by("mail_due", "pk")


class Notice(models.Model):
    """A notification. `key` names its event: nobody is notified of one event twice.

    `mail_due` is when a worker emails it, None if it is not to be emailed (any more). `on_site` is False if the user
    wants it by email only.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices", db_index=False)
    kind = models.CharField(max_length=12)  # one of kinds.Kind
    key = models.CharField(max_length=120)
    facts = models.JSONField(default=dict)
    address = models.CharField(max_length=200)
    made = models.DateTimeField(default=timezone.now)
    on_site = models.BooleanField(default=True)
    read = models.DateTimeField(null=True)
    mail_due = models.DateTimeField(null=True)
    mail_tries = models.PositiveSmallIntegerField(default=0)
    mailed = models.DateTimeField(null=True)

    objects = NoticeQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="notices_told_once")]
        indexes = [
            models.Index(fields=["user"], condition=models.Q(read=None, on_site=True), name="notices_unread"),
            models.Index(fields=["mail_due"], condition=models.Q(mail_due__isnull=False), name="notices_to_mail"),
        ]

    def __str__(self) -> str:
        return sentence(self.kind, self.facts)


class PreferencesQuerySet(models.QuerySet["Preferences"]):
    """Preferences."""

    def of(self, user: User) -> "Preferences":
        return self.filter(user=user).first() or Preferences(user=user)


class Preferences(models.Model):
    """Notification settings, and the language of emails. `channels`: the changed topics, {"round": ["site"]}."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="notice_preferences",
    )
    channels = models.JSONField(default=dict)
    language = models.CharField(max_length=5, choices=settings.LANGUAGES, default=settings.LANGUAGE_CODE)

    objects = PreferencesQuerySet.as_manager()

    def __str__(self) -> str:
        return self.user.get_username()

    def channels_of(self, topic: str | None) -> set[str]:
        """Return where notifications of a topic appear. None: those of the account, which cannot be switched off."""
        if topic is None:
            return set(Channel)
        usual = [Channel.SITE] if topic in NO_MAIL_UNLESS_WANTED else Channel
        return set(self.channels.get(topic, usual))


def mail_address_of(user: User) -> str:
    """Return a user's address for emails: the main one if it is confirmed, otherwise ""."""
    confirmed = EmailAddress.objects.filter(user=user, primary=True, verified=True)
    return confirmed.values_list("email", flat=True).first() or ""


def with_mail_address(people: Iterable[int]) -> set[int]:
    confirmed = EmailAddress.objects.filter(user__in=set(people), primary=True, verified=True)
    return set(confirmed.values_list("user", flat=True))
