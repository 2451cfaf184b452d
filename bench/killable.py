"""The site, its background worker and PostgreSQL as processes that can be killed and restarted."""

import os
import pwd
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from bench import ROOT
from bench.processes import children, command_of
from bench.server import a_free_port
from scripts.with_postgres import NAME, binaries, server_user

PATIENCE = 60  # seconds
LAST_WORDS = 20_000  # characters of a log


def until(done: Callable[[], bool], what: str, patience: float = PATIENCE) -> None:
    """Wait until a condition is true. Raises TimeoutError with a description of the condition."""
    ends = time.monotonic() + patience
    while not done():
        if time.monotonic() > ends:
            raise TimeoutError(f"{what}: not within {patience:.0f} s")
        time.sleep(0.05)


def kill(number: int) -> None:
    """Kill a process without warning; it may have ended by itself."""
    with suppress(ProcessLookupError):
        os.kill(number, signal.SIGKILL)


def clean_up_when_told_to_end() -> None:
    """Let a SIGTERM to this process run the clean-up, like Ctrl+C."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))


class Site:
    """The site, which can be killed at any time and is restarted at the same address."""

    def __init__(self, *before: str, host: str = "127.0.0.1", **variables: str) -> None:
        port = a_free_port()
        self.address = f"http://{host}:{port}"
        self.environment = {**os.environ, "HOST": host, "PORT": port, **variables}
        self.before = before
        self.log = Path(self.environment["SQUADRA_DATA"] + ".log")  # not where the disk may be full
        self.process = self._start()

    def _start(self) -> "subprocess.Popen[bytes]":
        gunicorn = [sys.executable, "-m", "gunicorn", "--workers", "2", "--log-level", "critical"]
        with self.log.open("a") as log:
            return subprocess.Popen(
                [*self.before, *gunicorn],
                cwd=ROOT,
                env=self.environment,
                stdout=subprocess.DEVNULL,
                stderr=log,
                start_new_session=True,
            )

    def _below(self, word: str) -> list[int]:
        return [child for child in children(self.process.pid) if word in command_of(child).split("\0")]

    def kill_answering(self) -> None:
        """Kill the web processes; gunicorn's master starts new ones."""
        for child in self._below("gunicorn"):
            kill(child)

    def kill_worker(self) -> None:
        """Kill the background worker as soon as it runs; a shell starts another after five seconds."""
        until(lambda: bool(self._below("work")), "a background worker runs")
        for child in self._below("work"):
            kill(child)

    def kill_all(self) -> None:
        for child in [self.process.pid, *children(self.process.pid)]:
            kill(child)
        self.process.wait()

    def start_again(self) -> None:
        self.process = self._start()


@contextmanager
def site(*before: str, host: str = "127.0.0.1", **variables: str) -> Iterator[Site]:
    """Yield the site while the context lasts, like `Site`; its output is shown if the context fails."""
    made = Site(*before, host=host, **variables)
    try:
        yield made
    except BaseException:
        print(made.log.read_text()[-LAST_WORDS:], file=sys.stderr)
        raise
    finally:
        made.kill_all()


class Postgres:
    """A PostgreSQL in a folder, which can be killed and writes to disk like a real one.

    It is a child of this process, as a real one is of systemd. A killed process disappears only when its parent has
    waited for it; until then PostgreSQL takes its `postmaster.pid` for that of a running server.
    """

    def __init__(self, folder: Path, *hosts: str) -> None:
        found = binaries()
        assert found, "PostgreSQL's server is installed"
        self.folder, self.binaries = folder, found
        self.as_user: dict[str, Any] = {"cwd": folder}
        if user := server_user():
            shutil.chown(folder, user)
            self.as_user |= {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}
        self.hosts, self.port = hosts, a_free_port()
        self.url = f"postgresql://{NAME}@/{NAME}?host={folder}&port={self.port}"
        initdb = ["--username", NAME, "--auth", "trust", "--encoding", "UTF8", "--locale", "C.UTF-8"]
        self._run("initdb", "--pgdata", str(folder / "data"), *initdb)
        with (folder / "data" / "pg_hba.conf").open("a") as rights:
            rights.writelines(f"host all all {host}/30 trust\n" for host in hosts)
        self.process = self._start()

    def begin(self) -> None:
        """Wait until it answers for the first time, and create its database."""
        self.await_ready()
        self._run("createdb", *self._there(), NAME)

    def _run(self, name: str, *arguments: str) -> None:
        command = [str(self.binaries / name), *arguments]
        subprocess.run(command, **self.as_user, check=True, stdout=subprocess.DEVNULL)

    def _there(self) -> list[str]:
        return ["--host", str(self.folder), "--port", self.port, "--username", NAME]

    def _start(self) -> "subprocess.Popen[bytes]":
        command = [str(self.binaries / "postgres"), "-D", str(self.folder / "data"), "-k", str(self.folder)]
        settings = ("-c", f"listen_addresses={','.join(self.hosts)}", "-c", f"port={self.port}")
        with (self.folder / "log").open("a") as log:
            return subprocess.Popen([*command, *settings], **self.as_user, stdout=log, stderr=log)

    def url_at(self, host: str) -> str:
        """Return the address of the database at one of its hosts."""
        return f"postgresql://{NAME}@{host}:{self.port}/{NAME}"

    def _is_ready(self) -> bool:
        if not self.runs():  # its predecessor still holds memory
            self.process = self._start()
        command = [str(self.binaries / "pg_isready"), "--quiet", *self._there()]
        return subprocess.run(command, check=False).returncode == 0

    def runs(self) -> bool:
        return self.process.poll() is None

    def await_ready(self) -> None:
        """Wait until it has recovered and answers; restart it as often as necessary, like systemd."""
        until(self._is_ready, f"PostgreSQL answers (see {self.folder}/log)")

    def kill_one_of_its_own(self) -> None:
        """Kill a server process, as the kernel does when memory is short: PostgreSQL restarts itself."""
        at_work = [child for child in children(self.process.pid) if f": {NAME} {NAME} " in command_of(child)]
        for child in at_work[-1:]:
            kill(child)

    def kill_first(self) -> None:
        """Kill the postmaster; the other processes end by themselves."""
        kill(self.process.pid)
        self.process.wait()

    def kill_all(self) -> None:
        below = children(self.process.pid)
        for child in [self.process.pid, *below]:
            kill(child)
        self.process.wait()

    def start_again(self) -> None:
        self.process = self._start()
        self.await_ready()

    def stop(self) -> None:
        """Stop it as an administrator does, and disconnect its users."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait()

    def hold(self) -> None:
        for number in [self.process.pid, *children(self.process.pid)]:
            os.kill(number, signal.SIGSTOP)

    def go_on(self) -> None:
        for number in [self.process.pid, *children(self.process.pid)]:
            os.kill(number, signal.SIGCONT)


@contextmanager
def postgres(folder: Path, *hosts: str) -> Iterator[Postgres]:
    """Yield a PostgreSQL in a new folder while the context lasts; DATABASE_URL names it.

    It listens in the folder, and on these addresses.
    """
    folder.mkdir(exist_ok=True)
    made = Postgres(folder, *hosts)
    try:
        made.begin()
        os.environ["DATABASE_URL"] = made.url
        yield made
    finally:
        os.environ.pop("DATABASE_URL", None)
        made.kill_all()
