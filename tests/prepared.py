"""A site's data folder made ready, once for all processes of a run: making it takes seconds, copying it does not."""

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
UNSEEN = ("ninja", "django_htmx", "admin/js/vendor/*")  # on no page of these tests, and long to compress
PREPARE = ["scripts/prepare.py"]
COLLECT = [
    "manage.py",
    "collectstatic",
    "--verbosity",
    "0",
    "--no-input",
    *(f"--ignore={each}" for each in UNSEEN),
]


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder, with the tables, rules and samples on SQLite, and the static files. Copy it: others read it too."""
    base = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent  # which xdist's processes share
    folder, unfinished = base / "prepared", base / "being-prepared"
    with open(base / "prepared.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            for command in (PREPARE, COLLECT):
                run = [sys.executable, *command]
                subprocess.run(
                    run, cwd=ROOT, env=environment(unfinished), check=True, stdout=subprocess.DEVNULL
                )
            unfinished.rename(folder)
    return folder


def environment(folder: Path, **more: str) -> dict[str, str]:
    """Return the variables of a site's process with this data folder, and nothing else that the settings read."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return kept | {"SQUADRA_DATA": str(folder), "SQUADRA_LOCAL": "1", "PYTHONPATH": str(ROOT)} | more
