"""From SQLite to PostgreSQL with Django's own commands: every value survives them, except microseconds."""

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from armybuilder.accounts.models import User
from armybuilder.lists.visitors import Visitor
from tests.fixtures import loaded_rules as loaded_rules
from tests.lists.factories import a_list, add_rifleman
from tests.operations.database_backups.rows import all_rows


@pytest.mark.django_db
@pytest.mark.postgres
def test_everything_can_be_written_into_a_file_and_read_again(loaded_rules: None, tmp_path: Path) -> None:
    alice = Visitor(User.objects.create_user("alice ☃"))
    add_rifleman(add_rifleman(a_list(alice), alice), alice)
    before, file = all_rows(), tmp_path / "everything.jsonl"
    left_out = ["contenttypes", "auth.permission"]
    call_command("dumpdata", format="jsonl", natural_foreign=True, exclude=left_out, output=file, verbosity=0)
    call_command("loaddata", file, verbosity=0)
    assert in_milliseconds(all_rows()) == in_milliseconds(before)


def in_milliseconds(rows: dict[str, list[tuple[Any, ...]]]) -> dict[str, list[tuple[Any, ...]]]:
    return {name: [tuple(map(_rounded, row)) for row in of_model] for name, of_model in rows.items()}


def _rounded(value: Any) -> Any:
    is_time = isinstance(value, datetime)
    return value.replace(microsecond=value.microsecond // 1000 * 1000) if is_time else value
