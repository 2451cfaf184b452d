"""Passkeys: added, named, removed; as the second step, or the only one; refusals."""

import json
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth import get_user
from django.test import Client
from django.urls import reverse
from fido2.utils import websafe_encode
from pytest_django import Settings

from armybuilder.accounts.models import User
from tests.accounts.keys import HOST, Device

pytestmark = pytest.mark.django_db
PASSWORD = "tre-fucili-e-un-bren"
REFUSED = ["The passkey was not accepted. Try again."]
ADD, AUTHENTICATE = "mfa_add_webauthn", "mfa_authenticate"


def a_browser() -> Client:
    return Client(SERVER_NAME=HOST, headers={"Accept-Language": "en"})


@pytest.fixture
def alice() -> Client:
    """A browser in which Alice has just signed in."""
    User.objects.create_user("alice", "alice@club.it", PASSWORD)
    browser = a_browser()
    sign_in(browser)
    browser.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return browser


def sign_in(browser: Client) -> str:
    """Send username and password; return the redirect."""
    return browser.post(reverse("account_login"), {"login": "alice", "password": PASSWORD})["Location"]


def asked(browser: Client, name: str) -> dict[str, Any]:
    """Return what a page asks the browser for."""
    if name == "mfa_login_webauthn":
        data = browser.get(reverse(name), headers={"Accept": "application/json"}).json()
    else:
        # As the browser gets it: through JSON.
        data = json.loads(json.dumps(dict(browser.get(reverse(name)).context["js_data"]), default=dict))
    return data.get("creation_options") or data["request_options"]


def added(browser: Client, device: Device, **posted: str) -> Any:
    """Add the device's passkey; return the next page, or the one with the reason of a refusal."""
    credential = device.register(asked(browser, ADD))
    return browser.post(reverse(ADD), {"credential": credential, **posted}, follow=True)


def passkeys() -> list[Authenticator]:
    return list(Authenticator.objects.filter(type="webauthn").order_by("pk"))


def used(browser: Client, name: str, device: Device, **posted: str) -> Any:
    return browser.post(reverse(name), {"credential": device.use(asked(browser, name)), **posted})


# ── Adding, renaming, removing ─────────────────────────────────────────────────────────────────────────────────────


def test_the_first_one_comes_with_recovery_codes(alice: Client) -> None:
    page = added(alice, Device(), name="Telefono", passwordless="on")
    assert page.redirect_chain == [(reverse("mfa_view_recovery_codes"), 302)]
    said = [str(message) for message in page.context["messages"]]
    assert said == ["Passkey added."]
    assert [one.wrap().name for one in passkeys()] == ["Telefono"]
    assert added(alice, Device()).redirect_chain == [(reverse("mfa_index"), 302)]
    listed = alice.get(reverse("mfa_list_webauthn")).content.decode()
    # in the entry of each, its name and that of its two buttons
    assert (listed.count("Telefono"), listed.count("Passkey</")) == (3, 3)


def test_the_site_asks_for_a_passkey_of_its_own_name(alice: Client) -> None:
    options = asked(alice, ADD)["publicKey"]
    assert options["rp"] == {"name": HOST, "id": HOST}
    assert options["user"]["name"] == "alice@club.it"


def test_a_long_name_is_cut(alice: Client) -> None:
    assert 'maxlength="80"' in alice.get(reverse(ADD)).content.decode()
    added(alice, Device(), name="x" * 81)
    assert [one.wrap().name for one in passkeys()] == ["x" * 80]


def test_a_passkey_that_asks_for_no_finger_is_only_a_second_step(alice: Client) -> None:
    page = added(alice, Device(verifies=False), passwordless="on")
    assert page.context["form"].non_field_errors() == REFUSED
    assert REFUSED[0] in page.content.decode()
    added(alice, Device(verifies=False))
    assert len(passkeys()) == 1


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "http://192.168.1.5", "http://localhost.evil.example"])
def test_a_passkey_for_another_site_is_refused(alice: Client, origin: str) -> None:
    assert added(alice, Device(origin=origin)).context["form"].errors == {"__all__": REFUSED}
    assert passkeys() == []


@pytest.mark.parametrize(("scheme", "is_taken"), [("https", True), ("http", False)])
def test_behind_a_proxy_the_sites_own_name_counts_over_https(
    alice: Client, settings: Settings, scheme: str, is_taken: bool
) -> None:
    settings.ALLOWED_HOSTS = ["squadra.example"]
    alice.defaults |= {"SERVER_NAME": "squadra.example", "SERVER_PORT": "8000"}
    assert asked(alice, ADD)["publicKey"]["rp"]["id"] == "squadra.example"
    added(alice, Device(host="squadra.example", origin=f"{scheme}://squadra.example"))
    assert len(passkeys()) == is_taken


