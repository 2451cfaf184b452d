"""The value of one man: hits and kills of his fire, the hits that put him out, and his rolls with a weapon."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from rules.core.catalogue.catalogue import Catalogue, FireRow
from rules.core.catalogue.library import Library
from rules.core.catalogue.odds.tables import ProfileMeasures
from rules.core.document.roster import Figure, Squad, Vehicle
from rules.core.odds.book import Book
from rules.core.odds.dice import NEVER
from rules.core.odds.fire import fate_of
from rules.core.odds.format.questions import Shooter, Target
from rules.core.odds.hits import Fate, damaged_men, saving_men
from rules.core.odds.modifiers import RollCase
from rules.core.odds.shot import Aim, Shot, row_of, shot_of
from rules.core.text import Text

MOST_REMEMBERED = 5_000  # cases; a list of a hundred men asks for some hundreds


class Fighter(NamedTuple):
    """A man with a weapon ("": not chosen yet), in a case: situations, distance, class and number of the targets."""

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
    """Return the expected hits and kills of a man with the best fire mode of his weapon."""
    remembered = book.odds.remembered
    if not book.odds.is_by_class:
        fighter = fighter._replace(class_="")
    power = remembered.get(fighter)
    if power is None:
        if len(remembered) >= MOST_REMEMBERED:
            remembered.clear()
        power = remembered[fighter] = _firepower(book, fighter)
    return power


def _firepower(book: Book, fighter: Fighter) -> Power:
    best = Power(NEVER, NEVER)
    for mode in book.odds.modes_of(fighter.weapon) or ("",):
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
    """Return the expected number of hits that put out of action a man of a class; a first wound is remembered."""
    key = (class_id, facts)
    remembered = book.odds.staying
    if key not in remembered:
        remembered[key] = _hits(_fate(book, RollCase(facts=facts, target_class=class_id)))
    return remembered[key]


def _fate(book: Book, case: RollCase) -> Fate:
    if book.odds.saves:
        return saving_men(book, book.odds.saves, case)
    assert book.odds.damage is not None
    return damaged_men(book, book.odds.damage, case)


def _hits(fate: Fate) -> Fraction:
    lost = fate.lost
    wounded = sum((fate.one[name] for name in fate.wounds if name not in fate.out), NEVER)
    marked = lost + wounded  # a hit that counts: the second always puts him out of action
    return (1 + wounded / marked) / marked


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
    aim = Aim(frozenset(facts), class_, weapon, vehicle=vehicle, distance=WHOLE, range=WHOLE)
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
    aim = Aim(frozenset(facts), class_, weapon, vehicle=vehicle, target="air", distance=1, range=1)
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


def _by_range(book: Book, aim: Aim) -> WayInHand:
    shots = (shot_of(book, replace(aim, distance=distance)) for distance in (HALF, WHOLE))
    return WayInHand(aim.mode, None, 1, tuple(InBand(place, None, shot) for place, shot in enumerate(shots)))


def _by_row(book: Book, aim: Aim, row: FireRow) -> WayInHand:
    bands = (
        InBand(place, edge, shot_of(book, replace(aim, distance=edge))) for place, edge in _edges(book, row)
    )
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
