"""The email addresses of an account: added, chosen, removed; nobody else's."""

import re
from urllib.parse import unquote

import pytest
from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from tests.accounts.codes import leave_open

pytestmark = pytest.mark.django_db
ADDRESS = "/accounts/email/"
PASSWORD = "tre-fucili-e-un-bren"


@pytest.fixture
def left_open(client: Client) -> Client:
    """A browser in which Alice has been signed in for some time."""
    User.objects.create_user("alice", password=PASSWORD)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    client.post(reverse("account_login"), {"login": "alice", "password": PASSWORD})
    leave_open(client)
    return client


@pytest.fixture
def alice(left_open: Client) -> Client:
    """The same, after giving her password again."""
    left_open.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return left_open


def told(client: Client, act: str, email: str) -> list[str]:
    """Send a form of the page; return its messages."""
    page = client.post(ADDRESS, {"email": email, act: ""}, follow=True)
    return [str(message) for message in page.context["messages"]]


def addresses(client: Client) -> list[tuple[str, str]]:
    """The addresses of the page, each with its badge."""
    html = client.get(ADDRESS).content.decode()
    return re.findall(r'<p><b>([^<]+)</b>(?: <span class="badge plain">([^<]+)</span>)?', html)


def test_added_chosen_and_removed_without_a_message_to_confirm(alice: Client, mailoutbox: list[EmailMessage]) -> None:
    assert told(alice, "action_add", "alice@club.it") == ["Added: alice@club.it"]
    assert addresses(alice) == [("alice@club.it", "")]
    assert told(alice, "action_add", "a@home.it") == ["Added: a@home.it"]
    assert sorted(addresses(alice)) == [("a@home.it", ""), ("alice@club.it", "")]
    said = "A forgotten password is now reset through this address."
    assert told(alice, "action_primary", "a@home.it") == [said]
    assert sorted(addresses(alice)) == [("a@home.it", "In use"), ("alice@club.it", "")]
    assert told(alice, "action_remove", "alice@club.it") == ["Removed: alice@club.it"]
    assert told(alice, "action_remove", "a@home.it") == ["Removed: a@home.it"]
    assert addresses(alice) == []
    assert mailoutbox == []


def test_none_is_added_without_the_password_and_with_it_at_once(left_open: Client) -> None:
    again = reverse("account_reauthenticate")
    answer = left_open.post(ADDRESS, {"email": "alice@club.it", "action_add": ""})
    assert (unquote(answer["Location"]), addresses(left_open)) == (f"{again}?next={ADDRESS}", [])
    left_open.post(again, {"password": "wrong", "next": ADDRESS})
    assert addresses(left_open) == []
    page = left_open.post(again, {"password": PASSWORD, "next": ADDRESS}, follow=True)
    assert [str(message) for message in page.context["messages"]] == ["Added: alice@club.it"]
    assert (page.redirect_chain, addresses(left_open)) == ([(ADDRESS, 302)], [("alice@club.it", "")])


def test_a_recent_sign_in_is_enough(left_open: Client) -> None:
    left_open.post(reverse("account_logout"))
    left_open.post(reverse("account_login"), {"login": "alice", "password": PASSWORD})
    assert told(left_open, "action_add", "alice@club.it")[-1] == "Added: alice@club.it"


def test_an_address_that_is_none_is_refused(alice: Client) -> None:
    page = alice.post(ADDRESS, {"email": "alice", "action_add": ""})
    assert page.context["form"].errors == {"email": ["Enter a valid email address."]}


def test_the_address_of_someone_else_is_not_touched(alice: Client) -> None:
    bob = User.objects.create_user("bob", "bob@club.it")
    EmailAddress.objects.create(user=bob, email="bob@club.it", primary=True)
    alice.post(ADDRESS, {"email": "bob@club.it", "action_remove": ""})
    assert list(EmailAddress.objects.values_list("user__username", "email")) == [("bob", "bob@club.it")]
