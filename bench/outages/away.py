"""PostgreSQL is away for a minute: it was stopped, or it hangs."""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bench.outages.running import running

AWAY, STILL = 60, 20  # seconds


def ended(top: Path, kind: str) -> None:
    """Stop PostgreSQL for a minute, then restart it, but not the site."""
    with running(top, kind) as on:
        assert on.database
        on.goes_on()
        on.database.stop()
        ends = time.monotonic() + AWAY
        on.is_refused(1)
        while time.monotonic() < ends:
            assert on.visit.edit() == 503
        on.database.start_again()
        back = time.monotonic()
        on.goes_on()
        print(f"  an edit was made {time.monotonic() - back:.1f} s after PostgreSQL was back")
        on.is_ready()
        on.is_well()


def still(top: Path, kind: str) -> None:
    """Pause PostgreSQL during an edit, then let it continue: the edit is made, once.

    A process without a connection waits ten seconds for one, then returns the input with 503.
    """
    with running(top, kind) as on, ThreadPoolExecutor(1) as thread:
        assert on.database
        on.goes_on()
        on.database.hold()
        waiting = thread.submit(on.visit.edit)
        time.sleep(STILL)
        assert on.visit.is_healthy()
        on.database.go_on()
        status = waiting.result()
        print(f"  the edit was answered with {status}")
        assert status in {302, 503}
        on.goes_on()
        on.is_well()
