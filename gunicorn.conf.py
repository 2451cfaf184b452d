"""How the site is served: `gunicorn` in this folder needs no arguments. HOST and PORT say where.

It also runs the background worker, unless SQUADRA_WORKER=0 says that something else does.
"""

import os
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

host = os.environ.get("HOST") or "127.0.0.1"
port = os.environ.get("PORT") or "8000"

wsgi_app = "armybuilder.wsgi"
bind = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
worker_class = "gthread"
workers = 2
threads = 32  # made as they are needed; most may wait for a page of the printing pool, which edits never do
keepalive = 30
loglevel = "warning"
control_socket_disable = True


# A shell starts the worker again when it is killed. The worker ends well when its standard input is closed, which
# happens with the end of gunicorn's last process, however that ends. It is in nobody's way: niced, and a second late.
WORKER = 'sleep 1; until nice "$0" manage.py work --with-site; do sleep 5; done'
_worker: subprocess.Popen[bytes] | None = None


def when_ready(server: Any) -> None:
    """Print where the site is, once it really listens, and start the worker."""
    global _worker
    if os.environ.get("SQUADRA_WORKER", "1") != "0":
        _worker = subprocess.Popen(
            ["/bin/sh", "-c", WORKER, sys.executable],
            cwd=Path(__file__).parent,
            stdin=subprocess.PIPE,
            start_new_session=True,  # Ctrl+C is for gunicorn
        )
    print(f"Squadra: http://{shown_host()}:{port}/   (Ctrl+C ends it)", flush=True)


def on_exit(server: Any) -> None:
    """Let the worker end, and wait for it a little: nothing of ours runs on after Ctrl+C."""
    if _worker and _worker.stdin:
        _worker.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            _worker.wait(timeout=10)


def shown_host() -> str:
    """The host to type into a browser: for "every address" the one of this machine in its network."""
    if host not in {"0.0.0.0", "::"}:
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing; it only chooses the way out.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])
