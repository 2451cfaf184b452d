"""Answer 503 for temporary errors: the database is locked or away, or the disk is full.

The answer keeps the posted values: scripts send the request again by themselves (static/js/lists/waiting.js), and
without JavaScript the page has a form with all values.
"""

import errno
import os
import signal
import sqlite3
import sys

import psycopg
from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.shortcuts import render
from django.views.defaults import server_error

RETRY_AFTER = 10  # seconds
FULL_OR_READ_ONLY = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EMFILE, errno.ENFILE}
# PostgreSQL cannot write: it is a read-only copy, or its disk is read-only, which it calls a lack of rights.
NOT_LET = (psycopg.errors.ReadOnlySqlTransaction, psycopg.errors.InsufficientPrivilege)
LONG = 60  # characters of a text that is shown again rather than sent as a hidden field
# Fields that are not repeated in a page.
PRIVATE = ("/accounts/", "/admin/login/")

Field = tuple[str, str, bool]  # its name, a value, and whether that is shown


def is_unavailable(error: BaseException | None) -> bool:
    """Whether an exception says that part of the site's surroundings is missing, even briefly."""
    if isinstance(error, DatabaseError | InterfaceError):
        return _is_away(error)
    # Loaded only if files are on an S3 server; most sites do not have the library.
    s3 = sys.modules.get("botocore.exceptions")
    if s3 and isinstance(error, s3.BotoCoreError):
        return True
    return isinstance(error, OSError) and error.errno in FULL_OR_READ_ONLY


def _is_away(error: Exception) -> bool:
    """Whether the database cannot be used: locked, full, read-only, disconnected. Not whether a query is wrong."""
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        return isinstance(error, OperationalError) and code != sqlite3.SQLITE_ERROR
    if isinstance(cause, NOT_LET):
        return True
    return isinstance(error, OperationalError | InterfaceError)


def _only_reads_for_ever(error: BaseException | None) -> bool:
    """Whether SQLite only reads, although its disk is writable: until the last thread closes the files."""
    cause = error.__cause__ if error else None
    code = getattr(cause, "sqlite_errorcode", sqlite3.SQLITE_OK) & 0xFF
    return code == sqlite3.SQLITE_READONLY and os.access(connection.settings_dict["NAME"], os.W_OK)


def failed(request: HttpRequest) -> HttpResponse:
    """Answer 503 for an exception if the request can be tried again; without database and session."""
    error = sys.exc_info()[1]
    if not is_unavailable(error):
        return server_error(request)
    if _only_reads_for_ever(error):
        # The process ends after its answers, and gunicorn starts another.
        os.kill(os.getpid(), signal.SIGTERM)
    if request.path.startswith("/api/"):
        text = "Nothing can be stored or read just now. Try again."
        response: HttpResponse = JsonResponse({"detail": text}, status=503)
    else:
        response = _page(request)
    response["Retry-After"] = str(RETRY_AFTER)
    return response


def _page(request: HttpRequest) -> HttpResponse:
    fields = [] if request.path.startswith(PRIVATE) else _typed(request)
    context = {
        "address": request.get_full_path(),
        "fields": fields,
        "sent": request.method == "POST",
        "chooses_file": bool(fields) and bool(request.FILES),
    }
    return render(request, "503.html", context, status=503)


def _typed(request: HttpRequest) -> list[Field]:
    """Return a form's fields; nothing of an incomplete or foreign form, or one with a password."""
    if not getattr(request, "csrf_processing_done", False):
        return []
    try:
        sent = request.POST
    except (OSError, UnreadablePostError):
        return []
    if any("password" in name for name in sent):
        return []
    pairs = [(name, value) for name, values in sent.lists() for value in values]
    return [(name, value, len(value) > LONG) for name, value in pairs if name != "csrfmiddlewaretoken"]
