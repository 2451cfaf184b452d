"""What people are told, and what they want to be told. Every verb: `querysets.py`."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from armybuilder.notices.kinds import Channel, sentence, usual_channels
from armybuilder.notices.querysets import NoticeQuerySet


class Notice(models.Model):
    """What somebody is told. `key` says what of: nobody is told of one thing twice.

    `mail_due`: when a worker is to mail it, None where there is nothing to mail (any more). One that was asked for by
    mail alone is not `on_site`.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices", db_index=False
    )
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
            models.Index(
                fields=["mail_due"], condition=models.Q(mail_due__isnull=False), name="notices_to_mail"
            ),
        ]

    def __str__(self) -> str:
        """Return the sentence, in the active language."""
        return sentence(self.kind, self.facts)


class Preferences(models.Model):
    """What somebody wants to be told, and in which language mails are written to them.

    `channels` are those of each topic where somebody chose: {"round": ["site"]}.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="notice_preferences",
    )
    channels = models.JSONField(default=dict)
    language = models.CharField(max_length=5, choices=settings.LANGUAGES, default=settings.LANGUAGE_CODE)

    def __str__(self) -> str:
        return self.user.get_username()

    def channels_of(self, topic: str | None) -> set[str]:
        """Return where notices of a topic appear; None is that of the account, which nobody switches off."""
        if topic is None:
            return set(Channel)
        chosen = self.channels.get(topic)
        return usual_channels(topic) if chosen is None else set(chosen)
