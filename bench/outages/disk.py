"""The disk of the site (SQLite) or of PostgreSQL is full, failing or read-only."""

from pathlib import Path

from bench.editing import bundle
from bench.killable import until
from bench.outages.rooms import room
from bench.outages.running import running

DISK = {"sqlite": "site", "postgres": "postgres"}
MEGABYTES = {"sqlite": 96, "postgres": 192}
ROOMY = 256  # megabytes; /readyz wants a hundred of them free
TRIES = 3000  # edits at most, until the disk is full


def full(top: Path, kind: str) -> None:
    """Fill the disk during edits, then make room: the site is not restarted."""
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
    """Let the disk fail during edits, then repair it: its programs restart."""
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


def read_only(top: Path, kind: str) -> None:
    """Make the data folder read-only, restart the web processes and the worker, and make it writable again."""
    with room(top / "site", ROOMY) as disk, running(top, kind) as on:
        on.goes_on()
        if kind == "sqlite":
            assert disk.is_held(), "files are open for writing"
        disk.only_read()
        on.site.kill_answering()
        on.site.kill_worker()
        if kind == "sqlite":
            on.is_refused(TRIES)
        else:
            on.goes_on()
        assert on.visit.ready()[1]["disk"] == "read-only"
        assert on.visit.look(f"{on.visit.made}print/roster.pdf")[0] == 200
        disk.write_again()
        on.goes_on()
        on.is_ready()
        bundle(on.visit.browser, on.site.address)
        on.is_well()