def test_an_answer_to_an_older_question_is_refused(alice: Client) -> None:
    device = Device()
    old = device.register(asked(alice, ADD))
    asked(alice, ADD)
    page = alice.post(reverse(ADD), {"credential": old})
    assert page.context["form"].errors == {"__all__": REFUSED}


CREDENTIAL = '{"id": "AA", "rawId": "AA", "type": "public-key", "response": %s}'
NO_CREDENTIALS = [
    "",
    "{",
    "[]",
    '{"id": "x"}',
    CREDENTIAL % "[]",
    CREDENTIAL.replace('"rawId": "AA"', '"rawId": 5') % "[]",
    CREDENTIAL % '{"clientDataJSON": "AA", "attestationObject": "AA"}',
    CREDENTIAL % '{"clientDataJSON": "e30", "attestationObject": "oA"}',
    CREDENTIAL % '{"clientDataJSON": "e30", "authenticatorData": "AA", "signature": "AA", "userHandle": "_w"}',
]


def test_an_invalid_credential_is_refused(alice: Client) -> None:
    other = a_browser()
    asked(other, "mfa_login_webauthn")
    for sent in NO_CREDENTIALS:
        page = alice.post(reverse(ADD), {"credential": sent})
        assert (page.status_code, REFUSED[0] in page.content.decode()) == (200, True), sent
        answer = other.post(reverse("mfa_login_webauthn"), {"credential": sent})
        assert answer["Location"] == reverse("account_login"), sent
        assert REFUSED[0] in other.get(reverse("account_login")).content.decode(), sent


def test_an_invalid_credential_is_refused_as_the_second_step(alice: Client) -> None:
    added(alice, Device())
    for sent in NO_CREDENTIALS[::4]:  # five would be too many guesses
        other = a_browser()
        sign_in(other)
        page = other.post(reverse(AUTHENTICATE), {"credential": sent})
        assert (page.status_code, REFUSED[0] in page.content.decode()) == (200, True), sent
        assert not get_user(other).is_authenticated, sent


def test_renaming(alice: Client) -> None:
    added(alice, Device(), name="Telefono")
    address = reverse("mfa_edit_webauthn", args=[passkeys()[0].pk])
    assert alice.get(address).context["form"]["name"].value() == "Telefono"
    assert alice.post(address, {"name": ""}).context["form"].errors == {"name": ["This field is required."]}
    assert alice.post(address, {"name": "x" * 81}).status_code == 200
    assert alice.post(address, {"name": "<b>Chiave</b>"})["Location"] == reverse("mfa_list_webauthn")
    assert [one.wrap().name for one in passkeys()] == ["<b>Chiave</b>"]
    assert "<b>Chiave" not in alice.get(reverse("mfa_list_webauthn")).content.decode()


def test_removing_the_last_one_switches_two_steps_off(alice: Client) -> None:
    added(alice, Device(), name="Telefono")
    address = reverse("mfa_remove_webauthn", args=[passkeys()[0].pk])
    assert "Telefono" in alice.get(address).content.decode()
    page = alice.post(address, follow=True)
    assert [str(said) for said in page.context["messages"]] == ["Passkey removed."]
    assert Authenticator.objects.count() == 0
    assert sign_in(a_browser()) == "/"


def test_nobody_touches_anothers(alice: Client) -> None:
    added(alice, Device(), name="Telefono")
    bob = a_browser()
    bob.force_login(User.objects.create_user("bob", password=PASSWORD))
    bob.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    for name in ("mfa_edit_webauthn", "mfa_remove_webauthn"):
        address = reverse(name, args=[passkeys()[0].pk])
        assert (bob.get(address).status_code, bob.post(address, {"name": "Bob"}).status_code) == (404, 404)
    assert [one.wrap().name for one in passkeys()] == ["Telefono"]


def test_the_password_is_asked_for_once_more_before(alice: Client) -> None:
    added(alice, Device())
    pk = passkeys()[0].pk
    other = a_browser()
    other.force_login(User.objects.get())
    for name, args in ((ADD, []), ("mfa_edit_webauthn", [pk]), ("mfa_remove_webauthn", [pk])):
        for answer in (other.get(reverse(name, args=args)), other.post(reverse(name, args=args))):
            assert answer["Location"].startswith(reverse("account_reauthenticate"))
    assert len(passkeys()) == 1


