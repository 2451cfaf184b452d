"""The processor time and memory of a `manage.py` command.

cost_of(*command, **variables) -> Cost     on the database of `bench.site`

`python -m bench.cost COMMAND …` runs it and prints both. This small process is necessary because Linux counts the
memory of a parent process as that of its child.
"""

import os
import resource
import subprocess
import sys
from dataclasses import dataclass

from bench import ROOT


@dataclass(frozen=True)
class Cost:
    """Seconds of processor time, and the peak memory in MB, including child processes."""

    seconds: float
    megabytes: float


def cost_of(*command: str, **variables: str) -> Cost:
    """Run a command with extra environment variables. Raises RuntimeError with the reason if it fails."""
    between = [sys.executable, "-m", "bench.cost", *command]
    run = subprocess.run(between, cwd=ROOT, env=os.environ | variables, check=False, capture_output=True, text=True)
    if run.returncode:
        raise RuntimeError(f"{' '.join(command)}: {run.stderr[-500:]}")
    return Cost(*map(float, run.stdout.split()))


def main(command: list[str]) -> int:
    """Run a command with its output on standard error, and print its cost; return its exit code."""
    done = subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, check=False, stdout=sys.stderr)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
