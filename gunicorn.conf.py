"""How the site is served: `gunicorn` in this folder needs no arguments. HOST and PORT say where."""

import os
import socket
from typing import Any

host = os.environ.get("HOST") or "127.0.0.1"
port = os.environ.get("PORT") or "8000"

wsgi_app = "armybuilder.wsgi"
bind = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
worker_class = "gthread"
workers = 2
threads = 4
keepalive = 30
loglevel = "warning"
control_socket_disable = True


def when_ready(server: Any) -> None:
    """Print where the site is, once it really listens."""
    print(f"Squadra: http://{shown_host()}:{port}/   (Ctrl+C ends it)", flush=True)


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
