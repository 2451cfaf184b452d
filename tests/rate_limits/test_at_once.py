"""Simultaneous counting, also while the database is locked: limits are exact."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from armybuilder.rate_limits.buckets import Rate, take
from tests.prepared import environment
from tests.prepared import prepared as prepared
from tests.races import at_once

ROOT = Path(__file__).parents[2]
RATE = Rate(25, 24 * 3600)
ON_POSTGRES = "postgresql" in settings.DATABASES["default"]["ENGINE"]

# How each process begins: the site with a database in a file.
START = """
import json, logging, sys
from concurrent.futures import ThreadPoolExecutor
import django
django.setup()
from django.db import connection
from armybuilder.rate_limits import buckets
from armybuilder.rate_limits.buckets import Rate, take
"""
TAKE_TWENTY = """
buckets.WAIT_MS = 60_000  # however slow the disk
print("ready", flush=True)
sys.stdin.readline()
def five(_):
    return [take("import", "alice", Rate(25, 86400)) == 0 for _ in range(5)]
with ThreadPoolExecutor(4) as threads:
    print(json.dumps(sum(threads.map(five, range(4)), [])))
"""
TAKE_BESIDE_A_WRITER = """
import sqlite3
buckets.WAIT_MS = 10
writer = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
def take_one():
    return take("import", "alice", Rate(1, 60)) == 0
connection.ensure_connection()
writer.execute("BEGIN IMMEDIATE")
beside = [take_one() for _ in range(3)]
writer.execute("ROLLBACK")
after = [take_one() for _ in range(2)]
usual = connection.connection.execute("PRAGMA busy_timeout").fetchone()[0]
print(json.dumps([beside, after, usual]))
"""


@pytest.fixture
def variables(prepared: Path, tmp_path: Path) -> dict[str, str]:
    """The environment of processes that share a database file, where buckets can be kept."""
    folder = shutil.copytree(prepared, tmp_path / "var")
    return environment(folder)


@pytest.mark.skipif(ON_POSTGRES, reason="on SQLite, whose test database has one user")
def test_processes_that_count_at_once_lose_none(variables: dict[str, str]) -> None:
    command = [sys.executable, "-c", START + TAKE_TWENTY]
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    processes: list[Any] = [subprocess.Popen(command, cwd=ROOT, env=variables, **pipes) for _ in range(2)]
    assert [process.stdout.readline() for process in processes] == ["ready\n"] * 2
    for process in processes:
        process.stdin.write("go\n")
        process.stdin.flush()
    taken = [json.loads(process.communicate()[0]) for process in processes]
    assert [len(one) for one in taken] == [20, 20]
    assert sum(map(sum, taken)) == RATE.amount


@pytest.mark.skipif(ON_POSTGRES, reason="on SQLite, which has one lock for all")
def test_a_held_lock_blocks_nobody(variables: dict[str, str]) -> None:
    command = [sys.executable, "-c", START + TAKE_BESIDE_A_WRITER]
    result = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, check=True)
    assert json.loads(result.stdout) == [[True, True, True], [True, False], 20_000]
    assert result.stderr.count("ERROR armybuilder.rate_limits.buckets: Not counted: import") == 3


@pytest.mark.postgres
@pytest.mark.skipif(not ON_POSTGRES, reason="on PostgreSQL, where connections are truly at once")
@pytest.mark.django_db(transaction=True)
def test_connections_that_count_at_once_lose_none() -> None:
    taken: list[bool] = []
    raised = at_once(*[lambda: taken.append(take("import", "alice", RATE) == 0)] * 40)
    assert raised == [None] * 40
    assert (taken.count(True), taken.count(False)) == (25, 15)
