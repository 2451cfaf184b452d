"""Logs and metrics of requests: enough to monitor the site, without personal data."""

import ast
import json
import logging
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import sentry_sdk
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection, connections
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import resolve
from django_tasks_db.models import DBTaskResult
from prometheus_client.metrics_core import Metric

from armybuilder.operations import beat
from armybuilder.operations.monitoring import logs, metrics
from armybuilder.operations.monitoring.lines import JsonLine, LineFormatter
from armybuilder.operations.monitoring.logs import logging_settings
from armybuilder.operations.monitoring.requests import LONG, watch

SECRET = "/lists/11111111-2222-4333-8444-555555555555/"


def asked(path: str = SECRET) -> HttpRequest:
    """A request for a page of someone's own."""
    request = RequestFactory().get(path)
    with suppress(Http404):
        request.resolver_match = resolve(path)
    return request


def line(**fields: Any) -> dict[str, Any]:
    """Return a record as logged, without its time."""
    record = logging.makeLogRecord({"name": "django.request", "levelname": "WARNING", **fields})
    shown: dict[str, Any] = json.loads(JsonLine().format(record))
    assert shown.pop("time")
    return shown


def test_a_line_names_the_kind_of_address_and_not_the_address() -> None:
    request = asked()
    assert line(msg="%s: %s", args=("Not Found", SECRET), request=request, status_code=404, correlation_id="5f") == {
        "level": "WARNING",
        "logger": "django.request",
        "message": "Not Found: lists/<uuid:list_id>/",
        "status_code": 404,
        "request_id": "5f",
    }
    assert line(msg="%s: %s", args=("Not Found", "/x@y/"), request=asked("/x@y/"))["message"] == "Not Found: -"
    assert line(msg="thin_revisions failed", correlation_id=None) == {
        "level": "WARNING",
        "logger": "django.request",
        "message": "thin_revisions failed",
    }


def for_people(**fields: Any) -> str:
    """Return a record as the default log shows it."""
    chosen = logging_settings("text")["formatters"]["line"]
    assert chosen["class"] == f"{LineFormatter.__module__}.{LineFormatter.__qualname__}"
    fields = {"name": "django.request", "levelname": "WARNING", "created": 1792888200.25, **fields}
    return LineFormatter(chosen["format"], style=chosen["style"]).format(logging.makeLogRecord(fields))


@pytest.mark.parametrize(
    ("address", "shown"),
    [(SECRET, "lists/<uuid:list_id>/"), ("/s/Zw2fFj4t/è", "-"), ("/s/Zw2fFj4t/\\", "-")],
)
def test_no_log_has_an_address(address: str, shown: str) -> None:
    """Django itself escapes what is not ASCII before it logs it."""
    request = asked(address)
    for logged in (request.path, request.path.encode("unicode_escape").decode()):
        fields = {"msg": "%s: %s", "args": ("Not Found", logged), "request": request}
        assert for_people(**fields).partition(" ")[2] == f"WARNING django.request: Not Found: {shown}"
        assert line(**fields)["message"] == f"Not Found: {shown}"


def test_the_hour_that_is_there_twice_has_its_offset() -> None:
    said = [for_people(msg="late", created=1792888200.25 + later) for later in (0, 3600)]
    assert said == [
        "2026-10-25T02:30:00.250+02:00 WARNING django.request: late",
        "2026-10-25T02:30:00.250+01:00 WARNING django.request: late",
    ]


def test_log_lines_with_an_address_have_the_request() -> None:
    calls = [
        ast.unparse(node)
        for file in Path("armybuilder").rglob("*.py")
        if "getLogger" in (text := file.read_text())
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("logger.")
    ]
    with_address = [call for call in calls if "request." in call]
    assert len(with_address) == 1
    assert [call for call in with_address if "extra={'request': request}" not in call] == []


def test_a_line_says_where_an_exception_happened_and_not_what_it_says() -> None:
    def fail() -> None:
        try:
            raise KeyError("alice@example.org")
        except KeyError as error:
            raise ValueError("alice") from error

    try:
        fail()
    except ValueError as error:
        shown = line(msg="failed", exc_info=(type(error), error, error.__traceback__))["exc_info"]
    first = fail.__code__.co_firstlineno
    assert [told.replace(__file__, "here") for told in shown.splitlines()] == [
        "builtins.KeyError",
        f"  here:{first + 2} fail",
        "builtins.ValueError",
        f"  here:{first + 7} test_a_line_says_where_an_exception_happened_and_not_what_it_says",
        f"  here:{first + 4} fail",
    ]


