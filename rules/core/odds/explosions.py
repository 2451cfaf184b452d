"""High explosive (bi): where a shot lands, and the chance of being hit there."""

from fractions import Fraction

from rules.core.catalogue.odds.tables import Blast, Deviation, Explosions
from rules.core.odds import dice
from rules.core.odds.book import Book
from rules.core.odds.dice import NEVER, at_most
from rules.core.odds.modifiers import RollCase, counted, holding, quality_chance

Rings = tuple[Fraction, Fraction]  # the short ring and the long one
Drift = tuple[Fraction, Fraction, Fraction]  # on the spot, the short ring, the long one


def blast_of(explosions: Explosions, weapon: str) -> Blast:
    return next(blast for blast in explosions.blasts if weapon in blast.weapons)


def hit_chances(book: Book, explosions: Explosions, case: RollCase) -> Rings:
    """Return the chance of being hit in the short and long ring, by cover and weapon."""
    rules = list(holding(book.odds, "blast", case))
    rows = {row.id: row for row in explosions.rows}
    row = next((rows[rule.effect.row] for rule in rules if rule.effect.row), explosions.rows[0])
    more = next((blast.more for blast in explosions.blasts if case.weapon in blast.weapons), 0)
    known = counted(rules)
    short, long = (quality_chance(number + more, known, book.die) for number in (row.short, row.long))
    return at_most(short, book.die), at_most(long, book.die)


def missed_rings(explosions: Explosions, weapon: str, distance: int) -> Rings:
    """Return the chance of a missed direct shot to land within the short ring, and within the long one only."""
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
    """Return the chance of an indirect shot to land on the spot, in the short ring, and in the long one only."""
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
