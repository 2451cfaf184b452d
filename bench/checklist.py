"""The speed of judging lists, and the start-up time of `checklist`, in processor time."""

import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from bench import ROOT
from bench.make_lists import army_list
from bench.site import FOLDER
from bench.table import Measured
from rules.core.assess import json_line, judge
from rules.core.catalogue.library import read_library

LIST_OF_15 = Path(FOLDER.name) / "bn-15.json"
ROUNDS = 9


def measure() -> Iterator[Measured]:
    LIST_OF_15.write_text(json.dumps(army_list(15, 2)), encoding="utf-8")
    yield Measured("lists of 15 entries judged a second", _judged_a_second(), "lists/s", 5000, "higher")
    yield Measured("checklist over manage.py version", _start_of_checklist(), "s", 0.3)


def _judged_a_second() -> float:
    """Bytes in to report line out, in this process: the best of some rounds of 500."""
    library = read_library((ROOT / "rules" / "catalogues.json").read_bytes())
    data = LIST_OF_15.read_bytes()

    def one_round() -> float:
        start = time.process_time()
        for _ in range(500):
            json_line("bn-15.json", *judge(data, library), "en")
        return 500 / (time.process_time() - start)

    one_round()
    return max(one_round() for _ in range(ROUNDS))


def _start_of_checklist() -> float:
    """Return the median difference between runs of the two commands, one after the other."""
    differences = [_seconds("checklist", str(LIST_OF_15), "--json") - _seconds("version") for _ in range(ROUNDS)]
    return statistics.median(differences)


def _seconds(*arguments: str) -> float:
    start = _of_children()
    subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, check=True, capture_output=True)
    return _of_children() - start


def _of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
