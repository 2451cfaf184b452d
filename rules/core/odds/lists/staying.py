"""The number of single hits that put a man out of action."""

from fractions import Fraction

from rules.core.odds.book import Book
from rules.core.odds.hits import by_damage, by_saves
from rules.core.odds.hits.fate import Fate
from rules.core.odds.modifiers import RollCase
from rules.core.odds.probability.chances import NEVER


def hits_to_put_out(book: Book, class_id: str, facts: frozenset[str]) -> Fraction:
    """Return the expected number of hits that put out a man of a class; a first wound is remembered."""
    key = (class_id, facts)
    remembered = book.odds.staying
    if key not in remembered:
        remembered[key] = _hits(_fate(book, RollCase(facts=facts, target_class=class_id)))
    return remembered[key]


def _fate(book: Book, case: RollCase) -> Fate:
    if book.odds.saves:
        return by_saves.men(book, book.odds.saves, case)
    assert book.odds.damage is not None
    return by_damage.men(book, book.odds.damage, case)


def _hits(fate: Fate) -> Fraction:
    lost = fate.lost
    wounded = sum((fate.one[name] for name in fate.wounds if name not in fate.out), NEVER)
    marked = lost + wounded  # a hit that counts: the second of those always puts him out
    return (1 + wounded / marked) / marked
