"""Staff hear of a report: who, how often, and what happens without mail."""

import smtplib
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.admin.sites import site
from django.contrib.auth.models import Permission
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client, RequestFactory
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from armybuilder.accounts.models import User
from armybuilder.lists.visitors import Visitor
from armybuilder.sharing.admin import ComplaintAdmin
from armybuilder.sharing.models import Complaint, ShareLink
from tests.lists.factories import a_list, a_roster
from tests.sharing.links import ENGLISH, page, published

pytestmark = pytest.mark.usefixtures("loaded_rules")
QUEUE = "/admin/sharing/complaint/?settled__isempty=1"
SETTINGS = "/accounts/settings/"

Report = Callable[..., Any]


@pytest.fixture
def report(django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks) -> Report:
    """A way to report a list, up to the commit and what follows it."""

    def send(link: ShareLink, reason: str = "Insults") -> Any:
        with django_capture_on_commit_callbacks(execute=True):
            return Client().post(page(link, "complain"), {"reason": reason})

    return send


@pytest.fixture
def marta(db: None) -> User:
    """Who runs the site."""
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
    """The admin of complaints, and a request to it."""
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


def test_without_staff_nothing_is_sent(
    report: Report, alice: Visitor, mailoutbox: list[EmailMessage]
) -> None:
    report(published(alice).link)
    assert (mailoutbox, Complaint.objects.count()) == ([], 1)


def test_a_mail_server_that_fails_loses_no_report(
    report: Report,
    marta: User,
    alice: Visitor,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(backend: EmailBackend, messages: object) -> int:
        raise smtplib.SMTPServerDisconnected("Connection unexpectedly closed")

    monkeypatch.setattr(EmailBackend, "send_messages", fail)
    link = published(alice).link
    answer = report(link)
    assert (answer.status_code, answer["Location"]) == (302, page(link))
    assert Complaint.objects.open().count() == 1
    assert "Connection unexpectedly closed" in caplog.text


def test_a_name_of_two_lines_is_one_subject(
    report: Report, marta: User, alice: Visitor, mailoutbox: list[EmailMessage]
) -> None:
    publication = published(alice)
    publication.army_list.name = "Rangers\nBcc: all@club.it"
    publication.army_list.save(update_fields=["name"])
    report(publication.link)
    assert mailoutbox[0].subject == "Una lista pubblica è stata segnalata: Rangers Bcc: all@club.it"


# ── What staff see ─────────────────────────────────────────────────────────────────────────────────────────────────


def account_page(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.get(SETTINGS, headers=ENGLISH).content.decode()


def test_staff_see_how_many_are_open(report: Report, marta: User, alice: Visitor) -> None:
    assert "No report is open." in account_page(marta)
    report(published(alice).link)
    shown = account_page(marta)
    assert (f'href="{QUEUE}"' in shown, "1 report is open." in shown) == (True, True)
    client = Client()
    client.force_login(marta)
    assert client.get(QUEUE).context["cl"].result_count == 1


def test_nobody_else_does(report: Report, alice: Visitor, bob: Visitor) -> None:
    report(published(alice).link)
    assert bob.user
    bob.user.is_staff = True  # of the rules, say
    bob.user.save()
    assert QUEUE not in account_page(bob.user)


def test_that_takes_staff_one_query_more(
    marta: User, bob: Visitor, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    assert bob.user
    for user, queries in ((bob.user, 3), (marta, 4)):  # session, user, second steps; reports
        client = Client()
        client.force_login(user)
        client.get(SETTINGS)
        with django_assert_num_queries(queries):
            client.get(SETTINGS)
