"""What a command of `manage.py` that goes through all lists takes of the processor and of memory, in its process.

cost_of(*command, **variables) -> Cost     on the database of `bench.site`
"""

import os
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
    """Run a command, with environment variables of its own. Raises RuntimeError where it fails, saying why."""
    with subprocess.Popen(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env=os.environ | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        said = process.stdout.read() if process.stdout else ""
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)}: {said[-500:]}")
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
