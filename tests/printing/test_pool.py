"""Pages are rendered in processes of their own, with limits of time and number."""

import ctypes
import importlib
import os
import re
import runpy
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from armybuilder.printing.pdfs import preload
from armybuilder.printing.pdfs.from_html import fonts, make_pdf, style_sheet
from armybuilder.printing.pdfs.pool import AT_ONCE, BusyError, Pool, RenderingFailedError, TooLongError

PAGE = '<!doctype html><html lang="en"><title>One</title><p>One</p></html>'
ENDLESS = f'<!doctype html><html lang="en"><title>Many</title><table>{"<tr><td>x</td></tr>" * 20_000}</table></html>'


@pytest.fixture
def one() -> Pool:
    """A pool of one process at a time."""
    return Pool(processes=1, seconds=60, at_once=1)


def test_a_page_becomes_a_pdf(one: Pool) -> None:
    assert one.render(PAGE, "")[:5] == b"%PDF-"


def test_each_page_has_a_process_of_its_own_that_lets_the_site_go_first(one: Pool) -> None:
    assert len({one.run(os.getpid), one.run(os.getpid), os.getpid()}) == 3
    assert one.run(os.nice, 0) == min(os.nice(0) + 10, 19)


@pytest.mark.parametrize(
    ("work", "arguments"),
    [(make_pdf, (ENDLESS, "")), (re.match, ("(a+)+$", "a" * 40 + "b"))],
    ids=["a page", "a pattern"],
)
def test_slow_pages_are_abandoned(one: Pool, work: Callable[..., object], arguments: tuple[str, ...]) -> None:
    one.seconds = 1
    with pytest.raises(TooLongError):
        one.run(work, *arguments)
    one.seconds = 60
    assert one.render(PAGE, "")[:5] == b"%PDF-"


def _stuck() -> None:
    """Stay in C without using the processor, block every signal possible, and hold the interpreter's lock."""
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    ctypes.PyDLL(None).sleep(3600)


def test_a_page_that_does_not_come_gives_up_its_turn(one: Pool) -> None:
    one.patience = 0.2
    with pytest.raises(BusyError):
        one.run(_stuck)
    one.patience = 60
    assert one.render(PAGE, "")[:5] == b"%PDF-"


def test_a_page_waits_for_its_turn() -> None:
    """Two at a time, six are asked for: none of them fails."""
    two = Pool(processes=2)
    with ThreadPoolExecutor(6) as threads:
        made = list(threads.map(two.run, [pow] * 6, range(6), [2] * 6))
    assert made == [0, 1, 4, 9, 16, 25]


def test_a_page_whose_turn_does_not_come_is_told_to_come_again() -> None:
    with pytest.raises(BusyError):
        Pool(processes=0, patience=0.01).render(PAGE, "")


def test_a_page_whose_process_dies_fails(one: Pool) -> None:
    with pytest.raises(RenderingFailedError):
        one.run(_die)
    assert one.render(PAGE, "")[:5] == b"%PDF-"


def _die() -> None:
    os._exit(1)


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
        "    print(pool.run(pow, 2, 10))"
    )
    path = tmp_path / "program.py"
    path.write_text(program)
    environment = os.environ | {"PYTHONPATH": f"{tmp_path}:{os.getcwd()}"}
    done = subprocess.run([sys.executable, str(path)], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "cannot load library: libpango-1.0-0\n" * 2 + "1024\n"


def test_the_number_of_waiting_printouts_is_limited() -> None:
    with pytest.raises(BusyError):
        Pool(at_once=0).render(PAGE, "")


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


def test_the_page_rendered_before_the_fork_leaves_no_fonts_to_share() -> None:
    """WeasyPrint's fonts belong to one process."""
    importlib.reload(preload)
    assert (fonts.cache_info().currsize, style_sheet.cache_info().currsize) == (0, 0)
