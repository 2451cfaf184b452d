"""The value of one man: hits and kills of his fire, and hits that put him out of action. Cached."""

from fractions import Fraction
from typing import NamedTuple

from rules.core.odds.book import Book
from rules.core.odds.dice import NEVER
from rules.core.odds.direct_fire.fire import fate_of, shot_of
from rules.core.odds.direct_fire.shot import Aim, modes_of
from rules.core.odds.format.questions import Shooter, Target
from rules.core.odds.hits import by_damage, by_saves
from rules.core.odds.hits.fate import Fate
from rules.core.odds.modifiers import RollCase

MOST_REMEMBERED = 5_000  # cases; a list of a hundred men asks for some hundreds


class Fighter(NamedTuple):
    """A man with a weapon, in a case: situations, distance, class and number of the targets."""

    class_: str
    weapon: str
    facts: frozenset[str]
    distance: int
    target_class: str
    figures: int
    reach: int


class Power(NamedTuple):
    """Expected hits and kills."""

    hits: Fraction
    kills: Fraction


def firepower(book: Book, fighter: Fighter) -> Power:
    """Return the expected hits and kills of a man with the best way of firing his weapon."""
    remembered = book.odds.remembered
    power = remembered.get(fighter)
    if power is None:
        if len(remembered) >= MOST_REMEMBERED:
            remembered.clear()
        power = remembered[fighter] = _firepower(book, fighter)
    return power


def _firepower(book: Book, fighter: Fighter) -> Power:
    best = Power(NEVER, NEVER)
    for mode in modes_of(book, fighter.weapon) or ("",):
        one = _one_way(book, fighter, mode)
        if one.kills > best.kills:
            best = one
    return best


def _one_way(book: Book, fighter: Fighter, mode: str) -> Power:
    aim = Aim(
        class_=fighter.class_,
        weapon=fighter.weapon,
        distance=fighter.distance,
        facts=fighter.facts,
        mode=mode,
        target_class=fighter.target_class,
        range=fighter.reach,
    )
    shot = shot_of(book, aim)
    if not shot.dice:
        return Power(NEVER, NEVER)
    fate = fate_of(book, aim, Target(class_=fighter.target_class), Shooter())
    everybody = fighter.figures if shot.area or shot.spread else 1
    hits = shot.dice * (shot.reach if shot.area else shot.chance) * shot.gate * everybody
    return Power(hits, hits * fate.lost)


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
