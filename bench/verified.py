"""What `manage.py verify_lists`, which goes through all lists, takes of the processor and of memory, in its process.

verified() -> Verified     on the database of `bench.site`, in which nothing may disagree
"""

import os
import subprocess
import sys
from dataclasses import dataclass

from bench.server import ROOT


@dataclass(frozen=True)
class Verified:
    """Seconds of the processor, and the most memory that it had at once, in MB."""

    seconds: float
    megabytes: float


def verified() -> Verified:
    """Go through all lists. Raises RuntimeError where something disagrees, saying what."""
    command = [sys.executable, "manage.py", "verify_lists"]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        said = process.stdout.read() if process.stdout else ""
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"verify_lists: {said[-500:]}")
    return Verified(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
