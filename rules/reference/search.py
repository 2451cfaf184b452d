"""Search the reference, across rulesets and languages, the likeliest result first.

The order: exact names and nicknames, other forms of them, names that contain the words, then their beginnings and
other forms. Then texts under a matching title, and all other texts. Entries of the force come before rules with the
same name. An unknown word is also read with one letter changed.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum, auto
from itertools import chain
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

from rules.core.text import LANGUAGES
from rules.reference.index import (
    Index,
    IndexedEntry,
    Question,
    Words,
    phrase,
    question_of,
    read_question,
    said_also,
    stem_phrase,
)

MOST = 20  # shown entries of one ruleset
SHORTEST_MISTYPED = 5  # letters: in shorter words one wrong letter makes another word
MOST_READINGS = 8  # of a mistyped word

Readings = dict[str, tuple[str, ...]]  # of each searched word


class Rank(IntEnum):
    """How an entry was found, from best to worst."""

    CALLED_SO = auto()
    OTHER_FORM = auto()
    NAME = auto()
    NAME_BEGINS = auto()
    NAME_OTHER_FORM = auto()
    TITLE = auto()
    TEXT = auto()  # it only mentions the words
    NOT_FOUND = auto()


class Hit(NamedTuple):
    """A found entry, and the nickname that found it ("": none)."""

    entry: IndexedEntry
    nickname: str = ""

    @property
    def anchor(self) -> str:
        """The end of its address: #anchor, "" for the page itself."""
        return f"#{self.entry.anchor}" if self.entry.anchor else ""


class Results(NamedTuple):
    """The hits in a ruleset, best first: `answers` match the question, `others` are related or mention it.

    `more` is the number of further hits.
    """

    rank: Rank  # of the first
    answers: Sequence[Hit] = ()
    others: Sequence[Hit] = ()
    more: int = 0


class SearchAnswer(NamedTuple):
    """The result of a question, ruleset by ruleset in the given order.

    `corrected` are the unknown words with their readings; `is_partial`: no entry has all the words.
    """

    results: Sequence[Results]
    corrected: Sequence[tuple[str, str]]
    is_partial: bool


NOTHING = Results(Rank.NOT_FOUND)


def search(indexes: Sequence[Index], text: str) -> SearchAnswer:
    """Return the results of a text in each index; if it names a ruleset beside something else, only there."""
    named, question = without_books(indexes, text)
    found = _search([indexes[number] for number in named], question)
    results = dict(zip(named, found.results, strict=True))
    return found._replace(results=[results.get(number, NOTHING) for number in range(len(indexes))])


def without_books(indexes: Sequence[Index], text: str) -> tuple[list[int], Question]:
    """Return the indexes that a text asks by their numbers, all unless it names some, and the rest of the text."""
    question = read_question(text)
    rests = {number: _without_book(question, index.books) for number, index in enumerate(indexes)}
    named = {number: rest for number, rest in rests.items() if rest}
    return list(named or rests), next(iter(named.values()), question)


def _without_book(question: Question, books: Iterable[tuple[str, ...]]) -> Question | None:
    """Return a question without a ruleset's name in it; None if it has none, or nothing else."""
    for book in sorted(books, key=len, reverse=True):
        for place in range(len(question.typed) - len(book) + 1):
            if question.typed[place : place + len(book)] == book:
                rest = question.typed[:place] + question.typed[place + len(book) :]
                return question_of(rest) if rest else None
    return None


def _search(indexes: Sequence[Index], question: Question) -> SearchAnswer:
    if not question.wanted:
        return SearchAnswer([NOTHING] * len(indexes), [], False)
    readings = {word: _readings(word, indexes) for word in question.wanted}
    corrected = [(word, read[0]) for word, read in readings.items() if read[0] != word]
    found = [_results(index, question, readings) for index in indexes]
    if any(results != NOTHING for results in found):
        return SearchAnswer(found, corrected, False)
    partial = _partial(indexes, readings)
    is_partial = any(results != NOTHING for results in partial)
    return SearchAnswer(partial, corrected if is_partial else [], is_partial)


def _readings(word: str, indexes: Sequence[Index]) -> tuple[str, ...]:
    """Return the readings of a word: itself, its equivalents, or the nearest words if it is unknown."""
    read = said_also(word)
    entries = [entry for index in indexes for entry in index.entries]
    if len(word) < SHORTEST_MISTYPED or any(entry.all_words.has_form(one) for entry in entries for one in read):
        return read
    names = _nearest(word, (entry.names for entry in entries))
    texts = _nearest(word, (entry.all_words for entry in entries))
    return tuple(dict.fromkeys((*names, *texts))) or read


