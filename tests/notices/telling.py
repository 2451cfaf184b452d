"""Notifications, in the words of the tests."""

from datetime import timedelta

from allauth.account.models import EmailAddress
from django.utils import timezone, translation

from armybuilder.accounts.models import User
from armybuilder.notices.actions import notify
from armybuilder.notices.models import Notice, Preferences

FACTS = {"evening": "Linea Gotica", "club": "Il Ridotto", "start": "2026-12-17T20:30:00+01:00"}


def tell(*people: User, key: str = "one", kind: str = "round", **facts: str) -> None:
    """Notify people of round 2, or of something else."""
    said = FACTS | {"number": "2"} | facts
    notify([user.pk for user in people], kind, key, "/evenings/1/", said)


def told(user: User) -> list[str]:
    """Return a user's notifications on the site, the oldest first."""
    with translation.override("en"):
        return [str(notice) for notice in Notice.objects.seen_by(user).order_by("pk")]


def confirmed(user: User) -> User:
    """Give a user a confirmed address."""
    EmailAddress.objects.create(user=user, email=f"{user}@club.it", primary=True, verified=True)
    return user


def prefers(user: User, language: str = "it", **channels: list[str]) -> None:
    """Set a user's preferences."""
    chosen = {topic.replace("_", "-"): where for topic, where in channels.items()}
    Preferences.objects.update_or_create(user=user, defaults={"channels": chosen, "language": language})


def later(minutes: int) -> None:
    """Move the due times of emails this much nearer: leases, and next attempts."""
    for notice in Notice.objects.to_mail():
        assert notice.mail_due
        Notice.objects.filter(pk=notice.pk).update(mail_due=notice.mail_due - timedelta(minutes=minutes))


def made_days_ago(days: int) -> None:
    """Make all notifications this old."""
    Notice.objects.update(made=timezone.now() - timedelta(days=days))
