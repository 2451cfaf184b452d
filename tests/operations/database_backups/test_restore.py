"""Restoring a backup: every row as it was, or no change."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from armybuilder.accounts.models import User
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.operations import database_backups
from tests.fixtures import loaded_rules as loaded_rules
from tests.lists.factories import a_list, add_rifleman
from tests.operations.database_backups.rows import all_rows

HELD = "The database holds people's data, which would be lost: make a `backup` of it, and say --replace."


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_each_row_is_what_it_was(loaded_rules: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    alice, file = Visitor(User.objects.create_user("alice ☃")), tmp_path / "backup"
    army_list = add_rifleman(a_list(alice), alice)
    call_command("backup", file, stdout=None)
    before = all_rows()
    add_rifleman(army_list, alice)
    User.objects.create_user("bob")
    with pytest.raises(CommandError) as told:
        call_command("restore", file)
    assert str(told.value) == HELD
    assert len(User.objects.all()) == 2
    capsys.readouterr()
    call_command("restore", file, "--replace")
    assert capsys.readouterr().out == f"Restored {file}. Start the site, which updates it.\n"
    assert all_rows() == before
    assert a_list(alice).revisions.get().pk > max(row[0] for row in before["lists.Revision"])


@pytest.mark.django_db(transaction=True)
def test_an_invalid_backup_changes_nothing(tmp_path: Path) -> None:
    User.objects.create_user("alice")
    (tmp_path / "text").write_text("no backup")
    (tmp_path / "dump").write_bytes(b"PGDMP" if connection.vendor == "sqlite" else b"SQLite format 3\0")
    (tmp_path / "half").write_bytes(database_backups.BEGINNINGS[connection.vendor] + b"x" * 5_000)
    other = "PostgreSQL" if connection.vendor == "sqlite" else "SQLite"
    said = {
        "text": "is no backup.",
        "dump": f"is a backup of {other}, and the database is {database_backups.NAMES[connection.vendor]}.",
        "none": "cannot be read: No such file or directory.",
    }
    for name, sentence in said.items():
        with pytest.raises(CommandError) as told:
            call_command("restore", tmp_path / name, "--replace")
        assert str(told.value) == f"{tmp_path / name} {sentence}"
    with pytest.raises(CommandError):
        call_command("restore", tmp_path / "half", "--replace")
    assert [user.username for user in User.objects.all()] == ["alice"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="files of SQLite")
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("people", "is a database of another program."),
        ("p\x80ople", "is damaged: its tables have no names any more."),
    ],
)
def test_a_database_of_others_or_without_names_changes_nothing(name: str, sentence: str, tmp_path: Path) -> None:
    User.objects.create_user("alice")
    file = tmp_path / "file"
    with closing(sqlite3.connect(file)) as database:
        database.execute("CREATE TABLE people (name)")
        database.commit()
    damaged = file.read_bytes().replace(b"tablepeople", b"table" + name.encode("latin-1"))
    file.write_bytes(damaged)
    with pytest.raises(CommandError) as told:
        call_command("restore", file, "--replace")
    assert str(told.value) == f"{file} {sentence}"
    assert [user.username for user in User.objects.all()] == ["alice"]


@pytest.mark.django_db
def test_lists_of_nobody_but_samples_are_data(loaded_rules: None, monkeypatch: Any) -> None:
    assert not database_backups.has_data()
    draft = a_list(Visitor(None, "a browser"))
    assert database_backups.has_data()
    ArmyList.objects.filter(pk=draft.pk).update(is_sample=True, browser_key="")
    assert not database_backups.has_data()
    monkeypatch.setattr(connection.introspection, "table_names", list)  # before the first prepare.py
    assert not database_backups.has_data()
