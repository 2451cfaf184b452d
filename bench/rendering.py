"""The cost of rendering: none for a cached page, and the slowdown of edits meanwhile."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from unittest import mock

from django.conf import settings
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from armybuilder.lists.models import ArmyList
from armybuilder.printing.pdfs import pool
from bench.beside import SignedIn, beside
from bench.make_lists import roster
from bench.server import served
from bench.table import Measured
from bench.users import new_user, store

AT_ONCE = 4  # PDFs
EDITS = 40  # in a block, alternately without and with PDFs


def measure() -> Iterator[Measured]:
    """Yield the figures of the cache, and of edits beside rendering."""
    owner, client = new_user("printer")
    lists = [store(owner, replace(roster(15), name=f"Patrol {number}")) for number in range(AT_ONCE)]
    yield Measured("renders of a PDF asked for again", _renders_again(client, lists[0]), "renders", 0)
    with served() as address:
        who = SignedIn(address, client)
        ratio = beside(who, lists[0], Printing(who, lists).going_on, EDITS)
    yield Measured("p95 of an edit beside 4 PDFs over the idle one", ratio, "×", 2)


# ── The cache ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _renders_again(client: Client, printed: ArmyList) -> int:
    """Return how often a PDF is rendered that was requested before."""
    address = reverse("printing:roster", args=[printed.pk])
    if client.get(address).status_code != 200:
        raise RuntimeError("there is no PDF")
    with mock.patch.object(pool, "render", wraps=pool.render) as render:
        client.get(address)
    return render.call_count


# ── Edits beside rendering ─────────────────────────────────────────────────────────────────────────────────────────


class Printing:
    """Four lists that are printed all the time."""

    def __init__(self, who: SignedIn, lists: list[ArmyList]) -> None:
        self.who, self.lists = who, lists

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """Four PDFs are rendered at any time, none of them from the cache."""
        over = threading.Event()
        with ThreadPoolExecutor(AT_ONCE) as printers:
            printed = [printers.submit(self._print, army_list, over) for army_list in self.lists]
            time.sleep(0.5)  # until all are running
            try:
                yield
            finally:
                over.set()
        for printing in printed:
            printing.result()  # a failed one would leave the edits alone

    def _print(self, printed: ArmyList, over: threading.Event) -> None:
        connection = self.who.connect()
        while not over.is_set():
            for kept in settings.PRINT_CACHE.glob("*.pdf"):
                kept.unlink(missing_ok=True)
            connection.get(reverse("printing:roster", args=[printed.pk]))
