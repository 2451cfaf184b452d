"""High explosive: the rings of a blast, the chance in each, and where shots fall that miss (bi)."""

from fractions import Fraction

from rules.core.catalogue.odds.tables import Blast, Deviation, Explosions
from rules.core.odds.book import Book
from rules.core.odds.modifiers import RollCase, counted, halvings, holding
from rules.core.odds.probability import dice
from rules.core.odds.probability.chances import NEVER

Rings = tuple[Fraction, Fraction]  # the short ring and the long one
Drift = tuple[Fraction, Fraction, Fraction]  # on the spot, the short ring, the long one


def blast_of(explosions: Explosions, weapon: str) -> Blast:
    """Return the rings of a weapon's explosion."""
    return next(blast for blast in explosions.blasts if weapon in blast.weapons)


def hit_chances(book: Book, explosions: Explosions, case: RollCase) -> Rings:
    """Return the chance of being hit in the short and in the long ring, as cover and weapon have it."""
    rules = list(holding(book.odds, "blast", case))
    told = [rule.effect.row for rule in rules if rule.effect.row]
    rows = {row.id: row for row in explosions.rows}
    row = rows[told[0]] if told else explosions.rows[0]
    more = next((blast.more for blast in explosions.blasts if case.weapon in blast.weapons), 0)
    half = halvings(counted(rules))
    return _held(book, row.short + more, half), _held(book, row.long + more, half)


def _held(book: Book, number: int, half: int) -> Fraction:
    for _ in range(half):
        number = -(-number // 2)
    return Fraction(min(max(number, 0), book.die), book.die)


def missed_rings(explosions: Explosions, weapon: str, distance: int) -> Rings:
    """Return the chance of a direct shot that misses to fall within the short ring, and within the long one only."""
    blast = blast_of(explosions, weapon)
    short = long = NEVER
    faces = sum(one.faces for one in explosions.direct)
    for one in explosions.direct:
        if one.percent and one.percent * distance <= 100 * blast.short:
            short += Fraction(one.faces, faces)
        elif one.percent and one.percent * distance <= 100 * blast.long:
            long += Fraction(one.faces, faces)
    return short, long


def drift(deviations: tuple[Deviation, ...], rolled: tuple[int, int], blast: Blast) -> Drift:
    """Return the chance of an indirect shot to be on the spot, within the short ring, and within the long one only."""
    on = short = long = NEVER
    faces = sum(one.faces for one in deviations)
    for one in deviations:
        share = Fraction(one.faces, faces)
        if one.exact:
            on += share
        elif one.axes:
            near = dice.within(*rolled, blast.short, one.axes)
            short += share * near
            long += share * (dice.within(*rolled, blast.long, one.axes) - near)
    return on, short, long
