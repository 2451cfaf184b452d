"""The site of a part with its own database, the answers to its visitor, and the check of the stored data."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from bench.killable import Postgres, Site, postgres, site, until
from bench.outages.visit import Visit
from bench.stored import all_agrees, lost_or_doubled, number_of_edits, prepare

WELL = {"database": "ok", "migrations": "ok", "disk": "ok", "worker": "ok"}  # the answer of /readyz
RECOVERS_IN = 30  # at most, after the end of the fault, on a busy machine


@dataclass
class Running:
    """A site, its PostgreSQL (None: SQLite), and a visitor with a list there."""

    site: Site
    database: Postgres | None
    visit: Visit

    def goes_on(self) -> None:
        """Wait until an edit succeeds again. Raises TimeoutError."""
        until(lambda: self.visit.edit() == 302, "an edit is made again", RECOVERS_IN)

    def is_ready(self) -> None:
        """Wait until /readyz reports that all is well and the worker has been heard of. Raises AssertionError."""
        with suppress(TimeoutError):
            until(lambda: self.visit.ready() == (200, WELL), "all is well")
        assert self.visit.ready() == (200, WELL), self.visit.ready()

    def is_refused(self, tries: int, meanwhile: str = "") -> None:
        """Edit until the answer is 503; pages meanwhile answer 200 or 503, and never 500."""
        statuses = []
        for _ in range(tries):
            statuses.append(self.visit.edit(meanwhile))
            if statuses[-1] == 503:
                break
            assert statuses[-1] == 302, statuses
        assert statuses[-1] == 503, f"{tries} edits were made all the same"
        print(f"  {len(statuses) - 1} edits were made still, then 503 with what was typed")
        pages = ("/", "/lists/", self.visit.made, f"{self.visit.made}print/", "/odds/bn/")
        seen = {page: self.visit.look(page)[0] for page in pages}
        print(f"  pages: {' '.join(map(str, seen.values()))}, /readyz: {self.visit.ready()}")
        assert set(seen.values()) <= {200, 302, 503}, seen
        assert self.visit.is_healthy()

    def is_well(self) -> None:
        """Check that each acknowledged edit was stored once, nothing else was, and the data is consistent."""
        edits = self.visit.acknowledged
        assert lost_or_doubled(edits) == []
        stored = number_of_edits(self.visit.name)
        assert stored == len(edits), f"{stored} edits are stored, {len(edits)} were acknowledged"
        assert all_agrees()
        print(f"  {len(edits)} edits acknowledged, each stored once, and no other")


@contextmanager
def running(top: Path, kind: str, *before: str, **variables: str) -> Iterator[Running]:
    """Yield the site on a kind of database ("sqlite", "postgres") in folders below `top`, which may exist."""
    os.environ |= {"SQUADRA_DATA": str(top / "site"), "SQUADRA_LOCAL": "1", "SLOW_REQUEST_MS": "60000"}
    with ExitStack() as ends:
        database = ends.enter_context(postgres(top / "postgres")) if kind == "postgres" else None
        prepare()
        served = ends.enter_context(site(*before, **variables))
        yield Running(served, database, Visit(served.address))
