"""The site of `bench.site` behind its real server, with its static files as deployed.

served(*arguments) -> Iterator[str]     its address, while the context lasts
collect_static(**variables)             prepare its static files
a_free_port() -> str                    a port to listen on
"""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.error import URLError
from urllib.request import urlopen

from bench import ROOT


@contextmanager
def served(*arguments: str) -> Iterator[str]:
    """Collect the static files, serve (with arguments for gunicorn), and stop the server again."""
    port = a_free_port()
    environment = {**os.environ, "ALLOWED_HOSTS": "127.0.0.1", "HOST": "127.0.0.1", "PORT": port}
    collect_static()
    gunicorn = [sys.executable, "-m", "gunicorn", *arguments]
    server = subprocess.Popen(gunicorn, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
    try:
        _await(address := f"http://127.0.0.1:{port}")
        yield address
    finally:
        server.terminate()
        server.wait()


def collect_static(**variables: str) -> None:
    """Collect the static files, with extra environment variables."""
    command = [sys.executable, "manage.py", "collectstatic", "--verbosity", "0", "--no-input"]
    subprocess.run(command, cwd=ROOT, env=os.environ | variables, check=True)


def a_free_port() -> str:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return str(free.getsockname()[1])


def _await(address: str) -> None:
    for _ in range(600):
        try:
            urlopen(address)
            return
        except URLError:
            time.sleep(0.05)
    raise RuntimeError("the site does not answer")
