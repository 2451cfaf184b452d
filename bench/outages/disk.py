"""The disk of the site (SQLite) or of PostgreSQL is full, or fails, so that it can only be read."""

from pathlib import Path

from bench.killable import until
from bench.outages.rooms import room
from bench.outages.running import running

DISK = {"sqlite": "site", "postgres": "postgres"}
MEGABYTES = {"sqlite": 96, "postgres": 192}
TRIES = 3000  # edits at most, until there is no room for one


def full(top: Path, kind: str) -> None:
    """Fill the disk while somebody edits, then make room: the site is not started again."""
    with room(top / DISK[kind], MEGABYTES[kind]) as disk, running(top, kind) as on:
        on.goes_on()
        disk.fill()
        on.is_refused(TRIES)
        disk.empty()
        if on.database and not on.database.runs():
            print("  PostgreSQL ended, as it does where there is no room for its log, and is started again")
            on.database.start_again()
        on.goes_on()
        on.is_well()


def failing(top: Path, kind: str) -> None:
    """Let the disk fail while somebody edits, then bring it back as after a check: what uses it starts again."""
    with room(top / DISK[kind], MEGABYTES[kind]) as disk, running(top, kind) as on:
        disk.sync()
        on.goes_on()
        disk.fail()
        on.is_refused(TRIES)
        uses_it = on.database or on.site
        uses_it.kill_all()
        until(disk.unmounted, "nobody uses the disk")
        disk.mount()
        uses_it.start_again()
        on.goes_on()
        on.is_well()
