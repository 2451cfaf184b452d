"""A migration that is killed at any moment is done at the next start: nothing of it is in the way."""

from typing import Any, NoReturn

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import IntegrityError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.db.models.signals import post_migrate

MODULES = {app.label: None for app in apps.get_app_configs()} | {"counting": "tests.accounts.migrations"}


class KilledError(Exception):
    """The process was killed; what its connection had not committed is gone."""


def is_made() -> tuple[bool, bool]:
    """Return whether the table is there, and whether that was noted."""
    noted = ("counting", "0001_making") in MigrationRecorder(connection).applied_migrations()
    return "counting_halfway" in connection.introspection.table_names(), noted


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_what_was_killed_before_it_was_noted_is_done_again(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.MIGRATION_MODULES = MODULES
    monkeypatch.setattr(post_migrate, "send", lambda **of_each_app: None)  # rights for all tables take long

    def killed(*migration: str) -> NoReturn:
        raise KilledError

    with monkeypatch.context() as patched:
        patched.setattr(MigrationRecorder, "record_applied", killed)
        with pytest.raises(KilledError):
            call_command("migrate", "counting")
    assert is_made() == (False, False)
    call_command("migrate", "counting")
    assert is_made() == (True, True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT id, user_id FROM counting_halfway")
        assert cursor.fetchall() == [(1, None)]
        with pytest.raises(IntegrityError):  # references are checked again
            cursor.execute("INSERT INTO counting_halfway (id, user_id) VALUES (2, 0)")
    call_command("migrate", "counting", "zero")
    assert is_made() == (False, False)
