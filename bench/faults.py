"""`make faults`: kill processes 100 times (ROUNDS) during edits. Each acknowledged edit is stored, once.

`python -m bench.faults` does this on SQLite, which stops with its processes, and `python -m bench.faults postgres` on
its own PostgreSQL. Each round kills one of TURNS without warning: the web processes, the background worker, the
database, or the whole site. Meanwhile users order bundles. After a missing answer a user sends the same form again,
as the site's scripts do; an answer of 500 ends the trial.
"""

import itertools
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from random import Random
from threading import Event

from bench.editing import Acknowledged, a_browser, ask, bundle, edit, fetch
from bench.killable import Postgres, Site, clean_up_when_told_to_end, postgres, site
from bench.stored import all_agrees, lost_or_doubled, prepare

EDITORS = 4
LONGEST_LIFE = 1.0  # seconds between two kills
PRINTED_IN = 600  # seconds after the last kill: the bundle of a killed worker is taken up after 90
ON_SQLITE = (*["site's processes"] * 8, "worker", "site")
ON_POSTGRES = (
    "site's processes",
    "database's process",
    "worker",
    "database",
    "site's processes",
    "database's first",
    "site",
    "database's process",
    "database",
    "database's first",
)


def victims(killed: Site, database: Postgres | None) -> dict[str, Callable[[], None]]:
    """Return how to kill each target, and how to restart those that do not restart themselves."""

    def all_of_the_site() -> None:
        killed.kill_all()
        killed.start_again()

    ways = {
        "site's processes": killed.kill_answering,
        "worker": killed.kill_worker,
        "site": all_of_the_site,
    }
    if database is None:
        return ways

    def started_again(end: Callable[[], None]) -> Callable[[], None]:
        def way() -> None:
            end()
            database.start_again()

        return way

    return ways | {
        "database's process": database.kill_one_of_its_own,
        "database's first": started_again(database.kill_first),
        "database": started_again(database.kill_all),
    }


def kill(killed: Site, database: Postgres | None, rounds: int) -> "Counter[str]":
    """Kill targets this many times at random moments, and return the number of kills of each."""
    chance, looker, count = Random(rounds), a_browser(), Counter[str]()
    ways, turns = victims(killed, database), itertools.cycle(ON_POSTGRES if database else ON_SQLITE)
    for victim in itertools.islice(turns, rounds):
        ask(looker, f"{killed.address}/")
        time.sleep(chance.random() * LONGEST_LIFE)
        ways[victim]()
        count[victim] += 1
        print(".", end="", flush=True)
    print()
    return count


def have_printed(address: str, ends: Event) -> int:
    """Print bundles one after another until the end; return how many were ordered and fetched."""
    browser = a_browser()
    for number in itertools.count(1):
        file = bundle(browser, address, f"bundle-{number}", PRINTED_IN, ends.is_set)
        assert fetch(browser, f"{address}{file}").startswith(b"%PDF"), "a bundle is there"
        if ends.is_set():
            return number
    raise AssertionError("numbers end never")


def edit_while_killed(killed: Site, database: Postgres | None, rounds: int) -> tuple[Acknowledged, str]:
    """Let users edit and print meanwhile; return the acknowledged edits, and a sentence about kills and bundles."""
    ends = Event()
    with ThreadPoolExecutor(EDITORS + 1) as threads:
        editors = [threads.submit(edit, killed.address, number, ends) for number in range(EDITORS)]
        printer = threads.submit(have_printed, killed.address, ends)
        try:
            count = kill(killed, database, rounds)
        finally:
            ends.set()
        edits = [one for editor in editors for one in editor.result()]
        kills = ", ".join(f"{victim} {times}" for victim, times in count.items())
        return edits, f"{count.total()} kills ({kills}), {printer.result()} bundles printed"


def main(arguments: list[str]) -> int:
    """Return 1 if an edit was lost or doubled, or the stored data is inconsistent."""
    clean_up_when_told_to_end()
    rounds = int(os.environ.get("ROUNDS", "100"))
    with ExitStack() as ends:
        top = Path(ends.enter_context(tempfile.TemporaryDirectory(prefix="squadra-faults-")))
        top.chmod(0o711)  # if root starts it, PostgreSQL runs as another user
        os.environ |= {"SQUADRA_DATA": str(top / "site"), "SQUADRA_LOCAL": "1", "SLOW_REQUEST_MS": "60000"}
        database = ends.enter_context(postgres(top / "postgres")) if arguments == ["postgres"] else None
        prepare()
        killed = ends.enter_context(site())
        edits, told = edit_while_killed(killed, database, rounds)
        wrong, agrees = lost_or_doubled(edits), all_agrees()
    print(f"{told}, {len(edits)} edits acknowledged, {len(wrong)} of them lost or doubled.", *wrong, sep="\n")
    return int(bool(wrong) or not agrees or not edits)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
