"""A migration that is killed at any moment is done at the next start: nothing of it is in the way."""

from typing import Any, NoReturn

import pytest
from django.core.management import call_command
from django.core.management.commands import migrate
from django.db import IntegrityError, connection, models
from django.db.migrations import CreateModel, Migration, RunSQL
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ProjectState

from armybuilder.accounts.management.commands.migrate import WholeMigrationExecutor


class KilledError(Exception):
    """The process was killed; what its connection had not committed is gone."""


class Making(Migration):
    operations = [
        # What refers to another table PostgreSQL adds at the end, as both do with an index.
        CreateModel(
            "Halfway",
            [
                ("id", models.BigAutoField(primary_key=True)),
                ("user", models.ForeignKey("accounts.User", models.CASCADE, null=True)),
            ],
        )
    ]


class Filling(Migration):
    atomic = False
    operations = [RunSQL("INSERT INTO counting_halfway (id) VALUES (1)")]


def state() -> ProjectState:
    return WholeMigrationExecutor(connection).loader.project_state(("accounts", "0001_initial"))


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_what_was_killed_before_it_was_noted_is_done_again(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.MIGRATION_MODULES = {}

    def killed(*migration: str) -> NoReturn:
        raise KilledError

    def tables() -> bool:
        return "counting_halfway" in connection.introspection.table_names()

    before, making = state(), Making("0999_halfway", "counting")
    executor = WholeMigrationExecutor(connection)
    with monkeypatch.context() as patched:
        patched.setattr(MigrationRecorder, "record_applied", killed)
        with pytest.raises(KilledError):
            executor.apply_migration(before.clone(), making)
    assert not tables()
    after = executor.apply_migration(before.clone(), making)
    assert (tables(), ("counting", "0999_halfway") in executor.recorder.applied_migrations()) == (True, True)
    executor.apply_migration(after, Filling("1000_filling", "counting"))
    with connection.cursor() as cursor:
        cursor.execute("SELECT id, user_id FROM counting_halfway")
        assert cursor.fetchall() == [(1, None)]
        with pytest.raises(IntegrityError):  # references are checked again
            cursor.execute("INSERT INTO counting_halfway (id, user_id) VALUES (2, 0)")
    executor.unapply_migration(before, making)
    executor.recorder.record_unapplied("counting", "1000_filling")
    assert not tables()


@pytest.mark.django_db
def test_the_command_does_it_so() -> None:
    assert migrate.MigrationExecutor is WholeMigrationExecutor  # type: ignore[attr-defined]
    call_command("migrate", check_unapplied=True, verbosity=0)
