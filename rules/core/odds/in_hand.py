"""The rolls of one man: with a weapon in his hands, by fire mode and range band; against what flies; his save."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from rules.core.catalogue.catalogue import Catalogue, FireRow
from rules.core.catalogue.library import Library
from rules.core.catalogue.odds.tables import ProfileMeasures
from rules.core.document.roster import Figure, Squad, Vehicle
from rules.core.odds.book import Book
from rules.core.odds.hits import saving_men
from rules.core.odds.modifiers import RollCase
from rules.core.odds.shot import Shot, row_of, shot_of
from rules.core.text import Text


def facts_of(figure: Figure, squad: Squad, measures: ProfileMeasures) -> list[str]:
    """Return what counts in the list when a man fires: his roles, his squad's motivation."""
    return [*(role for role in figure.roles if role in measures.roles), *motivation_told(measures, squad)]


def motivation_told(measures: ProfileMeasures, squad: Squad) -> list[str]:
    motivation = squad.modifiers.motivation
    told = measures.motivated if motivation > 0 else measures.tired if motivation < 0 else ""
    return [told] if told else []


HALF, WHOLE = 1, 2  # distances in a range of 2, for its halves: the range itself is unknown


class InBand(NamedTuple):
    """A range band up to `edge` cm, its `place` in the row (a row can omit one), and a shot in it.

    `shot.base` is the number that the table prints, `shot.need` the face that this man needs, `shot.dice` his
    remaining dice, `shot.rules` the modifiers with their paragraphs; unless `shot.status` is `ok`, it cannot hit.
    `edge` is None if the referee decides the range of a weapon: within half of it, and within all of it.
    """

    place: int
    edge: int | None
    shot: Shot


class AtAir(NamedTuple):
    """The face that is needed at what flies (None: it cannot be hit), up to `reach` cm (None: at any distance)."""

    need: int | None
    reach: int | None


class WayInHand(NamedTuple):
    """A fire mode of a weapon: its id and name ("" and None if there is just one), and the dice of its row."""

    mode: str
    name: Text | None
    dice: int
    bands: tuple[InBand, ...]


def facts_in_hand(row: Figure | Vehicle, weapon: str, squad: Squad, catalogue: Catalogue) -> tuple[str, ...]:
    """Return the situations of a firer in a list: roles, his squad's motivation, a weapon without crew.

    The weapons of a vehicle always have their crew.
    """
    measures = catalogue.odds.profile
    if measures is None:
        return ()
    if isinstance(row, Vehicle):
        return tuple(motivation_told(measures, squad))
    facts, crew = facts_of(row, squad, measures), measures.crew
    if crew and weapon in crew.weapons and not any(crew.role in one.roles for one in squad.figures):
        facts.append(crew.alone)
    return tuple(facts)


def rolls_in_hand(
    catalogue: Catalogue, class_: str, weapon: str, facts: Iterable[str] = (), vehicle: str = ""
) -> tuple[WayInHand, ...]:
    """Return the rolls of men of a class with a weapon against men, by fire mode and range band.

    Class and weapon are known to the ruleset, situations to its odds; `vehicle` is the type that carries the weapon.
    Empty if the ruleset has no odds of fire, or the weapon no row.
    """
    book = Book(Library([catalogue]), catalogue)
    if book.odds.fire is None:
        return ()
    aim = RollCase(frozenset(facts), class_, weapon, vehicle=vehicle, distance=WHOLE, range=WHOLE)
    aims = [replace(aim, mode=mode) for mode in book.odds.modes_of(weapon) or ("",)]
    if book.odds.method == "range":
        return tuple(_by_range(book, aim) for aim in aims)
    return tuple(_by_row(book, aim, row) for aim in aims if (row := row_of(book, aim)))


def at_air(
    catalogue: Catalogue, class_: str, weapon: str, facts: Iterable[str] = (), vehicle: str = ""
) -> dict[str, AtAir]:
    """Return what men of a class need against each kind of flying target.

    Only for weapons whose numbers are not those of their fire rows.
    """
    book = Book(Library([catalogue]), catalogue)
    air = book.odds.air
    if air is None or weapon not in air.weapons or not (air.numbers or weapon in air.only):
        return {}
    aim = RollCase(frozenset(facts), class_, weapon, vehicle=vehicle, target="air", distance=1, range=1)
    shots = {kind: shot_of(book, replace(aim, air=kind)) for kind in air.kinds}
    reach = next((row.reach for row in air.numbers if weapon in row.weapons), None)
    return {kind: AtAir(next(iter((shot.need or {}).values()), None), reach) for kind, shot in shots.items()}


def save_of(catalogue: Catalogue, class_: str, facts: Iterable[str] = ()) -> int | None:
    """Return the face that men of a class need to save, None if they never do. `facts`: situations of the odds."""
    saves = catalogue.odds.saves
    if saves is None:
        return None
    book = Book(Library([catalogue]), catalogue)
    need = saving_men(book, saves, RollCase(facts=frozenset(facts), target_class=class_)).save
    return next(iter(need.values())) if need else None


def _by_range(book: Book, aim: RollCase) -> WayInHand:
    shots = (shot_of(book, replace(aim, distance=distance)) for distance in (HALF, WHOLE))
    return WayInHand(aim.mode, None, 1, tuple(InBand(place, None, shot) for place, shot in enumerate(shots)))


def _by_row(book: Book, aim: RollCase, row: FireRow) -> WayInHand:
    bands = (InBand(place, edge, shot_of(book, replace(aim, distance=edge))) for place, edge in _edges(book, row))
    return WayInHand(aim.mode, row.mode, row.dice, tuple(bands))


def _edges(book: Book, row: FireRow) -> Iterator[tuple[int, int]]:
    """Yield the bands of a row by place, with their far edges, the last at its maximum range."""
    for place, edge in enumerate(row.reach or book.catalogue.bands):
        if edge is None:
            continue
        if row.most is not None and edge >= row.most:
            yield place, row.most
            return
        yield place, edge
