"""What rendering takes: of the memory of its process, and of the patience of those who edit meanwhile.

measure() -> Iterator[Measured]     needs the site of `bench.site`
"""

import itertools
import json
import statistics
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from unittest import mock
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.printing import pool
from armybuilder.printing.pool import Pool
from bench.make_lists import army_list
from bench.memory import peak
from bench.printing import page_of
from bench.server import served
from bench.table import Measured
from rules.catalogue import current_version
from rules.core.roster import decode

WARM, LONG = 50, 500  # renders
AT_ONCE = 4  # PDFs
BLOCKS, EDITS = 6, 40  # edits in turn without and with PDFs
FORM = "application/x-www-form-urlencoded"


def measure() -> Iterator[Measured]:
    """Yield the figures of memory, of the cache, and of edits beside rendering."""
    yield Measured("memory after 500 renders over that after 50", _memory(), "×", 1.1, "lower")
    owner = User.objects.create_user("printer")
    client = Client()
    client.force_login(owner)
    lists = [_a_list(owner, number) for number in range(AT_ONCE)]
    yield Measured(
        "renders of a PDF asked for again", _renders_again(client, lists[0]), "renders", 0, "lower"
    )
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    with served() as address:
        idle, busy = Beside(address, session, lists).times()
    yield Measured("p95 of an edit beside 4 PDFs over the idle one", _p95(busy) / _p95(idle), "×", 2, "lower")


# ── Memory ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _memory() -> float:
    """The most memory of a process after many renders, over that after a few; it is not replaced meanwhile."""
    page, only = page_of(12), Pool(processes=1, renders=2 * LONG)
    try:
        for _ in range(WARM):
            only.render(page.html, page.form, page.paper)
        before = only.run(peak)
        for _ in range(LONG - WARM):
            only.render(page.html, page.form, page.paper)
        return only.run(peak) / before
    finally:
        only.close()


# ── The cache ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _a_list(owner: User, number: int) -> ArmyList:
    document = army_list(15, 2) | {"name": f"Patrol {number}"}
    roster = decode(json.dumps(document).encode())
    return ArmyList.objects.create_from(Visitor(owner, ""), roster, current_version("bn").pk)


def _renders_again(client: Client, printed: ArmyList) -> int:
    """How often a PDF is rendered that was asked for before."""
    address = reverse("printing:roster", args=[printed.pk])
    if client.get(address).status_code != 200:
        raise RuntimeError("there is no PDF")
    with mock.patch.object(pool, "render", wraps=pool.render) as render:
        client.get(address)
    pool.close()
    return render.call_count


# ── Edits beside rendering ─────────────────────────────────────────────────────────────────────────────────────────


class Beside:
    """Edits of one list over the wire, in turns alone and while four others are printed all the time."""

    def __init__(self, address: str, session: str, lists: list[ArmyList]) -> None:
        self.place = urlsplit(address).netloc
        self.headers = {
            "Cookie": f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={'c' * 32}"
        }
        self.lists = lists
        row = lists[0].roster.squads[0].figures[0]
        self.edited = reverse("lists:set-count", args=[lists[0].pk, row.id])
        self.numbers = itertools.count(2)

    def times(self) -> tuple[list[float], list[float]]:
        """Return how long the edits took, s: those alone, and those beside four PDFs."""
        idle: list[float] = []
        busy: list[float] = []
        self._edits()  # the first fill the caches
        for _ in range(BLOCKS):
            idle += self._edits()
            with self._printing():
                busy += self._edits()
        return idle, busy

    def _edits(self) -> list[float]:
        connection = HTTPConnection(self.place)
        return [self._edit(connection) for _ in range(EDITS)]

    def _edit(self, connection: HTTPConnection) -> float:
        number = next(self.numbers)
        fields = {"count": number % 90 + 2, "key": f"beside-{number}", "csrfmiddlewaretoken": "c" * 32}
        headers = self.headers | {
            "Content-Type": FORM,
            "HX-Request": "true",
            "Origin": f"http://{self.place}",
        }
        start = time.perf_counter()
        connection.request("POST", self.edited, urlencode(fields), headers)
        answer = connection.getresponse()
        answer.read()
        if answer.status != 200:
            raise RuntimeError(f"the edit was answered with {answer.status}")
        return time.perf_counter() - start

    @contextmanager
    def _printing(self) -> Iterator[None]:
        """Four PDFs are rendered at any time, none of them from the cache."""
        over = threading.Event()
        with ThreadPoolExecutor(AT_ONCE) as printers:
            printed = [printers.submit(self._print, army_list, over) for army_list in self.lists]
            time.sleep(0.5)  # until all are at it
            try:
                yield
            finally:
                over.set()
        for printing in printed:
            printing.result()  # one that broke off would leave the edits alone

    def _print(self, printed: ArmyList, over: threading.Event) -> None:
        connection = HTTPConnection(self.place)
        while not over.is_set():
            for kept in settings.PRINT_CACHE.glob("*.pdf"):
                kept.unlink(missing_ok=True)
            connection.request("GET", reverse("printing:roster", args=[printed.pk]), headers=self.headers)
            answer = connection.getresponse()
            answer.read()
            if answer.status != 200:
                raise RuntimeError(f"the PDF was answered with {answer.status}")


def _p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]
