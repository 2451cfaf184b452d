"""The memory and processor time of this process's children (Linux)."""

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")
ROLES = {"multiprocessing": "printing", "manage.py": "background worker", "gunicorn": "site"}


@dataclass(frozen=True)
class Process:
    """A process; its memory in MB (all of it, and its share of shared memory); its busy seconds so far."""

    number: int
    role: str
    resident: float
    share: float
    at_work: float


def below(parent: int | None = None) -> list[Process]:
    """Return the processes below one (this one), except shells."""
    return [process for number in children(parent or os.getpid()) if (process := _read(number))]


def children(parent: int) -> list[int]:
    """Return the ids of all processes below one."""
    return list(_below(parent))


def command_of(number: int) -> str:
    """Return the command line of a process, separated by NUL; nothing if it has ended."""
    try:
        return (PROC / str(number) / "cmdline").read_text(errors="replace")
    except OSError:
        return ""


def _below(parent: int) -> Iterator[int]:
    for thread in sorted((PROC / str(parent) / "task").glob("*/children")):
        with suppress(OSError):  # it ended meanwhile
            for child in thread.read_text().split():
                yield int(child)
                yield from _below(int(child))


def _read(number: int) -> Process | None:
    """Return a process; None if it has ended or is a shell."""
    folder = PROC / str(number)
    try:
        command = (folder / "cmdline").read_text()
        times = (folder / "stat").read_text().rpartition(")")[2].split()[11:13]  # its own, and the kernel's for it
        lines = (folder / "smaps_rollup").read_text().splitlines()[1:]
    except OSError:
        return None
    role = next((role for word, role in ROLES.items() if word in command), None)
    if role is None or command.startswith("/bin/sh"):
        return None
    sizes = {name: int(rest.split()[0]) / 1024 for name, _, rest in (line.partition(":") for line in lines)}
    at_work = sum(map(int, times)) / os.sysconf("SC_CLK_TCK")
    return Process(number, role, sizes["Rss"], sizes["Pss"], at_work)
