"""The site, its background worker and PostgreSQL, to be killed and started again."""

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
    """Wait until something is so. Raises TimeoutError, which says what was waited for."""
    ends = time.monotonic() + patience
    while not done():
        if time.monotonic() > ends:
            raise TimeoutError(f"{what}: not within {patience:.0f} s")
        time.sleep(0.05)


def kill(number: int) -> None:
    """End a process, which may have ended by itself, without a word."""
    with suppress(ProcessLookupError):
        os.kill(number, signal.SIGKILL)


def clean_up_when_told_to_end() -> None:
    """Let a SIGTERM to this process pass through what cleans up, as Ctrl+C does."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))


class Site:
    """The site, which may be killed at any time, and is started again at the same address."""

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
        """Kill the processes that answer; gunicorn's own starts others."""
        for child in self._below("gunicorn"):
            kill(child)

    def kill_worker(self) -> None:
        """Kill the background worker, as soon as there is one; a shell starts another after five seconds."""
        until(lambda: bool(self._below("work")), "a background worker runs")
        for child in self._below("work"):
            kill(child)

    def kill_all(self) -> None:
        """Kill every process of the site and the background worker."""
        for child in [self.process.pid, *children(self.process.pid)]:
            kill(child)
        self.process.wait()

    def start_again(self) -> None:
        """Start it after it was killed."""
        self.process = self._start()


@contextmanager
def site(*before: str, host: str = "127.0.0.1", **variables: str) -> Iterator[Site]:
    """Yield the site while the context lasts, as `Site` is; what it said is shown where that ends badly."""
    made = Site(*before, host=host, **variables)
    try:
        yield made
    except BaseException:
        print(made.log.read_text()[-LAST_WORDS:], file=sys.stderr)
        raise
    finally:
        made.kill_all()


class Postgres:
    """A PostgreSQL that writes to the disk as one in public does, in a folder, and that may be killed.

    It is a child of this process, as it is one of systemd's in public: who was killed is gone for good only when its
    parent has asked for it, and until then PostgreSQL takes its `postmaster.pid` for that of a server that runs.
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
        """Wait until it answers for the first time, and make its database."""
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
        if not self.runs():  # the one before still holds memory
            self.process = self._start()
        command = [str(self.binaries / "pg_isready"), "--quiet", *self._there()]
        return subprocess.run(command, check=False).returncode == 0

    def runs(self) -> bool:
        """Whether it has not ended."""
        return self.process.poll() is None

    def await_ready(self) -> None:
        """Wait until it has recovered and answers; start it as often as that takes, as systemd does."""
        until(self._is_ready, f"PostgreSQL answers (see {self.folder}/log)")

    def kill_one_of_its_own(self) -> None:
        """Kill a process that works for the site, as the kernel does where memory is short: PostgreSQL begins again."""
        at_work = [child for child in children(self.process.pid) if f": {NAME} {NAME} " in command_of(child)]
        for child in at_work[-1:]:
            kill(child)

    def kill_first(self) -> None:
        """Kill the process that started the others, which end by themselves."""
        kill(self.process.pid)
        self.process.wait()

    def kill_all(self) -> None:
        """Kill every process of it."""
        below = children(self.process.pid)
        for child in [self.process.pid, *below]:
            kill(child)
        self.process.wait()

    def start_again(self) -> None:
        """Start it after it was killed or has ended, and wait until it answers."""
        self.process = self._start()
        self.await_ready()

    def stop(self) -> None:
        """End it as an administrator does, with those who use it."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait()

    def hold(self) -> None:
        """Let all its processes stand still."""
        for number in [self.process.pid, *children(self.process.pid)]:
            os.kill(number, signal.SIGSTOP)

    def go_on(self) -> None:
        """Let them go on."""
        for number in [self.process.pid, *children(self.process.pid)]:
            os.kill(number, signal.SIGCONT)


@contextmanager
def postgres(folder: Path, *hosts: str) -> Iterator[Postgres]:
    """Yield a PostgreSQL in a new folder while the context lasts, named to what is started meanwhile in DATABASE_URL.

    It listens in the folder, and at these addresses to what is next to them.
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
