"""The lines of the log, as text and as JSON."""

import copy
import logging
import traceback
from datetime import UTC, datetime
from logging import LogRecord
from types import TracebackType
from typing import Any

from django.http import HttpRequest
from pythonjsonlogger.json import JsonFormatter

from armybuilder.operations.monitoring.requests import route


class LineFormatter(logging.Formatter):
    """A record as a readable line; those for programs (`JsonLine`) are similar."""

    def format(self, record: LogRecord) -> str:
        """Return the line, with patterns for addresses. The record is unchanged: others may show it too."""
        record = copy.copy(record)
        request = record.__dict__.pop("request", None)
        if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
            # Django logs it with all non-ASCII characters escaped.
            address = (request.path, request.path.encode("unicode_escape").decode("ascii"))
            record.args = tuple(route(request) if arg in address else arg for arg in record.args)
        return super().format(record)

    def formatTime(self, record: LogRecord, datefmt: str | None = None) -> str:  # noqa: N802 - the library's name
        """Return the site's local time with its offset: one hour in October comes twice."""
        return datetime.fromtimestamp(record.created, UTC).astimezone().isoformat(timespec="milliseconds")


FIELDS = ("asctime", "levelname", "name", "message")
NAMES = {"asctime": "time", "levelname": "level", "name": "logger", "correlation_id": "request_id"}
Raised = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class JsonLine(LineFormatter, JsonFormatter):
    """A record as a line of JSON without personal data."""

    def __init__(self) -> None:
        super().__init__(FIELDS, rename_fields=NAMES)

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in log_data.items() if value is not None}

    def formatException(self, ei: Raised) -> str:  # noqa: N802 - the library's name
        return "\n".join(_kinds(ei[1]))


def _kinds(error: BaseException | None) -> list[str]:
    if error is None:
        return []
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    lines = [f"  {at.filename}:{at.lineno} {at.name}" for at in traceback.extract_tb(error.__traceback__)]
    return [*_kinds(cause), f"{type(error).__module__}.{type(error).__qualname__}", *lines]
