"""Middleware that times requests: for the log, for slow requests with their queries, and for Prometheus."""

import logging
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import connection
from django.http import HttpRequest
from django.http.response import HttpResponseBase

Get = Callable[[HttpRequest], HttpResponseBase]

each = logging.getLogger("squadra.requests")
slow = logging.getLogger("squadra.slow")
SHOWN = 5  # queries of a slow request
LONG = 300  # letters of a query
REFUSALS = {401, 403, 404, 405}


class Queries:
    """The queries of a request with their time, without values."""

    def __init__(self) -> None:
        self.count = 0
        self.taken: defaultdict[str, list[float]] = defaultdict(list)

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        began = time.perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            self.count += 1
            self.taken[sql].append(time.perf_counter() - began)

    def slowest(self) -> list[str]:
        rows = sorted(self.taken.items(), key=lambda row: -sum(row[1]))[:SHOWN]
        return [f"{_ms(sum(times))} ms in {len(times)}: {' '.join(sql.split())[:LONG]}" for sql, times in rows]


def watch(get_response: Get) -> Get:
    """Middleware around all answers: time each request, and report it."""
    # The apps are loaded here, but not yet when the settings read `route` for the log format.
    from armybuilder.operations.monitoring.metrics import observe, tell_of_answer

    def middleware(request: HttpRequest) -> HttpResponseBase:
        queries, began = Queries(), time.perf_counter()
        with connection.execute_wrapper(queries):
            response = get_response(request)
        seconds = time.perf_counter() - began
        if settings.METRICS_PORT:
            observe(route(request), request.method or "-", response.status_code, seconds)
        if each.isEnabledFor(logging.INFO):
            each.info("request", extra=_told(request, response, seconds, queries))
        if response.status_code in REFUSALS:
            tell_of_answer(request, response, route(request))
        if 0 < settings.SLOW_REQUEST_MS <= seconds * 1000:
            told = _told(request, response, seconds, queries)
            what = "{method} {route} {status} took {ms} ms with {queries} queries".format_map(told)
            slow.warning("%s; %s", what, "; ".join(queries.slowest()) or "none", extra=told)
        return response

    return middleware


def route(request: HttpRequest) -> str:
    """Return the pattern of the requested address; "-" if none of ours matches."""
    return request.resolver_match.route if request.resolver_match else "-"


def _told(request: HttpRequest, response: HttpResponseBase, seconds: float, queries: Queries) -> dict[str, Any]:
    return {
        "method": request.method,
        "route": route(request),
        "status": response.status_code,
        "ms": _ms(seconds),
        "queries": queries.count,
    }


def _ms(seconds: float) -> int:
    return round(seconds * 1000)
