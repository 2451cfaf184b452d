"""All catalogues together, and all names that a document can use."""

from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property

import msgspec

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.entry import TABLES, Kind

# The tables of a club's prices and the kind of id in each.
PRICE_TABLES = {table: kind for table, kind in TABLES.items() if kind not in ("kit", "trait")}


class Library:
    """The catalogues by ruleset id, and all their ids."""

    def __init__(self, catalogues: Iterable[Catalogue]) -> None:
        self.catalogues = {catalogue.id: catalogue for catalogue in catalogues}

    @cached_property
    def known(self) -> dict[Kind, frozenset[str]]:
        books = self.catalogues.values()
        return {
            kind: frozenset(item.id for book in books for item in getattr(book, table))
            for table, kind in TABLES.items()
        }

    @cached_property
    def options(self) -> dict[str, frozenset[str]]:
        options: defaultdict[str, set[str]] = defaultdict(set)
        for book in self.catalogues.values():
            for ruling in book.rulings:
                options[ruling.id].update(option.id for option in ruling.options)
        return {ruling: frozenset(ids) for ruling, ids in options.items()}

    def options_for(self, ruleset: str, ruling: str) -> frozenset[str]:
        """Return the options that a list of `ruleset` can name: its own, or those of any ruleset."""
        own = self.catalogues[ruleset].ruling_by_id.get(ruling)
        return frozenset(option.id for option in own.options) if own else self.options.get(ruling, frozenset())


def read_library(document: bytes) -> Library:
    """Return the library of a file of catalogues (a JSON array), such as `rules/catalogues.json`."""
    return Library(msgspec.json.decode(document, type=tuple[Catalogue, ...]))
