"""Passkeys, and the encryption of secrets of the second step."""

import base64
import logging
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, cast

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import forms as webauthn
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django import forms
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from armybuilder.accounts.forms import SiteForm
from armybuilder.accounts.guessing import code_of, count_try
from rules.fields import OneErrorDecoder

logger = logging.getLogger(__name__)

SEALED = "sealed:"  # no old secret has a colon


def seal(secret: str) -> str:
    return SEALED + _box(settings.SECRET_KEY).encrypt(secret.encode()).decode()


def unseal(stored: str) -> str:
    """Return the stored secret; if no key fits, an unknown one, so that no code is right."""
    secret = read(stored, [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS])
    if secret is None:
        logger.warning("A second step was sealed by another SECRET_KEY: nobody can use it.")
        return base64.b32encode(secrets.token_bytes(20)).decode()
    return secret


def read(stored: str, keys: list[str]) -> str | None:
    """Return a stored secret, plain or encrypted with one of these keys; otherwise None."""
    if not stored.startswith(SEALED):
        return stored
    try:
        return MultiFernet(map(_box, keys)).decrypt(stored.removeprefix(SEALED).encode()).decode()
    except InvalidToken:
        return None


def is_sealed_by(key: str, stored: str) -> bool:
    return stored.startswith(SEALED) and read(stored, [key]) is not None


@lru_cache(maxsize=8)
def _box(key: str) -> Fernet:
    derived = HKDF(SHA256(), length=32, salt=None, info=b"second steps").derive(key.encode())
    return Fernet(base64.urlsafe_b64encode(derived))


LONGEST_NAME = 80
NAME = _("Passkey name")
REFUSED = _("The passkey was not accepted. Try again.")


class MFAAdapter(DefaultMFAAdapter):
    """allauth's adapter: secrets are encrypted, and passkeys do not get misleading names like “Master key”."""

    def encrypt(self, text: str) -> str:
        return seal(text)

    def decrypt(self, encrypted_text: str) -> str:
        return unseal(encrypted_text)

    def generate_authenticator_name(self, user: AbstractBaseUser, type: Authenticator.Type) -> str:
        return gettext("Passkey")


@contextmanager
def judging() -> Iterator[None]:
    """Refuse any invalid credential with the same sentence; allauth would fail on some."""
    try:
        yield
    except ValidationError as error:
        if error.code != "incorrect_code":
            raise
        raise ValidationError(REFUSED) from error
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValidationError(REFUSED) from error


class PasskeyForm(SiteForm):
    """A form with the browser's passkey data in a hidden field."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        credential = cast(forms.JSONField, self.fields["credential"])
        credential.decoder = OneErrorDecoder
        for kind in ("required", "invalid"):
            credential.error_messages[kind] = REFUSED


class AddPasskeyForm(PasskeyForm, webauthn.AddWebAuthnForm):
    """A further passkey."""

    name = forms.CharField(label=NAME, required=False, widget=forms.TextInput(attrs={"maxlength": LONGEST_NAME}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        alone = self.fields["passwordless"]
        alone.label = _("It also signs you in without a password")
        alone.help_text = _(
            "The device will then ask for your fingerprint, face or PIN. Old security keys cannot do this."
        )
        alone.initial = True

    def clean_name(self) -> str:
        """Return the name, shortened rather than refused: the device already has the passkey."""
        name: str = super().clean_name()
        return name[:LONGEST_NAME]

    def clean(self) -> dict[str, Any] | None:
        with judging():
            return super().clean()


class RenamePasskeyForm(SiteForm, webauthn.EditWebAuthnForm):
    """Another name for a passkey."""

    name = forms.CharField(label=NAME, max_length=LONGEST_NAME)


class _UsePasskeyForm(PasskeyForm):
    user: AbstractBaseUser | None

    def clean_credential(self) -> Authenticator:
        # A passkey alone identifies its user, so attempts count by address (guessing.py).
        right = count_try(code_of(self.user)) if self.user else None
        with judging():
            passkey: Authenticator = super().clean_credential()  # type: ignore[misc]  # allauth's is the next class
        if right:
            right()
        return passkey


class AuthenticatePasskeyForm(_UsePasskeyForm, webauthn.AuthenticateWebAuthnForm):
    """A passkey as the second step."""


class LoginPasskeyForm(_UsePasskeyForm, webauthn.LoginWebAuthnForm):
    """A passkey as the only step."""


class PasskeyAgainForm(_UsePasskeyForm, webauthn.ReauthenticateWebAuthnForm):
    """A passkey again, before a sensitive step."""
