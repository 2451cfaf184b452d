"""Citations: the paragraphs that an entry or a check names, and where the reference shows them."""

import re
from typing import NamedTuple, Protocol
from uuid import UUID

from django.urls import reverse
from django.utils.text import slugify

from rules.core.catalogue.catalogue import HOUSE, Catalogue
from rules.language import active_language


class Cited(Protocol):
    """Something that is cited: a catalogue, a ruleset's row, its reference page, a `Book`."""

    @property
    def id(self) -> str: ...

    @property
    def language(self) -> str | None: ...


class Book(NamedTuple):
    """A ruleset whose paragraphs are cited: its id, and the language of its text."""

    id: str
    language: str | None

    @classmethod
    def of(cls, catalogue: Catalogue) -> "Book":
        """Return the book of a catalogue."""
        return cls(catalogue.id, catalogue.language)


def paragraphs(source: str) -> tuple[str, ...]:
    """Return the paragraphs of a citation: `§8.0, §8.3` names two, `Calcolo dei punti` is one."""
    return tuple(re.split(r", (?=§)", source))


def anchor(source: str) -> str:
    """Return the anchor in the reference of the (first) paragraph of a citation: `§8.0` is at `p-8-0`."""
    return "p-" + slugify(paragraphs(source)[0].replace(".", "-"))


def foreign_language(book: Cited, source: str) -> str:
    """Return the language of a heading that is cited, "" where it is the reader's own, or no heading: `§8.0`."""
    if source == HOUSE or source.startswith("§") or book.language == active_language():
        return ""
    return book.language or ""


def from_query(list_id: UUID | str | None) -> str:
    """Return the query that tells a page of the rules which list a visitor came from: `?from=…`."""
    return f"?from={list_id}" if list_id else ""


def address(ruleset: str, source: str, from_list: str = "") -> str:
    """Return the address of the (first) paragraph of a citation in the reference of a ruleset."""
    return _page(ruleset, from_list) + f"#{anchor(source)}"


def check_address(ruleset: str, code: str, from_list: str = "") -> str:
    """Return the address of a constraint in the reference of a ruleset: where one has no paragraph, it has a row."""
    return _page(ruleset, from_list) + f"#checks-{code}"


def _page(ruleset: str, from_list: str) -> str:
    return f"{reverse('rules:ruleset', args=[ruleset])}{from_query(from_list)}"
