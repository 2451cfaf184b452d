"""The site of `bench.site` behind its real server, with its static files as they are deployed.

served(*arguments) -> Iterator[str]     its address, while the context lasts
"""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).parents[1]


@contextmanager
def served(*arguments: str) -> Iterator[str]:
    """Collect the static files, serve (with arguments for gunicorn), and end the server again."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {**os.environ, "ALLOWED_HOSTS": "127.0.0.1", "HOST": "127.0.0.1", "PORT": str(port)}
    collect = [sys.executable, "manage.py", "collectstatic", "--verbosity", "0", "--no-input"]
    subprocess.run(collect, cwd=ROOT, env=environment, check=True)
    gunicorn = [sys.executable, "-m", "gunicorn", *arguments]
    server = subprocess.Popen(gunicorn, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
    try:
        _await(address := f"http://127.0.0.1:{port}")
        yield address
    finally:
        server.terminate()
        server.wait()


def _await(address: str) -> None:
    for _ in range(600):
        try:
            urlopen(address)
            return
        except URLError:
            time.sleep(0.05)
    raise RuntimeError("the site does not answer")
