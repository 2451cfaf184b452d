"""Changing a password, and setting a new one through the link in a message."""

import re

import pytest
from django.contrib.auth import get_user
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User

pytestmark = pytest.mark.django_db
OLD, NEW = "tre-fucili-e-un-bren", "due-bazooka-e-un-mortaio"


@pytest.fixture
def alice() -> User:
    return User.objects.create_user("alice", "alice@club.it", OLD)


STAYS = "Every other browser will be signed out. Passkeys stay: if someone else"


def can_sign_in(password: str) -> bool:
    return Client().login(username="alice", password=password)


def test_changed_with_the_old_password(client: Client, alice: User) -> None:
    client.force_login(alice)
    form = {"oldpassword": OLD, "password1": NEW, "password2": NEW}
    assert client.post(reverse("account_change_password"), form).status_code == 302
    assert (can_sign_in(OLD), can_sign_in(NEW)) == (False, True)


def test_every_other_browser_is_signed_out_then(client: Client, alice: User) -> None:
    other = Client()
    for browser in (client, other):
        browser.force_login(alice)
    page = client.get(reverse("account_change_password"), headers={"accept-language": "en"})
    assert STAYS in page.content.decode()
    client.post(reverse("account_change_password"), {"oldpassword": OLD, "password1": NEW, "password2": NEW})
    assert (get_user(client) == alice, get_user(other).is_authenticated) == (True, False)


def test_not_changed_without_the_old_one(client: Client, alice: User) -> None:
    client.force_login(alice)
    form = {"oldpassword": "wrong", "password1": NEW, "password2": NEW}
    response = client.post(reverse("account_change_password"), form, headers={"accept-language": "en"})
    assert response.context["form"].errors == {"oldpassword": ["Wrong password."]}
    assert can_sign_in(OLD)


def test_a_stranger_changes_nothing(client: Client) -> None:
    address = reverse("account_change_password")
    response = client.get(address)
    assert (response.status_code, response["Location"]) == (302, f"{reverse('account_login')}?next={address}")


def test_reset_through_the_link_in_the_message(client: Client, alice: User, mailoutbox: list[EmailMessage]) -> None:
    signed_in = Client()
    signed_in.force_login(alice)
    response = client.post(reverse("account_reset_password"), {"email": "alice@club.it"}, follow=True)
    assert response.redirect_chain == [(reverse("account_reset_password_done"), 302)]
    [message] = mailoutbox
    assert message.to == ["alice@club.it"]
    [link] = re.findall(r"http://testserver(/\S+)", str(message.body))
    assert (message.subject, str(message.body).strip().replace(link, "/LINK")) == (
        "Imposta una nuova password per Squadra",
        "Qualcuno, probabilmente tu, ha chiesto una nuova password per l’account alice su testserver. Apri questo link "
        "per impostarla:\n\nhttp://testserver/LINK\n\nSe non l’hai chiesto tu, ignora questo messaggio: la password "
        "resta quella di prima.",
    )

    page = client.get(link, follow=True, headers={"accept-language": "en"})
    assert STAYS in page.content.decode()
    [(address, _)] = page.redirect_chain
    done = client.post(address, {"password1": NEW, "password2": NEW}, follow=True)
    assert done.redirect_chain == [(reverse("account_reset_password_from_key_done"), 302)]
    assert (can_sign_in(OLD), can_sign_in(NEW)) == (False, True)

    assert not get_user(signed_in).is_authenticated
    again = client.get(link, headers={"accept-language": "en"})
    assert "<h1>This link no longer works</h1>" in again.content.decode()


def test_an_unknown_address_is_said_to_be_unknown(client: Client, mailoutbox: list[EmailMessage]) -> None:
    form = {"email": "bob@club.it"}
    response = client.post(reverse("account_reset_password"), form, headers={"accept-language": "en"})
    assert response.context["form"].errors == {"email": ["No account uses this email address."]}
    assert mailoutbox == []
