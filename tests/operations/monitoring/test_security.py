"""The log of sign-ins, refusals and limits: by ids only, with metrics."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from prometheus_client import REGISTRY

from armybuilder.accounts.models import User
from armybuilder.operations import hooks
from armybuilder.operations.monitoring import metrics
from armybuilder.operations.monitoring.logs import logging_settings
from armybuilder.rate_limits import limits
from armybuilder.rate_limits.buckets import Rate
from tests.accounts.codes import code

pytestmark = pytest.mark.django_db
PASSWORD, NEW = "tre-fucili-e-un-bren", "due-bazooka-e-un-mortaio"
LOGIN = reverse("account_login")


@pytest.fixture
def alice() -> User:
    return User.objects.create_user("alice", "alice@club.it", PASSWORD)


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the lines since the last call."""
    lines = [record.getMessage() for record in caplog.records if record.name == "squadra.security"]
    caplog.clear()
    return lines


@pytest.mark.parametrize("form", ["text", "json"])
def test_it_is_on_in_both_forms_of_the_log(form: str) -> None:
    assert logging_settings(form)["loggers"]["squadra.security"] == {"level": "INFO"}


def test_every_process_logs() -> None:
    """Those of workers and commands too, which load no middleware."""
    assert hooks.metrics is metrics


def test_sign_ins_and_account_changes(client: Client, alice: User, caplog: pytest.LogCaptureFixture) -> None:
    for login in ("alice", "ALICE@club.it", "bob"):
        client.post(LOGIN, {"login": login, "password": "wrong"})
    assert told(caplog) == [f"wrong password user={alice.pk}"] * 2 + ["wrong password user=-"]
    client.post(LOGIN, {"login": "alice", "password": PASSWORD})
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    client.post(reverse("account_change_password"), form)
    client.post(reverse("account_logout"))
    events = ("signed in", "password changed", "signed out")
    assert told(caplog) == [f"{event} user={alice.pk}" for event in events]


def test_the_second_step(client: Client, alice: User, caplog: pytest.LogCaptureFixture) -> None:
    client.post(LOGIN, {"login": "alice", "password": PASSWORD})
    secret = client.get(reverse("mfa_activate_totp")).context["form"].secret
    client.post(reverse("mfa_activate_totp"), {"code": code(secret)})
    told(caplog)
    shown = code(secret)
    for typed in ("000", shown, shown):  # a code works once
        client.post(reverse("account_logout"))
        client.post(LOGIN, {"login": "alice", "password": PASSWORD})
        client.post(reverse("mfa_authenticate"), {"code": typed})
    events = ("signed out", "wrong code", "second step shown", "signed in", "signed out", "wrong code")
    assert told(caplog) == [f"{event} user={alice.pk}" for event in events]


def test_refusals(client: Client, alice: User, caplog: pytest.LogCaptureFixture) -> None:
    client.force_login(alice)
    told(caplog)
    client.get(f"/lists/{uuid4()}/")
    client.get("/admin/login/")
    client.get("/nothing/")
    client.put("/about/")
    Client().get("/api/v1/lists")
    assert told(caplog) == [
        f"refused user={alice.pk} 404 GET lists/<uuid:list_id>/",
        f"refused user={alice.pk} 403 GET admin/login/",
        f"refused user={alice.pk} 405 PUT about/",
        "refused user=- 401 GET api/v1/lists",
    ]


def test_limits(alice: User, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(limits.LIMITS, "restore", Rate(1, limits.HOUR))
    monkeypatch.setitem(limits.LIMITS, "sign-up", Rate(1, limits.HOUR))
    for _ in range(2):
        limits.count("restore", alice.pk)
        limits.count("sign-up", "192.0.2.1")
    assert told(caplog) == [f"limit user={alice.pk} restore", "limit user=- sign-up"]


def test_figures(client: Client, alice: User, settings: Any) -> None:
    settings.METRICS_PORT = 9100

    def counted(event: str, what: str = "") -> float:
        labels = {"event": event, "what": what}
        return REGISTRY.get_sample_value("squadra_security_events_total", labels) or 0

    before = counted("wrong password"), counted("refused", "401")
    client.post(LOGIN, {"login": "alice", "password": "wrong"})
    client.get("/api/v1/lists")
    assert (counted("wrong password"), counted("refused", "401")) == (before[0] + 1, before[1] + 1)
