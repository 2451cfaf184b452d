"""The entries of a ruleset that can be found, and their words.

The catalogues are small and in memory: the search uses folded words and no SQL, with the same answers on SQLite and
PostgreSQL. It finds everything on a reference page. The first search builds the index.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple, cast
from uuid import UUID

import msgspec
from django.utils import translation
from django.utils.translation import gettext
from msgspec import Struct

from rules.catalogue import catalogue_for
from rules.core.catalogue.building import Nickname
from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.entry import TABLES
from rules.core.text import LANGUAGES, Language, plain, squeezed
from rules.reference.items import builder_lines, men
from rules.reference.page import OF_A_FORCE, build_reference
from rules.reference.parts import Chapter, ChapterPart, ReferenceEntry, ShortAnswer, paragraphs

MOST = 16  # searched words of a question

# A word, or the number of a paragraph: "§8.3" is the one word "8.3".
_WORD = re.compile(r"\w+(?:\.\w+)*")


class _Words(Struct):
    """The words of questions in `words.yaml`: those that the search ignores, and players' words for others."""

    asking: str
    also: dict[str, str]


_WORDS = msgspec.yaml.decode(Path(__file__).with_name("words.yaml").read_bytes(), type=_Words)
ASKING = frozenset(_WORDS.asking.split())


class Question(NamedTuple):
    """A question: all its words, and the search words."""

    typed: tuple[str, ...]
    wanted: tuple[str, ...]


def fold(text: str) -> list[str]:
    """Return the words of a text without accents and capitals: `Reparti d’élite` is reparti, d, elite."""
    return _WORD.findall(plain(text))


def read_question(text: str) -> Question:
    """Return the search words of a text: `quanto costa un Bren?` looks for bren; `gittata` alone for itself."""
    return question_of(tuple(fold(text)[:MOST]))


def question_of(words: tuple[str, ...]) -> Question:
    return Question(words, tuple(word for word in words if word not in ASKING) or words)


def said_also(word: str) -> tuple[str, ...]:
    """Return a word, and its equivalents in the texts: `half` is 50%."""
    return (word, _WORDS.also[word]) if word in _WORDS.also else (word,)


@lru_cache(maxsize=8192)
def stem(word: str, language: Language) -> str:
    """Return the stem of a word in a language, different from stems of the other: `it:perd` for perde, perdite."""
    found = _stemmer(language)(word)
    # Snowball keeps mortaio and mortai apart.
    return f"{language}:{found.removesuffix('i') if language == 'it' else found}"


def stems(word: str) -> list[str]:
    return [stem(word, language) for language in LANGUAGES]


@cache
def _stemmer(language: Language) -> Callable[[str], str]:
    """Return the stemmer of a language. The library loads all its languages, and only searches need it."""
    import snowballstemmer

    made = snowballstemmer.stemmer({"it": "italian", "en": "english"}[language])
    return cast(Callable[[str], str], made.stemWord)


InLanguage = tuple[Language, str]


class Words(NamedTuple):
    """The words of texts in both languages, and their stems, with a space around each."""

    words: str
    stems: str

    @classmethod
    def of(cls, texts: Iterable[InLanguage]) -> "Words":
        each = dict.fromkeys((language, word) for language, text in texts for word in fold(text))
        words = dict.fromkeys(word for _, word in each)
        stemmed = dict.fromkeys(stem(word, language) for language, word in each)
        return cls(f" {' '.join(words)} ", f" {' '.join(stemmed)} ")

    def has(self, word: str) -> bool:
        return f" {word} " in self.words

    def has_beginning(self, word: str) -> bool:
        return f" {word}" in self.words

    def has_form(self, word: str) -> bool:
        """Whether a word begins like this, or is another form of it in either language."""
        return self.has_beginning(word) or any(f" {one} " in self.stems for one in stems(word))


# The parts of a name: "Mercenaries, commandos", "Automatic rifle (BAR, Bren)".
_BETWEEN_PARTS = re.compile(r"[(),;:/]")

# The kinds of nicknames in the anchors of the page, if they are called otherwise there.
_SECTIONS: dict[str, str] = {kind: table for table, kind in TABLES.items()} | {"format": "formats"}


class EntryText(NamedTuple):
    """An entry in one language: the titles above it, its name, its answer."""

    place: str
    name: str
    answer: ShortAnswer


@dataclass(frozen=True, slots=True)
class IndexedEntry:
    """An entry of a reference: its place, its text in each language, and its words. `is_rule`: not of a force.

    `line`: what adds it in the builder ("": nothing does). `names` are the words of its names and nicknames, `titles`
    those of the titles above it, `all_words` these and the words of its text.
    """

    anchor: str
    source: str
    is_rule: bool
    it: EntryText
    en: EntryText
    line: str
    names: Words
    titles: Words
    all_words: Words

    def to(self, language: Language) -> EntryText:
        return self.it if language == "it" else self.en


@dataclass(frozen=True, slots=True)
class Index:
    """The entries of a ruleset.

    `phrases` are the whole names and nicknames by their letters and by their stems: the numbers of their entries,
    each with the nickname as written ("" for the entry's own name). `books` are the names of the ruleset, in words.
    """

    entries: Sequence[IndexedEntry]
    phrases: dict[str, dict[int, str]]
    books: frozenset[tuple[str, ...]]


