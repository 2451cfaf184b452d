"""Settings for serving the site: `gunicorn` needs no arguments in this folder. HOST and PORT set the address.

It also runs the background worker, unless SQUADRA_WORKER=0 says that something else does.

In public, put a proxy that buffers requests in front, such as deploy/nginx.conf: gunicorn gives a thread to each
connection that has started a request, however slow it is, so a few dozen slow clients could block the site.
"""

import gc
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
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
limit_request_line = 8190  # the address has up to 150 lists to print
keepalive = 30
loglevel = "warning"
control_socket_disable = True
preload_app = True  # problems that prevent the start are reported once, before anything listens

# A shell starts the worker again when it is killed. The worker ends well when its standard input is closed, which
# happens with the end of gunicorn's last process, however that ends. It is in nobody's way: niced, and a second late.
WORKER = 'sleep 1; until nice "$0" manage.py work --with-site; do sleep 5; done'
METRICS = 'until "$0" manage.py serve_metrics; do sleep 5; done'
_beside: list["subprocess.Popen[bytes]"] = []

if os.environ.get("METRICS_PORT", "0").strip() not in {"", "0"}:
    # Before the site is loaded: what counts requests looks for this folder when it is imported.
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="squadra-metrics-")


# The master holds one end as long as it lives; the workers wait at the other.
_alive_until_closed, _held = os.pipe()


def on_starting(server: Any) -> None:
    """Say in one sentence why nobody can listen here. gunicorn itself would try for five seconds, and say much."""
    if server.cfg.bind != [bind] or "LISTEN_FDS" in os.environ or "GUNICORN_FD" in os.environ:
        return  # told otherwise, or handed a socket that listens
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except (OSError, OverflowError) as error:
        why = os.strerror(error.errno) if isinstance(error, OSError) and error.errno and error.errno > 0 else error
        sys.exit(f"Squadra cannot listen at {bind}: {why}. Another port: PORT=8080 before the command.")


def pre_fork(server: Any, worker: Any) -> None:
    """Exclude what is loaded at the start from garbage collection: it stays, and scanning it would stop all requests.

    All workers also share its pages of memory as long as none of them writes to them.
    """
    gc.freeze()


def post_fork(server: Any, worker: Any) -> None:
    """Let a worker end with the master, however that ends: it would keep the port for half a minute."""
    os.close(_held)
    threading.Thread(target=_end_with_the_master, daemon=True).start()


def post_worker_init(worker: Any) -> None:
    """Load the dice library in the background: neither the start nor the first requests wait for it."""
    threading.Thread(target=_load_dice, daemon=True).start()


def _load_dice() -> None:
    from rules.core.odds.dice import load

    load()


def _end_with_the_master() -> None:
    os.read(_alive_until_closed, 1)
    os._exit(1)


def when_ready(server: Any) -> None:
    """Print the address of the site once it listens, and start the other processes."""
    if os.environ.get("SQUADRA_WORKER", "1") != "0":
        _start(WORKER)
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        _start(METRICS)
    address = os.environ.get("SITE_ADDRESS") or f"http://{shown_host()}:{port}"
    print(f"Squadra: {address}/   (Ctrl+C ends it)", flush=True)


def _start(program: str) -> None:
    _beside.append(
        subprocess.Popen(
            ["/bin/sh", "-c", program, sys.executable],
            cwd=Path(__file__).parent,
            env={**os.environ, "SQUADRA_SERVES": "0"},  # one connection will do (armybuilder/env.py)
            stdin=subprocess.PIPE,
            start_new_session=True,  # Ctrl+C is for gunicorn
        )
    )


def child_exit(server: Any, worker: Any) -> None:
    """Let the figures of a process that has ended be added to those of the others."""
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def on_exit(server: Any) -> None:
    """End the other processes, and wait a little: nothing of ours runs on after Ctrl+C."""
    for process in _beside:
        if process.stdin:
            process.stdin.close()
    for process in _beside:
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=10)
    if folder := os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        shutil.rmtree(folder, ignore_errors=True)


def shown_host() -> str:
    """Return the host to type into a browser: for "every address" the one of this machine in its network."""
    if host not in {"0.0.0.0", "::"}:
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing; it only chooses the way out.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])
