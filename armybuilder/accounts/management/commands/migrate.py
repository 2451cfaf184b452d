"""`manage.py migrate`: Django's, but each migration holds whole or not at all, with the note that it was done.

Django notes it after the transaction of the migration. Whoever is killed in between has tables that nobody knows of, in
the way of the next start for good.
"""

from django.core.management.commands import migrate
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import ProjectState
from django.db.transaction import atomic


class WholeMigrationExecutor(MigrationExecutor):
    """Applies each migration, and notes that it did, in one transaction."""

    def apply_migration(
        self, state: ProjectState, migration: Migration, fake: bool = False, fake_initial: bool = False
    ) -> ProjectState:
        """Apply a migration; what comes out is the state of the models after it."""
        if not migration.atomic:
            return super().apply_migration(state, migration, fake, fake_initial)
        # SQLite changes no table while references are checked, and cannot leave that off within a transaction.
        with self.connection.constraint_checks_disabled(), atomic(using=self.connection.alias):
            return super().apply_migration(state, migration, fake, fake_initial)


# The command has no other place where it is told of one.
migrate.MigrationExecutor = WholeMigrationExecutor  # type: ignore[attr-defined]


class Command(migrate.Command):
    """Django's command, with that executor."""
