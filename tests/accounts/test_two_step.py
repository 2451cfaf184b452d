"""A second step: switched on with the first code, asked for at sign-in, gone through with a recovery code."""

from urllib.parse import unquote

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth import get_user
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from tests.accounts.codes import code, leave_open

pytestmark = pytest.mark.django_db
PASSWORD = "tre-fucili-e-un-bren"


@pytest.fixture
def alice(client: Client) -> Client:
    """A browser in which Alice has just signed in."""
    User.objects.create_user("alice", password=PASSWORD)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    sign_in(client)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return client


def sign_in(client: Client) -> str:
    return client.post(reverse("account_login"), {"login": "alice", "password": PASSWORD})["Location"]


def switched_on(client: Client) -> list[str]:
    """Switch the second step on; return the recovery codes."""
    page = client.get(reverse("mfa_activate_totp"))
    secret = page.context["form"].secret
    shown = client.post(reverse("mfa_activate_totp"), {"code": code(secret)}, follow=True)
    assert shown.redirect_chain == [(reverse("mfa_view_recovery_codes"), 302)]
    return list(shown.context["unused_codes"])


def test_switched_on_with_the_code_that_the_app_shows(alice: Client) -> None:
    codes = switched_on(alice)
    assert len(set(codes)) == 10
    assert sorted(Authenticator.objects.values_list("type", flat=True)) == ["recovery_codes", "totp"]


def test_a_wrong_code_switches_nothing_on(alice: Client) -> None:
    alice.get(reverse("mfa_activate_totp"))
    page = alice.post(reverse("mfa_activate_totp"), {"code": "nothing"})
    assert page.context["form"].errors == {"code": ["Incorrect code."]}
    assert Authenticator.objects.count() == 0


def test_the_password_alone_lets_nobody_in_any_more(alice: Client) -> None:
    codes = switched_on(alice)
    other = Client()
    assert sign_in(other) == reverse("mfa_authenticate")
    assert not get_user(other).is_authenticated
    assert other.post(reverse("mfa_authenticate"), {"code": "wrong"}).status_code == 200
    assert other.post(reverse("mfa_authenticate"), {"code": codes[0]}).status_code == 302
    assert get_user(other).is_authenticated
    third = Client()
    sign_in(third)
    assert third.post(reverse("mfa_authenticate"), {"code": codes[0]}).status_code == 200


def test_switched_off_again(alice: Client) -> None:
    switched_on(alice)
    page = alice.post(reverse("mfa_deactivate_totp"), follow=True)
    assert [str(said) for said in page.context["messages"]] == ["Two-step sign-in is off."]
    assert Authenticator.objects.count() == 0


def test_the_other_browsers_are_signed_out(alice: Client) -> None:
    other = Client(headers={"User-Agent": "Telefono di Alice"})
    sign_in(other)
    leave_open(other)
    page = alice.get(reverse("usersessions_list"))
    assert [one.user_agent for one in page.context["sessions"]] == ["", "Telefono di Alice"]
    assert page.content.decode().count("This browser") == 1
    again = f"{reverse('account_reauthenticate')}?next={reverse('usersessions_list')}"
    assert unquote(other.post(reverse("usersessions_list"))["Location"]) == again
    assert get_user(alice).is_authenticated
    said = alice.post(reverse("usersessions_list"), follow=True).context["messages"]
    assert [str(one) for one in said] == ["The other browsers are signed out."]
    assert (get_user(alice).is_authenticated, get_user(other).is_authenticated) == (True, False)
    assert Session.objects.count() == 1


def test_taken_away_on_the_machine_of_who_has_lost_everything(
    alice: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    switched_on(alice)
    call_command("remove_second_step", "Alice")
    call_command("remove_second_step", "alice")
    said = ["alice signs in with the password alone now.", "alice has no second step."]
    assert (capsys.readouterr().out.splitlines(), Authenticator.objects.count()) == (said, 0)
    with pytest.raises(CommandError, match=r"There is no user bob\."):
        call_command("remove_second_step", "bob")
