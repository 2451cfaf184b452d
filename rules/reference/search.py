"""Search in the reference, across the rulesets and in both languages.

The catalogues are small and already in memory, so the search is done here, on folded words: no SQL, hence the same
answers on SQLite and on PostgreSQL. What stands on a reference page can be found, and found where it stands.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID

from django.utils import translation

from rules.catalogue import catalogue_for
from rules.core.catalogue import Catalogue
from rules.core.folding import plain
from rules.core.text import LANGUAGES, Language, Text
from rules.reference.citations import paragraphs
from rules.reference.page import build_reference
from rules.reference.parts import Item, Row

MOST = 20  # results of one ruleset that are shown

# A word, or the number of a paragraph: "§8.3" is the one word "8.3".
_WORD = re.compile(r"\w+(?:\.\w+)*")


@dataclass(frozen=True, slots=True)
class Found:
    """An entry of a reference: where it stands, what it says, and the folded words that it is found by."""

    anchor: str
    source: str
    place: Text
    name: Text
    line: Text
    name_words: frozenset[str]
    words: frozenset[str]


class Results(NamedTuple):
    """The hits in a ruleset: the best first, and how many more there are."""

    found: Sequence[Found]
    more: int


def fold(text: str) -> list[str]:
    """Return the words of a text without accents and capitals: `Reparti d’élite` is reparti, d, elite."""
    return _WORD.findall(plain(text))


def search(entries: Sequence[Found], query: str) -> Results:
    """Return the entries that have every word of the query, or words beginning with them.

    Those whose name has the whole words come first, then those whose name has the beginnings, then the rest; among
    equals, the order of the page. A query without words finds nothing.
    """
    wanted = fold(query)
    if not wanted:
        return Results((), 0)
    found = [entry for entry in entries if _begin(wanted, entry.words)]
    found.sort(
        key=lambda entry: (not entry.name_words.issuperset(wanted), not _begin(wanted, entry.name_words))
    )
    return Results(found[:MOST], max(0, len(found) - MOST))


def _begin(wanted: Sequence[str], words: frozenset[str]) -> bool:
    """Return whether each wanted word begins one of the words."""
    return all(any(word.startswith(beginning) for word in words) for beginning in wanted)


@lru_cache(maxsize=32)
def index_of(version_id: UUID) -> tuple[Found, ...]:
    """Return what can be found in a version of a ruleset. Raises RulesetVersion.DoesNotExist."""
    return build_index(catalogue_for(version_id))


def build_index(catalogue: Catalogue) -> tuple[Found, ...]:
    """Return what can be found in a ruleset: every row and item of its reference, in the order of the page."""
    italian, english = (_entries(catalogue, language) for language in LANGUAGES)
    return tuple(_found(*both) for both in zip(italian, english, strict=True))


class _Entry(NamedTuple):
    """An entry in one language, and the titles it stands under."""

    place: str
    thing: Row | Item


def _entries(catalogue: Catalogue, language: Language) -> list[_Entry]:
    with translation.override(language):
        reference = build_reference(catalogue, language)
    return [
        _Entry(" · ".join(dict.fromkeys((chapter.title, part.title))), thing)
        for chapter in reference.chapters
        for part, thing in chapter.entries()
    ]


def _found(it: _Entry, en: _Entry) -> Found:
    names = fold(f"{it.thing.name} {en.thing.name}")
    told = [text for entry in (it, en) for text in (*entry.thing.words, entry.place)]
    told += [link.name for entry in (it, en) for link in entry.thing.about]
    cited = " ".join(paragraphs(en.thing.source))
    return Found(
        anchor=en.thing.anchor,
        source=en.thing.source,
        place=Text(it.place, en.place),
        name=Text(it.thing.name, en.thing.name),
        line=Text(" · ".join(it.thing.words), " · ".join(en.thing.words)),
        # A constraint has a sentence for a name, which would come before the thing that it is about.
        name_words=frozenset() if isinstance(en.thing, Item) and en.thing.severity else frozenset(names),
        words=frozenset([*names, *fold(" ".join([*told, cited]))]),
    )
