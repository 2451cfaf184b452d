"""The database as one file: complete, readable only by its owner, and replacing the old one only when complete."""

import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.operations import database_backups
from armybuilder.refusals import RefusedError

NAMES = ["alice", "bob", "carla’s ☃"]


def in_the_file(path: Path) -> list[str]:
    """Return the names of the users in a file; on PostgreSQL it is restored into another database."""
    query = "SELECT username FROM accounts_user ORDER BY username"
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(path)) as copy:
            return [name for (name,) in copy.execute(query)]
    own, name = connection.settings_dict, f"restored_{uuid4().hex}"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name}")
    try:
        known = ["--host", own["HOST"], "--username", own["USER"], "--dbname", name]
        subprocess.run(["pg_restore", "--no-owner", "--exit-on-error", *known, str(path)], check=True)
        with psycopg.connect(host=own["HOST"], user=own["USER"], dbname=name) as restored:
            return [name for (name,) in restored.execute(query).fetchall()]
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_all_is_in_the_file_and_only_the_newest_are_kept(
    settings: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.BACKUP_FOLDER, settings.BACKUPS_KEPT = tmp_path, 2
    ending = database_backups.ENDINGS[connection.vendor]
    for day in ("2020-01-01", "2020-01-02", "2020-01-03"):
        (tmp_path / f"squadra-{day}{ending}").write_text("old")
    (tmp_path / "mine.txt").touch()
    User.objects.bulk_create(User(username=name) for name in NAMES)
    call_command("backup")
    today = tmp_path / f"squadra-{timezone.localdate()}{ending}"
    assert capsys.readouterr().out == f"Wrote {today}; removed 2 old ones.\n"
    assert {path.name for path in tmp_path.iterdir()} == {
        today.name,
        f"squadra-2020-01-03{ending}",
        "mine.txt",
    }
    assert today.stat().st_mode & 0o777 == 0o600
    assert in_the_file(today) == sorted(NAMES)
    User.objects.create(username="dora")
    call_command("backup", tmp_path / "now", stdout=None)
    assert in_the_file(tmp_path / "now") == sorted([*NAMES, "dora"])


@pytest.mark.django_db(transaction=True)
def test_a_failed_backup_leaves_the_old_file(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.BACKUP_FOLDER = None
    with pytest.raises(CommandError) as told:
        call_command("backup")
    assert str(told.value) == "Name a file, or set BACKUP_FOLDER."
    target = tmp_path / "there"
    target.write_text("old")

    def full(*told: object) -> None:  # on PostgreSQL these are the arguments of pg_dump
        Path(str(told[-1]).removeprefix("--file=")).write_text("half of it")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(database_backups, "_from_sqlite", full)
    monkeypatch.setattr(database_backups, "run", full)
    with pytest.raises(CommandError) as told:
        call_command("backup", target)
    assert str(told.value) == f"{target} cannot be written: No space left on device."
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("there", "old")]


def test_without_pg_dump_it_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Away:
        vendor = "postgresql"
        settings_dict = {"PASSWORD": "x", "OPTIONS": {"sslmode": "require", "pool": {}}} | dict.fromkeys(
            ("HOST", "PORT", "USER", "NAME"), "y"
        )

    for module in (database_backups, database_backups):
        monkeypatch.setattr(module, "connection", Away)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RefusedError) as told:
        database_backups.write(tmp_path / "there")
    assert str(told.value) == "pg_dump is not installed: apt-get install postgresql-client."
    program = tmp_path / "pg_dump"
    program.write_text('#!/bin/sh\necho "$1 $PGPASSWORD" >&2; exit 1\n')
    program.chmod(0o700)
    with pytest.raises(RefusedError) as told:
        database_backups.write(tmp_path / "there")
    said = "pg_dump failed: --dbname=sslmode=require host=y port=y user=y dbname=y x"
    assert (str(told.value), [*tmp_path.iterdir()]) == (said, [program])
