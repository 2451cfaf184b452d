"""The codes of an app, and a browser whose last code is old."""

import time

from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.test import Client


def code(secret: str) -> str:
    """Return the code that the app shows now."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))


def leave_open(client: Client) -> None:
    """Make a user's sign-in old."""
    session = client.session
    session[AUTHENTICATION_METHODS_SESSION_KEY] = []
    session.save()
