"""A deployed site: a changeable copy of the sources with hashed static files behind gunicorn.

The service worker needs the real thing: names with hashes, and two successive builds at one address.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from django.conf import settings

from tests.prepared import COLLECT

FOLDERS = ("armybuilder", "rules", "templates", "static", "locale", "fixtures", "scripts")
FILES = ("manage.py", "gunicorn.conf.py")
OURS = ("DATABASE_URL", "DJANGO_SETTINGS_MODULE")  # of the tests, not of the site
PATIENCE = 120  # s for a command, and for the server to stop
REFUSED = 0.05  # s until the next attempt to reach a starting server


class Site:
    """A build of the site in its own folder and with its own database: a copy of `prepared`."""

    def __init__(self, folder: Path, prepared: Path) -> None:
        self.sources, self.log = folder / "sources", folder / "access.log"
        base = Path(settings.BASE_DIR)
        for name in FOLDERS:
            shutil.copytree(base / name, self.sources / name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in FILES:
            shutil.copy(base / name, self.sources / name)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self.environment = {name: value for name, value in os.environ.items() if name not in OURS}
        self.environment |= {"SQUADRA_LOCAL": "1", "SQUADRA_DATA": str(folder / "data")}
        self.environment["SQUADRA_WORKER"] = "0"  # nothing is printed or emailed in the background here
        self.environment |= {"HOST": "127.0.0.1", "PORT": str(port), "SECRET_KEY": os.environ["SECRET_KEY"]}
        self.server: subprocess.Popen[bytes] | None = None
        self.environment["GUNICORN_CMD_ARGS"] = "--workers 1"  # a second one warms up as long
        shutil.copytree(prepared, folder / "data")
        # Password hashing against guessing takes half a second each.
        hashers = "armybuilder.accounts.validators.Argon2", "django.contrib.auth.hashers.MD5"
        self.change("armybuilder/settings.py", *hashers)

    def deploy(self) -> None:
        """Collect the static files and start the server, replacing a running one."""
        self._run(*COLLECT)
        self.stop()
        self.start()

    def start(self) -> None:
        """Start the server, and return when it answers."""
        logged = [
            "--access-logfile",
            str(self.log),
            "--access-logformat",
            "%({content-length}o)s %(m)s %(U)s",
        ]
        self.server = self._start("-m", "gunicorn", *logged)
        self._await()

    def stop(self) -> None:
        """Stop a running server."""
        if self.server:
            self.server.send_signal(signal.SIGINT)  # at once: it would wait for the browsers' open connections
            try:
                self.server.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.server.kill()
            self.server = None

    def change(self, name: str, old: str, new: str) -> None:
        """Change a source, for the next build."""
        path = self.sources / name
        text = path.read_text()
        assert text.count(old) == 1
        path.write_text(text.replace(old, new))

    def asked(self) -> list[tuple[str, int]]:
        """Return the requests since the last call, with the bytes of the answer: ("GET /lists/", 1790)."""
        lines = [line.split(" ", 1) for line in self.log.read_text().splitlines()]
        self.log.write_text("")
        return [(request, int(size.replace("-", "0"))) for size, request in lines]

    def _start(self, *command: str) -> subprocess.Popen[bytes]:
        program = [sys.executable, *command]
        return subprocess.Popen(
            program,
            cwd=self.sources,
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def _run(self, *command: str) -> None:
        assert self._start(*command).wait(PATIENCE) == 0

    def _await(self) -> None:
        for _ in range(400):
            try:
                urlopen(self.url)
                return
            except URLError:
                time.sleep(REFUSED)
        raise RuntimeError("the site does not answer")
