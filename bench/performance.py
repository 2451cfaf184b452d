"""Write the newest figures of each measurement to docs/performance.md, with their commit and machine."""

import os
import platform
import sqlite3
import subprocess
from datetime import UTC, datetime
from pathlib import Path

from bench import ROOT
from bench.table import Measured

DOCUMENT = ROOT / "docs" / "performance.md"
CHANGES = ("status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs/performance.md")


def conditions() -> str:
    """Return the commit, the day, the machine and its load. Call it before measuring."""
    commit = _git("rev-parse", "--short", "HEAD") or "unknown"
    changed = " with changes" if _git(*CHANGES) else ""
    gigabytes = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    machine = f"{len(os.sched_getaffinity(0))} cores ({_processor()}), {gigabytes:.0f} GB"
    programs = f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    day = datetime.now(UTC).date().isoformat()
    return f"Commit {commit}{changed}, {day}; {machine}, {programs}; load {os.getloadavg()[0]:.1f} before."


def table(about: str, conditions: str, figures: list[Measured]) -> str:
    """Return the figures as a Markdown table, headed by what was measured, and when."""
    return "\n".join(
        [
            f"| **{about}** {conditions} | measured | bar | |",
            "|---|---:|---:|---|",
            *map(_row, figures),
        ]
    )


def put(name: str, said: str, document: Path = DOCUMENT) -> None:
    """Replace the text between the two comments of a measurement. Raises ValueError if they are missing."""
    text = document.read_text(encoding="utf-8")
    begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->\n"
    if text.count(begin) != 1 or text.count(end) != 1:
        raise ValueError(f"{document.name} has no place for {name}: the lines {begin.strip()} and {end.strip()}")
    head, rest = text.split(begin)
    tail = rest.split(end)[1]
    document.write_text(f"{head}{begin}{said}\n{end}{tail}", encoding="utf-8")


def _row(figure: Measured) -> str:
    sign = "≤" if figure.better == "lower" else "≥"
    verdict = "" if figure.clears else "**not met**"
    value = f"{figure.value:.3g}" if figure.value < 100 else f"{figure.value:,.0f}"
    return f"| {figure.name} | {value} {figure.unit} | {sign} {figure.bar:g} | {verdict} |"


def _git(*arguments: str) -> str:
    """Return the output of git; nothing without git or a repository."""
    try:
        said = subprocess.run(("git", *arguments), cwd=ROOT, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return ""
    return said.stdout.strip()


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())
