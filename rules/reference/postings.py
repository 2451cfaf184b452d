"""In which entries words stand: whole, by their beginnings, by their stems."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.core.text import Language
from rules.reference.words import stem, stems

Numbers = frozenset[int]
NOWHERE: Numbers = frozenset()


@dataclass(frozen=True, slots=True)
class Postings:
    """The numbers of the entries that have a word, by the word and by its stem; `words` in their order.

    They are kept as tuples: most are of one number, and a set takes four times as much room.
    """

    by_word: dict[str, tuple[int, ...]]
    by_stem: dict[str, tuple[int, ...]]
    words: tuple[str, ...]

    @classmethod
    def of(cls, entries: Iterable[tuple[int, Language, str]]) -> "Postings":
        """Return the postings of words, each with the number of its entry and its language."""
        by_word: dict[str, set[int]] = {}
        by_stem: dict[str, set[int]] = {}
        for number, language, word in entries:
            by_word.setdefault(word, set()).add(number)
            by_stem.setdefault(stem(word, language), set()).add(number)
        return cls(_packed(by_word), _packed(by_stem), tuple(sorted(by_word)))

    def whole(self, word: str) -> Numbers:
        """Return the entries that have the word."""
        return frozenset(self.by_word.get(word, ()))

    def beginning(self, word: str) -> Numbers:
        """Return the entries that have a word beginning so."""
        return NOWHERE.union(*(self.by_word[longer] for longer in self._longer(word)))

    def stemmed(self, word: str) -> Numbers:
        """Return the entries that have a word beginning so, or another form of it in either language."""
        return self.beginning(word).union(*(self.by_stem.get(one, ()) for one in stems(word)))

    def _longer(self, word: str) -> Iterator[str]:
        """Yield the words that begin with a word: they stand side by side."""
        for place in range(bisect_left(self.words, word), len(self.words)):
            if not self.words[place].startswith(word):
                return
            yield self.words[place]


def _packed(sets: dict[str, set[int]]) -> dict[str, tuple[int, ...]]:
    return {key: tuple(numbers) for key, numbers in sets.items()}
