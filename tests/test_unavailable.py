"""A locked, full, read-only or missing database, and a full disk: 503, with the input kept. No page is 500."""

import errno
import os
import re
import signal
import sqlite3
from pathlib import Path
from typing import Any, NoReturn

import psycopg
import pytest
from botocore.exceptions import EndpointConnectionError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import (
    DatabaseError,
    InterfaceError,
    OperationalError,
    ProgrammingError,
    connection,
    transaction,
)
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler
from django.http import HttpRequest
from django.test import Client
from django.urls import URLPattern, include, path, reverse
from pytest_django.asserts import assertContains

from armybuilder import env, urls
from armybuilder.middleware.unavailable import RETRY_AFTER, is_unavailable

pytestmark = pytest.mark.urls(__name__)
INPUT = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)">')


def caused(error: Exception, cause: Exception) -> Exception:
    error.__cause__ = cause
    return error


def from_sqlite(code: int) -> Exception:
    cause = sqlite3.OperationalError("as SQLite says it")
    cause.sqlite_errorcode = code
    return caused(OperationalError("as SQLite says it"), cause)


AWAY = {
    "locked": from_sqlite(sqlite3.SQLITE_BUSY),
    "locked by a snapshot": from_sqlite(sqlite3.SQLITE_BUSY_SNAPSHOT),
    "full": from_sqlite(sqlite3.SQLITE_FULL),
    "read-only": from_sqlite(sqlite3.SQLITE_READONLY),
    "not to be opened": from_sqlite(sqlite3.SQLITE_CANTOPEN),
    "PostgreSQL is away": caused(OperationalError(), psycopg.OperationalError("connection failed")),
    "the connection is closed": caused(InterfaceError(), psycopg.InterfaceError("connection closed")),
    "its disk is full": caused(OperationalError(), psycopg.errors.DiskFull()),
    "it only reads": caused(DatabaseError(), psycopg.errors.ReadOnlySqlTransaction()),
    "its disk only reads": caused(ProgrammingError(), psycopg.errors.InsufficientPrivilege()),
    "the server of files is away": EndpointConnectionError(endpoint_url="http://127.0.0.1:1"),
    "disk full": OSError(errno.ENOSPC, "No space left on device"),
    "disk read-only": OSError(errno.EROFS, "Read-only file system"),
}
OURS = {
    "no table": from_sqlite(sqlite3.SQLITE_ERROR),
    "no column": caused(ProgrammingError(), psycopg.errors.UndefinedColumn()),
    "no file": FileNotFoundError(errno.ENOENT, "No such file"),
    "a fault": ZeroDivisionError(),
    "nothing": None,
}


def write(request: HttpRequest) -> NoReturn:
    """A view that tries to write while another program does."""
    raise AWAY["locked"]


def written_from(address: str) -> URLPattern:
    return path(address, write)


ADDRESSES = ("typed/", "api/v1/typed", "accounts/typed/", "admin/login/")
urlpatterns = [*map(written_from, ADDRESSES), path("", include("armybuilder.urls"))]
handler500 = urls.handler500


@pytest.mark.parametrize("name", AWAY)
def test_temporary_errors_are_recognised(name: str) -> None:
    assert is_unavailable(AWAY[name])


