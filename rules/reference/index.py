"""What can be found in a ruleset, and the words that it is found by.

The catalogues are small and already in memory, so the search is done here, on folded words: no SQL, hence the same
answers on SQLite and on PostgreSQL. What stands on a reference page can be found, and found where it stands. An index
is made when someone searches for the first time.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID

from django.utils import translation
from django.utils.translation import gettext

from rules.catalogue import catalogue_for
from rules.core.catalogue.building import Nickname, NicknameKind
from rules.core.catalogue.catalogue import Catalogue
from rules.core.text import LANGUAGES, Language, squeezed
from rules.reference.citations import paragraphs
from rules.reference.page import OF_A_FORCE, build_reference
from rules.reference.parts import Chapter, Item, Listing, ShortAnswer, Table, TableRow
from rules.reference.postings import Postings
from rules.reference.presets import Man, men
from rules.reference.words import fold, stem

# What a name is made of: "Mercenaries, commandos", "Automatic rifle (BAR, Bren)".
_BETWEEN_PARTS = re.compile(r"[(),;:/]")

# How the anchors of the page name the kinds of what nicknames stand for.
_SECTIONS: dict[NicknameKind, str] = {
    "class": "classes",
    "weapon": "weapons",
    "vehicle": "vehicles",
    "extra": "extras",
    "role": "roles",
    "kit": "kit",
    "format": "formats",
    "leadership": "leadership",
    "preset": "preset",
    "ruleset": "ruleset",
}


class EntryText(NamedTuple):
    """An entry in one language: the titles it stands under, its name, its answer."""

    place: str
    name: str
    answer: ShortAnswer


@dataclass(frozen=True, slots=True)
class IndexedEntry:
    """An entry of a reference: where it stands, and what it says in each language. `is_rule`: not of a force."""

    anchor: str
    source: str
    is_rule: bool
    it: EntryText
    en: EntryText

    def to(self, language: Language) -> EntryText:
        """Return the entry in `language`."""
        return self.it if language == "it" else self.en


@dataclass(frozen=True, slots=True)
class Index:
    """The entries of a ruleset, and where words stand: in names, in titles above them, in whatever is told of them.

    `phrases` are the whole names and nicknames by their letters and by their stems: the numbers of what is called so,
    each with the nickname as it is written ("" for a name of its own). `books` are the names of the ruleset, in words.
    """

    entries: Sequence[IndexedEntry]
    names: Postings
    titles: Postings
    texts: Postings
    phrases: dict[str, dict[int, str]]
    books: frozenset[tuple[str, ...]]


class _Entry(NamedTuple):
    """An entry in one language. Nicknames name it by `key`; a sentence has no `title` that it could be called by."""

    key: str
    anchor: str
    source: str
    told: EntryText
    title: str
    words: Sequence[str] = ()
    is_rule: bool = False


class _Called(NamedTuple):
    """A name or nickname of the entry with a number."""

    number: int
    language: Language
    name: str
    is_nickname: bool


@lru_cache(maxsize=32)
def index_of(version_id: UUID) -> Index:
    """Return what can be found in a version of a ruleset. Raises RulesetVersion.DoesNotExist."""
    return build_index(catalogue_for(version_id))


def build_index(catalogue: Catalogue) -> Index:
    """Return what can be found in a ruleset: each row and item of its page in order, its figures, and itself."""
    by_language = {language: _entries(catalogue, language) for language in LANGUAGES}
    nicknames = _nicknames(catalogue)
    called = [
        one
        for language, entries in by_language.items()
        for number, entry in enumerate(entries)
        for one in _called(number, entry, language, nicknames.get(entry.key))
    ]
    numbered = [
        (number, language, entry)
        for language, entries in by_language.items()
        for number, entry in enumerate(entries)
    ]
    itself = len(by_language["it"]) - 1
    return Index(
        entries=[
            IndexedEntry(it.anchor, it.source, it.is_rule, it.told, en.told)
            for it, en in zip(by_language["it"], by_language["en"], strict=True)
        ],
        names=_postings((one.number, one.language, one.name) for one in called),
        titles=_postings((number, language, entry.told.place) for number, language, entry in numbered),
        texts=_postings((number, language, " ".join(entry.words)) for number, language, entry in numbered),
        phrases=_phrases(called),
        books=frozenset(tuple(fold(one.name)) for one in called if one.number == itself),
    )


def _postings(texts: Iterable[tuple[int, Language, str]]) -> Postings:
    return Postings.of((number, language, word) for number, language, text in texts for word in fold(text))


def phrase(words: Iterable[str]) -> str:
    """Return what a whole name is found by, however it is written apart: `MG 42` and `mg-42` are mg42."""
    return squeezed("".join(words))


def stem_phrase(words: Iterable[str], language: Language) -> str:
    """Return what the other forms of a whole name are found by: `carri armati` is found where `carro armato` is."""
    return " ".join(stem(word, language) for word in words)


def _entries(catalogue: Catalogue, language: Language) -> list[_Entry]:
    with translation.override(language):
        reference = build_reference(catalogue, language)
        figures = [_figure(man) for man in men(catalogue, language)]
    itself = EntryText(reference.edition, reference.name, ShortAnswer(sentences=[reference.line]))
    return [
        *(
            _entry(chapter, part, thing)
            for chapter in reference.chapters
            for part, thing in chapter.entries()
        ),
        *figures,
        _Entry(f"ruleset-{catalogue.id}", "", "", itself, reference.name),
    ]


def _entry(chapter: Chapter, part: Table | Listing, thing: TableRow | Item) -> _Entry:
    place = " · ".join(dict.fromkeys((chapter.title, part.title)))
    # A constraint or a ruling has a sentence for a name, which would come before the thing that it is about.
    is_sentence = chapter.anchor == "rulings" or (isinstance(thing, Item) and thing.severity)
    title = "" if is_sentence else thing.name
    about = [link.name for link in thing.about]
    words = [thing.name, *thing.words, *about, *paragraphs(thing.source)]
    told, is_rule = EntryText(place, thing.name, thing.answer), chapter.anchor not in OF_A_FORCE
    return _Entry(thing.anchor, thing.anchor, thing.source, told, title, words, is_rule)


def _figure(man: Man) -> _Entry:
    told = EntryText(gettext("Figures"), man.name, man.answer)
    return _Entry(f"preset-{man.id}", man.anchor, man.source, told, man.name, man.answer.facts)


def _called(number: int, entry: _Entry, language: Language, nickname: Nickname | None) -> Iterator[_Called]:
    """Yield what an entry is called: its name, the parts of it, and what players call it."""
    if not entry.title:
        return
    # A rule that speaks of "guns, tanks, mortars" is not called mortars.
    parts = [] if entry.is_rule else [part.strip() for part in _BETWEEN_PARTS.split(entry.title)]
    for name in dict.fromkeys((entry.title, *filter(None, parts))):
        yield _Called(number, language, name, is_nickname=False)
    if nickname:
        for name in (*nickname.both, *(nickname.it if language == "it" else nickname.en)):
            yield _Called(number, language, name, is_nickname=True)


def _nicknames(catalogue: Catalogue) -> dict[str, Nickname]:
    """Return the nicknames by the kind and id of what they stand for, as the anchors of the page name those."""
    traits = {trait.id: f"traits-{trait.carrier}" for trait in catalogue.traits}
    return {
        f"{traits.get(one.id, '') if one.kind == 'trait' else _SECTIONS[one.kind]}-{one.id}": one
        for one in catalogue.nicknames
    }


def _phrases(called: Iterable[_Called]) -> dict[str, dict[int, str]]:
    phrases: dict[str, dict[int, str]] = {}
    for one in called:
        words = fold(one.name)
        for key in (phrase(words), stem_phrase(words, one.language)):
            phrases.setdefault(key, {}).setdefault(one.number, one.name if one.is_nickname else "")
    return phrases
