"""Emails to staff about a report, from the worker: recipients, number, and without a mail server."""

import smtplib
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.admin.sites import site
from django.contrib.auth.models import Permission
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client, RequestFactory
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from pytest_django import DjangoAssertNumQueries

from armybuilder.accounts.models import User
from armybuilder.lists.visitors import Visitor
from armybuilder.mail import TRIES
from armybuilder.sharing.admin import ComplaintAdmin
from armybuilder.sharing.models import Complaint, ShareLink
from tests.background import work
from tests.lists.factories import a_list, a_roster
from tests.printing.looking import browser_of
from tests.sharing.links import ENGLISH, page, published

pytestmark = pytest.mark.usefixtures("loaded_rules")
QUEUE = "/admin/sharing/complaint/?settled__isempty=1"
SETTINGS = "/accounts/settings/"

Report = Callable[..., Any]


@pytest.fixture
def report(db: None) -> Report:
    """A function to report a list, with what the worker does next."""

    def send(link: ShareLink, reason: str = "Insults") -> Any:
        answer = Client().post(page(link, "complain"), {"reason": reason})
        work()
        return answer

    return send


@pytest.fixture
def marta(db: None) -> User:
    """The staff of the site."""
    return User.objects.create_superuser("marta", "marta@club.it", "tre-fucili-e-un-bren")


def test_staff_are_told_in_the_language_of_the_site(
    report: Report, marta: User, alice: Visitor, mailoutbox: list[EmailMessage]
) -> None:
    link = published(alice, a_list(alice, a_roster(name="Rangers"))).link
    report(link, "Somebody’s address")
    [mail] = mailoutbox
    assert (mail.subject, mail.recipients()) == (
        "Una lista pubblica è stata segnalata: Rangers",
        ["marta@club.it"],
    )
    assert mail.body == (
        "Qualcuno segnala la lista pubblica «Rangers»:\n\nSomebody’s address\n\n"
        f"Si chiude qui:\nhttp://testserver{QUEUE}\n\n"
        "Altre segnalazioni di questa lista arrivano senza mail fino ad allora.\n"
    )
    assert mail.message()["To"] == "undisclosed-recipients:;"


def test_once_until_the_report_is_settled(
    report: Report, marta: User, alice: Visitor, mailoutbox: list[EmailMessage], admin_request: Any
) -> None:
    one, other = (published(alice, a_list(alice)).link for _ in range(2))
    report(one)
    report(one)
    assert (len(mailoutbox), Complaint.objects.count()) == (1, 2)
    report(other)
    assert len(mailoutbox) == 2
    admin, model = admin_request
    admin.settle(model, Complaint.objects.all())
    report(one)
    assert len(mailoutbox) == 3


@pytest.fixture
def admin_request() -> tuple[ComplaintAdmin, Any]:
    return ComplaintAdmin(Complaint, site), RequestFactory().get("/")


def test_only_who_may_settle_is_told(
    report: Report, marta: User, alice: Visitor, mailoutbox: list[EmailMessage]
) -> None:
    def somebody(name: str, **fields: Any) -> User:
        return User.objects.create_user(name, **{"email": f"{name}@club.it", "is_staff": True, **fields})

    cases: dict[str, dict[str, Any]] = {
        "helper": {},
        "gone": {"is_active": False},
        "player": {"is_staff": False},
        "silent": {"email": ""},
    }
    right = Permission.objects.get(codename="change_complaint")
    for name, fields in cases.items():
        somebody(name, **fields).user_permissions.add(right)
    somebody("rules-editor")
    report(published(alice).link)
    assert sorted(mailoutbox[0].recipients()) == ["helper@club.it", "marta@club.it"]


def test_without_staff_nothing_is_sent(report: Report, alice: Visitor, mailoutbox: list[EmailMessage]) -> None:
    report(published(alice).link)
    assert (mailoutbox, Complaint.objects.count()) == ([], 1)


