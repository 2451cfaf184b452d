"""The waiting time of others while a large backup is restored: `python -m bench.restoring LISTS VERSIONS`.

It works on its own SQLite database, in which another writer tries all the time.
"""

import os
import sqlite3
import sys
import tempfile
import threading
import time
from pathlib import Path

import django


def main(lists: int, versions: int) -> None:
    """Restore this many lists with this many versions each, and print the time and the longest wait."""
    with tempfile.TemporaryDirectory(prefix="squadra-bench-") as folder:
        os.environ.pop("DATABASE_URL", None)
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "armybuilder.settings",
            "SQUADRA_LOCAL": "1",
            "SQUADRA_DATA": folder,
        }
        django.setup()
        _measure(Path(folder) / "squadra.sqlite3", lists, versions)


def _measure(database: Path, lists: int, versions: int) -> None:
    from armybuilder.accounts.models import User
    from armybuilder.personal_data.actions.restoring import restore
    from armybuilder.personal_data.reading import read_backup

    data = _backup(lists, versions)
    start = time.perf_counter()
    reading = read_backup(data)
    read = time.perf_counter()
    other = OtherWriter(database)
    other.start()
    restore(User.objects.create_user("bob"), reading)
    done = time.perf_counter()
    print(
        f"{len(data) / 1e6:.1f} MB: read in {read - start:.1f} s, restored in {done - read:.1f} s;", end=" "
    )
    print(f"another writer waited {other.end():.2f} s at most")


def _backup(lists: int, versions: int) -> bytes:
    from django.core.management import call_command

    from armybuilder.accounts.models import User
    from armybuilder.lists.actions.creating import create_from
    from armybuilder.lists.models import Revision
    from armybuilder.lists.visitors import Visitor
    from armybuilder.personal_data.exports import write_backup
    from bench.make_lists import DATA
    from rules.catalogue import current_version, library
    from rules.core.document.reader import read

    call_command("migrate", verbosity=0)
    call_command("load_rules", verbosity=0)
    user = User.objects.create_user("alice")
    roster = read((DATA / "bn-15.json").read_bytes(), library())
    for _ in range(lists):
        made = create_from(Visitor(user), roster, current_version(roster.ruleset).pk)
        Revision.objects.bulk_create(
            Revision(
                army_list=made,
                parent=made.revision,
                number=number,
                document=made.document,
                ruleset_version_id=made.ruleset_version_id,
                key=str(number),
                action="add",
            )
            for number in range(2, versions + 1)
        )
    return b"".join(write_backup(user))


class OtherWriter(threading.Thread):
    """Another writer, who writes a row every 20 ms or as soon as possible."""

    def __init__(self, database: Path) -> None:
        super().__init__()
        self.database = database
        self.longest = 0.0
        self.is_over = threading.Event()

    def run(self) -> None:
        """Write until the end."""
        connection = sqlite3.connect(self.database, timeout=600, isolation_level=None)
        connection.execute("CREATE TABLE other (number)")
        while not self.is_over.wait(0.02):
            start = time.perf_counter()
            connection.execute("INSERT INTO other VALUES (1)")
            self.longest = max(self.longest, time.perf_counter() - start)
        connection.close()

    def end(self) -> float:
        """Stop, and return the longest wait."""
        self.is_over.set()
        self.join()
        return self.longest


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
