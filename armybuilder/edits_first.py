"""Who edits a list goes first: work for the table waits for them a moment, before each query and each part of the page.

A process takes up to a fifth longer while another works beside it, and a thread waits for the interpreter while another
has it. Who edits looks at the points meanwhile; a tap at the table is shown before it is sent.
"""

from collections.abc import Callable
from mmap import mmap
from time import monotonic, sleep
from typing import Any

from django.db import connection
from django.http import HttpRequest
from django.http.response import HttpResponseBase

Get = Callable[[HttpRequest], HttpResponseBase]

LISTS, GAMES = "/lists/", "/play/"
# Seconds. An edit takes 0.015; nobody waits on for one that takes longer, or whose process was killed.
LONGEST = 0.05
IN_ALL = 0.1  # of all queries, and of all parts, however many people edit
STEP = 0.004  # between two looks: each takes the interpreter from whoever edits in this process

# When the last edit began; 0.0 where one ended since. The processes share it that are forked from who loaded this.
began = memoryview(mmap(-1, 8)).cast("d")


def edits(get_response: Get) -> Get:
    """Middleware, the outermost: say that an edit of a list is worked out, as long as it is."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.method != "POST" or not request.path_info.startswith(LISTS):
            return get_response(request)
        began[0] = monotonic()
        try:
            return get_response(request)
        finally:
            began[0] = 0.0

    return middleware


def games_wait(get_response: Get) -> Get:
    """Middleware: let games wait meanwhile, on this machine. That nothing is new is said sooner than it could wait."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if not request.path_info.startswith(GAMES):
            return get_response(request)
        with connection.execute_wrapper(Waiting().before_query):
            return get_response(request)

    return middleware


class Waiting:
    """How long a piece of work waits in all, from its beginning."""

    def __init__(self) -> None:
        self.until = monotonic() + IN_ALL

    def for_edits(self) -> None:
        """Return when nobody edits, or when that took too long."""
        while (now := monotonic()) < self.until and now - began[0] < LONGEST:
            sleep(STEP)

    def before_query(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
    ) -> Any:
        """Wait, but not within a transaction, for which the edit may be waiting itself; then ask the database."""
        if not context["connection"].in_atomic_block:
            self.for_edits()
        return execute(sql, params, many, context)
