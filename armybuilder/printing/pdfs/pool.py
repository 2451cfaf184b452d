"""Render in separate processes, which use neither the site's threads nor its memory.

    render(html, css) -> bytes    raises NotPrintedError and its subclasses
    run(work, *arguments)         the same for other work on PDFs: page images, joining

Each process of the site starts two processes with the first page. They are niced, which lets edits go first. Only
`AT_ONCE` threads of the site can wait for pages. After `RENDERS` pieces of work a new pair takes over, because
WeasyPrint's memory grows a little with each (`max_tasks_per_child` of the standard library hangs in Python 3.11:
https://github.com/python/cpython/issues/115634).
"""

import faulthandler
import gc
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from types import FrameType
from typing import ClassVar, ParamSpec, TypeVar

from armybuilder.printing.pdfs.from_html import PangoMissingError, make_pdf
from armybuilder.stack import with_room

Args = ParamSpec("Args")
Result = TypeVar("Result")

logger = logging.getLogger(__name__)
PROCESSES = 2
RENDERS = 200
SECONDS = 30.0  # of processor time, for one page
SLACK = 2  # times as long in real time: a busy machine is slower
PATIENT = 120.0  # of one page in the background, where nobody waits
GRACE = 5.0  # more seconds for Python to interrupt a page; pages stuck in C end with their process
STDERR = 2
# Python collects garbage less often: WeasyPrint makes many objects that live as long as the page. A reference took
# a quarter less time.
COLLECT = 100_000, 4, 3
AT_ONCE = 24  # pages with someone waiting; gunicorn.conf.py has eight more threads


class NotPrintedError(Exception):
    """There is no page; `problem` is the reason, for the templates."""

    problem: ClassVar[str]


class TooLongError(NotPrintedError):
    """A page took longer than the limit."""

    problem = "too-long"


class RenderingFailedError(NotPrintedError):
    """The process that rendered a page died, twice."""

    problem = "failed"


class BusyError(NotPrintedError):
    """The maximum of threads is waiting for pages."""

    problem = "busy"


class NoPangoError(NotPrintedError):
    """A system library that WeasyPrint needs is not installed."""

    problem = "no-pango"


class _Alarm(BaseException):
    """Interrupts a rendering anywhere: no `except Exception` catches it."""


class Pool:
    """The processes, and the number of pages they have rendered."""

    def __init__(
        self,
        processes: int = PROCESSES,
        renders: int = RENDERS,
        seconds: float = SECONDS,
        grace: float = GRACE,
        at_once: int = AT_ONCE,
    ) -> None:
        self.processes, self.renders, self.seconds, self.grace = processes, renders, seconds, grace
        self.slack = SLACK
        self._free = threading.BoundedSemaphore(at_once)
        self._lock = threading.Lock()
        self._executor: ProcessPoolExecutor | None = None
        self._rendered = 0

    def render(self, html: str, css: str) -> bytes:
        """Return a page as PDF. Raises NotPrintedError."""
        return self.run(make_pdf, html, css)

    def run(self, work: Callable[Args, Result], *args: Args.args, **kwargs: Args.kwargs) -> Result:
        """Return the result of a module's function. Raises NotPrintedError.

        A killed process (out of memory, or stuck) is replaced, and the work tried once more if there is time.
        """
        if not self._free.acquire(blocking=False):
            raise BusyError
        try:
            return self._twice(partial(work, *args, **kwargs))
        finally:
            self._free.release()

    def close(self) -> None:
        """Stop the processes after their current pages."""
        with self._lock:
            if self._executor:
                self._executor.shutdown()
            self._executor = None

    def _twice(self, work: Callable[[], Result]) -> Result:
        begun = time.monotonic()
        for _ in range(2):
            executor = self._next()
            try:
                longest = self.slack * self.seconds + self.grace
                page = executor.submit(_limited, self.seconds, longest, work)
                result = page.result(timeout=longest + max(self.seconds, GRACE))
            except TimeoutError as error:
                raise BusyError from error
            except PangoMissingError as error:
                logger.error("Pango is missing, which `make setup` installs: %s", error)
                raise NoPangoError from error
            except BrokenProcessPool:
                self._drop(executor)
                if time.monotonic() - begun > self.seconds:
                    raise TooLongError from None
                continue
            if result != b"":  # no request is empty
                return result
        raise RenderingFailedError

    def _next(self) -> ProcessPoolExecutor:
        """Return the executor for one more page: a new one for the first, and after `renders` pages."""
        with self._lock:
            if self._executor is None or self._rendered >= self.renders:
                if self._executor:
                    self._executor.shutdown(wait=False)  # it finishes its work
                self._executor, self._rendered = self._started(), 0
            self._rendered += 1
            return self._executor

    def _started(self) -> ProcessPoolExecutor:
        # A fork of a process with threads can hang; the fork server has none, and has already imported WeasyPrint.
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["armybuilder.printing.pdfs.preload"])
        return ProcessPoolExecutor(self.processes, mp_context=context, initializer=_begin)

    def _drop(self, executor: ProcessPoolExecutor) -> None:
        with self._lock:
            if self._executor is executor:
                self._executor = None
        executor.shutdown(wait=False)


def _begin() -> None:
    """Give a process a lower priority than the site's, and stop it when the site stops, in any way."""
    os.nice(10)
    gc.freeze()
    gc.set_threshold(*COLLECT)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the site, which stops its processes itself
    signal.signal(signal.SIGTERM, _leave)
    threading.Thread(target=_end_with_the_site, daemon=True).start()


def _end_with_the_site() -> None:
    site, main = multiprocessing.parent_process(), threading.main_thread().ident
    if site is None or main is None:
        return
    site.join()
    while True:  # a signal just before the thread starts to wait does not wake it
        signal.pthread_kill(main, signal.SIGTERM)
        time.sleep(1)


def _leave(number: int, frame: FrameType | None) -> None:
    """End in order: the copies of the faces are removed at exit."""
    raise SystemExit(0)


def _limited(seconds: float, longest: float, work: Callable[[], Result]) -> Result:
    """Work within a time limit. Runs in a process of the pool, whose main thread gets the signal.

    C code that does not return to Python gets no signal. A thread that needs nothing from Python, not even its lock,
    then writes where it is stuck, and ends the process.
    """
    faulthandler.dump_traceback_later(longest, exit=True, file=STDERR)
    before = signal.signal(signal.SIGPROF, _ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return with_room(work)()
    except _Alarm:
        raise TooLongError from None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        faulthandler.cancel_dump_traceback_later()


def _ring(number: int, frame: FrameType | None) -> None:
    raise _Alarm


_pool = Pool()


def be_patient() -> None:
    """Allow pages more time from now on: in the worker, where no request waits."""
    _pool.seconds, _pool.slack = PATIENT, 1


def render(html: str, css: str) -> bytes:
    """Return a page as PDF, rendered by the site's pool. Raises NotPrintedError."""
    return _pool.render(html, css)


def run(work: Callable[Args, Result], *args: Args.args, **kwargs: Args.kwargs) -> Result:
    """Return the result of a function in a process of the site's pool. Raises NotPrintedError."""
    return _pool.run(work, *args, **kwargs)


def close() -> None:
    """Stop the processes of the site's pool; the next page starts new ones."""
    _pool.close()
