"""A site's prepared data folder, made once for all processes of a run: preparing takes seconds, copying does not.

PREPARED is a folder in which several runs of `make test` find it.
"""

import fcntl
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
UNSEEN = ("ninja", "django_htmx", "admin/js/vendor/*")  # on no page of these tests, and slow to compress
# The tables from the models, marked as migrated, then scripts/prepare.py and the static files: migrating takes
# seconds, and tests/test_starting.py tests it.
PREPARE = [
    "-c",
    "import django; django.setup();"
    "from django.apps import apps;"
    "from django.core.management import call_command;"
    "from django.test import override_settings;"
    "from scripts.prepare import prepare;"
    "unmigrated = override_settings(MIGRATION_MODULES=dict.fromkeys(apps.app_configs));"
    "unmigrated.enable(); call_command('migrate', run_syncdb=True, verbosity=0); unmigrated.disable();"
    "call_command('migrate', fake=True, verbosity=0);"
    f"prepare(); call_command('collectstatic', verbosity=0, interactive=False, ignore_patterns={[*UNSEEN]!r})",
]
# For a site whose files change later: tests/browser/deployed.py.
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
    """The folder, with the tables, rules and examples on SQLite, and the static files. Copy it: others read it too."""
    base = tmp_path_factory.getbasetemp()
    if "PREPARED" in os.environ:
        base = Path(os.environ["PREPARED"])
    elif "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent  # shared by xdist's processes
    folder, unfinished = base / "prepared", base / "being-prepared"
    with open(base / "prepared.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            run, own = [sys.executable, *PREPARE], environment(unfinished)
            subprocess.run(run, cwd=ROOT, env=own, check=True, stdout=subprocess.DEVNULL)
            unfinished.rename(folder)
    return folder


def environment(folder: Path, **more: str) -> dict[str, str]:
    """Return the variables of a site's process with this data folder, and nothing else that the settings read."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    settings = {"SQUADRA_DATA": str(folder), "SQUADRA_LOCAL": "1", "PYTHONPATH": str(ROOT)}
    return kept | settings | {"DJANGO_SETTINGS_MODULE": "armybuilder.settings"} | more


def below(process: int) -> list[str]:
    """Return the command lines of all processes below one, without those that end meanwhile."""
    lines = []
    with suppress(FileNotFoundError, ProcessLookupError):
        for child in Path(f"/proc/{process}/task/{process}/children").read_text().split():
            with suppress(FileNotFoundError, ProcessLookupError):
                lines.append(Path(f"/proc/{child}/cmdline").read_text().replace("\0", " "))
            lines += below(int(child))
    return lines
