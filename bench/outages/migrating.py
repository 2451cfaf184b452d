"""An update is killed repeatedly while it creates the tables, and restarted."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from bench import ROOT
from bench.killable import Postgres, postgres
from bench.stored import prepare

KILLS = 8
MIGRATE = (sys.executable, "manage.py", "migrate", "--verbosity", "1")


@contextmanager
def a_database(top: Path, kind: str) -> Iterator[Postgres | None]:
    if kind == "sqlite":
        yield None
    else:
        with postgres(top / "postgres") as database:
            yield database


def killed(top: Path, kind: str) -> None:
    """Kill `migrate` some time after it has started on the tables, restart it, and finally let it finish."""
    os.environ |= {"SQUADRA_DATA": str(top / "site"), "SQUADRA_LOCAL": "1"}
    chance, at_work = Random(KILLS), 0
    with a_database(top, kind):
        for _ in range(KILLS):
            with subprocess.Popen(MIGRATE, cwd=ROOT, stdout=subprocess.PIPE) as process:
                assert process.stdout
                for line in process.stdout:
                    if b"Applying" in line or b"No migrations" in line or b"Running" in line:
                        break
                time.sleep(chance.random())
                at_work += process.poll() is None
                process.kill()
        prepare()
        subprocess.run([*MIGRATE, "--check"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        print(f"  killed {at_work} times during the migration; then all tables are created, and none is missing")
