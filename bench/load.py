"""`make load`: 50 and then 200 simultaneous users who browse, build and print, on this machine. No answer may fail.

Locust simulates them, as a separate program. The site is `bench.site`, served as deployed, on the database of
DATABASE_URL, which scripts/with_postgres.py creates, or otherwise on SQLite.
"""

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from bench import ROOT, performance, processes, site
from bench.processes import Process
from bench.server import served
from bench.table import Measured, printed

LOCUST = ROOT / ".venv" / "load" / "bin" / "locust"
USERS, SECONDS = (50, 200), 60
COME = 20  # users per second, until all have arrived
WARM = (20, 15)  # users, for this many seconds, to fill the caches
Row = dict[str, str]
SHOWN = ("bare page", "edit", "print a roster", "Aggregated")  # rows of the table


def main(arguments: list[str]) -> int:
    """Run the users, print their results and the memory; return 0 when every figure is within its bar."""
    parser = argparse.ArgumentParser(prog="python -m bench.load", description="Let many people in at once.")
    parser.add_argument("--users", type=int, nargs="+", default=USERS)
    parser.add_argument("--seconds", type=int, default=SECONDS, help="for each number of people")
    parser.add_argument("--write", action="store_true", help="write the figures into docs/performance.md")
    said = parser.parse_args(arguments)
    conditions = performance.conditions()
    site.set_up(os.environ.get("DATABASE_URL", ""))
    from django.db import connection

    with tempfile.TemporaryDirectory(prefix="squadra-load-") as name:
        folder = Path(name)
        _prepare(folder, max(said.users))
        with served() as address:
            seen = {"at the start": processes.below()}
            _let_in(folder, address, *WARM)
            seen["warm"] = processes.below()
            rounds = {}
            for users in said.users:
                rounds[users] = _let_in(folder, address, users, said.seconds)
                seen[f"after {users}"] = processes.below()
    figures = [figure for users, rows in rounds.items() for figure in measured(users, rows)]
    tables = f"{times(rounds)}\n\n{memory_table(seen)}\n\n{work_table(seen)}"
    print(printed(figures), tables, sep="\n\n")
    if said.write:
        about = f"{connection.display_name}, {len(rounds)} rounds of {said.seconds} s; "
        about += "each person does something every 2 to 8 s."
        said_there = f"{performance.table(about, conditions, figures)}\n\n{times(rounds)}"
        performance.put(f"load {connection.vendor}", said_there)
    return 0 if all(figure.clears for figure in figures) else 1


def _prepare(folder: Path, visitors: int) -> None:
    """Create the users, and pass them to the server and to Locust."""
    from bench.visitors import make_visitors  # the models need the site

    known = folder / "visitors.json"
    known.write_text(json.dumps(make_visitors(visitors)), encoding="utf-8")
    # Behind a proxy each visitor has a different address, as the rate limits expect.
    os.environ |= {
        "LOAD_VISITORS": str(known),
        "DJANGO_SETTINGS_MODULE": "bench.load_settings",
        "BEHIND_PROXY": "1",
        "SLOW_REQUEST_MS": "0",  # the table shows slow requests
    }


def _let_in(folder: Path, address: str, users: int, seconds: int) -> dict[str, Row]:
    """Run this many users for this long, and return Locust's row for each action."""
    results = folder / str(users)
    command = [str(LOCUST), "--locustfile", str(Path(__file__).with_name("locustfile.py")), "--host", address]
    command += ["--headless", "--only-summary", "--users", str(users), "--spawn-rate", str(COME)]
    command += ["--run-time", f"{seconds}s", "--stop-timeout", "30", "--csv", str(results)]
    command += ["--exit-code-on-error", "0", "--loglevel", "ERROR"]
    locust = subprocess.run(command, check=False, capture_output=True, text=True)
    if locust.returncode:
        raise RuntimeError(f"Locust did not end well: {locust.stderr}")
    for failure in _read(folder / f"{users}_failures.csv"):
        print(failure["Occurrences"], "×", failure["Name"], failure["Error"], file=sys.stderr)
    return {row["Name"]: row for row in _read(folder / f"{users}_stats.csv")}


def _read(path: Path) -> list[Row]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def measured(users: int, rows: dict[str, Row]) -> Iterator[Measured]:
    """Yield the figures with a bar: errors, and slow edits divided by slow bare pages of the same minute."""
    failed = float(rows["Aggregated"]["Failure Count"])
    yield Measured(f"errors with {users} at once", failed, "answers", 0)
    ratio = float(rows["edit"]["95%"]) / float(rows["bare page"]["95%"])
    yield Measured(f"p95 of an edit over that of a bare page, {users} at once", ratio, "×", 4)


def times(rounds: dict[int, dict[str, Row]]) -> str:
    """Return the number of times, the median and the p95 of each action, as a Markdown table."""
    heads = "".join(f" {users} at once | median, ms | p95, ms |" for users in rounds)
    lines = [f"| what they did |{heads}", f"|---|{'---:|---:|---:|' * len(rounds)}"]
    for name in SHOWN:
        cells = [_cells(rows.get(name)) for rows in rounds.values()]
        lines.append(f"| {'everything' if name == 'Aggregated' else name} |{''.join(cells)}")
    return "\n".join(lines)


def _cells(row: Row | None) -> str:
    return f" {row['Request Count']} | {row['50%']} | {row['95%']} |" if row else " 0 | | |"


def memory_table(seen: dict[str, list[Process]]) -> str:
    """Return the memory of each process at several moments, and the sum of their shares, as a Markdown table."""
    lines = [f"| memory, MB | {' | '.join(seen)} |", f"|---|{'---:|' * len(seen)}"]
    roles = {process.number: process.role for moment in seen.values() for process in moment}
    for number, role in sorted(roles.items(), key=lambda item: (item[1], item[0])):
        sizes = [
            next((f"{one.resident:.0f}" for one in moment if one.number == number), "") for moment in seen.values()
        ]
        lines.append(f"| {role} | {' | '.join(sizes)} |")
    sums = [f"{sum(one.share for one in moment):.0f}" for moment in seen.values()]
    lines.append(f"| all, what they share once | {' | '.join(sums)} |")
    return "\n".join(lines)


def work_table(seen: dict[str, list[Process]]) -> str:
    """Return the busy seconds of processes between moments, by their task, as a Markdown table."""
    moments = list(seen.values())
    lines = [f"| processor, s | {' | '.join(list(seen)[1:])} |", f"|---|{'---:|' * (len(seen) - 1)}"]
    for role in sorted({process.role for moment in moments for process in moment}):
        sums = [sum(one.at_work for one in moment if one.role == role) for moment in moments]
        cells = [f"{after - before:.1f}" for before, after in pairwise(sums)]
        lines.append(f"| {role} | {' | '.join(cells)} |")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
