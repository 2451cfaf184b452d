"""Work on PDFs in processes of their own, which use neither the site's threads nor its memory.

    render(html, css) -> bytes    raises NotPrintedError and its subclasses
    run(work, *arguments)         the same for other work on PDFs: page images, joining

Each process does one piece of work and ends: no memory leaks, and the system itself limits its time. A fork server,
started with the first page, has already imported the libraries and rendered a small page (`preload.py`). The processes
are niced, which lets edits go first. Only `AT_ONCE` threads of the site can wait for them.
"""

import gc
import logging
import multiprocessing
import os
import resource
import signal
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from tempfile import TemporaryDirectory
from typing import Any, ClassVar, ParamSpec, TypeVar

from armybuilder.printing.pdfs.from_html import PangoMissingError, make_pdf
from armybuilder.stack import with_room

Args = ParamSpec("Args")
Result = TypeVar("Result")

logger = logging.getLogger(__name__)
PROCESSES = 2
SECONDS = 30  # of processor time, for one page
PATIENCE = 90.0  # seconds for the turn and the page, however busy the machine is: less than a proxy waits
PATIENT = 120, 240.0  # both in the background, where nobody waits
# Python collects garbage less often, and not the libraries: WeasyPrint makes many objects that live as long as the
# page. A reference took a quarter less time.
COLLECT = 100_000, 4, 3
AT_ONCE = 24  # pages with someone waiting; gunicorn.conf.py has eight more threads


class NotPrintedError(Exception):
    """There is no page; `problem` is the reason, for the templates."""

    problem: ClassVar[str]


class TooLongError(NotPrintedError):
    """A page took longer than the limit."""

    problem = "too-long"


class RenderingFailedError(NotPrintedError):
    """The process that rendered a page died."""

    problem = "failed"


class BusyError(NotPrintedError):
    """Other pages have all the threads or processor time: the page waits for its turn."""

    problem = "busy"


class NoPangoError(NotPrintedError):
    """A system library that WeasyPrint needs is not installed."""

    problem = "no-pango"


class Pool:
    """So many processes at a time, each with its limit of processor time."""

    def __init__(
        self,
        processes: int = PROCESSES,
        seconds: int = SECONDS,
        patience: float = PATIENCE,
        at_once: int = AT_ONCE,
    ) -> None:
        self.seconds, self.patience = seconds, patience
        self._places, self._turns = threading.BoundedSemaphore(at_once), threading.BoundedSemaphore(processes)
        self._lock = threading.Lock()  # of multiprocessing's list of processes
        # A fork of a process with threads can hang; the fork server has none.
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["__main__", "armybuilder.printing.pdfs.preload"])

    def render(self, html: str, css: str) -> bytes:
        """Return a page as PDF. Raises NotPrintedError."""
        return self.run(make_pdf, html, css)

    def run(self, work: Callable[Args, Result], *args: Args.args, **kwargs: Args.kwargs) -> Result:
        """Return the result of a module's function, or raise its error. Raises NotPrintedError."""
        until = time.monotonic() + self.patience
        if not self._places.acquire(blocking=False):
            raise BusyError
        try:
            if not self._turns.acquire(timeout=self.patience):
                raise BusyError
            try:
                return self._done(partial(work, *args, **kwargs), until)
            finally:
                self._turns.release()
        except PangoMissingError as error:
            logger.error("Pango is missing, which `make setup` installs: %s", error)
            raise NoPangoError from error
        finally:
            self._places.release()

    def _done(self, work: Callable[[], Result], until: float) -> Result:
        """Return the result of a process, which has ended before."""
        ours, theirs = self._context.Pipe(duplex=False)
        process = self._context.Process(target=_work, args=(theirs, self.seconds, work), daemon=True)
        with self._lock:
            process.start()
        theirs.close()
        result: Any
        is_over = False
        try:
            is_over = ours.poll(until - time.monotonic())
            result = ours.recv() if is_over else BusyError()
        except EOFError:  # it ended without an answer
            result = RenderingFailedError()
        finally:
            if not is_over:
                process.kill()
            ours.close()
            with self._lock:
                process.join()
        if process.exitcode == -signal.SIGXCPU:
            raise TooLongError
        if isinstance(result, Exception):
            raise result
        return result  # type: ignore[no-any-return]


def _work(answer: Connection, seconds: int, work: Callable[[], Any]) -> None:
    """Answer with the result of work or its error. The system ends the process after so much processor time."""
    os.nice(10)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the site
    gc.freeze()
    gc.set_threshold(*COLLECT)
    with TemporaryDirectory(prefix="squadra-print-") as tempfile.tempdir:  # WeasyPrint leaves copies of fonts
        try:
            result = with_room(work)()
        except Exception as error:
            result = error
    answer.send(result)


_pool = Pool()


def be_patient() -> None:
    """Allow pages more time from now on: in the worker, where no request waits."""
    _pool.seconds, _pool.patience = PATIENT


def render(html: str, css: str) -> bytes:
    """Return a page as PDF, rendered by the site's pool. Raises NotPrintedError."""
    return _pool.render(html, css)


def run(work: Callable[Args, Result], *args: Args.args, **kwargs: Args.kwargs) -> Result:
    """Return the result of a function in a process of the site's pool. Raises NotPrintedError."""
    return _pool.run(work, *args, **kwargs)
