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

LISTS_PATH, GAMES_PATH = "/lists/", "/play/"
# An edit takes 0.015; nobody waits on for one that takes longer, or whose process was killed.
EDIT_SECONDS = 0.05
WAIT_SECONDS = 0.1  # of all queries, and of all parts, however many people edit
SLEEP_SECONDS = 0.004  # between two looks: each takes the interpreter from whoever edits in this process

# When the last edit began; 0.0 where one ended since. The processes share it that are forked from who loaded this.
edit_began = memoryview(mmap(-1, 8)).cast("d")


def mark_edits(get_response: Get) -> Get:
    """Middleware, the outermost: mark that an edit of a list is worked out, as long as it is."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.method != "POST" or not request.path_info.startswith(LISTS_PATH):
            return get_response(request)
        edit_began[0] = monotonic()
        try:
            return get_response(request)
        finally:
            edit_began[0] = 0.0

    return middleware


def delay_games(get_response: Get) -> Get:
    """Middleware: let games wait meanwhile, on this machine. That nothing is new is said sooner than it could wait."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if not request.path_info.startswith(GAMES_PATH):
            return get_response(request)
        with connection.execute_wrapper(Waiting().before_query):
            return get_response(request)

    return middleware


class Waiting:
    """The waiting of one answer: WAIT_SECONDS at most in all, from its beginning."""

    def __init__(self) -> None:
        self.until = monotonic() + WAIT_SECONDS

    def for_edits(self) -> None:
        """Return when nobody edits, or when that took too long."""
        while (now := monotonic()) < self.until and now - edit_began[0] < EDIT_SECONDS:
            sleep(SLEEP_SECONDS)

    def before_query(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
    ) -> Any:
        """Wait, but not within a transaction, for which the edit may be waiting itself; then ask the database."""
        if not context["connection"].in_atomic_block:
            self.for_edits()
        return execute(sql, params, many, context)