@pytest.mark.django_db
def test_a_slow_request_is_told_with_its_queries(settings: Any, caplog: pytest.LogCaptureFixture) -> None:
    def view(request: HttpRequest) -> HttpResponse:
        with connection.cursor() as cursor:
            cursor.execute("SELECT %s", ["alice"])
            cursor.execute("SELECT %s", ["bob"])
            cursor.execute(f"SELECT\n  {'1 + ' * LONG}1")
        return HttpResponse(status=201)

    settings.SLOW_REQUEST_MS = 0
    watch(view)(asked())
    assert caplog.messages == []
    settings.SLOW_REQUEST_MS = 0.0001
    watch(view)(asked())
    [record] = caplog.records
    assert (record.name, record.__dict__["route"]) == ("squadra.slow", "lists/<uuid:list_id>/")
    told, *queries = record.message.split("; ")
    assert told.startswith("GET lists/<uuid:list_id>/ 201 took ")
    assert told.endswith(" ms with 3 queries")
    asked_for = sorted(query.partition(" ms in ")[2] for query in queries)
    assert asked_for == ["1: " + f"SELECT {'1 + ' * LONG}"[:LONG], "2: SELECT %s"]


@pytest.mark.django_db
def test_each_request_has_a_line_where_programs_read_the_log(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "squadra.requests"):
        client.get("/healthz")
    [record] = [record for record in caplog.records if record.name == "squadra.requests"]
    told = {name: record.__dict__[name] for name in ("method", "route", "status", "queries")}
    assert told == {"method": "GET", "route": "healthz", "status": 200, "queries": 0}


# ── Figures ────────────────────────────────────────────────────────────────────────────────────────────────────────


def of(found: list[Metric]) -> dict[str, float]:
    return {metric.name: metric.samples[0].value for metric in found}


@pytest.mark.django_db
def test_the_worker_has_its_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "close_all", lambda: None)
    nothing = {"squadra_database_up": 1, "squadra_tasks_waiting": 0}
    assert of([*metrics.Background().collect()]) == nothing
    beat.beat()
    monkeypatch.setattr(beat, "silent_for", lambda: 7.0)
    assert of([*metrics.Background().collect()]) == nothing | {"squadra_worker_silent_seconds": 7.0}


def test_a_database_that_is_away_is_a_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise OperationalError

    monkeypatch.setattr(connections, "close_all", lambda: None)
    monkeypatch.setattr(DBTaskResult.objects, "ready", away)
    monkeypatch.setattr(beat, "silent_for", away)
    assert of([*metrics.Background().collect()]) == {"squadra_database_up": 0}


def test_figures_are_served_only_where_there_are_any(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PROMETHEUS_MULTIPROC_DIR", raising=False)
    with pytest.raises(CommandError) as told:
        call_command("serve_metrics")
    assert str(told.value) == "gunicorn starts this command if METRICS_PORT is set."


# ── Errors for Sentry ──────────────────────────────────────────────────────────────────────────────────────────────


def test_an_error_is_sent_without_the_person_who_met_it() -> None:
    sent: list[Any] = []

    class Kept(sentry_sdk.transport.Transport):
        def capture_envelope(self, envelope: Any) -> None:
            sent.extend(item.get_event() for item in envelope.items)

    logs.start("https://key@sentry.example/1", transport=Kept, default_integrations=False)
    try:
        sentry_sdk.set_user({"username": "alice"})
        sentry_sdk.set_extra("typed", "alice")
        try:
            raise ValueError("alice")
        except ValueError as error:
            sentry_sdk.capture_exception(error)
    finally:
        sentry_sdk.get_client().close()
        sentry_sdk.get_global_scope().set_client(None)
        sentry_sdk.get_isolation_scope().clear()
    [event] = sent
    assert [(error["type"], error["value"]) for error in event["exception"]["values"]] == [("ValueError", "")]
    assert [name for name in ("user", "extra", "server_name") if name in event] == []
    assert "'alice'" not in repr(event)


def test_without_its_library_it_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    with pytest.raises(ImproperlyConfigured) as told:
        logs.start("https://key@sentry.example/1")
    assert str(told.value) == "SENTRY_DSN needs a library: run `pip install sentry-sdk`."
