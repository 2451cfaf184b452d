"""People are told what becomes of their own account: of a new password, address or second step."""

from typing import Any

from allauth.account import signals as account
from allauth.account.models import EmailAddress
from allauth.mfa import signals as mfa
from allauth.mfa.models import Authenticator
from django.dispatch import receiver

from armybuilder.accounts.models import User
from armybuilder.notices.kinds import Kind
from armybuilder.notices.models import Notice

ADDED = {Authenticator.Type.TOTP: Kind.APP_ADDED, Authenticator.Type.WEBAUTHN: Kind.PASSKEY_ADDED}
REMOVED = {Authenticator.Type.TOTP: Kind.APP_REMOVED, Authenticator.Type.WEBAUTHN: Kind.PASSKEY_REMOVED}


@receiver([account.password_changed, account.password_set, account.password_reset])
def tell_of_password(user: User, **signal: Any) -> None:
    """Tell somebody that their password is a new one."""
    Notice.objects.tell_of_account(user, Kind.PASSWORD)


@receiver(account.email_added)
def tell_of_address(user: User, **signal: Any) -> None:
    """Tell somebody of a further address; it may not be the one that is mailed to."""
    Notice.objects.tell_of_account(user, Kind.ADDRESS_ADDED)


@receiver(account.email_removed)
def tell_of_less(user: User, **signal: Any) -> None:
    """Tell somebody that an address is gone."""
    Notice.objects.tell_of_account(user, Kind.ADDRESS_REMOVED)


@receiver(account.email_changed)
def tell_where_mail_goes(user: User, from_email_address: EmailAddress | None, **signal: Any) -> None:
    """Tell somebody that mails go elsewhere, at the address that they went to."""
    former = from_email_address.email if from_email_address and from_email_address.verified else ""
    Notice.objects.tell_of_account(user, Kind.ADDRESS_CHANGED, to=former)


@receiver(mfa.authenticator_added)
def tell_of_second_step(user: User, authenticator: Authenticator, **signal: Any) -> None:
    """Tell somebody of an app or a passkey; recovery codes come with the first of them."""
    if kind := ADDED.get(authenticator.type):
        Notice.objects.tell_of_account(user, kind)


@receiver(mfa.authenticator_removed)
def tell_of_one_less(authenticator: Authenticator, **signal: Any) -> None:
    """Tell somebody that an app or a passkey of theirs is gone."""
    if kind := REMOVED.get(authenticator.type):
        Notice.objects.tell_of_account(authenticator.user, kind)


@receiver(mfa.authenticator_reset)
def tell_of_codes(user: User, **signal: Any) -> None:
    """Tell somebody that they have other recovery codes."""
    Notice.objects.tell_of_account(user, Kind.CODES_MADE)
