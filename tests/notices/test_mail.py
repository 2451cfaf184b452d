"""Notifications by email: once each, whatever happens to the worker and the server."""

import smtplib
from contextlib import suppress
from email.utils import format_datetime
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend
from pytest_django import Settings

from armybuilder.accounts.models import User
from armybuilder.mail import TRIES
from armybuilder.notices.actions import mail_notices, take_next
from armybuilder.notices.models import Notice
from tests.background import work
from tests.notices.telling import confirmed, later, prefers, tell

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]


class Server:
    """A mail server that fails this many times, in this way, before or after it accepts the email."""

    def __init__(self, error: BaseException, times: int = 1, *, takes: bool = False) -> None:
        self.error, self.times, self.takes = error, times, takes
        self.send = EmailBackend.send_messages

    def __call__(self, backend: EmailBackend, messages: Any) -> int:
        self.times -= 1
        if self.times < 0:
            return self.send(backend, messages)
        if self.takes:
            self.send(backend, messages)
        raise self.error

    def put_up(self, patch: pytest.MonkeyPatch) -> None:
        patch.setattr(EmailBackend, "send_messages", lambda backend, messages: self(backend, messages))


def recipients(mails: list[EmailMessage]) -> list[str]:
    return sorted(address for mail in mails for address in mail.recipients())


def test_a_mail_in_the_language_of_who_gets_it(
    marta: User, ilaria: User, mailoutbox: list[EmailMessage], settings: Settings
) -> None:
    settings.SITE_ADDRESS = "https://squadra.club"
    prefers(ilaria, language="en")
    tell(confirmed(marta), confirmed(ilaria), kind="sent-back", who="davide", remark="Guarda\nhttp://club.it")
    work()
    italian, english = sorted(mailoutbox, key=lambda mail: mail.recipients(), reverse=True)
    said = "davide ti rimanda quello che hai consegnato per Linea Gotica: Guarda http: / / club. it"
    assert (italian.subject, italian.recipients()) == (said, ["marta@club.it"])
    assert italian.body == (
        f"{italian.subject}\n\nhttps://squadra.club/evenings/1/\n\n-- \n"
        "Quali avvisi ricevi per mail: https://squadra.club/notices/settings/\n"
    )
    assert english.subject.startswith("davide has sent back your list for Linea Gotica: ")
    headers = italian.message()
    assert headers["List-Unsubscribe"] == "<https://squadra.club/notices/settings/>"
    made = Notice.objects.get(user=marta).made
    assert headers["Date"] == format_datetime(made)
    assert headers["Auto-Submitted"] == "auto-generated"
    assert headers["Message-ID"] != english.message()["Message-ID"]


def test_each_gets_one_whatever_else_is_told(marta: User, ilaria: User, mailoutbox: list[EmailMessage]) -> None:
    tell(confirmed(marta), confirmed(ilaria))
    tell(marta, ilaria)
    work()
    work()
    assert recipients(mailoutbox) == ["ilaria@club.it", "marta@club.it"]
    assert not Notice.objects.to_mail().exists()


@pytest.mark.parametrize("takes", [False, True])
def test_a_worker_that_is_killed_leaves_the_rest_to_the_next(
    marta: User,
    ilaria: User,
    davide: User,
    mailoutbox: list[EmailMessage],
    monkeypatch: pytest.MonkeyPatch,
    takes: bool,
) -> None:
    """The email in progress is sent again after its lease; a server that had it gets the same one again."""
    tell(*(confirmed(user) for user in (marta, ilaria, davide)))
    Server(SystemExit(), takes=takes).put_up(monkeypatch)
    with pytest.raises(SystemExit):
        work_one()
    assert (len(mailoutbox), Notice.objects.filter(mailed=None).count()) == (int(takes), 3)
    work_one()
    assert Notice.objects.filter(mailed=None).count() == 1
    later(2)
    work_one()
    assert not Notice.objects.filter(mailed=None).exists()
    mails = [mail.message().as_bytes() for mail in mailoutbox]
    assert (len(mails), len(set(mails))) == (3 + takes, 3)


@pytest.mark.parametrize("error", [SystemExit(), smtplib.SMTPServerDisconnected("Goodbye")])
def test_accepted_emails_are_not_sent_again_if_the_goodbye_fails(
    marta: User, mailoutbox: list[EmailMessage], monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    tell(confirmed(marta))

    def goodbye(_backend: EmailBackend) -> None:
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(EmailBackend, "close", goodbye)
        with suppress(SystemExit):
            work_one()
    later(2)
    work_one()
    assert (len(mailoutbox), Notice.objects.to_mail().count()) == (1, 0)


def work_one() -> None:
    """Run the task once, like a worker that can be killed."""
    mail_notices.call()


def test_two_workers_do_not_take_the_same(marta: User) -> None:
    tell(confirmed(marta))
    first = take_next()
    assert first
    assert take_next() is None
    later(2)
    assert take_next() == first
    later(-24 * 60)  # by a clock that is set back
    assert take_next() == first


def test_a_server_that_fails_is_asked_again_later_and_then_no_more(
    marta: User, mailoutbox: list[EmailMessage], monkeypatch: pytest.MonkeyPatch
) -> None:
    refusing = smtplib.SMTPServerDisconnected("Out of order")
    Server(refusing).put_up(monkeypatch)
    tell(confirmed(marta))
    work()
    later(4)
    work_one()
    assert mailoutbox == []
    later(2)
    work_one()
    assert len(mailoutbox) == 1
    Server(refusing, times=TRIES).put_up(monkeypatch)
    tell(marta, key="other")
    for _ in range(TRIES):
        work_one()
        later(6)
    assert (len(mailoutbox), Notice.objects.to_mail().count()) == (1, 0)


def test_an_email_removed_meanwhile_gets_none(marta: User, mailoutbox: list[EmailMessage]) -> None:
    tell(confirmed(marta))
    EmailAddress.objects.filter(user=marta).delete()
    work()
    assert (mailoutbox, Notice.objects.to_mail().count()) == ([], 0)
