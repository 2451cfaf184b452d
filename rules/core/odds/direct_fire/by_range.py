"""Hitting by the referee's range: one number within half of it, another beyond (ludonet)."""

from rules.core.catalogue.odds.tables import Fire
from rules.core.odds.book import Book
from rules.core.odds.direct_fire.shot import Aim, Shot
from rules.core.odds.modifiers import counted, holding, total
from rules.core.odds.probability.chances import NEVER, at_least, need_at_least


def shot_by_range(book: Book, fire: Fire, aim: Aim) -> Shot:
    """Return what a firer rolls."""
    air = fire.air
    is_air = aim.target == "air"
    if air and (aim.weapon not in air.weapons if is_air else aim.weapon in air.only):
        return Shot("may-not", air.source)
    if aim.distance > aim.range:
        return Shot("out-of-range", fire.source)
    flat = air.flat if air and is_air else None
    full, near = fire.full or 0, fire.near or 0
    base = flat if flat is not None else near if 2 * aim.distance <= aim.range else full
    rules = () if flat is not None else tuple(counted(holding(book.odds, "hit", aim.case())))
    number = base - total(rules, "die")
    one = at_least(number, book.die)
    return Shot(
        status="ok" if one else "cannot",
        source=fire.source,
        base=base,
        rules=rules,
        need=need_at_least(number, book.die),
        dice=1 if one else 0,
        chance=one,
        reach=one or NEVER,
        area=aim.weapon in fire.area,
    )
