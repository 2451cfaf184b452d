"""Whether the process runs, and whether it can serve."""

import os
import time
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.db import OperationalError, connections
from django.db.migrations.executor import MigrationExecutor
from django.test import Client

from armybuilder.operations import beat, health

ALL_WELL = {"database": "ok", "migrations": "ok", "disk": "ok", "worker": "not heard of"}


def ready(client: Client) -> tuple[int, dict[str, str]]:
    answer = client.get("/readyz")
    return answer.status_code, answer.json()


def test_a_process_that_runs_says_so_without_the_database(client: Client) -> None:
    """This test has no database: a query would fail. The cookie is that of a person with a browser."""
    client.cookies[settings.SESSION_COOKIE_NAME] = "a" * 32
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")


@pytest.mark.django_db
def test_a_site_with_all_it_needs_is_ready(client: Client) -> None:
    assert ready(client) == (200, ALL_WELL)


@pytest.mark.django_db
def test_a_database_that_lacks_a_table_is_not_ready(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MigrationExecutor, "migration_plan", lambda executor, targets: ["games.0001_initial"])
    assert ready(client) == (503, ALL_WELL | {"migrations": "1 missing"})


def test_a_database_that_is_away_is_named(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise OperationalError

    monkeypatch.setattr(health, "connection", SimpleNamespace(cursor=away))
    monkeypatch.setattr(health, "MigrationExecutor", lambda connection: away())
    monkeypatch.setattr("armybuilder.operations.beat.cache", SimpleNamespace(get=lambda key: away()))
    assert ready(client) == (
        503,
        ALL_WELL | dict.fromkeys(("database", "migrations", "worker"), "OperationalError"),
    )


@pytest.mark.django_db
def test_a_full_disk_is_not_ready(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda folder: SimpleNamespace(free=5 * 1024 * 1024))
    assert ready(client) == (503, ALL_WELL | {"disk": "5 MB free"})


@pytest.mark.django_db
def test_a_disk_that_only_reads_is_not_ready(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.statvfs", lambda folder: SimpleNamespace(f_flag=os.ST_RDONLY | os.ST_NOSUID))
    monkeypatch.setattr("shutil.disk_usage", lambda folder: SimpleNamespace(free=health.LEAST_FREE))
    assert ready(client) == (503, ALL_WELL | {"disk": "read-only"})


@pytest.mark.django_db
def test_it_says_when_a_worker_was_heard_of_and_serves_without_one(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    beat.beat()
    heard = time.time()
    monkeypatch.setattr("time.time", lambda: heard + 59)
    assert ready(client) == (200, ALL_WELL | {"worker": "ok"})
    for since in (100, -100):  # when the clock is set back, workers of the future are ignored
        monkeypatch.setattr("time.time", lambda since=since: heard + since)
        assert ready(client) == (200, ALL_WELL | {"worker": "not heard of for 100 s"})


def test_a_beat_goes_on_when_the_database_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    def next_beat() -> None:
        done.append("beat")
        if len(done) == 1:
            raise OperationalError

    def pause(seconds: int) -> None:
        if len(done) == 2:
            raise SystemExit  # the end of the process

    monkeypatch.setattr(beat, "beat", next_beat)
    monkeypatch.setattr(connections, "close_all", lambda: None)
    monkeypatch.setattr(beat, "time", SimpleNamespace(sleep=pause))
    with pytest.raises(SystemExit):
        beat._go_on(lambda: None)
    assert done == ["beat", "beat"]