def _nearest(word: str, among: Iterable[Words]) -> list[str]:
    """Return the words that are one letter away: one changed, added or removed, or two swapped."""
    known = {other for words in among for other in words.words.split()}
    found = process.extract(word, known, scorer=OSA.distance, score_cutoff=1, limit=None)
    return sorted(other for other, _, _ in found)[:MOST_READINGS]


def _results(index: Index, question: Question, readings: Readings) -> Results:
    ranks: dict[int, Rank] = {}
    nicknames: dict[int, str] = {}
    for rank, key in _phrases(question, readings):
        for number, nickname in index.phrases.get(key, {}).items():
            ranks.setdefault(number, rank)
            nicknames.setdefault(number, nickname)
    for number, entry in enumerate(index.entries):
        if number not in ranks and _has_all(entry.all_words.has_form, readings):
            ranks[number] = _rank(entry, readings)
    return _sorted(index, ranks, nicknames)


def _rank(entry: IndexedEntry, readings: Readings) -> Rank:
    """Return where an entry with all the words has them."""
    names, titles = entry.names, entry.titles
    ways: Sequence[tuple[Rank, Callable[[str], bool]]] = (
        (Rank.NAME, names.has),
        (Rank.NAME_BEGINS, names.has_beginning),
        (Rank.NAME_OTHER_FORM, names.has_form),
        (Rank.TITLE, lambda word: names.has_form(word) or titles.has_form(word)),
    )
    return next((rank for rank, way in ways if _has_all(way, readings)), Rank.TEXT)


def _has_all(way: Callable[[str], bool], readings: Readings) -> bool:
    return all(any(map(way, read)) for read in readings.values())


def _phrases(question: Question, readings: Readings) -> Iterator[tuple[Rank, str]]:
    """Yield the keys of whole names: all typed words, and those without question words."""
    typed = [readings.get(word, (word,))[0] for word in question.typed]
    wanted = [readings[word][0] for word in question.wanted]
    for words in (typed, wanted):
        yield Rank.CALLED_SO, phrase(words)
    for words in (typed, wanted):
        for language in LANGUAGES:
            yield Rank.OTHER_FORM, stem_phrase(words, language)


def _partial(indexes: Sequence[Index], readings: Readings) -> list[Results]:
    """Return the entries with the most words, those with matching names first."""
    counted = [[_count(entry, readings) for entry in index.entries] for index in indexes]
    most = max((count for counts in counted for count, _ in counts), default=0) or 1
    found = []
    for index, counts in zip(indexes, counted, strict=True):
        ranks = {
            number: Rank.NAME if is_named else Rank.TEXT
            for number, (count, is_named) in enumerate(counts)
            if count == most
        }
        found.append(_sorted(index, ranks, {}))
    return found


def _count(entry: IndexedEntry, readings: Readings) -> tuple[int, bool]:
    """Return how many of the words an entry has, and whether one of them is in its names."""
    count = sum(any(map(entry.all_words.has_form, read)) for read in readings.values())
    return count, any(map(entry.names.has_form, chain.from_iterable(readings.values())))


def _sorted(index: Index, ranks: dict[int, Rank], nicknames: dict[int, str]) -> Results:
    if not ranks:
        return NOTHING

    def order(number: int) -> tuple[bool, bool, bool, Rank, int]:
        rank = ranks[number]
        is_rule = index.entries[number].is_rule
        return (rank > Rank.OTHER_FORM, rank > Rank.NAME_OTHER_FORM, is_rule, rank, number)

    numbers = sorted(ranks, key=order)
    first, shown = numbers[0], numbers[:MOST]
    # If an entry has exactly this name, others that contain the word are no results.
    is_plain = ranks[first] <= Rank.OTHER_FORM and not index.entries[first].is_rule
    asked_for = Rank.OTHER_FORM if is_plain else Rank.TITLE
    hits = {number: Hit(index.entries[number], nicknames.get(number, "")) for number in shown}
    return Results(
        rank=ranks[first],
        answers=[hits[number] for number in shown if ranks[number] <= asked_for],
        others=[hits[number] for number in shown if ranks[number] > asked_for],
        more=len(numbers) - len(shown),
    )
