"""Making an account: a username and a password are enough."""

import pytest
from django.contrib.auth import get_user
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User

pytestmark = pytest.mark.django_db
PASSWORD = "tre-fucili-e-un-bren"


def sign_up(client: Client, **fields: str) -> dict[str, list[str]]:
    """Send the form as Alice unless `fields` say otherwise; return the errors by field, {} if it was accepted."""
    form = {"username": "alice", "email": "", "password1": PASSWORD, "password2": PASSWORD} | fields
    response = client.post(reverse("account_signup"), form, headers={"accept-language": "en"})
    if response.status_code == 302:
        assert response["Location"] == "/"
        return {}
    return dict(response.context["form"].errors)


def test_a_username_and_a_password_make_an_account_and_sign_in(client: Client) -> None:
    assert sign_up(client) == {}
    alice = User.objects.get()
    assert (alice.username, alice.email, alice.is_staff) == ("alice", "", False)
    assert alice.check_password(PASSWORD)
    assert get_user(client) == alice


@pytest.mark.parametrize("password", ["è una lunga frase", "7 4 1 8 5 2 9 6 3 0", "204060801357", "x·" * 64])
def test_any_long_one_will_do(client: Client, password: str) -> None:
    assert sign_up(client, password1=password, password2=password) == {}
    assert User.objects.get().check_password(password)


def test_an_address_may_be_given(client: Client) -> None:
    assert sign_up(client, email="Alice@club.it") == {}
    assert User.objects.get().email == "alice@club.it"


def test_two_players_may_both_give_no_address(client: Client) -> None:
    assert sign_up(client) == {}
    assert sign_up(Client(), username="bob") == {}


def test_the_session_data_survive(client: Client) -> None:
    session = client.session
    session["draft"] = "a token"
    session.save()
    assert sign_up(client) == {}
    assert client.session["draft"] == "a token"
    assert client.session.session_key != session.session_key


@pytest.mark.parametrize(
    ("fields", "errors"),
    [
        ({"username": ""}, {"username": ["This field is required."]}),
        (
            {"username": "al ice"},
            {"username": ["No spaces. Use unaccented letters, numbers, dots and hyphens."]},
        ),
        ({"email": "alice"}, {"email": ["Enter a valid email address."]}),
        ({"password2": "another"}, {"password2": ["You must type the same password each time."]}),
        (
            {"password1": "kar98k-kar9", "password2": "kar98k-kar9"},
            {"password1": ["Too short: use at least 12 characters."]},
        ),
        (
            {"password1": "kar98k-" * 19, "password2": "kar98k-" * 19},
            {"password1": ["Too long: a password can have at most 128 characters."]},
        ),
        (
            {"password1": "qwerty123456", "password2": "qwerty123456"},
            {"password1": ["This password is too common."]},
        ),
        (
            {"username": "alice-of-club", "password1": "alice-of-clubs", "password2": "alice-of-clubs"},
            {"password1": ["The password is too similar to the username."]},
        ),
    ],
)
def test_refused_passwords(client: Client, fields: dict[str, str], errors: dict[str, list[str]]) -> None:
    assert sign_up(client, **fields) == errors
    assert User.objects.count() == 0
    assert not get_user(client).is_authenticated


@pytest.mark.parametrize("name", ["alice", "ALICE"])
def test_a_name_is_taken_once_however_it_is_written(client: Client, name: str) -> None:
    assert sign_up(Client()) == {}
    assert sign_up(client, username=name) == {"username": ["A user with that username already exists."]}


def test_an_address_is_taken_once(client: Client) -> None:
    assert sign_up(Client(), email="alice@club.it") == {}
    errors = sign_up(client, username="bob", email="ALICE@club.it")
    assert errors == {
        "email": ["There is already an account with this email address. Sign in, or reset your password."]
    }
