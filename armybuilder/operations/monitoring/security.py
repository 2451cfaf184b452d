"""Log security events: sign-ins, refusals and account changes.

A line has an event, the id of the user and the pattern of the address, but no names, addresses or typed text.
`squadra_security_events_total` counts the events for Prometheus.
"""

import logging
from collections.abc import Callable
from typing import Any

from allauth.account import signals as account
from allauth.mfa import signals as mfa
from django.conf import settings
from django.contrib.auth import SESSION_KEY, signals
from django.dispatch import Signal, receiver
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from armybuilder.accounts.guessing import account_named
from armybuilder.rate_limits import limits

logger = logging.getLogger("squadra.security")

#: Signals that say by their `user` whose account it is.
EVENTS: dict[str, Signal] = {
    "signed in": signals.user_logged_in,
    "signed out": signals.user_logged_out,
    "signed up": account.user_signed_up,
    "password changed": account.password_changed,
    "password set": account.password_set,
    "password reset": account.password_reset,
    "address added": account.email_added,
    "address changed": account.email_changed,
    "address removed": account.email_removed,
    "second step added": mfa.authenticator_added,
    "second step removed": mfa.authenticator_removed,
    "recovery codes made": mfa.authenticator_reset,
    "second step shown": mfa.authenticator_used,
    "wrong code": mfa.authentication_failed,
}


def _teller(event: str) -> Callable[..., None]:
    def tell_of(user: Any = None, **signal: Any) -> None:
        tell(event, user=user.pk if user else None)

    return tell_of


for _event, _signal in EVENTS.items():
    _signal.connect(_teller(_event), weak=False, dispatch_uid=f"security: {_event}")


@receiver(signals.user_login_failed)
def tell_of_password(credentials: dict[str, Any], **signal: Any) -> None:
    """Log a wrong password, with the user if the name exists."""
    name = credentials.get("email") or credentials.get("username", "")
    tell("wrong password", user=account_named(name))


@receiver(limits.reached)
def tell_of_limit(limit: str, key: object, **signal: Any) -> None:
    """Note that someone asks too often. A key that is a number is the id of a user, or a token."""
    tell("limit", what=limit, user=key if isinstance(key, int) and limit != "api-token" else None)


def tell_of_answer(request: HttpRequest, response: HttpResponseBase, route: str) -> None:
    """Note that someone was refused (`requests.REFUSALS`); of 404 those who asked by an id or a secret."""
    status = response.status_code
    asked_for_one = request.resolver_match is not None and bool(request.resolver_match.kwargs)
    if status != 404 or asked_for_one:
        tell(
            "refused",
            what=f"{status} {request.method} {route}",
            user=_signed_in(request),
            counted=str(status),
        )


def tell(event: str, *, user: object = None, what: str = "", counted: str | None = None) -> None:
    """Log a line, and count it by the event and `what`, or by `counted` if that has too many values."""
    extra = {"event": event, "user": None if user is None else str(user), "what": what or None}
    logger.info("%s user=%s%s", event, "-" if user is None else user, f" {what}" if what else "", extra=extra)
    if settings.METRICS_PORT:
        from armybuilder.operations.monitoring.metrics import SECURITY

        SECURITY.labels(event, what if counted is None else counted).inc()


def _signed_in(request: HttpRequest) -> str | None:
    """Return the user id if the session was read anyway: a log line needs no query."""
    session = getattr(request, "session", None)
    return session.get(SESSION_KEY) if session is not None and session.accessed else None
