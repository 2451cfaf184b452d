"""A process is killed during edits, ten times: each acknowledged edit is stored once, and the data are consistent.

`make faults` does this to the whole site. Here processes are forked, which costs almost nothing.
"""

import itertools
import os
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID

import pytest
from django.core.management import call_command
from django.db import connection, connections
from django.db.backends.sqlite3.base import DatabaseWrapper

from armybuilder import env
from armybuilder.accounts.models import User
from armybuilder.lists.actions.editing import open_edit
from armybuilder.lists.models import Revision
from armybuilder.lists.visitors import Visitor
from rules.core.document import edits
from tests.fixtures import loaded_rules as loaded_rules
from tests.lists.factories import LEADER, a_group, a_roster, a_squad
from tests.sharing.links import published

ROUNDS = 10


@contextmanager
def beside(file: Path) -> Iterator[None]:
    """A separate connection to the database: on SQLite to a copy in a file, because the tests' own is in memory."""
    of_the_test = connections["default"]
    is_sqlite = of_the_test.vendor == "sqlite"
    settings = {**of_the_test.settings_dict, **env.sqlite(file)}
    connections["default"] = DatabaseWrapper(settings, "default") if is_sqlite else of_the_test.copy()
    try:
        yield
    finally:
        connections["default"].close()
        connections["default"] = of_the_test


def edit_for_ever(list_id: UUID, visitor: Visitor, number: int, acknowledge: int) -> None:
    """Edit a public list, which changes its facets each time, and print the key of each stored edit."""
    for count in itertools.count():
        squad = a_squad(LEADER, a_group(1 + count % 5, "lmg" if count % 2 else "mmg"))
        key = f"{number}-{count}"
        with open_edit(list_id, visitor, key) as edit:
            edit.make(edits.with_ids(a_roster(squad, name=key), edits.new_ids()), "edit")
        os.write(acknowledge, f"{key}\n".encode())


def killed_while_editing(file: Path, list_id: UUID, visitor: Visitor, number: int) -> list[str]:
    """Let another process edit, kill it after some edits, and return the acknowledged ones."""
    reads, writes = os.pipe()
    process = os.fork()
    if process == 0:
        try:
            with beside(file):
                edit_for_ever(list_id, visitor, number, writes)
        finally:
            os._exit(1)
    os.close(writes)
    with os.fdopen(reads) as told:
        keys = [told.readline().strip() for _ in range(1 + number % 4)]
        os.kill(process, signal.SIGKILL)
        keys += told.read().split()
    assert os.WTERMSIG(os.waitpid(process, 0)[1]) == signal.SIGKILL
    return keys


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_acknowledged_edits_are_stored_once(
    loaded_rules: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    alice, file = Visitor(User.objects.create_user("alice")), tmp_path / "squadra.sqlite3"
    list_id = published(alice).army_list.pk
    if connection.vendor == "sqlite":
        call_command("backup", file, stdout=None)
    keys = [key for number in range(ROUNDS) for key in killed_while_editing(file, list_id, alice, number)]
    capsys.readouterr()
    with beside(file):
        stored = Counter(one.key for one in Revision.objects.exclude(key="") if one.roster.name == one.key)
        call_command("verify_lists")
    assert len(keys) >= sum(1 + number % 4 for number in range(ROUNDS))
    assert [key for key in keys if stored[key] != 1] == []
    assert stored.total() <= len(keys) + ROUNDS  # at most one a round was stored but not acknowledged
    assert capsys.readouterr().out == "No differences.\n"
