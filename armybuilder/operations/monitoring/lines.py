"""What every line of the log leaves out, and its time.

An address of the site may hold the secret of a link: in its place stands its pattern. Whoever logs one gives the
request along, as Django does: `extra={"request": request}`.
"""

import copy
import logging
from datetime import UTC, datetime
from logging import LogRecord

from django.http import HttpRequest

from armybuilder.operations.monitoring.requests import route


class LineFormatter(logging.Formatter):
    """A record as a line for people; those for programs (`json_lines.py`) are made in the same way."""

    def format(self, record: LogRecord) -> str:
        """Return the line. The record itself stays as it is: others may show it, too."""
        return super().format(_without_address(record))

    def formatTime(self, record: LogRecord, datefmt: str | None = None) -> str:  # noqa: N802 - the library's name
        """Return the site's own time with its offset: one hour in October is there twice."""
        return datetime.fromtimestamp(record.created, UTC).astimezone().isoformat(timespec="milliseconds")


def _without_address(record: LogRecord) -> LogRecord:
    record = copy.copy(record)
    request = record.__dict__.pop("request", None)
    if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
        # Django logs it with everything escaped that is not ASCII.
        address = (request.path, request.path.encode("unicode_escape").decode("ascii"))
        record.args = tuple(route(request) if arg in address else arg for arg in record.args)
    return record
