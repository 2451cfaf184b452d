"""Answers of the live server in progress: their writes belong to the test that asked."""

import threading
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

PATIENCE = 60  # s for an answer
_changed = threading.Condition()
_begun: set[int] = set()  # by the thread that works


class Answering:
    """The first middleware, which counts answers in progress."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, and notify the waiting test."""
        with _changed:
            _begun.add(threading.get_ident())
        try:
            return self.get_response(request)
        finally:
            with _changed:
                _begun.discard(threading.get_ident())
                _changed.notify_all()


def await_answers() -> None:
    """Wait until no answer is in progress, whether or not anyone still listens."""
    with _changed:
        assert _changed.wait_for(lambda: not _begun, timeout=PATIENCE)
