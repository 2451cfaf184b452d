"""Return the database connection to the pool while waiting for something else: there are fewer than threads.

The connections of a process to PostgreSQL are in a pool (env.py). Django returns one only after sending the answer,
which a slow client can delay for minutes.
"""

from collections.abc import Callable

from django.db import connection
from django.http import FileResponse, HttpRequest
from django.http.response import HttpResponseBase

Get = Callable[[HttpRequest], HttpResponseBase]


def release() -> None:
    """Return the connection to the pool, but not in the middle of a transaction; the next query gets another."""
    if "pool" in connection.settings_dict["OPTIONS"] and not connection.in_atomic_block:
        connection.close_if_unusable_or_obsolete()


def release_early(get_response: Get) -> Get:
    """Middleware around all that queries: return it before sending the answer, unless that is streamed."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if not response.streaming or isinstance(response, FileResponse):
            release()
        return response

    return middleware