class _Entry(NamedTuple):
    """An entry in one language. Nicknames refer to it by `key`; a sentence has no `title` as its name."""

    key: str
    anchor: str
    source: str
    told: EntryText
    title: str
    words: Sequence[str] = ()
    is_rule: bool = False


@lru_cache(maxsize=32)
def index_of(version_id: UUID) -> Index:
    """Return the index of a version of a ruleset. Raises RulesetVersion.DoesNotExist."""
    return build_index(catalogue_for(version_id))


def build_index(catalogue: Catalogue) -> Index:
    """Return the index of a ruleset: each row and item of its page in order, its figures, and itself."""
    nicknames, lines = _nicknames(catalogue), builder_lines(catalogue)
    entries: list[IndexedEntry] = []
    phrases: dict[str, dict[int, str]] = {}
    names: list[InLanguage] = []
    for it, en in zip(_entries(catalogue, "it"), _entries(catalogue, "en"), strict=True):
        names = []
        for language, entry in zip(LANGUAGES, (it, en), strict=True):
            for name, nickname in _names(entry, language, nicknames.get(entry.key)):
                names.append((language, name))
                words = fold(name)
                for key in (phrase(words), stem_phrase(words, language)):
                    phrases.setdefault(key, {}).setdefault(len(entries), nickname)
        titles: list[InLanguage] = [("it", it.told.place), ("en", en.told.place)]
        texts: list[InLanguage] = [("it", " ".join(it.words)), ("en", " ".join(en.words))]
        entries.append(
            IndexedEntry(
                it.anchor,
                it.source,
                it.is_rule,
                it.told,
                en.told,
                lines.get(it.anchor, ""),
                names=Words.of(names),
                titles=Words.of(titles),
                all_words=Words.of([*names, *titles, *texts]),
            )
        )
    # The last entry is the ruleset itself.
    return Index(entries, phrases, books=frozenset(tuple(fold(name)) for _, name in names))


def phrase(words: Iterable[str]) -> str:
    """Return the key of a whole name in any spelling: `MG 42` and `mg-42` are mg42."""
    return squeezed("".join(words))


def stem_phrase(words: Iterable[str], language: Language) -> str:
    """Return the key of other forms of a whole name: `carri armati` is found with `carro armato`."""
    return " ".join(stem(word, language) for word in words)


def _entries(catalogue: Catalogue, language: Language) -> list[_Entry]:
    with translation.override(language):
        reference = build_reference(catalogue, language)
        figures = [_figure(*man) for man in men(catalogue, language)]
    name = catalogue.name.to(language)
    answer = ShortAnswer(sentences=[catalogue.line.to(language)])
    itself = EntryText(catalogue.edition.to(language), name, answer)
    return [
        *(_entry(chapter, part, thing) for chapter in reference.chapters for part, thing in chapter.entries()),
        *figures,
        _Entry(f"ruleset-{catalogue.id}", "", "", itself, name),
    ]


def _entry(chapter: Chapter, part: ChapterPart, thing: ReferenceEntry) -> _Entry:
    place = " · ".join(dict.fromkeys((chapter.title, part.title)))
    # A constraint or a ruling has a sentence for a name, which would come before its subject.
    is_sentence = chapter.anchor == "rulings" or thing.severity
    title = "" if is_sentence else thing.name
    about = [link.name for link in thing.about]
    words = [thing.name, *thing.words, *about, *paragraphs(thing.source)]
    told, is_rule = EntryText(place, thing.name, thing.answer), chapter.anchor not in OF_A_FORCE
    return _Entry(thing.anchor, thing.anchor, thing.source, told, title, words, is_rule)


def _figure(preset_id: str, man: ReferenceEntry) -> _Entry:
    told = EntryText(gettext("Figures"), man.name, man.answer)
    return _Entry(f"preset-{preset_id}", man.anchor, man.source, told, man.name, man.answer.facts)


def _names(entry: _Entry, language: Language, nickname: Nickname | None) -> Iterator[tuple[str, str]]:
    """Yield the names of an entry: its name and the parts of it, each with "", and its nicknames with themselves."""
    if not entry.title:
        return
    # A rule about "guns, tanks, mortars" is not called mortars.
    parts = [] if entry.is_rule else [part.strip() for part in _BETWEEN_PARTS.split(entry.title)]
    yield from ((name, "") for name in dict.fromkeys((entry.title, *filter(None, parts))))
    if nickname:
        own = nickname.it if language == "it" else nickname.en
        yield from ((name, name) for name in (*nickname.both, *own))


def _nicknames(catalogue: Catalogue) -> dict[str, Nickname]:
    """Return the nicknames by kind and id, like the anchors of the page."""
    traits = {trait.id: f"traits-{trait.carrier}" for trait in catalogue.traits}
    return {
        f"{traits.get(one.id, '') if one.kind == 'trait' else _SECTIONS.get(one.kind, one.kind)}-{one.id}": one
        for one in catalogue.nicknames
    }
