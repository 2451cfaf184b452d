"""What the worker notes about mails: which it takes, and what became of them."""

from datetime import timedelta

from django.db.models import F
from django.utils import timezone

from armybuilder.mail import BEFORE_THE_NEXT, TRIES
from armybuilder.notices.models import Notice

LEASE = timedelta(seconds=90)  # how long one worker keeps a notification to itself


def take_next() -> Notice | None:
    """Return the next notification to mail, leased so that no other worker takes it; None if none is due."""
    now = timezone.now()
    due = Notice.objects.due_to_mail(now)
    while notice := due.select_related("user__notice_preferences").first():
        taken = Notice.objects.filter(pk=notice.pk, mail_due=notice.mail_due).update(
            mail_due=now + LEASE, mail_tries=F("mail_tries") + 1
        )
        if taken:
            return notice
    return None


def note_mailed(notice: Notice) -> None:
    """Note that a notification was mailed, or no longer has an address to go to."""
    Notice.objects.filter(pk=notice.pk).update(mail_due=None, mailed=timezone.now())


def note_failed(notice: Notice) -> None:
    """Try again later, or give up after the third try. A mail that the server accepted is never tried again."""
    later = None if notice.mail_tries + 1 >= TRIES else timezone.now() + BEFORE_THE_NEXT
    Notice.objects.filter(pk=notice.pk, mailed=None).update(mail_due=later)