def test_a_mail_server_that_fails_loses_no_report_and_is_tried_again(
    report: Report,
    marta: User,
    alice: Visitor,
    mailoutbox: list[EmailMessage],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(backend: EmailBackend, messages: object) -> int:
        raise smtplib.SMTPServerDisconnected("Connection unexpectedly closed")

    link = published(alice).link
    with monkeypatch.context() as patched:
        patched.setattr(EmailBackend, "send_messages", fail)
        answer = report(link)
        assert (answer.status_code, answer["Location"]) == (302, page(link))
        for _ in range(TRIES):
            later()
    assert (Complaint.objects.open().count(), mailoutbox) == (1, [])
    failed = DBTaskResult.objects.filter(status="FAILED")
    assert (failed.count(), DBTaskResult.objects.count()) == (TRIES, TRIES)


def later() -> None:
    """Let the worker do the deferred work."""
    DBTaskResult.objects.filter(status="READY").update(run_after=timezone.now())
    work()


def test_the_second_try_sends_it(
    report: Report,
    marta: User,
    alice: Visitor,
    mailoutbox: list[EmailMessage],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(backend: EmailBackend, messages: object) -> int:
        raise ConnectionRefusedError

    with monkeypatch.context() as patched:
        patched.setattr(EmailBackend, "send_messages", fail)
        report(published(alice).link)
    later()
    assert [mail.recipients() for mail in mailoutbox] == [["marta@club.it"]]


def test_a_name_of_two_lines_is_one_subject(
    report: Report, marta: User, alice: Visitor, mailoutbox: list[EmailMessage]
) -> None:
    publication = published(alice)
    publication.army_list.name = "Rangers\nBcc: all@club.it"
    publication.army_list.save(update_fields=["name"])
    report(publication.link)
    assert mailoutbox[0].subject == "Una lista pubblica è stata segnalata: Rangers Bcc: all@ club. it"


# ── The view of staff ──────────────────────────────────────────────────────────────────────────────────────────────


def account_page(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.get(SETTINGS, headers=ENGLISH).content.decode()


def test_staff_see_how_many_are_open(report: Report, marta: User, alice: Visitor) -> None:
    assert "No open reports." in account_page(marta)
    report(published(alice).link)
    shown = account_page(marta)
    assert (f'href="{QUEUE}"' in shown, "1 open report." in shown) == (True, True)
    client = Client()
    client.force_login(marta)
    assert client.get(QUEUE).context["cl"].result_count == 1


def test_nobody_else_does(report: Report, alice: Visitor, bob: Visitor) -> None:
    report(published(alice).link)
    assert bob.user
    bob.user.is_staff = True  # for example, of the rules
    bob.user.save()
    assert QUEUE not in account_page(bob.user)


def test_that_takes_staff_one_query_more(
    marta: User, bob: Visitor, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    assert bob.user
    for user, queries in ((bob.user, 4), (marta, 5)):  # session, user, second steps, the bell; reports
        client = Client()
        client.force_login(user)
        client.get(SETTINGS)
        with django_assert_num_queries(queries):
            client.get(SETTINGS)


# ── Too many ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_eleventh_report_from_one_address_in_an_hour_is_not_taken_and_not_lost(alice: Visitor) -> None:
    link = published(alice).link
    form = {"reason": "Insults"}
    answers = [Client().post(page(link, "complain"), form, headers=ENGLISH) for _ in range(11)]
    assert [answer.status_code for answer in answers] == [302] * 10 + [429]
    assert Complaint.objects.count() == 10
    assert answers[-1].context["form"].non_field_errors() == [
        "A lot has been reported from here. Wait an hour and send it again."
    ]
    assert answers[-1].context["form"]["reason"].value() == "Insults"


def test_users_are_counted_separately(alice: Visitor, bob: Visitor) -> None:
    link, browser = published(alice).link, browser_of(bob)
    for client, most in ((Client(), 10), (browser, 20)):
        answers = [client.post(page(link, "complain"), {"reason": "x"}).status_code for _ in range(most + 1)]
        assert answers == [302] * most + [429]
