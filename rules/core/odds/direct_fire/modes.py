"""A weapon's ways of firing, and the row of the fire table that a shot is fired on."""

from rules.core.catalogue.catalogue import FireRow
from rules.core.catalogue.odds.effects import Ids
from rules.core.odds.book import Book
from rules.core.odds.direct_fire.shot import Aim
from rules.core.odds.format.refusals import refuse
from rules.core.odds.modifiers import holding
from rules.core.text.spelling import closest


def modes_of(book: Book, weapon: str) -> Ids:
    """Return the ids of a weapon's ways of firing; none where it has just one."""
    fire = book.odds.fire
    ways = fire.ways if fire else ()
    return next((one.modes for one in ways if weapon in one.weapons), ())


def mode(book: Book, weapon: str, told: str, path: str) -> str:
    """Return the way that a weapon is fired, the first where none is told; one that it does not have is refused."""
    own = modes_of(book, weapon)
    if not told:
        return own[0] if own else ""
    if told in own:
        return told
    check_mode(book, told, path)
    if not _all_modes(book.odds.fire):  # this ruleset does not read the field
        return ""
    refuse(path, "foreign-mode", closest(told, own), word=told, weapon=weapon)


def check_mode(book: Book, told: str, path: str) -> None:
    """Refuse a way of firing that no ruleset knows, where it is told and not read."""
    known = {way for other in book.library.catalogues.values() for way in _all_modes(other.odds.fire)}
    if told and told not in known:
        refuse(path, "mode", closest(told, known), word=told)


def _all_modes(fire: object) -> set[str]:
    return {mode for way in getattr(fire, "ways", ()) for mode in way.modes}


def fires_as(book: Book, aim: Aim) -> str:
    """Return the weapon whose row a shot is fired on, as the facts have it."""
    told = [rule.effect.fires_as for rule in holding(book.odds, "weapon", aim.case())]
    return told[0] if told else aim.weapon


def row_of(book: Book, aim: Aim) -> FireRow | None:
    """Return the row of the fire table that a shot is fired on; None: the weapon has none."""
    weapon = fires_as(book, aim)
    rows = book.fire_rows(weapon)
    ways = modes_of(book, weapon)
    place = ways.index(aim.mode) if aim.mode in ways else 0
    return rows[place] if place < len(rows) else None
