"""Change the clock of each Python that finds this folder in PYTHONPATH, as if the machine's clock were set.

The file in CLOCK holds the offset in seconds. Clocks without a date (`time.monotonic`) are unchanged.
"""

import os
import threading
import time
from contextlib import suppress
from pathlib import Path

import time_machine

EVERY = 0.02  # seconds between two looks at the file

said = Path(os.environ["CLOCK"])
clock = time_machine.travel(time.time()).start()
ahead = 0.0
time.time()  # the clock runs from the first call on


def follow() -> None:
    """Set the clock as the file says, repeatedly."""
    global ahead
    while True:
        with suppress(OSError, ValueError):
            wanted = float(said.read_text())
            clock.shift(wanted - ahead)
            ahead = wanted
        time.sleep(EVERY)


def go_on() -> None:
    """Set the clock in a thread; a forked process does not have it yet."""
    threading.Thread(target=follow, daemon=True).start()


os.register_at_fork(after_in_child=go_on)
go_on()
