"""Pages are rendered in a pool of processes: quickly stopped, replaced when they die, renewed from time to time."""

import ctypes
import os
import re
import runpy
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from armybuilder.printing.pdfs.from_html import make_pdf
from armybuilder.printing.pdfs.pool import AT_ONCE, BusyError, Pool, RenderingFailedError, TooLongError

PAGE = '<!doctype html><html lang="en"><title>One</title><p>One</p></html>'
ENDLESS = f'<!doctype html><html lang="en"><title>Many</title><table>{"<tr><td>x</td></tr>" * 20_000}</table></html>'


@pytest.fixture
def one() -> Iterator[Pool]:
    """A pool of one process, replaced after two pages."""
    made = Pool(processes=1, renders=2, seconds=60, at_once=1)
    yield made
    made.close()


def workers(of: Pool) -> list[int]:
    """The processes of a pool."""
    executor = of._executor
    return [] if executor is None else list(executor._processes)


def test_a_page_becomes_a_pdf(one: Pool) -> None:
    assert one.render(PAGE, "")[:5] == b"%PDF-"


def test_no_process_is_started_before_the_first_page(one: Pool) -> None:
    assert workers(one) == []


def test_after_so_many_pages_another_process_takes_over(one: Pool) -> None:
    used = []
    for _ in range(5):
        one.render(PAGE, "")
        used += workers(one)
    assert [used.count(worker) for worker in dict.fromkeys(used)] == [2, 2, 1]


@pytest.mark.parametrize(
    ("work", "arguments"),
    [(make_pdf, (ENDLESS, "")), (re.match, ("(a+)+$", "a" * 40 + "b"))],
    ids=["a page", "a pattern"],
)
def test_slow_pages_are_abandoned_and_the_process_continues(
    one: Pool, work: Callable[..., object], arguments: tuple[str, ...]
) -> None:
    one.render(PAGE, "")
    before = workers(one)
    one.seconds, one.grace = 0.2, 60
    with pytest.raises(TooLongError):
        one.run(work, *arguments)
    assert workers(one) == before
    one.seconds = 60
    assert one.render(PAGE, "")[:5] == b"%PDF-"


def _stuck() -> None:
    """Stay in C, block every signal possible, and hold the interpreter's lock."""
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    ctypes.PyDLL(None).sleep(3600)


def test_a_process_stuck_in_c_is_killed_and_the_next_page_is_rendered(one: Pool) -> None:
    one.render(PAGE, "")
    [stuck] = workers(one)
    one.seconds = one.grace = 0.2
    with pytest.raises(TooLongError):
        one.run(_stuck)
    one.seconds, one.grace = 60, 5
    assert one.render(PAGE, "")[:5] == b"%PDF-"
    assert stuck not in workers(one)
    assert state_of(str(stuck)) in ("gone", "Z")


def test_a_killed_process_is_replaced_and_the_page_is_rendered(one: Pool) -> None:
    one.render(PAGE, "")
    before = workers(one)
    os.kill(before[0], signal.SIGKILL)
    assert one.render(PAGE, "")[:5] == b"%PDF-"
    assert workers(one) != before


def test_a_page_that_kills_every_process_fails(one: Pool) -> None:
    with pytest.raises(RenderingFailedError):
        one.run(_die)


def _die() -> None:
    os._exit(1)


def test_a_failure_frees_its_place(one: Pool) -> None:
    with pytest.raises(RenderingFailedError):
        one.run(_die)
    assert one.render(PAGE, "")[:5] == b"%PDF-"


def _empty() -> bytes:
    return b""


class _Unreadable:
    """A result that cannot be unpickled from the pipe."""

    def __reduce__(self) -> tuple[Callable[[str], int], tuple[str]]:
        return int, ("foreign",)


def _foreign() -> _Unreadable:
    return _Unreadable()


@pytest.mark.parametrize("work", [_empty, _foreign])
def test_a_process_with_no_answer_or_nonsense_fails(one: Pool, work: Callable[[], object]) -> None:
    with pytest.raises(RenderingFailedError):
        one.run(work)
    assert one.render(PAGE, "")[:5] == b"%PDF-"


def test_missing_pango_is_reported(tmp_path: Path) -> None:
    """Import WeasyPrint as if a library were missing."""
    (tmp_path / "weasyprint.py").write_text("raise OSError('cannot load library: libpango-1.0-0\\nmore')")
    program = (
        "from armybuilder.printing.pdfs.pool import NoPangoError, Pool\n"
        "if __name__ == '__main__':\n"
        "    pool = Pool(processes=1)\n"
        "    for _ in range(2):\n"
        "        try: pool.render('<p>', '')\n"
        "        except NoPangoError as error: print(error.__cause__)\n"
        "    print(pool.run(pow, 2, 10)); pool.close()"
    )
    path = tmp_path / "program.py"
    path.write_text(program)
    environment = os.environ | {"PYTHONPATH": f"{tmp_path}:{os.getcwd()}"}
    done = subprocess.run(
        [sys.executable, str(path)], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == "cannot load library: libpango-1.0-0\n" * 2 + "1024\n"


def test_the_number_of_waiting_printouts_is_limited() -> None:
    nobody = Pool(at_once=0)
    with pytest.raises(BusyError):
        nobody.render(PAGE, "")
    assert workers(nobody) == []


def test_waiting_printouts_leave_threads_for_edits() -> None:
    assert runpy.run_path("gunicorn.conf.py")["threads"] - AT_ONCE == 8


def test_the_pool_does_other_work_too_and_returns_its_errors(one: Pool) -> None:
    assert one.run(pow, 2, 10) == 1024
    with pytest.raises(ValueError, match="invalid literal"):
        one.run(int, "x")


def test_the_site_starts_without_slow_imports() -> None:
    """WeasyPrint is loaded with the first page, and the dice library during the first requests."""
    program = (
        "import django, sys; django.setup(); import armybuilder.urls;"
        "print([name for name in ('weasyprint', 'fontTools', 'icepool') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_processes_end_with_the_site_however_it_ends() -> None:
    program = (
        "import os, sys; from armybuilder.printing.pdfs.pool import Pool\n"
        "if __name__ == '__main__':\n"
        "    pool = Pool(processes=1); pool.render('<p>', '')\n"
        "    print(*pool._executor._processes, flush=True); os.kill(os.getpid(), 9)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as site:
        assert site.stdout
        worker = site.stdout.readline().strip()
        # The pool's process also has the pipe open: reading ends when that process ends.
        assert site.stdout.read() == ""
    assert state_of(worker) in ("gone", "Z")


def state_of(process: str) -> str:
    """The system's letter for the state of a process. Z: it ended but was not collected."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return "gone"
