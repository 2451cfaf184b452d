"""The rolls of a man with his weapon, by fire mode and range band, with all modifiers.

`facts_in_hand` has the situations that follow from the list, `rolls_in_hand` and `save_of` the rolls. Add situations of
the table (cover, having moved: `catalogue.odds.profile` names them) to see their effect.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from rules.core.catalogue.catalogue import Catalogue, FireRow
from rules.core.catalogue.library import Library
from rules.core.document.roster import Figure, Squad
from rules.core.odds.book import Book
from rules.core.odds.direct_fire.fire import shot_of
from rules.core.odds.direct_fire.shot import Aim, Shot, modes_of, row_of
from rules.core.odds.hits.by_saves import men
from rules.core.odds.lists.profile import facts_of
from rules.core.odds.modifiers import RollCase
from rules.core.text import Text

HALF, WHOLE = 1, 2  # distances of a range of 2: where no range is known, its halves


class InBand(NamedTuple):
    """A range band up to `edge` cm, its `place` in the row (a row may leave one out), and the shot that is fired there.

    `shot.base` is the number that the table prints, `shot.need` the face that this man needs, `shot.dice` the dice that
    are left to him, `shot.rules` what changes them, each with its paragraph; unless `shot.status` is `ok`, it cannot
    hit. `edge` is None if the referee says how far a weapon reaches: within half of that, and within all of it.
    """

    place: int
    edge: int | None
    shot: Shot


class WayInHand(NamedTuple):
    """A way of firing a weapon: its id and name ("" and None if there is just one), the dice that its row has."""

    mode: str
    name: Text | None
    dice: int
    bands: tuple[InBand, ...]


def facts_in_hand(figure: Figure, weapon: str, squad: Squad, catalogue: Catalogue) -> tuple[str, ...]:
    """Return the facts that a list gives for a firer: roles, his squad's motivation, a weapon without crew."""
    measures = catalogue.odds.profile
    if measures is None:
        return ()
    facts, crew = facts_of(figure, squad, measures), measures.crew
    if crew and weapon in crew.weapons and not any(crew.role in one.roles for one in squad.figures):
        facts.append(crew.alone)
    return tuple(facts)


def rolls_in_hand(
    catalogue: Catalogue, class_: str, weapon: str, facts: Iterable[str] = (), vehicle: str = ""
) -> tuple[WayInHand, ...]:
    """Return the rolls of men of a class with a weapon against men, by fire mode and range band.

    Class and weapon are known to the ruleset, facts to its odds; `vehicle` is the type that carries the weapon. Empty
    where the ruleset has no odds of fire, or the weapon no row.
    """
    book = Book(Library([catalogue]), catalogue)
    if book.odds.fire is None:
        return ()
    ways = modes_of(book, weapon) or ("",)
    aims = [Aim(class_, weapon, WHOLE, frozenset(facts), mode, vehicle, range=WHOLE) for mode in ways]
    if book.odds.method == "range":
        return tuple(_by_range(book, aim) for aim in aims)
    return tuple(_by_row(book, aim, row) for aim in aims if (row := row_of(book, aim)))


def save_of(catalogue: Catalogue, class_: str, facts: Iterable[str] = ()) -> int | None:
    """Return the face that men of a class need to save, None if they never do. `facts`: of the ruleset's odds."""
    saves = catalogue.odds.saves
    if saves is None:
        return None
    book = Book(Library([catalogue]), catalogue)
    need = men(book, saves, RollCase(facts=frozenset(facts), target_class=class_)).save
    return next(iter(need.values())) if need else None


def _by_range(book: Book, aim: Aim) -> WayInHand:
    bands = tuple(InBand(place, None, _at(book, aim, cm)) for place, cm in enumerate((HALF, WHOLE)))
    return WayInHand(aim.mode, None, 1, bands)


def _by_row(book: Book, aim: Aim, row: FireRow) -> WayInHand:
    bands = tuple(InBand(place, edge, _at(book, aim, edge)) for place, edge in _edges(book, row))
    return WayInHand(aim.mode, row.mode, row.dice, bands)


def _edges(book: Book, row: FireRow) -> Iterator[tuple[int, int]]:
    """Yield the bands of a row by their places, with their far edges, the last at its reach."""
    for place, edge in enumerate(row.reach or book.catalogue.bands):
        if edge is None:
            continue
        if row.most is not None and edge >= row.most:
            yield place, row.most
            return
        yield place, edge


def _at(book: Book, aim: Aim, distance: int) -> Shot:
    return shot_of(book, replace(aim, distance=distance))
