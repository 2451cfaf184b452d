"""From SQLite to PostgreSQL: identical row by row, or nothing is moved."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection, connections, models, transaction
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.db.migrations.recorder import MigrationRecorder

from armybuilder import env
from armybuilder.accounts.models import User
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.operations import database_backups
from tests.fixtures import loaded_rules as loaded_rules
from tests.lists.factories import a_list, add_rifleman
from tests.operations.database_backups.rows import all_rows

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
ON_POSTGRESQL = pytest.mark.skipif(connection.vendor != "postgresql", reason="it is moved to PostgreSQL")


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    """An SQLite file with the tables, and the migrations of the tests' database; all are accessible."""
    path = tmp_path / "squadra.sqlite3"
    connections["file"] = DatabaseWrapper({**connection.settings_dict, **env.sqlite(path)}, "file")
    with connections["file"].schema_editor() as editor:
        for model in apps.get_models():
            if not model._meta.proxy:
                editor.create_model(model)
    MigrationRecorder(connections["file"]).ensure_schema()
    for app, name in MigrationRecorder(connection).applied_migrations():
        MigrationRecorder(connections["file"]).record_applied(app, name)
    yield path
    connections["file"].close()
    del connections["file"]


def write_into_the_file() -> dict[str, list[tuple[Any, ...]]]:
    """Write the database into the file, remove all users from the database, and return the content of the file."""
    with transaction.atomic(using="file"):
        for model in apps.get_models(include_auto_created=True):
            if not model._meta.proxy:
                rows: Any = models.QuerySet(model)
                models.QuerySet(model, using="file").bulk_create(rows)
    ArmyList.objects.all().delete()
    User.objects.all().delete()
    return all_rows("file")


@ON_POSTGRESQL
def test_each_row_is_the_same(
    file: Path, loaded_rules: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_backups, "AT_ONCE", 2)
    alice = Visitor(User.objects.create_user("alice ☃"))
    add_rifleman(add_rifleman(a_list(alice), alice), alice)
    held = write_into_the_file()
    call_command("move_data", file)
    moved = sum(map(len, held.values()))
    assert capsys.readouterr().out == f"Moved {moved} rows. All were read back and compared.\n"
    assert (all_rows(), all_rows("file")) == (held, held)
    made = a_list(alice).revisions.get()  # with a key that no row has
    assert [row[0] < made.pk for row in held["lists.Revision"]] == [True] * 3


@ON_POSTGRESQL
def test_data_are_moved_completely_or_not_at_all(
    file: Path, loaded_rules: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = a_list(Visitor(None, "a browser"))
    long = "longer than the column takes " * 9
    write_into_the_file()
    before = all_rows()
    ArmyList.objects.using("file").filter(pk=draft.pk).update(name=long)
    with pytest.raises(CommandError) as told:
        call_command("move_data", file)
    assert str(told.value).startswith(
        "The database refused it: value too long for type character varying(120)"
    )
    ArmyList.objects.using("file").filter(pk=draft.pk).update(name="Rangers")
    assert all_rows() == before
    write = database_backups._write

    def wrongly(model: type[models.Model], rows: list[database_backups.Row]) -> None:
        """Change names of lists to capitals."""
        names = [field.attname for field in model._meta.concrete_fields]
        place = names.index("name") + 1 if model is ArmyList else None
        write(
            model, [(*row[:place], row[place].upper(), *row[place + 1 :]) for row in rows] if place else rows
        )

    monkeypatch.setattr(database_backups, "_write", wrongly)
    with pytest.raises(CommandError) as told:
        call_command("move_data", file)
    assert str(told.value) == f"lists.ArmyList {draft.pk} would not be the same."
    assert all_rows() == before
    MigrationRecorder(connections["file"]).record_applied("lists", "9999_later")
    with pytest.raises(CommandError) as told:
        call_command("move_data", file)
    assert str(told.value) == (
        "The two are of different versions: run `manage.py migrate` for each of them first."
    )
    MigrationRecorder(connections["file"]).record_unapplied("lists", "9999_later")
    a_list(Visitor(None, "another browser"))
    with pytest.raises(CommandError) as told:
        call_command("move_data", file)
    assert str(told.value) == "The database holds people's data already: move into a new one."
    with pytest.raises(CommandError) as told:
        call_command("move_data", file.with_name("none"))
    assert str(told.value) == f"There is no file {file.with_name('none')}."


def test_sqlite_is_not_moved_to(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(database_backups, "connection", connections["default"])
    monkeypatch.setattr(connections["default"], "vendor", "sqlite")
    with pytest.raises(CommandError) as told:
        call_command("move_data", tmp_path)
    assert str(told.value) == "DATABASE_URL does not name the PostgreSQL database to move to."
