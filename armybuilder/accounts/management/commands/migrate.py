"""`manage.py migrate`: Django's, but each migration holds whole or not at all, with the note that it was done.

Django notes it after the transaction of the migration. Whoever is killed in between has tables that nobody knows of, in
the way of the next start for good.
"""

from contextlib import ExitStack
from typing import Any

from django.core.management.commands import migrate
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations import Migration
from django.db.transaction import atomic


class Command(migrate.Command):
    """Django's command, which tells of its progress: from before a migration until it is noted lasts a transaction."""

    connection: BaseDatabaseWrapper
    transaction: ExitStack

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate. Raises what Django's command does; of the migration in which that happened nothing is left."""
        self.connection = connections[options["database"]]
        with ExitStack() as self.transaction:
            super().handle(*args, **options)

    def migration_progress_callback(
        self, action: str, migration: Migration | None = None, fake: bool = False
    ) -> None:
        """Begin the transaction before a migration; end it with the note, before anybody is told that it is done."""
        if action == "apply_start" and migration and migration.atomic:
            # SQLite changes no table while references are checked, and cannot leave that off within a transaction.
            self.transaction.enter_context(self.connection.constraint_checks_disabled())
            self.transaction.enter_context(atomic(using=self.connection.alias))
        if action == "apply_success":
            self.transaction.close()
        super().migration_progress_callback(action, migration, fake)
