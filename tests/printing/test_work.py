"""The worker as a process with its own database: killed, told to stop, or stopping with the site."""

import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdf
import pytest

from armybuilder.operations import beat
from tests.prepared import below, environment
from tests.prepared import prepared as prepared

ROOT = Path(__file__).resolve().parents[2]
BEGIN = """
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.printing.choosing.choice import read_choice
from armybuilder.printing import actions, tasks
ids = [one.pk for one in ArmyList.objects.samples()[:3]]
print(actions.order_lists(Visitor(None, "a browser"), ids, read_choice({}, "en"), "Three").pk.hex, flush=True)
"""
# A worker that logs each list it starts and finishes, and dies at a numbered list.
TELLING = """
from django.core.management import call_command
from armybuilder.printing.pdfs import pool, rendering
import sys, threading
pdf, render, stop, begun = rendering.pdf, pool.render, int(sys.argv[1]), []
def told_pdf(page):
    begun.append(page)
    print("list", len(begun), flush=True)
    if len(begun) == stop:
        threading.Event().wait()
    return pdf(page)
def told_render(html, css):
    print("rendered", len(begun), flush=True)
    return render(html, css)
if __name__ == "__main__":
    rendering.pdf, pool.render = told_pdf, told_render
    call_command("work", batch=False if stop else True)
"""
SETUP = "import django; django.setup()\n"


class Site:
    """A data folder with the examples, and commands to run on it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = environment(folder)

    @contextmanager
    def start(self, *arguments: str, **more: Any) -> "Iterator[subprocess.Popen[str]]":
        """Start Python with a pipe at each end. It is killed if a test fails."""
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        environment = self.environment | more
        with subprocess.Popen([sys.executable, *arguments], cwd=ROOT, env=environment, **pipes) as process:
            try:
                yield process
            except BaseException:
                process.kill()
                raise

    def run(self, *arguments: str) -> list[str]:
        """Run Python to completion and return its printed lines."""
        with self.start(*arguments) as process:
            told = process.communicate()[0].splitlines()
        assert process.returncode == 0
        return told

    def forget_what_was_printed(self) -> None:
        """Forget all printed lists."""
        (self.folder / "print-cache").mkdir(exist_ok=True)
        for file in (self.folder / "print-cache").iterdir():
            file.unlink()

    def ask(self, query: str, *values: Any) -> Any:
        """Return the first row of a query."""
        with closing(sqlite3.connect(self.folder / "squadra.sqlite3", timeout=20)) as database, database:
            return database.execute(query, values).fetchone()

    def state(self, job: str) -> Any:
        """Return the progress of a job."""
        return self.ask("SELECT state, done FROM printing_printjob WHERE id = ?", job)

    def let_time_pass(self) -> None:
        """Pretend that 90 seconds have passed."""
        self.ask("UPDATE django_tasks_database_dbtaskresult SET started_at = '2020-01-01 00:00:00'")

    def files(self) -> list[str]:
        """Return the files of jobs, complete and partial."""
        folder = self.folder / "print-jobs"
        return sorted(path.name.replace("-", "") for path in folder.iterdir()) if folder.exists() else []


@pytest.fixture(scope="module")
def site(prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> Site:
    return Site(shutil.copytree(prepared, tmp_path_factory.mktemp("site") / "var"))


@pytest.fixture
def stuck(site: Site) -> "Iterator[tuple[str, subprocess.Popen[str]]]":
    """A job of three lists in a worker: two are done and the third has just begun."""
    site.forget_what_was_printed()
    with site.start("-c", SETUP + BEGIN + TELLING, "3") as worker:
        assert worker.stdout
        job = worker.stdout.readline().strip()
        told = [worker.stdout.readline() for _ in range(5)]
        assert told == ["list 1\n", "rendered 1\n", "list 2\n", "rendered 2\n", "list 3\n"]
        yield job, worker
        worker.kill()


def test_work_resumes_after_a_worker_is_killed(site: Site, stuck: "tuple[str, subprocess.Popen[str]]") -> None:
    job, worker = stuck
    worker.send_signal(signal.SIGKILL)
    assert worker.wait() == -signal.SIGKILL
    assert (site.state(job), site.files()) == (("running", 2), [])
    site.let_time_pass()
    # Only the list that was being printed is rendered again.
    assert site.run("-c", SETUP + TELLING, "0") == ["list 1", "list 2", "list 3", "rendered 3"]
    assert (site.state(job), site.files()) == (("done", 3), [f"{job}.pdf"])
    (file,) = (site.folder / "print-jobs").iterdir()
    assert len(pypdf.PdfReader(BytesIO(file.read_bytes())).pages) >= 3
    file.unlink()


def test_a_worker_told_to_stop_ends_and_its_job_waits(site: Site, stuck: "tuple[str, subprocess.Popen[str]]") -> None:
    job, worker = stuck
    worker.send_signal(signal.SIGTERM)
    assert worker.wait() == 0
    assert (site.state(job), site.files()) == (("running", 2), [])
    assert site.run("-c", SETUP + TELLING, "0")[-1] == "rendered 3"
    assert site.state(job) == ("done", 3)
    (site.folder / "print-jobs").joinpath(site.files()[0]).unlink(missing_ok=True)
    for file in (site.folder / "print-jobs").iterdir():
        file.unlink()


def test_a_worker_shows_a_heartbeat_and_ends_with_the_site(site: Site) -> None:
    with site.start("manage.py", "work", "--with-site") as worker:
        worker.communicate()  # closes its standard input
    assert worker.returncode == 0
    assert site.ask("SELECT cache_key FROM cache") == (f":1:{beat.KEY}",)


def a_free_port() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def has_worker(process: int) -> bool:
    """Return whether the worker is a child of a process, ignoring its shell."""
    return any("manage.py work" in line and "until" not in line for line in below(process))


def test_gunicorn_has_a_worker_that_ends_with_it(site: Site) -> None:
    """This is true however gunicorn ends. test_deploy.py checks that it waits for the worker when told to stop."""
    with site.start("-m", "gunicorn", PORT=a_free_port()) as gunicorn:
        assert gunicorn.stdout
        gunicorn.stdout.readline()
        while not has_worker(gunicorn.pid):
            with suppress(subprocess.TimeoutExpired):  # polling without a pause would slow the worker
                assert gunicorn.wait(0.05) is None
        gunicorn.send_signal(signal.SIGKILL)
        # Its child processes also have the pipe open: reading ends when all have ended.
        assert gunicorn.stdout.read() == ""
