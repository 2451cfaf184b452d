"""gunicorn's worker with threads, which hangs up on slow clients.

By itself it waits without end, in a thread, for what is left of a request that has begun: 64 connections that send a
byte now and then keep everybody out. A proxy that takes requests whole is still better (docs/running.md): meanwhile
these keep their threads.
"""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from gunicorn.workers.gthread import TConn, ThreadWorker

HEADER = 15  # seconds until a request has said what it wants
ANSWER = 300  # seconds from then on until it is answered: who fetches a large bundle may take long
FORM = 60  # seconds where it brings a form or a file, and one more for each so many bytes of it
SLOWEST = 50_000  # bytes
LONGEST = 1500  # seconds for the largest backup that may be restored
EVERY = 1  # seconds between two looks


class Patience:
    """How long each connection may go on keeping a thread."""

    def __init__(self) -> None:
        self._ends: dict[TConn, float] = {}
        self._lock = threading.Lock()

    @contextmanager
    def with_one(self, connection: TConn) -> Iterator[None]:
        """Have patience with a connection, for as long as a header may take."""
        self.have_more(connection, HEADER)
        try:
            yield
        finally:
            with self._lock:  # it is not closed, nor its number given to another, while somebody hangs up
                del self._ends[connection]

    def have_more(self, connection: TConn, seconds: float) -> None:
        """Let a connection go on for so many seconds from now."""
        with self._lock:
            self._ends[connection] = time.monotonic() + seconds

    def hang_up(self) -> None:
        """Break off those with whom patience is at its end: their threads find nothing more to read or to write."""
        with self._lock:
            late = [connection for connection, end in self._ends.items() if end < time.monotonic()]
            for connection in late:
                with suppress(OSError):
                    connection.sock.shutdown(socket.SHUT_RDWR)


class Worker(ThreadWorker):
    """gunicorn's, with patience that ends."""

    def init_process(self) -> None:
        """Serve, and look round meanwhile."""
        self.patience = Patience()
        threading.Thread(target=self._look_round, daemon=True).start()
        super().init_process()

    def handle(self, conn: TConn) -> Any:
        """Read and answer a request: in a thread, which it keeps until then."""
        with self.patience.with_one(conn):
            return super().handle(conn)

    def handle_request(self, req: Any, conn: TConn) -> Any:
        """Answer a request whose header was read."""
        length = next((int(value) for name, value in req.headers if name == "CONTENT-LENGTH"), 0)
        seconds = min(FORM + length / SLOWEST, LONGEST) if length else ANSWER
        self.patience.have_more(conn, seconds)
        return super().handle_request(req, conn)

    def _look_round(self) -> None:
        while True:
            time.sleep(EVERY)
            self.patience.hang_up()
