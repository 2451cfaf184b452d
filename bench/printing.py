"""The cost of a printed roster and cards compared with an empty WeasyPrint document, and our share of it."""

import time
from collections.abc import Iterator
from functools import cache, partial

from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.printout import Printout
from armybuilder.printing.pdfs.from_html import make_pdf
from armybuilder.printing.pdfs.pool import Pool
from bench.make_lists import roster
from bench.table import Measured
from bench.turns import in_turns, seconds
from rules.core.assess import assess
from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.library import read_library
from rules.encoding import CATALOGUES_FILE

EMPTY = '<!doctype html><html lang="en"><head><title>Empty</title></head><body></body></html>'
ROUNDS = 25
BUNDLES = 3  # rounds in which all pages of several lists are rendered
ENTRIES_OF_SIXTEEN = 11  # a card for each, for two squads, a vehicle and two extras


def measure() -> Iterator[Measured]:
    """Yield the figures of a roster with 12 entries and of sixteen cards, rendered in turns."""
    own = Pool(processes=1, seconds=600, patience=600)
    full, sixteen, empty = own.run(rendered, page_of(12), page_of(ENTRIES_OF_SIXTEEN, "cards"))
    yield Measured("roster of 12 entries over an empty document", full / empty, "×", 25)
    yield Measured("sixteen cards over an empty document", sixteen / empty, "×", 55)
    (ours,) = in_turns(lambda: page_of(12), rounds=ROUNDS, clock=time.process_time)
    yield Measured("our share of a roster of 12 entries", ours * 1000, "ms", 50)


def page_of(entries: int, form: str = "roster") -> Printout:
    """Everything that is ours, from stored bytes to HTML."""
    from armybuilder.printing.formats.registry import FORMATS  # needs Django, which `rendered` runs without

    catalogue = read_catalogue()
    printed = roster(entries)
    found = FORMATS[form]
    return found.page(printed, catalogue, assess(printed, catalogue), Options("it"))


def rendered(*pages: Printout) -> list[float]:
    """Return the seconds of each page and of an empty document. Runs in a process of the pool, as on the site.

    Here, memory full of earlier measurements would slow the garbage collection down.
    """
    acts = (partial(pdf_of, page) for page in pages)
    return in_turns(*acts, bare_document, rounds=ROUNDS, clock=time.process_time)


def rendered_whole(bundles: list[list[Printout]]) -> list[float]:
    """Return the seconds of all pages of each bundle. Runs in a process of the pool, like `rendered`."""

    def act(pages: list[Printout]) -> None:
        for page in pages:
            pdf_of(page)

    return in_turns(*(partial(act, pages) for pages in bundles), rounds=BUNDLES, clock=time.process_time)


def processor_seconds(page: Printout) -> float:
    """Return the processor seconds for a page once its style is read. Called in a process of the pool."""
    bare_document()
    return seconds(lambda: pdf_of(page))


def pdf_of(page: Printout) -> bytes:
    return make_pdf(page.html, page.css)


@cache
def read_catalogue() -> Catalogue:
    """Return Breaking News, read once."""
    return read_library(CATALOGUES_FILE.read_bytes()).catalogues["bn"]


def bare_document() -> bytes:
    """Return an empty document, rendered by WeasyPrint alone."""
    from weasyprint import HTML

    pdf: bytes = HTML(string=EMPTY).write_pdf()
    return pdf
