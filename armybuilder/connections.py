"""Give the database connection back while waiting for something else: there are fewer than threads.

The connections of a process to PostgreSQL are in a pool (env.py). Django gives one back only after sending the answer,
which a slow reader can delay for minutes.
"""

from collections.abc import Callable

from django.db import connection
from django.http import FileResponse, HttpRequest
from django.http.response import HttpResponseBase

Get = Callable[[HttpRequest], HttpResponseBase]


def release() -> None:
    """Give the connection back to the pool, but not in the middle of a transaction; the next query gets another."""
    if "pool" in connection.settings_dict["OPTIONS"] and not connection.in_atomic_block:
        connection.close_if_unusable_or_obsolete()


def release_early(get_response: Get) -> Get:
    """Middleware, round all that asks: give it back before the answer is sent, unless it is read meanwhile."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if not response.streaming or isinstance(response, FileResponse):
            release()
        return response

    return middleware