@pytest.mark.parametrize("name", OURS)
def test_our_own_errors(name: str) -> None:
    assert not is_unavailable(OURS[name])


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let every query fail in the way with this name."""

    def fail(name: str) -> None:
        def refuse(*query: Any, **more: Any) -> None:
            raise AWAY[name]

        monkeypatch.setattr("django.db.models.sql.compiler.SQLCompiler.execute_sql", refuse)
        monkeypatch.setattr("django.db.transaction.Atomic.__enter__", refuse)

    return fail


@pytest.fixture
def english() -> Client:
    return Client(headers={"Accept-Language": "en"}, raise_request_exception=False)


@pytest.mark.parametrize("name", AWAY)
@pytest.mark.django_db
def test_a_page_says_so(english: Client, failing: Any, name: str) -> None:
    failing(name)
    answer = english.get(reverse("lists:home"))
    assert (answer.status_code, answer["Retry-After"]) == (503, str(RETRY_AFTER))
    assert "The site cannot reach its data right now. Everything that was saved is safe." in answer.text
    assertContains(answer, '<a class="btn primary" href="/">Try again</a>', 1, status_code=503, html=True)


@pytest.mark.django_db
def test_it_says_so_in_italian(failing: Any) -> None:
    failing("locked")
    answer = Client(headers={"Accept-Language": "it"}, raise_request_exception=False).get("/")
    assert "In questo momento non funziona" in answer.text


@pytest.mark.django_db
def test_a_fault_of_ours_has_its_own_page(english: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*query: Any, **more: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("django.db.models.sql.compiler.SQLCompiler.execute_sql", fail)
    answer = english.get(reverse("lists:home"))
    assert answer.status_code == 500
    assert "Something went wrong on our side" in answer.text


def test_typed_text_can_be_sent_again(english: Client) -> None:
    long = "two lines\nand <more> than what is sent along unseen" * 3
    sent = {"name": ['Fox & "Hound"', "second"], "empty": "", "notes": long, "csrfmiddlewaretoken": "old"}
    answer = english.post("/typed/?from=here", sent)
    assert answer.status_code == 503
    token, *fields = INPUT.findall(answer.text)
    assert token[0] == "csrfmiddlewaretoken"
    assert token[1] != "old"
    assert fields == [("name", "Fox &amp; &quot;Hound&quot;"), ("name", "second"), ("empty", "")]
    shown = re.findall(r'<textarea[^>]*\sname="(\w+)"[^>]*>\n(.*?)</textarea>', answer.text, re.S)
    assert shown == [("notes", long.replace("<", "&lt;").replace(">", "&gt;"))]
    assert 'action="/typed/?from=here"' in answer.text


@pytest.mark.parametrize("is_writable", [True, False])
def test_a_process_that_could_only_read_ends_once_its_disk_can_be_written(
    english: Client, failing: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_writable: bool
) -> None:
    file = tmp_path / "squadra.sqlite3"
    if is_writable:
        file.touch()
    monkeypatch.setitem(connection.settings_dict, "NAME", file)
    killed: list[tuple[int, int]] = []
    monkeypatch.setattr("os.kill", lambda *call: killed.append(call))
    failing("read-only")
    assert english.post("/typed/", {"name": "Rangers"}).status_code == 503
    assert killed == []  # it is locked, which says nothing about the disk
    assert english.get(reverse("lists:home")).status_code == 503
    assert killed == [(os.getpid(), signal.SIGTERM)] * is_writable


def test_a_file_is_to_be_chosen_again(english: Client) -> None:
    answer = english.post("/typed/", {"file": SimpleUploadedFile("list.json", b"{}"), "anyway": "1"})
    assert "A file cannot be kept here: go back and choose it again." in answer.text


@pytest.mark.parametrize(
    ("address", "sent"),
    [
        ("/accounts/typed/", {"login": "alice", "code": "secret"}),
        ("/admin/login/", {"username": "alice", "password": "secret"}),
        ("/typed/", {"name": "Rangers", "new_password": "secret"}),
    ],
)
def test_no_password_is_written_into_a_page(english: Client, address: str, sent: dict[str, str]) -> None:
    answer = english.post(address, sent)
    assert "Wait a little, go back and send it again." in answer.text
    assert (answer.status_code, "secret" in answer.text, "<form" in answer.text) == (503, False, False)


@pytest.mark.django_db
def test_a_form_of_another_site_is_not_given_a_token_of_ours(failing: Any) -> None:
    strict = Client(enforce_csrf_checks=True, raise_request_exception=False)
    strict.cookies["sessionid"] = "x" * 32  # the 403 page asks for the user, and fails
    failing("locked")
    answer = strict.post(reverse("lists:create"), {"name": "not theirs"})
    assert (answer.status_code, "not theirs" in answer.text) == (503, False)


def test_a_program_is_told_in_json(english: Client) -> None:
    answer = english.get("/api/v1/typed")
    assert (answer.status_code, answer["Retry-After"]) == (503, str(RETRY_AFTER))
    assert answer.json() == {"detail": "Nothing can be stored or read just now. Try again."}


@pytest.mark.django_db
def test_messages_of_the_databases(tmp_path: Path) -> None:
    """SQLite while another program writes, PostgreSQL without a server; and a query that is wrong."""
    held = sqlite3.connect(tmp_path / "held.sqlite3")
    held.execute("BEGIN EXCLUSIVE")
    ours = unusable(tmp_path)
    with pytest.raises(OperationalError) as away:
        ours.ensure_connection()
    with pytest.raises(DatabaseError) as wrong, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT nothing FROM nowhere")
    held.close()
    assert [is_unavailable(raised.value) for raised in (away, wrong)] == [True, False]


def unusable(folder: Path) -> BaseDatabaseWrapper:
    """A connection to an unusable database: held by another, or missing."""
    if connection.vendor == "sqlite":
        settings = env.sqlite(folder / "held.sqlite3")
        settings["OPTIONS"] = settings["OPTIONS"] | {"timeout": 0}
    else:
        settings = {**connection.settings_dict, "HOST": str(folder), "OPTIONS": {}}
    return ConnectionHandler({"default": settings})["default"]
