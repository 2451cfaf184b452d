"""Notify users of changes to their accounts, and note the language of their first sign-in for emails."""

from typing import Any

from allauth.account import signals as account
from allauth.account.models import EmailAddress
from allauth.mfa import signals as mfa
from allauth.mfa.models import Authenticator
from django.contrib.auth.signals import user_logged_in
from django.dispatch import Signal, receiver
from django.http import HttpRequest
from django.utils.translation import get_language

from armybuilder.accounts.models import User
from armybuilder.notices.actions import notify_of_account
from armybuilder.notices.kinds import Kind
from armybuilder.notices.models import Preferences

ADDED = {Authenticator.Type.TOTP: Kind.APP_ADDED, Authenticator.Type.WEBAUTHN: Kind.PASSKEY_ADDED}
REMOVED = {Authenticator.Type.TOTP: Kind.APP_REMOVED, Authenticator.Type.WEBAUTHN: Kind.PASSKEY_REMOVED}


#: An added address may not be the one for emails.
KINDS: dict[Signal, Kind] = {
    account.password_changed: Kind.PASSWORD,
    account.password_set: Kind.PASSWORD,
    account.password_reset: Kind.PASSWORD,
    account.email_added: Kind.ADDRESS_ADDED,
    account.email_removed: Kind.ADDRESS_REMOVED,
    mfa.authenticator_reset: Kind.CODES_MADE,
}


@receiver(list(KINDS))
def account_changed(signal: Signal, user: User, **more: Any) -> None:
    notify_of_account(user, KINDS[signal])


@receiver(account.email_changed)
def main_address_changed(user: User, from_email_address: EmailAddress | None, **signal: Any) -> None:
    """Notify a user, at their old address, that emails now go to another one."""
    former = from_email_address.email if from_email_address and from_email_address.verified else ""
    notify_of_account(user, Kind.ADDRESS_CHANGED, to=former)


@receiver(mfa.authenticator_added)
def second_step_added(user: User, authenticator: Authenticator, **signal: Any) -> None:
    """Notify a user of a new app or passkey. Recovery codes come with the first of them."""
    if kind := ADDED.get(authenticator.type):
        notify_of_account(user, kind)


@receiver(mfa.authenticator_removed)
def second_step_removed(authenticator: Authenticator, **signal: Any) -> None:
    if kind := REMOVED.get(authenticator.type):
        notify_of_account(authenticator.user, kind)


@receiver(user_logged_in)
def note_language(user: User, request: HttpRequest, **signal: Any) -> None:
    """Save the language of a user's first sign-in for their emails, until they choose another."""
    Preferences.objects.get_or_create(user=user, defaults={"language": get_language()})
