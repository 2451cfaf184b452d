"""Logs for programs: one line of JSON each, which names nobody.

An address of the site may hold the secret of a link, and the text of an exception what somebody typed: in place of the
first stands the pattern of the address, in place of the second where it happened and what kind it was.
"""

import copy
import traceback
from logging import LogRecord
from types import TracebackType
from typing import Any

from django.http import HttpRequest
from pythonjsonlogger.json import JsonFormatter

from armybuilder.watching.requests import route

FIELDS = ("asctime", "levelname", "name", "message")
NAMES = {"asctime": "time", "levelname": "level", "name": "logger", "correlation_id": "request_id"}
Raised = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class Line(JsonFormatter):
    """A record as a line of JSON without what tells who somebody is."""

    def __init__(self) -> None:
        super().__init__(FIELDS, rename_fields=NAMES)

    def format(self, record: LogRecord) -> str:
        """Return the line. The record itself stays as it is: others may show it, too."""
        record = copy.copy(record)
        request = record.__dict__.pop("request", None)
        if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
            record.args = tuple(route(request) if arg == request.path else arg for arg in record.args)
        return super().format(record)

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        """Leave out what is not known."""
        return {name: value for name, value in log_data.items() if value is not None}

    def formatException(self, ei: Raised) -> str:  # noqa: N802 - the library's name
        """Return the kind of an exception and of those that caused it, each with the lines that it came by."""
        return "\n".join(_kinds(ei[1]))


def _kinds(error: BaseException | None) -> list[str]:
    if error is None:
        return []
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    lines = [f"  {at.filename}:{at.lineno} {at.name}" for at in traceback.extract_tb(error.__traceback__)]
    return [*_kinds(cause), f"{type(error).__module__}.{type(error).__qualname__}", *lines]
