"""Logs for programs: one line of JSON each, which names nobody.

The text of an exception may be what someone typed: in its place stands where it happened and what kind it was.
"""

import traceback
from types import TracebackType
from typing import Any

from pythonjsonlogger.json import JsonFormatter

from armybuilder.operations.monitoring.lines import LineFormatter

FIELDS = ("asctime", "levelname", "name", "message")
NAMES = {"asctime": "time", "levelname": "level", "name": "logger", "correlation_id": "request_id"}
Raised = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class JsonLine(LineFormatter, JsonFormatter):
    """A record as a line of JSON without what tells who someone is."""

    def __init__(self) -> None:
        super().__init__(FIELDS, rename_fields=NAMES)

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
