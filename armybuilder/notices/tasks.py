"""Mails notifications in the background.

The table of notifications says what is to be mailed, so it does not matter which task mails it. A worker takes one,
sends it, and notes that before it closes the connection. If it is killed before the server has accepted the mail, the
notification is taken again after its lease; if it is killed between the server's answer and the note, the same mail
goes out twice, with the same identity (docs/decisions.md).
"""

import logging
from email.utils import format_datetime

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext
from django_tasks import task

from armybuilder import mail
from armybuilder.notices.actions.mailing import LEASE, note_failed, note_mailed, take_next
from armybuilder.notices.kinds import OF_THE_ACCOUNT, TIMES, sentence
from armybuilder.notices.models import Notice, mail_address_of

logger = logging.getLogger(__name__)


@task(priority=mail.FIRST)
def mail_notices() -> None:
    """Mail all that is due, and run again later for the rest: leased by another worker, or waiting for another try."""
    if not Notice.objects.to_mail().exists():
        return
    mail_notices.using(run_after=timezone.now() + LEASE).enqueue()
    while notice := take_next():
        _mail(notice)


def _mail(notice: Notice) -> None:
    address = notice.facts.get("to") or mail_address_of(notice.user)
    try:
        with get_connection() as server:
            if address:
                server.send_messages([message(notice, address)])
            note_mailed(notice)
    except OSError:
        logger.exception("Not mailed: notice %s", notice.pk)
        note_failed(notice)


def message(notice: Notice, address: str) -> EmailMessage:
    """Return the mail in the recipient's language."""
    site = settings.SITE_ADDRESS
    chosen = getattr(notice.user, "notice_preferences", None)
    facts = {name: mail.plain(text) if name not in TIMES else text for name, text in notice.facts.items()}
    with translation.override(chosen.language if chosen else settings.LANGUAGE_CODE):
        said = sentence(notice.kind, facts)
        if notice.kind in OF_THE_ACCOUNT:
            switches = ""
            end = gettext(
                "Everyone is told about changes like these, so that nobody can make them unnoticed."
            )
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
