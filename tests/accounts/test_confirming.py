"""With a mail server an address is confirmed by a link in a message; an account works before, and without."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

pytestmark = pytest.mark.django_db
PASSWORD = "tre-fucili-e-un-bren"


@pytest.fixture
def mail_server(settings: Settings) -> None:
    """The settings with EMAIL_HOST set."""
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"


def sign_up(client: Client, email: str) -> str:
    form = {"username": "alice", "email": email, "password1": PASSWORD, "password2": PASSWORD}
    return client.post(reverse("account_signup"), form)["Location"]


def verified() -> list[bool]:
    return list(EmailAddress.objects.values_list("verified", flat=True))


@pytest.mark.usefixtures("mail_server")
def test_the_link_in_the_message_confirms_the_address(client: Client, mailoutbox: list[EmailMessage]) -> None:
    assert sign_up(client, "alice@club.it") == "/"
    assert (get_user(client).is_authenticated, verified()) == (True, [False])
    [message] = mailoutbox
    [link] = re.findall(r"http://testserver(/accounts/confirm-email/\S+)", str(message.body))
    assert client.get(link).status_code == 200
    assert (client.post(link).status_code, verified()) == (302, [True])


@pytest.mark.usefixtures("mail_server")
@pytest.mark.parametrize(
    ("language", "subject", "text"),
    [
        (
            "en",
            "Confirm your email address for Squadra",
            "Someone, probably you, gave this email address for an account on testserver. Open this link to confirm "
            "it:\n\nLINK\n\nIf it was not you, ignore this email: nothing happens without the link.",
        ),
        (
            "it",
            "Conferma il tuo indirizzo e-mail per Squadra",
            "Qualcuno, probabilmente tu, ha dato questo indirizzo e-mail per un account su testserver. Apri questo "
            "link per confermarlo:\n\nLINK\n\nSe non l’hai chiesto tu, ignora questo messaggio: senza il link non "
            "succede nulla.",
        ),
    ],
)
def test_the_message_is_in_the_language_of_its_reader(
    client: Client, mailoutbox: list[EmailMessage], language: str, subject: str, text: str
) -> None:
    client.cookies["django_language"] = language
    sign_up(client, "alice@club.it")
    [message] = mailoutbox
    assert (message.subject, re.sub(r"http://\S+", "LINK", str(message.body)).strip()) == (subject, text)


@pytest.mark.usefixtures("mail_server")
def test_the_message_is_sent_again(client: Client, mailoutbox: list[EmailMessage]) -> None:
    sign_up(client, "alice@club.it")
    assert client.get(reverse("account_email")).content.decode().count('name="action_send"') == 1
    EmailAddress.objects.update(verified=True)
    assert client.get(reverse("account_email")).content.decode().count('name="action_send"') == 0


@pytest.mark.usefixtures("mail_server")
def test_a_username_alone_needs_no_message(client: Client, mailoutbox: list[EmailMessage]) -> None:
    assert (sign_up(client, ""), mailoutbox) == ("/", [])
    assert get_user(client).is_authenticated


def test_without_a_mail_server_nothing_is_confirmed(client: Client, mailoutbox: list[EmailMessage]) -> None:
    assert (sign_up(client, "alice@club.it"), mailoutbox) == ("/", [])
    assert client.get(reverse("account_email")).content.decode().count('name="action_send"') == 0
