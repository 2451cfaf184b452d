"""Metrics for Prometheus: of requests, counted by each process of the site, and of the worker.

The processes write theirs into files of a folder (PROMETHEUS_MULTIPROC_DIR, created by gunicorn.conf.py); `manage.py
serve_metrics` adds them up.
"""

import logging
from collections.abc import Iterable
from functools import partial
from typing import Any

from allauth.account import signals as account
from allauth.mfa import signals as mfa
from django.conf import settings
from django.contrib.auth import SESSION_KEY, signals
from django.db import DatabaseError, connections
from django.dispatch import Signal, receiver
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django_tasks_db.models import DBTaskResult
from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from armybuilder.accounts.guessing import account_named
from armybuilder.operations import beat
from armybuilder.rate_limits import limits

BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)  # seconds

REQUESTS = Histogram(
    "squadra_request_seconds",
    "How long requests took, by the pattern of their address.",
    ["route", "method", "status"],
    buckets=BUCKETS,
)
SECURITY = Counter(
    "squadra_security_events",
    "Sign-ins, wrong passwords, refusals, limits and changes of accounts: the lines of the log squadra.security.",
    ["event", "what"],
)


def observe(route: str, method: str, status: int, seconds: float) -> None:
    """Count a request. Only known methods are counted: any other word would start a new figure."""
    known = method if method in {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"} else "-"
    REQUESTS.labels(route, known, str(status)).observe(seconds)


class Background(Collector):
    """The state of the database, the time since the last heartbeat of the worker, and the number of waiting tasks."""

    def collect(self) -> Iterable[Metric]:
        """Return the metrics, without the worker's if the database is away."""
        up = "squadra_database_up", "1 where the database answers."
        try:
            silent, waiting = beat.silent_for(), DBTaskResult.objects.ready().count()
        except DatabaseError:
            return [GaugeMetricFamily(*up, 0)]
        finally:
            connections.close_all()
        text = "For how long no background worker was heard of."
        return [
            GaugeMetricFamily(*up, 1),
            GaugeMetricFamily("squadra_tasks_waiting", "Tasks that a worker could begin now.", waiting),
            *([] if silent is None else [GaugeMetricFamily("squadra_worker_silent_seconds", text, silent)]),
        ]


def registry(folder: str) -> CollectorRegistry:
    """Return all metrics, including those of processes that write into `folder`."""
    found = CollectorRegistry()
    MultiProcessCollector(found, path=folder)  # type: ignore[no-untyped-call]
    found.register(Background())
    return found


logger = logging.getLogger("squadra.security")

#: Signals with the affected account in `user`.
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


def tell_of_account(event: str, user: Any = None, **signal: Any) -> None:
    tell(event, user=user.pk if user else None)


for _event, _signal in EVENTS.items():
    _signal.connect(partial(tell_of_account, _event), weak=False, dispatch_uid=f"security: {_event}")


@receiver(signals.user_login_failed)
def tell_of_password(credentials: dict[str, Any], **signal: Any) -> None:
    """Log a wrong password, with the user if the name exists."""
    name = credentials.get("email") or credentials.get("username", "")
    tell("wrong password", user=account_named(name))


@receiver(limits.reached)
def tell_of_limit(limit: str, key: object, **signal: Any) -> None:
    """Log that a rate limit was exceeded. A key that is a number is the id of a user, or a token."""
    tell("limit", what=limit, user=key if isinstance(key, int) and limit != "api-token" else None)


def tell_of_answer(request: HttpRequest, response: HttpResponseBase, route: str) -> None:
    """Log a refusal (`requests.REFUSALS`); of 404 only requests with an id or a secret."""
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
        SECURITY.labels(event, what if counted is None else counted).inc()


def _signed_in(request: HttpRequest) -> str | None:
    """Return the user id if the session was read anyway: a log line needs no query."""
    session = getattr(request, "session", None)
    return session.get(SESSION_KEY) if session is not None and session.accessed else None
