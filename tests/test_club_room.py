"""Two dozen players behind one address at once: nobody meets a rate limit.

Two processes serve them, one forked from the other, as starting takes longer than serving.

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
PLAYERS = 12  # per process

# Fast hashes and static files, as in all tests; nothing is rendered.
START = """
import json, os, sys, threading
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
from armybuilder.printing.pdfs import pool
"""
PLAY = f"""
pool.render = lambda html, css: b"%PDF-made"
PASSWORD = "tre-fucili-e-un-bren"

def play(name):
    client = Client(SERVER_NAME="localhost")
    codes = [
        client.post("/accounts/login/", {{"login": name, "password": password}}).status_code
        for password in ("mistyped", PASSWORD)
    ]
    made = client.post("/lists/new/", {{"ruleset": "bn", "role": "attacker"}})
    read = client.post("/lists/import/", {{"text": "nothing of a list"}})
    printed = client.get(made["Location"] + "print/roster.pdf") if made.status_code == 302 else made
    connection.close()
    return [*codes, made.status_code, read.status_code, printed.status_code]

def play_with_all(name):
    start.wait()
    return play(name)

# Who came before them: else each of twenty threads compiles the same templates at the same time.
User.objects.create_user("first", password=PASSWORD)
play("first")
forked = os.fork()
room = "front" if forked else "back"
players = [f"{{room}}-{{number}}" for number in range({PLAYERS})]
for name in players:
    User.objects.create_user(name, password=PASSWORD)
start = threading.Barrier({PLAYERS})
print("ready", flush=True)
os.read(0, 1)
with ThreadPoolExecutor({PLAYERS}) as threads:
    print(json.dumps(list(threads.map(play_with_all, players))), flush=True)
if forked:
    os.waitpid(forked, 0)
"""


@pytest.fixture
def variables(tmp_path: Path, prepared: Path) -> dict[str, str]:
    """The environment of processes with their own database."""
    own = {**os.environ, "SQUADRA_DATA": str(tmp_path)}
    shutil.copytree(prepared, tmp_path, dirs_exist_ok=True)
    return own


def test_a_club_room_signs_in_makes_lists_and_prints(variables: dict[str, str]) -> None:
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, "-c", START + PLAY], cwd=ROOT, env=variables, **pipes) as room:
        assert room.stdin
        assert room.stdout
        assert [room.stdout.readline(), room.stdout.readline()] == ["ready\n"] * 2
        room.stdin.write("go")  # one letter for each
        room.stdin.flush()
        answers = [json.loads(line) for line in room.stdout]
    assert answers == [[[200, 302, 302, 200, 200]] * PLAYERS] * 2
