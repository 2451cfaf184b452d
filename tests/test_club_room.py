"""Forty players behind one address, all at once: none is told that it was too often. Two processes serve them.

On SQLite, where each waits for the others; PostgreSQL with all its connections taken is in test_connections.py.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.prepared import prepared as prepared

ROOT = Path(__file__).resolve().parents[1]
PLAYERS = 20  # a process

# Quick hashes and static files as in all tests; nothing is rendered.
START = """
import json, sys, threading
from concurrent.futures import ThreadPoolExecutor
import django
from django.conf import settings
settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
django.setup()
from django.db import connection
from django.test import Client
from armybuilder.accounts.models import User
from armybuilder.lists.models import ArmyList
from armybuilder.printing import pool
"""
PLAY = f"""
pool.render = lambda html, form, paper: b"%PDF-made"
first = {PLAYERS} * int(sys.argv[1])
start = threading.Barrier({PLAYERS})
for number in range({PLAYERS}):
    User.objects.create_user(f"player-{{first + number}}", password="tre-fucili-e-un-bren")

def play(number):
    client, name = Client(SERVER_NAME="localhost"), f"player-{{first + number}}"
    start.wait()
    codes = [
        client.post("/accounts/login/", {{"login": name, "password": password}}).status_code
        for password in ("mistyped", "tre-fucili-e-un-bren")
    ]
    made = client.post("/lists/new/", {{"ruleset": "bn", "role": "attacker"}})
    read = client.post("/lists/import/", {{"text": "nothing of a list"}})
    printed = client.get(made["Location"] + "print/roster.pdf") if made.status_code == 302 else made
    connection.close()
    return [*codes, made.status_code, read.status_code, printed.status_code]

print("ready", flush=True)
sys.stdin.readline()
with ThreadPoolExecutor({PLAYERS}) as threads:
    print(json.dumps(list(threads.map(play, range({PLAYERS})))))
"""


@pytest.fixture
def variables(tmp_path: Path, prepared: Path) -> dict[str, str]:
    """The environment of processes with a database of their own."""
    own = {**os.environ, "SQUADRA_DATA": str(tmp_path)}
    shutil.copytree(prepared, tmp_path, dirs_exist_ok=True)
    return own


def test_a_club_room_signs_in_makes_lists_and_prints(variables: dict[str, str]) -> None:
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    rooms: list[Any] = [
        subprocess.Popen([sys.executable, "-c", START + PLAY, half], cwd=ROOT, env=variables, **pipes)
        for half in ("0", "1")
    ]
    assert [room.stdout.readline() for room in rooms] == ["ready\n"] * 2
    for room in rooms:
        room.stdin.write("go\n")
        room.stdin.flush()
    answers = [json.loads(room.communicate()[0]) for room in rooms]
    assert answers == [[[200, 302, 302, 200, 200]] * PLAYERS] * 2
