"""What a command of `manage.py` takes of the processor and of memory.

cost_of(*command, **variables) -> Cost     on the database of `bench.site`

`python -m bench.cost COMMAND …` runs it and prints that. It is a process in between, and a small one: Linux counts the
memory of whoever starts a process as that process's own.
"""

import os
import resource
import subprocess
import sys
from dataclasses import dataclass

from bench import ROOT


@dataclass(frozen=True)
class Cost:
    """Seconds of the processor, and the most memory that it had at once, in MB, with the programs that it ran."""

    seconds: float
    megabytes: float


def cost_of(*command: str, **variables: str) -> Cost:
    """Run a command, with environment variables of its own. Raises RuntimeError if it fails, saying why."""
    between = [sys.executable, "-m", "bench.cost", *command]
    run = subprocess.run(
        between, cwd=ROOT, env=os.environ | variables, check=False, capture_output=True, text=True
    )
    if run.returncode:
        raise RuntimeError(f"{' '.join(command)}: {run.stderr[-500:]}")
    return Cost(*map(float, run.stdout.split()))


def main(command: list[str]) -> int:
    """Run a command, whose output goes to standard error, and print what it took; return what it ended with."""
    done = subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, check=False, stdout=sys.stderr)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
