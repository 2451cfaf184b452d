"""Signing in and out."""

import pytest
from django.contrib.auth import get_user
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User

pytestmark = pytest.mark.django_db
PASSWORD = "tre-fucili-e-un-bren"


@pytest.fixture
def alice() -> User:
    return User.objects.create_user("alice", "alice@club.it", PASSWORD)


def sign_in(client: Client, login: str, password: str = PASSWORD, **more: str) -> str | dict[str, list[str]]:
    """Send the form; return its redirect, or the errors by field."""
    form = {"login": login, "password": password} | more
    response = client.post(reverse("account_login"), form, headers={"accept-language": "en"})
    return response["Location"] if response.status_code == 302 else dict(response.context["form"].errors)


@pytest.mark.parametrize("login", ["alice", "Alice", "alice@club.it", "ALICE@club.it"])
def test_by_username_or_address(client: Client, alice: User, login: str) -> None:
    assert sign_in(client, login) == "/"
    assert get_user(client) == alice


def test_back_to_where_one_came_from(client: Client, alice: User) -> None:
    assert sign_in(client, "alice", next="/rules/") == "/rules/"


def test_never_to_another_site(client: Client, alice: User) -> None:
    assert sign_in(client, "alice", next="https://elsewhere.example/") == "/"


@pytest.mark.parametrize(("login", "password"), [("alice", "wrong"), ("bob", PASSWORD)])
def test_a_wrong_name_and_a_wrong_password_look_the_same(
    client: Client, alice: User, login: str, password: str
) -> None:
    errors = sign_in(client, login, password)
    assert errors == {"__all__": ["Wrong username or password."]}
    assert not get_user(client).is_authenticated


def test_guessing_is_stopped_after_five(client: Client, alice: User) -> None:
    for _ in range(5):
        sign_in(client, "alice", "wrong")
    assert sign_in(client, "alice") == {"__all__": ["Too many wrong passwords. Wait five minutes and try again."]}


def test_a_closed_account_says_so(client: Client, alice: User) -> None:
    alice.is_active = False
    alice.save()
    assert sign_in(client, "alice") == reverse("account_inactive")
    assert not get_user(client).is_authenticated


def test_the_session_data_survive(client: Client, alice: User) -> None:
    session = client.session
    session["draft"] = "a token"
    session.save()
    sign_in(client, "alice")
    assert client.session["draft"] == "a token"
    assert client.session.session_key != session.session_key


def test_signing_out_takes_a_form_and_empties_the_session(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.get(reverse("account_logout")).status_code == 200
    assert get_user(client) == alice
    response = client.post(reverse("account_logout"))
    assert (response.status_code, response["Location"]) == (302, "/")
    assert not get_user(client).is_authenticated