def test_strangers_are_led_to_the_sign_in(client: Client) -> None:
    for name in (ADD, "mfa_list_webauthn", "mfa_reauthenticate_webauthn"):
        assert client.get(reverse(name))["Location"].startswith(reverse("account_login"))


# ── Signing in ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_as_the_second_step(alice: Client) -> None:
    device = Device(verifies=False)
    added(alice, device)
    other = a_browser()
    assert sign_in(other) == reverse(AUTHENTICATE)
    assert not get_user(other).is_authenticated
    assert used(other, AUTHENTICATE, Device()).status_code == 200  # one that nobody added
    assert not get_user(other).is_authenticated
    assert used(other, AUTHENTICATE, device).status_code == 302
    assert get_user(other).is_authenticated
    assert passkeys()[0].last_used_at is not None


def test_as_the_only_step_back_to_where_one_came_from(alice: Client) -> None:
    device = Device()
    added(alice, device, passwordless="on")
    other = a_browser()
    assert used(other, "mfa_login_webauthn", device, next="/rules/")["Location"] == "/rules/"
    assert get_user(other).get_username() == "alice"
    third = a_browser()
    assert used(third, "mfa_login_webauthn", device, next="https://elsewhere.example/")["Location"] == "/"


def test_not_as_the_only_step_without_a_finger(alice: Client) -> None:
    device = Device(verifies=False)
    added(alice, device)
    other = a_browser()
    used(other, "mfa_login_webauthn", device)
    assert not get_user(other).is_authenticated


def test_not_for_someone_else(alice: Client) -> None:
    device = Device()
    added(alice, device, passwordless="on")
    bob = User.objects.create_user("bob", password=PASSWORD)
    device.user_handle = websafe_encode(str(bob.pk).encode())
    other = a_browser()
    used(other, "mfa_login_webauthn", device)
    assert not get_user(other).is_authenticated


def test_not_after_it_was_removed(alice: Client) -> None:
    device = Device()
    added(alice, device, passwordless="on")
    alice.post(reverse("mfa_remove_webauthn", args=[passkeys()[0].pk]))
    other = a_browser()
    used(other, "mfa_login_webauthn", device)
    assert not get_user(other).is_authenticated


def test_a_closed_account_says_so(alice: Client) -> None:
    device = Device()
    added(alice, device, passwordless="on")
    User.objects.update(is_active=False)
    other = a_browser()
    assert used(other, "mfa_login_webauthn", device)["Location"] == reverse("account_inactive")
    assert not get_user(other).is_authenticated


def test_once_more_before_something_delicate(alice: Client) -> None:
    device = Device()
    added(alice, device)
    other = a_browser()
    other.force_login(User.objects.get())
    name = "mfa_reauthenticate_webauthn"
    assert used(other, name, Device()).status_code == 302
    assert other.get(reverse(ADD)).status_code == 302
    credential = device.use(asked(other, name))
    assert other.post(reverse(name), {"credential": credential, "next": reverse(ADD)})["Location"] == reverse(ADD)
    assert other.get(reverse(ADD)).status_code == 200


def test_there_are_other_ways_once_more(alice: Client) -> None:
    added(alice, Device())
    ways = alice.get(reverse("account_reauthenticate")).context["reauthentication_alternatives"]
    assert [str(way["description"]) for way in ways] == ["With a code", "With a passkey"]


def test_a_recovery_code_helps_where_the_device_is_lost(alice: Client) -> None:
    added(alice, Device())
    code = alice.get(reverse("mfa_view_recovery_codes")).context["unused_codes"][0]
    other = a_browser()
    sign_in(other)
    assert other.post(reverse(AUTHENTICATE), {"code": code}).status_code == 302
    assert get_user(other).is_authenticated


def test_guessing_is_stopped(alice: Client) -> None:
    added(alice, Device())
    other = a_browser()
    sign_in(other)
    for _ in range(5):
        used(other, AUTHENTICATE, Device())
    page = used(other, AUTHENTICATE, Device())
    assert page.context["webauthn_form"].errors == {
        "credential": ["Too many wrong passwords. Wait five minutes and try again."]
    }


def test_they_go_with_the_account(alice: Client) -> None:
    added(alice, Device())
    User.objects.get().delete()
    assert passkeys() == []
