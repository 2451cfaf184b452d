"""During an update of several machines, the old program works on the new tables (docs/recipes.md says how).

The linter reads the SQL for PostgreSQL: with SQLite there is only one machine.
"""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.test import override_settings
from django_migration_linter import MigrationLinter

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]

#: What the linter takes for harmful and is not, by app and name, with the reason: the second of the two steps.
HARMLESS: dict[tuple[str, str], str] = {
    ("rules", "0002_longer_nicknames"): "longer columns: old programs read and write them as before"
}
EXAMPLES = {config.label: None for config in apps.get_app_configs()} | {"counting": "tests.two_steps.migrations"}


@pytest.fixture(autouse=True)
def _on_postgresql() -> None:
    if connection.vendor == "sqlite":
        pytest.skip("one machine")


def after(first: str) -> Iterator[tuple[str, str]]:
    """Return our migrations without the first of each app."""
    ours = {app.label for app in apps.get_app_configs() if app.name.split(".")[0] in {"armybuilder", "rules"}}
    return (key for key in sorted(MigrationLoader(None).disk_migrations) if key[0] in ours and key[1] != first)


def harm(keys: Iterator[tuple[str, str]]) -> None:
    """Print the problems of a program that does not know these migrations."""
    linter = MigrationLinter(no_cache=True, quiet=["ok", "ignore", "warning"])
    for key in keys:
        linter.lint_migration(linter.migration_loader.disk_migrations[key])


@override_settings(MIGRATION_MODULES={})
def test_no_migration_since_the_rule_breaks_the_program_before_it(capsys: pytest.CaptureFixture[str]) -> None:
    harm(key for key in after("0001_initial") if key not in HARMLESS)
    assert capsys.readouterr().out == ""


@override_settings(MIGRATION_MODULES=EXAMPLES)
def test_migrations_that_break_the_previous_version_are_found(capsys: pytest.CaptureFixture[str]) -> None:
    harm(after("0001_before"))
    assert capsys.readouterr().out.splitlines() == [
        "(counting, 0002_that_old_programs_do_not_fill)... ERR",
        "\tNOT NULL constraint on columns",
        "(counting, 0004_that_old_programs_ask_for)... ERR",
        "\tRENAMING columns (table: counting_bucket, column: full_at)",
        "(counting, 0005_that_old_programs_read)... ERR",
        "\tDROPPING columns (table: counting_bucket, column: told)",
    ]
