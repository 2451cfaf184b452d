"""Notifying users, by the bell and by email. Each verb is one transaction."""

import logging
from collections.abc import Iterable, Mapping
from datetime import timedelta
from email.utils import format_datetime

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.db.models import F
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext
from django_tasks import task

from armybuilder import mail
from armybuilder.accounts.models import User
from armybuilder.mail import BEFORE_THE_NEXT, TRIES
from armybuilder.notices.kinds import OF_THE_ACCOUNT, TIMES, TOPIC_OF, Channel, sentence
from armybuilder.notices.models import Notice, Preferences, mail_address_of, with_mail_address
from armybuilder.time_zones import ReaderZone

LEASE = timedelta(seconds=90)  # how long a worker has a notification to itself


def take_next() -> Notice | None:
    """Return the next notification to email, leased to one worker; None if none is due."""
    now = timezone.now()
    due = Notice.objects.due_to_mail(now)
    while notice := due.select_related("user__notice_preferences").first():
        taken = Notice.objects.filter(pk=notice.pk, mail_due=notice.mail_due).update(
            mail_due=now + LEASE, mail_tries=F("mail_tries") + 1
        )
        if taken:
            return notice
    return None


logger = logging.getLogger(__name__)


@task(priority=mail.FIRST)
def mail_notices() -> None:
    """Email all that is due, and run again later for the rest: leased by another worker, or waiting to try again."""
    if not Notice.objects.to_mail().exists():
        return
    mail_notices.using(run_after=timezone.now() + LEASE).enqueue()
    while notice := take_next():
        _mail(notice)


def _mail(notice: Notice) -> None:
    """Email a notification, unless it no longer has an address; after an error try again later, three times in all."""
    address = notice.facts.get("to") or mail_address_of(notice.user)
    try:
        with get_connection() as server:
            if address:
                server.send_messages([message(notice, address)])
            Notice.objects.filter(pk=notice.pk).update(mail_due=None, mailed=timezone.now())
    except OSError:
        logger.exception("Not mailed: notice %s", notice.pk)
        later = None if notice.mail_tries + 1 >= TRIES else timezone.now() + BEFORE_THE_NEXT
        # One that the server accepted is never sent again.
        Notice.objects.filter(pk=notice.pk, mailed=None).update(mail_due=later)


def message(notice: Notice, address: str) -> EmailMessage:
    """Return the email in the recipient's language and time zone."""
    site = settings.SITE_ADDRESS
    chosen = getattr(notice.user, "notice_preferences", None)
    facts = {name: mail.plain(text) if name not in TIMES else text for name, text in notice.facts.items()}
    language = chosen.language if chosen else settings.LANGUAGE_CODE
    with translation.override(language), timezone.override(ReaderZone(notice)):
        said = sentence(notice.kind, facts)
        if notice.kind in OF_THE_ACCOUNT:
            switches = ""
            end = gettext("Everyone is told about changes like these, so that nobody can make them unnoticed.")
        else:
            switches = site + reverse("notices:switches")
            end = gettext("Choose which emails you get: %(address)s") % {"address": switches}
    host = site.partition("//")[2].partition(":")[0]
    headers = {
        "Date": format_datetime(notice.made),
        "Message-ID": f"<notice.{notice.pk}.{notice.made.timestamp():.0f}@{host}>",
        "Auto-Submitted": "auto-generated",
    }
    if switches:
        headers["List-Unsubscribe"] = f"<{switches}>"
    body = f"{said}\n\n{site}{notice.address}\n\n-- \n{end}\n"
    return EmailMessage(said, body, to=[address], headers=headers)


@transaction.atomic
def notify(people: Iterable[int], kind: str, key: str, address: str, facts: Mapping[str, str]) -> None:
    """Notify users (by their ids) of one event: each user once, however often this is called with the same `key`.

    Each user's preferences apply. Emails go to the user's confirmed address, or to the one in `facts` (`to`). Call
    this in the transaction of the event: nobody is notified of a rolled-back event.
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
    """Notify a user of a change to their account. `to`: an old address, for the email."""
    key = f"{kind} {timezone.now().isoformat()}"
    notify([user.pk], kind, key, reverse("backup:settings"), {"to": to} if to else {})


def mark_read(user: User, pk: int) -> Notice:
    notice = Notice.objects.seen_by(user).get(pk=pk)
    Notice.objects.filter(pk=pk, read=None).update(read=timezone.now())
    return notice


def mark_all_read(user: User, until: int) -> None:
    """Mark all notifications as read, up to the newest that the user was shown."""
    Notice.objects.seen_by(user).filter(read=None, pk__lte=until).update(read=timezone.now())


def save_preferences(user: User, channels: Mapping[str, list[str]], language: str) -> None:
    chosen = {"channels": channels, "language": language}
    Preferences.objects.update_or_create(user=user, defaults=chosen)
