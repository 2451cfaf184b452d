"""The pool of PostgreSQL connections: requests without one get 503, and idle requests hold none."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.http import FileResponse, HttpRequest, HttpResponse, StreamingHttpResponse

from armybuilder import connections, env
from armybuilder.printing.pdfs.cache import cached

ROOT = Path(__file__).parents[1]
ON_POSTGRES = "postgresql" in settings.DATABASES["default"]["ENGINE"]

# A process of the site with two connections, each held by one of two threads for a while.
HELD = """
import json, os, threading
import django
from django.conf import settings
settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
django.setup()
from django.db import connection
from django.test import Client

asked = "/s/nobody-made-this/"
had, done = threading.Barrier(3, timeout=30), threading.Event()

def hold():
    connection.ensure_connection()
    had.wait()
    done.wait()
    connection.close()

def answers():
    client = Client(raise_request_exception=False, SERVER_NAME="localhost")
    page, program = client.get(asked), client.get("/api/v1/shared/nobody-made-this")
    return [page.status_code, page.get("Retry-After"), program.status_code, program.get("Retry-After")]

threads = [threading.Thread(target=hold, daemon=True) for _ in range(2)]
for thread in threads:
    thread.start()
had.wait()
connection.pool.timeout = 0.1  # seconds
before = answers()
connection.pool.timeout = 30
done.set()
for thread in threads:
    thread.join()
after = [answers() for _ in range(3)]
opened = connection.pool.get_stats()["pool_size"]
connection.close_pool()
print(json.dumps([before, after, opened]))
"""


@pytest.mark.postgres
@pytest.mark.skipif(not ON_POSTGRES, reason="on PostgreSQL")
@pytest.mark.django_db(transaction=True)
def test_where_all_are_taken_the_answer_is_503_until_one_is_free() -> None:
    database = connection.settings_dict
    url = f"postgresql://{database['USER']}@/{database['NAME']}?host={database['HOST']}"
    variables = {**os.environ, "DATABASE_URL": url, "DATABASE_POOL": "2", env.SERVES: "1"}
    result = subprocess.run(
        [sys.executable, "-c", HELD], cwd=ROOT, env=variables, capture_output=True, text=True, timeout=60
    )
    assert result.returncode == 0, result.stderr
    before, after, opened = json.loads(result.stdout)
    assert before == [503, "10", 503, "10"]
    assert after == [[404, None, 404, None]] * 3
    assert opened == 2


@pytest.fixture
def given_back(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Answers are written here."""
    told: list[str] = []
    monkeypatch.setattr(connections, "release", lambda: told.append("given back"))
    return told


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_connection_stays_in_the_middle_of_a_transaction(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[str] = []
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "pool", {})
    with transaction.atomic():
        connections.release()
        assert connection.is_usable()
    monkeypatch.setattr(connection, "close_if_unusable_or_obsolete", lambda: closed.append("after"))
    with transaction.atomic():
        connections.release()
    assert closed == []
    connections.release()
    assert closed == ["after"]


@pytest.mark.django_db(transaction=True)
def test_without_a_pool_the_connection_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[str] = []
    monkeypatch.setattr(connection, "close_if_unusable_or_obsolete", lambda: closed.append("closed"))
    connections.release()
    assert closed == []


ANSWERS = [
    (HttpResponse("whole"), ["given back"]),
    (FileResponse([b"a file"]), ["given back"]),
    (StreamingHttpResponse(iter(["read from the database"])), []),
]


@pytest.mark.parametrize(("response", "told"), ANSWERS, ids=["whole", "file", "stream"])
def test_a_connection_is_given_back_before_the_answer_is_sent(
    given_back: list[str], response: HttpResponse, told: list[str]
) -> None:
    assert connections.release_early(lambda request: response)(HttpRequest()) is response
    assert given_back == told


def test_a_connection_is_given_back_while_a_page_is_made(given_back: list[str], tmp_path: Path, settings: Any) -> None:
    settings.PRINT_CACHE = tmp_path

    def make() -> bytes:
        given_back.append("made")
        return b"page"

    assert cached("page.pdf", make) == cached("page.pdf", make) == b"page"
    assert given_back == ["given back", "made"]


SERVED = """
import contextlib
with contextlib.suppress(SystemExit):  # the database does not exist
    from armybuilder import wsgi
from django.conf import settings
print(settings.DATABASES["default"]["OPTIONS"]["pool"]["max_size"])
"""


def test_the_site_has_a_pool(tmp_path: Path) -> None:
    variables = {**os.environ, "SQUADRA_DATA": str(tmp_path), "DATABASE_URL": "postgresql:///lists"}
    variables.pop(env.SERVES, None)
    result = subprocess.run(
        [sys.executable, "-c", SERVED], cwd=ROOT, env=variables, capture_output=True, text=True, check=True
    )
    assert result.stdout == "16\n"


def test_a_command_has_one_connection_and_no_pool(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql:///lists")
    monkeypatch.delenv(env.SERVES, raising=False)
    monkeypatch.setenv("DATABASE_POOL", "16")
    assert env.database(tmp_path)["OPTIONS"] == env.POSTGRES_OPTIONS
