"""Two hundred slow connections at gunicorn itself, without nginx: each sends, or reads, a byte a second."""

import socket
import time
from collections.abc import Callable
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

from bench.outages.running import Running, running
from bench.processes import below

SLOW = 200
LONGEST = 300  # seconds after which the last of them must have been given up
READING = (
    60  # seconds that readers are watched: what they read is in the kernel's hands, and nobody waits for it
)
PATIENCE = 5  # seconds that somebody else waits for a page
HOST = "Host: 127.0.0.1\r\n"
KIND = "Content-Type: application/x-www-form-urlencoded\r\n"
HEADER = f"GET / HTTP/1.1\r\n{HOST}X-Slow: "
BODY = f"POST /lists/new/ HTTP/1.1\r\n{HOST}Cookie: csrftoken={'a' * 32}\r\n{KIND}Content-Length: 100000\r\n\r\nname="
LARGE = f"GET /static/{{}} HTTP/1.1\r\n{HOST}\r\n"


def clients(top: Path, kind: str) -> None:
    """Let slow clients come, each kind by itself, and somebody else ask for a page once a second meanwhile."""
    with running(top, kind) as on:
        on.goes_on()
        files = (top / "site" / "static").rglob("*.*")
        largest = max(files, key=lambda file: file.stat().st_size).relative_to(top / "site" / "static")
        slow_at(on, "headers", HEADER, send, LONGEST)
        slow_at(on, "forms", BODY, send, LONGEST)
        slow_at(on, "readers", LARGE.format(largest), receive, READING)
        on.goes_on()
        on.is_well()


def slow_at(
    on: Running, what: str, begun: str, step: Callable[[socket.socket], bool], longest: float
) -> None:
    """Open the connections, go on with each once a second until none is left, and tell how others fared."""
    parts, before = urlsplit(on.site.address), memory()
    with ExitStack() as ends:
        slow = []
        for _ in range(SLOW):
            connection = ends.enter_context(socket.socket())
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.connect((parts.hostname, parts.port))
            connection.sendall(begun.encode())
            slow.append(connection)
        opened, answered, asked, last, most = time.monotonic(), 0, 0, 0.0, 0.0
        while slow and time.monotonic() < opened + longest:
            second = time.monotonic()
            slow = [connection for connection in slow if step(connection)]
            asked += 1
            if is_answered(parts.netloc):
                answered += 1
            else:
                last = time.monotonic() - opened
            most = max(most, memory())
            time.sleep(max(0.0, second + 1 - time.monotonic()))
        took = time.monotonic() - opened
    left = f"{len(slow)} of {SLOW} were still there" if slow else f"all {SLOW} were given up"
    print(f"  {what}: {left} after {took:.0f} s; {answered} of {asked} others were answered")
    print(
        f"  within {PATIENCE} s, the last that was not after {last:.0f} s; {before:.0f} MB, then {most:.0f}"
    )


def send(connection: socket.socket) -> bool:
    """Send a byte, and return whether the connection is there still."""
    try:
        connection.send(b"a")
        return connection.recv(1, socket.MSG_DONTWAIT | socket.MSG_PEEK) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


def receive(connection: socket.socket) -> bool:
    """Read a byte, and return whether there is more."""
    try:
        return connection.recv(1, socket.MSG_DONTWAIT) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


def is_answered(place: str) -> bool:
    """Whether somebody who asks for a page gets it soon enough."""
    visitor = HTTPConnection(place, timeout=PATIENCE)
    try:
        visitor.request("GET", "/about/")
        return bool(visitor.getresponse().read())
    except OSError:
        return False
    finally:
        visitor.close()


def memory() -> float:
    """Return what the site takes, in MB."""
    return sum(process.share for process in below())
