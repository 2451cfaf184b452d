"""Limits of the account forms, and of wrong passwords and codes: by address, by user, by both."""

import re
from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from armybuilder.accounts.guessing import BY_ADDRESS, BY_USER
from armybuilder.accounts.models import User
from armybuilder.rate_limits import limits
from armybuilder.rate_limits.buckets import Rate
from armybuilder.rate_limits.models import Bucket

pytestmark = pytest.mark.django_db
PASSWORD = "tre-fucili-e-un-bren"
WRONG_TOO_OFTEN = ["Too many wrong passwords. Wait five minutes and try again."]
ENOUGH_MAILS = (
    "We have already sent several emails to this address. Check your spam folder; you can "
    "ask for another link in an hour."
)
Most = Callable[[str, int], None]


@pytest.fixture
def alice() -> User:
    user = User.objects.create_user("alice", "alice@club.it", PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user


@pytest.fixture
def most(monkeypatch: pytest.MonkeyPatch) -> Most:
    """Sets the hourly limit."""

    def at_most(limit: str, amount: int) -> None:
        monkeypatch.setitem(limits.LIMITS, limit, Rate(amount, 3600))

    return at_most


def at(address: str = "192.0.2.1", user: User | None = None) -> Client:
    """Return a browser at an address."""
    client = Client(REMOTE_ADDR=address, headers={"Accept-Language": "en"})
    if user:
        client.force_login(user)
    return client


def path(name: str) -> str:
    return reverse(name, args=["1", "key"] if name == "account_reset_password_from_key" else [])


def sign_in(client: Client, password: str = PASSWORD, login: str = "alice") -> list[str]:
    """Send the sign-in form; return its errors, [] after signing in."""
    answer = client.post(reverse("account_login"), {"login": login, "password": password})
    return [] if answer.status_code == 302 else answer.context["form"].non_field_errors()


# ── Forms that are sent ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", BY_ADDRESS)
def test_an_address_sends_a_form_so_often_and_another_too(most: Most, name: str) -> None:
    most(BY_ADDRESS[name], 1)
    codes = [at(address).post(path(name)).status_code for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2")]
    assert [code == 429 for code in codes] == [False, True, False]


@pytest.mark.parametrize("name", BY_USER)
def test_a_person_sends_a_form_so_often_wherever_and_another_too(alice: User, most: Most, name: str) -> None:
    most(BY_USER[name], 1)
    bob = User.objects.create_user("bob", password=PASSWORD)
    asked = [at("192.0.2.1", alice), at("192.0.2.2", alice), at("192.0.2.1", bob)]
    assert [client.post(path(name)).status_code == 429 for client in asked] == [False, True, False]


@pytest.mark.parametrize("name", BY_USER)
def test_strangers_are_not_counted_there(name: str) -> None:
    assert [at().post(path(name)).status_code for _ in range(2)] == [302, 302]
    assert Bucket.objects.count() == 0


@pytest.mark.parametrize("name", sorted({*BY_ADDRESS, *BY_USER}))
def test_looking_counts_nothing(alice: User, name: str) -> None:
    for client in (at(), at(user=alice)):
        client.get(path(name))
        client.head(path(name))
    assert Bucket.objects.count() == 0


# ── Wrong passwords and codes ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.usefixtures("alice")
def test_guessing_is_stopped_there_and_nowhere_else() -> None:
    said = [sign_in(at(), "wrong") for _ in range(6)]
    assert said == [["Wrong username or password."]] * 5 + [WRONG_TOO_OFTEN]
    assert sign_in(at()) == WRONG_TOO_OFTEN
    assert sign_in(at("192.0.2.2")) == []


@pytest.mark.usefixtures("alice")
def test_a_household_has_one_address_of_version_six() -> None:
    for number in range(5):
        sign_in(at(f"2001:db8::{number}"), "wrong")
    assert sign_in(at("2001:db8::ffff")) == WRONG_TOO_OFTEN
    assert sign_in(at("2001:db8:0:1::1")) == []


@pytest.mark.usefixtures("alice")
def test_version_four_written_as_six_is_still_version_four() -> None:
    for _ in range(5):
        sign_in(at("::ffff:192.0.2.1"), "wrong")
    assert (sign_in(at()), sign_in(at("::ffff:192.0.2.2"))) == (WRONG_TOO_OFTEN, [])


@pytest.mark.usefixtures("alice")
def test_guessing_one_password_from_many_addresses_is_stopped(most: Most) -> None:
    most("guess-whose", 3)
    for number in range(3):
        assert sign_in(at(f"192.0.2.{number}"), "wrong") == ["Wrong username or password."]
    assert sign_in(at("192.0.2.9")) == WRONG_TOO_OFTEN


@pytest.mark.usefixtures("alice")
def test_by_its_name_and_its_addresses_it_is_one_account(most: Most) -> None:
    most("guess-whose", 3)
    for number, name in enumerate(["alice", "ALICE", "Alice@club.it"]):
        assert sign_in(at(f"192.0.2.{number}"), "wrong", name) != WRONG_TOO_OFTEN
    assert [sign_in(at("192.0.2.9"), login=name) for name in ("alice", "alice@club.it")] == [WRONG_TOO_OFTEN] * 2


def test_an_account_is_guessed_a_hundred_times_an_hour_at_most() -> None:
    rate = limits.LIMITS["guess-whose"]
    assert (rate.amount + 3600 * rate.amount / rate.seconds, limits.LIMITS["guess"].amount) == (100, 5)


@pytest.mark.usefixtures("alice")
def test_guessing_many_passwords_from_one_address_is_stopped(most: Most) -> None:
    most("guess-where", 3)
    for name in ("bob", "carla", "dora"):
        assert sign_in(at(), "wrong", name) == ["Wrong username or password."]
    assert (sign_in(at()), sign_in(at("192.0.2.2"))) == (WRONG_TOO_OFTEN, [])


@pytest.mark.usefixtures("alice")
def test_right_ones_count_for_nothing(most: Most) -> None:
    for limit in ("guess", "guess-whose", "guess-where"):
        most(limit, 2)
    assert [sign_in(at()) for _ in range(4)] == [[]] * 4
    assert [sign_in(at(), "wrong") for _ in range(3)][2] == WRONG_TOO_OFTEN


@pytest.mark.parametrize(
    ("name", "field"), [("account_reauthenticate", "password"), ("account_change_password", "oldpassword")]
)
def test_the_password_once_more_counts_too(alice: User, name: str, field: str) -> None:
    client = at(user=alice)
    said = [client.post(reverse(name), {field: "wrong"}) for _ in range(6)]
    errors = [answer.context["form"].errors[field] for answer in said]
    assert errors == [["Wrong password."]] * 5 + [WRONG_TOO_OFTEN]


def test_a_new_password_by_email_lets_its_user_in(alice: User, mailoutbox: list[EmailMessage]) -> None:
    for _ in range(5):
        sign_in(at(), "wrong")
    client = at()
    client.post(reverse("account_reset_password"), {"email": "alice@club.it"})
    [link] = re.findall(r"http://testserver(/accounts/password/reset/key/\S+)", str(mailoutbox[0].body))
    form = client.get(link, follow=True).redirect_chain[-1][0]
    new = "due-bazooka-e-un-mortaio"
    assert client.post(form, {"password1": new, "password2": new}).status_code == 302
    assert (sign_in(at(), new), sign_in(at(), new, "alice@club.it")) == ([], [])


def test_guessing_codes_is_stopped(alice: User) -> None:
    Authenticator.objects.create(user=alice, type="totp", data={"secret": "A" * 32})
    client = at()
    assert sign_in(client) == []
    answers = [client.post(reverse("mfa_authenticate"), {"code": "000000"}) for _ in range(6)]
    errors = [answer.context["form"].errors["code"] for answer in answers]
    assert errors == [["Incorrect code."]] * 5 + [WRONG_TOO_OFTEN]


# ── Emails ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.usefixtures("alice")
def test_one_address_gets_so_many_links_for_a_new_password(mailoutbox: list[EmailMessage]) -> None:
    answers = [at().post(reverse("account_reset_password"), {"email": "Alice@club.it"}) for _ in range(6)]
    assert [answer.status_code for answer in answers] == [302] * 5 + [200]
    assert answers[5].context["form"].errors == {"email": [ENOUGH_MAILS]}
    assert len(mailoutbox) == 5


def test_one_address_gets_so_many_links_to_confirm_it(
    alice: User, settings: Settings, mailoutbox: list[EmailMessage]
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    EmailAddress.objects.update(verified=False)
    client, form = at(user=alice), {"email": "alice@club.it", "action_send": ""}
    pages = [client.post(reverse("account_email"), form, follow=True) for _ in range(4)]
    assert [str(one) for one in pages[3].context["messages"]] == [ENOUGH_MAILS]
    assert (pages[3].redirect_chain, len(mailoutbox)) == ([(reverse("account_email"), 302)], 3)


def test_a_new_account_does_without_a_mail_of_which_there_were_many(
    most: Most, settings: Settings, mailoutbox: list[EmailMessage]
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    most("confirm-mail", 1)
    for name in ("alice", "bob"):
        form = {"username": name, "email": "club@club.it", "password1": PASSWORD, "password2": PASSWORD}
        assert at().post(reverse("account_signup"), form).status_code == 302
        EmailAddress.objects.all().delete()  # else it is taken
        User.objects.update(email="")
    assert (User.objects.count(), len(mailoutbox)) == (2, 1)
