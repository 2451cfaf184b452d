"""Notifying users; reading notifications; choosing which to get."""

from collections.abc import Iterable, Mapping

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.notices.kinds import TOPIC_OF, Channel, sentence
from armybuilder.notices.models import Notice, Preferences, with_mail_address
from armybuilder.notices.tasks import mail_notices


@transaction.atomic
def notify(people: Iterable[int], kind: str, key: str, address: str, facts: Mapping[str, str]) -> None:
    """Notify users (by their ids) of one event: each user once, however often this is called with the same `key`.

    Each user's preferences apply. Mail goes to the user's confirmed address, or to the one in `facts` (`to`). Call
    this in the transaction of the event, so nobody is notified of something that was rolled back.
    """
    sentence(kind, facts)  # raises KeyError for a missing fact before anything is stored
    topic, now, users = TOPIC_OF.get(kind), timezone.now(), sorted(set(people))
    chosen, default = Preferences.objects.in_bulk(users), Preferences()
    wanted = {user: chosen.get(user, default).channels_of(topic) for user in users}
    by_mail = {user for user in users if Channel.MAIL in wanted[user]}
    mailable = by_mail if facts.get("to") else with_mail_address(by_mail)
    Notice.objects.bulk_create(
        (
            Notice(
                user_id=user,
                kind=kind,
                key=key,
                facts=facts,
                address=address,
                made=now,
                on_site=Channel.SITE in wanted[user],
                mail_due=now if user in mailable else None,
            )
            for user in users
            if Channel.SITE in wanted[user] or user in mailable
        ),
        ignore_conflicts=True,
    )
    if mailable:
        mail_notices.enqueue()


def notify_of_account(user: User, kind: str, to: str = "") -> None:
    """Notify a user of a change to their account. `to`: a former address, for the mail."""
    key = f"{kind} {timezone.now().isoformat()}"
    notify([user.pk], kind, key, reverse("backup:settings"), {"to": to} if to else {})


def mark_read(user: User, pk: int) -> Notice:
    """Mark a notification as read, and return it. Raises Notice.DoesNotExist."""
    notice = Notice.objects.seen_by(user).get(pk=pk)
    Notice.objects.filter(pk=pk, read=None).update(read=timezone.now())
    return notice


def mark_all_read(user: User, until: int) -> None:
    """Mark all notifications as read, up to the newest that the user was shown."""
    Notice.objects.seen_by(user).filter(read=None, pk__lte=until).update(read=timezone.now())


def save_preferences(user: User, channels: Mapping[str, list[str]], language: str) -> None:
    """Save what a user wants to be notified of, where, and in which language."""
    chosen = {"channels": channels, "language": language}
    Preferences.objects.update_or_create(user=user, defaults=chosen)
