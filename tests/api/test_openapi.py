"""The OpenAPI document is true: schemathesis tries everything that it describes."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.test import Client
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.strategies import booleans
from jsonschema import Draft202012Validator
from schemathesis import GenerationMode, checks

from armybuilder.lists.visitors import Visitor
from armybuilder.rate_limits import limits
from armybuilder.rate_limits.buckets import Rate
from tests.api.programs import a_token, sent
from tests.lists.factories import a_list, a_roster
from tests.sharing.links import a_link

pytestmark = pytest.mark.usefixtures("loaded_rules")

APPLICATION = get_wsgi_application()  # the site's own storage would look for collected static files
ADDRESS = "/api/v1/openapi.json"
OPERATIONS = [
    ("POST", "/api/v1/assess"),
    ("POST", "/api/v1/odds"),
    ("GET", "/api/v1/shared/{token}"),
    ("GET", "/api/v1/lists"),
    ("POST", "/api/v1/lists"),
    ("GET", "/api/v1/lists/{list_id}"),
    ("PUT", "/api/v1/lists/{list_id}"),
    ("DELETE", "/api/v1/lists/{list_id}"),
    ("GET", "/api/v1/lists/{list_id}/report"),
]


def document() -> dict[str, Any]:
    whole: dict[str, Any] = json.loads(Client().get(ADDRESS).content)
    return whole


def test_every_operation_is_described() -> None:
    paths = document()["paths"]
    described = {(method.upper(), path) for path, methods in paths.items() for method in methods}
    assert described == set(OPERATIONS)


def test_limits_are_described() -> None:
    operations = [one for methods in document()["paths"].values() for one in methods.values()]
    headers = [operation["responses"]["429"]["headers"] for operation in operations]
    assert [list(header) for header in headers] == [["Retry-After"]] * len(OPERATIONS)


def test_the_formats_are_sound() -> None:
    for schema in document()["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


def test_there_is_no_page_that_would_ask_another_site() -> None:
    assert [Client().get(f"/api/v1/{path}").status_code for path in ("docs", "docs/")] == [404, 404]


# ── Everything it describes is asked ───────────────────────────────────────────────────────────────────────────────

# Documents take long to generate: a few, and only where they are judged.
JUDGING, OTHERWISE = (
    settings(
        max_examples=examples,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    for examples in (2, 4)
)


REAL = json.loads(sent(a_roster(name="Other")))


@pytest.fixture
def _connections_kept() -> Iterator[None]:
    """Let requests end without closing the test's connection, as Django's own client does."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


def site(environ: Any, start_response: Any) -> Any:
    """The site, asked from an address."""
    return APPLICATION({"REMOTE_ADDR": "192.0.2.1", **environ}, start_response)


@cache
def described() -> Any:
    """Return the document as schemathesis reads it, which takes longer than a request."""
    return schemathesis.openapi.from_wsgi(ADDRESS, site)


@pytest.mark.usefixtures("_connections_kept")
@pytest.mark.parametrize("mode", list(GenerationMode), ids=str)
@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_schemathesis(
    alice: Visitor, monkeypatch: pytest.MonkeyPatch, method: str, path: str, mode: GenerationMode
) -> None:
    monkeypatch.setattr(limits, "LIMITS", dict.fromkeys(limits.LIMITS, Rate(9999, 60)))
    mine = a_list(alice)
    real = {"list_id": str(mine.pk), "token": a_link(alice, mine).token}
    headers = {"Authorization": f"Bearer {a_token(alice)}", "Accept-Encoding": "identity"}
    operation = described()[path][method]
    # A valid document may name weapons that no game has.
    excluded = [checks.positive_data_acceptance]
    examples, fixed = JUDGING, {}
    if "assess" not in path and "odds" not in path:
        examples = OTHERWISE
    if "lists" in path:
        # The fault can be a header or a parameter that nobody reads, or the token, which is corrected again.
        excluded.append(checks.negative_data_rejection)
        if method in ("POST", "PUT"):
            fixed = {"body": REAL}

    @seed(1)
    @examples
    @given(case=operation.as_strategy(generation_mode=mode, **fixed), is_real=booleans())
    def ask(case: Any, is_real: bool) -> None:
        if is_real and mode is GenerationMode.POSITIVE:
            case.path_parameters = {name: real[name] for name in case.path_parameters or {}}
        case.call_and_validate(headers=headers, excluded_checks=excluded)

    ask()
