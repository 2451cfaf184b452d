"""`make faults`: the site is killed 100 times (ROUNDS) while people edit. What was acknowledged is there, and once.

Each round `kill -9` ends, without a word to any of them, the processes that answer; every tenth round the site and the
background worker with them. On the database of DATABASE_URL, else on SQLite, which ends with the processes that use it.
Whoever was not answered sends the same form again, as the site's scripts do.
"""

import itertools
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from http.client import HTTPException
from http.cookiejar import CookieJar
from pathlib import Path
from random import Random
from threading import Event
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, OpenerDirector, build_opener

ROOT = Path(__file__).parents[1]
EDITORS, WHOLE_SITE_EVERY = 4, 10
LONGEST_LIFE = 1.0  # seconds between two kills
PATIENCE = 120  # seconds
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')

Fields = Mapping[str, str | list[str]]
Acknowledged = list[tuple[str, str]]  # of a list: the key of a form, and the name that it gave


def a_free_port() -> str:
    """Return a port of this machine at which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return str(free.getsockname()[1])


class Site:
    """The site, which may be killed at any time, and is started again at the same address."""

    def __init__(self, **variables: str) -> None:
        port = a_free_port()
        self.address = f"http://127.0.0.1:{port}"
        self.environment = {**os.environ, "HOST": "127.0.0.1", "PORT": port, **variables}
        self.process = self._start()

    def _start(self) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", "gunicorn", "--workers", "2", "--log-level", "critical"]
        return subprocess.Popen(
            command, cwd=ROOT, env=self.environment, stdout=subprocess.DEVNULL, start_new_session=True
        )

    def kill_answering(self) -> None:
        """Kill the processes that answer; gunicorn's own starts others."""
        with suppress(FileNotFoundError):
            children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
            for child in children:
                with suppress(FileNotFoundError, ProcessLookupError):
                    if "gunicorn" in Path(f"/proc/{child}/cmdline").read_text():
                        os.kill(int(child), signal.SIGKILL)

    def kill_all(self) -> None:
        """Kill every process of the site, the background worker too."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def start_again(self) -> None:
        """Start it after it was killed."""
        self.process = self._start()


@contextmanager
def site(**variables: str) -> Iterator[Site]:
    """The site while the context lasts, with variables of its own."""
    made = Site(**variables)
    try:
        yield made
    finally:
        with suppress(ProcessLookupError):
            made.kill_all()


class Stay(HTTPRedirectHandler):
    """Where an edit leads to nobody looks."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        """Follow nothing: the answer comes as an HTTPError."""


def a_browser() -> OpenerDirector:
    """Return a browser of somebody without an account."""
    return build_opener(HTTPCookieProcessor(CookieJar()), Stay)


def ask(browser: OpenerDirector, address: str, fields: Fields | None = None) -> str:
    """Return the text of an answer, or where it leads to; ask again until there is one, for PATIENCE seconds."""
    body, begun = urlencode(fields, doseq=True).encode() if fields else None, time.monotonic()
    while time.monotonic() < begun + PATIENCE:
        try:
            with browser.open(address, body, timeout=30) as answer:
                return str(answer.read().decode())
        except HTTPError as error:
            if error.code == 302:
                return str(error.headers["Location"])
            if error.code not in {429, 502, 503, 504}:
                raise
        except (OSError, HTTPException):
            pass
        time.sleep(0.05)
    raise TimeoutError(f"no answer of {address}")


def begin(browser: OpenerDirector, address: str) -> dict[str, str]:
    """Return what each form of this browser says beside what it is for."""
    found = TOKEN.search(ask(browser, f"{address}/"))
    assert found, "the front page has a form"
    return {"csrfmiddlewaretoken": found[1]}


def make(browser: OpenerDirector, address: str, token: dict[str, str], key: str) -> str:
    """Make a list, and return where it is: "/lists/…/"."""
    new = {"ruleset": "bn", "role": "attacker", "key": key}
    return ask(browser, f"{address}/lists/new/", token | new).split("?")[0]


def edit(address: str, number: int, ends: Event) -> Acknowledged:
    """Rename a list again and again until the end, and return what was acknowledged."""
    browser = a_browser()
    token = begin(browser, address)
    made = make(browser, address, token, f"made-{number}")
    acknowledged: Acknowledged = []
    for count in itertools.count():
        if ends.is_set():
            return acknowledged
        key, name = f"edit-{number}-{count}", f"List {number} as of {count}"
        ask(browser, f"{address}{made}name/", token | {"name": name, "key": key})
        acknowledged.append((key, name))
    raise AssertionError("numbers end never")


def kill(site: Site, rounds: int) -> None:
    """Kill the site so often, each time at another moment of its work."""
    chance, looker = Random(rounds), a_browser()
    for number in range(1, rounds + 1):
        ask(looker, f"{site.address}/healthz")
        time.sleep(chance.random() * LONGEST_LIFE)
        if number % WHOLE_SITE_EVERY:
            site.kill_answering()
        else:
            site.kill_all()
            site.start_again()
        print(".", end="", flush=True)
    print()


def wrong_of(acknowledged: Acknowledged) -> list[str]:
    """Return which edits are not there, or not once, or say something else."""
    from armybuilder.lists.models import Revision

    wrong = []
    for key, name in acknowledged:
        found = [revision.roster.name for revision in Revision.objects.filter(key=key)]
        if found != [name]:
            wrong.append(f"{key}: {found}")
    return wrong


def main() -> int:
    """Return 1 where an edit was lost or doubled, or what is stored does not agree."""
    rounds = int(os.environ.get("ROUNDS", "100"))
    with tempfile.TemporaryDirectory(prefix="squadra-faults-") as folder:
        os.environ |= {"SQUADRA_DATA": folder, "SQUADRA_LOCAL": "1", "SLOW_REQUEST_MS": "60000"}
        for command in (
            ["scripts/prepare.py"],
            ["manage.py", "collectstatic", "--verbosity", "0", "--no-input"],
        ):
            subprocess.run([sys.executable, *command], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        with site() as killed, ThreadPoolExecutor(EDITORS) as threads:
            ends = Event()
            editors = [threads.submit(edit, killed.address, number, ends) for number in range(EDITORS)]
            try:
                kill(killed, rounds)
            finally:
                ends.set()
            edits = [one for editor in editors for one in editor.result()]
        import django

        os.environ["DJANGO_SETTINGS_MODULE"] = "armybuilder.settings"
        django.setup()
        wrong = wrong_of(edits)
        verified = subprocess.run([sys.executable, "manage.py", "verify_lists"], cwd=ROOT, check=False)
    print(
        f"{rounds} kills, {len(edits)} edits acknowledged, {len(wrong)} of them lost or doubled.",
        *wrong,
        sep="\n",
    )
    return int(bool(wrong) or verified.returncode != 0 or not edits)


if __name__ == "__main__":
    sys.exit(main())
