"""No page of django-allauth has its own style: each that answers is a template of ours, on our frame."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.mfa.webauthn.internal.auth import WebAuthn
from django.conf import settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from armybuilder.accounts.models import User
from tests.accounts.keys import Device

pytestmark = pytest.mark.django_db
PASSWORD = "tre-fucili-e-un-bren"
ASKED = {"publicKey": {"challenge": "A" * 22, "user": {"id": ""}}}
OURS = Path(settings.BASE_DIR) / "templates"
FILES = {"mfa_download_recovery_codes"}
OF_A_PASSKEY = {"mfa_edit_webauthn", "mfa_remove_webauthn"}


def names(resolver: Any = None) -> Iterator[str]:
    """The names of all addresses of django-allauth."""
    patterns = resolver.url_patterns if resolver else [*get_resolver("allauth.urls").url_patterns]
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from names(pattern)
        elif isinstance(pattern, URLPattern) and pattern.name:
            yield pattern.name


def address(name: str, user: User) -> str:
    if name == "account_confirm_email":
        email = EmailAddress.objects.get_or_create(user=user, email="a@club.it", primary=True)[0]
        return reverse(name, args=[EmailConfirmationHMAC(email).key])
    if name == "account_reset_password_from_key":
        return reverse(name, kwargs={"uidb36": "1", "key": "1-1"})
    if name in OF_A_PASSKEY:
        return reverse(
            name,
            args=[Authenticator.objects.filter(type="webauthn").values_list("pk", flat=True).first() or 1],
        )
    return reverse(name)


def a_user(*, two_step: bool = False, password: str | None = PASSWORD) -> User:
    user = User.objects.create_user("alice", password=password)
    if two_step:
        TOTP.activate(user, generate_totp_secret())
        RecoveryCodes.activate(user)
        WebAuthn.add(user, "Telefono", json.loads(Device().register(ASKED)))
    return user


def signed_in(user: User) -> Client:
    """A browser in which someone has just written their password."""
    client = Client()
    client.force_login(user)
    if user.has_usable_password():
        client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return client


def look_at(client: Client, user: User) -> set[str]:
    """Ask for every page, and return the names of those that were shown."""
    shown = set()
    for name in sorted(set(names()) - FILES):
        response = client.get(address(name, user))
        assert response.status_code in {200, 302, 403, 404}, name
        if response.status_code == 200:
            first, *_ = response.templates
            used = {template.name for template in response.templates}
            assert Path(first.origin.name).is_relative_to(OURS), name
            assert ("base.html" in used, "allauth/layouts/base.html" in used) == (True, False), name
            # The eye in a field of a password, and nothing of it elsewhere.
            eyes = response.text.count('type="password"')
            assert response.text.count("data-eye=") == eyes, name
            assert ("js/accounts/eye.js" in response.text) == (eyes > 0), name
            shown.add(name)
    return shown


def test_a_stranger_sees() -> None:
    assert look_at(Client(), a_user()) == {
        "account_confirm_email",
        "account_email_verification_sent",
        "account_inactive",
        "account_login",
        "account_reset_password",
        "account_reset_password_done",
        "account_reset_password_from_key",
        "account_reset_password_from_key_done",
        "account_signup",
    }


def test_a_user_without_a_second_step_sees() -> None:
    user = a_user()
    shown = look_at(signed_in(user), user)
    assert {"mfa_index", "mfa_activate_totp", "usersessions_list", "account_email"} <= shown
    assert {"mfa_add_webauthn", "mfa_list_webauthn"} <= shown
    assert shown.isdisjoint({"mfa_view_recovery_codes", *OF_A_PASSKEY})


def test_a_user_with_a_second_step_sees() -> None:
    user = a_user(two_step=True)
    shown = look_at(signed_in(user), user)
    assert {
        "mfa_deactivate_totp",
        "mfa_generate_recovery_codes",
        "mfa_reauthenticate",
        "mfa_reauthenticate_webauthn",
        *OF_A_PASSKEY,
        "mfa_view_recovery_codes",
    } <= shown


def test_a_user_without_a_password_sees() -> None:
    user = a_user(password=None)
    assert "account_set_password" in look_at(signed_in(user), user)


def test_the_code_is_asked_for_on_a_page_of_ours() -> None:
    a_user(two_step=True)
    page = Client().post(reverse("account_login"), {"login": "alice", "password": PASSWORD}, follow=True)
    assert page.redirect_chain == [(reverse("mfa_authenticate"), 302)]
    assert Path(page.templates[0].origin.name) == OURS / "mfa" / "authenticate.html"
