"""Run the parts, each as a process with its own file systems."""

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from bench.killable import clean_up_when_told_to_end
from bench.outages import away, clocks, disk, migrating

BOTH, ON_POSTGRES = ("sqlite", "postgres"), ("postgres",)
Part = Callable[[Path, str], None]
PARTS: dict[str, tuple[Part, tuple[str, ...]]] = {
    "disk-full": (disk.full, BOTH),
    "disk-failing": (disk.failing, BOTH),
    "disk-read-only": (disk.read_only, BOTH),
    "database-ended": (away.ended, ON_POSTGRES),
    "database-still": (away.still, ON_POSTGRES),
    "clock": (clocks.moved, BOTH),
    "migration": (migrating.killed, BOTH),
}
ALONE = "--alone"


def main(arguments: list[str]) -> int:
    """Run the named parts, or all; return 1 if one failed."""
    if arguments[:1] == [ALONE]:
        return run(*arguments[1:])
    wrong = []
    for name in arguments or PARTS:
        for kind in PARTS[name][1]:
            print(f"{name}, {kind}", flush=True)
            command = [sys.executable, "-m", "bench.outages", ALONE, name, kind]
            own = ["unshare", "--mount", "--propagation", "private"]
            if subprocess.run([*own, *command], check=False).returncode:
                wrong.append(f"{name}, {kind}")
    print("All went on by itself, and nothing was lost." if not wrong else f"Wrong: {'; '.join(wrong)}.")
    return int(bool(wrong))


def run(name: str, kind: str) -> int:
    """Run a part on a kind of database; return 0."""
    clean_up_when_told_to_end()
    with tempfile.TemporaryDirectory(prefix="squadra-outages-") as folder:
        top = Path(folder)
        top.chmod(0o711)  # if root starts it, PostgreSQL runs as another user
        PARTS[name][0](top, kind)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
