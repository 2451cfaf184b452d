"""Saves: of men by their class, of vehicles by what hits them (rth §9, bn §9)."""

from fractions import Fraction

from rules.core.catalogue.odds.tables import Saves
from rules.core.odds.book import Book
from rules.core.odds.dice import ALWAYS, NEVER, at_least, need_at_least
from rules.core.odds.format.reading import refuse
from rules.core.odds.hits.fate import Fate
from rules.core.odds.modifiers import RollCase, counted, holding, total

SUPPRESSED, KILLED = "suppressed", "killed"
SAVED, KNOCKED_OUT, EXPLODED = "saved", "knocked-out", "exploded"


# Of what may not be fired at, and so has no column.
UNHARMED = Fate({SAVED: ALWAYS, KNOCKED_OUT: NEVER, EXPLODED: NEVER}, frozenset([KNOCKED_OUT, EXPLODED]))


def men(book: Book, saves: Saves, case: RollCase, cause: str = "", cause_number: int | None = None) -> Fate:
    """Return the fate of men: a save leaves a man suppressed, one failed save kills him.

    `cause`: the bombardment they save from, which has effects of its own, and may have a number.
    """
    rules = list(holding(book.odds, "save", case))
    if cause:
        rules += holding(book.odds, f"save-{cause}", case)
    bonuses = tuple(counted(rules))
    told = [rule.effect.number for rule in rules if rule.effect.number is not None]
    number = told[0] if told else cause_number or _number(book, saves, case.target_class)
    if number is None:
        return Fate({SUPPRESSED: NEVER, KILLED: ALWAYS}, frozenset([KILLED]), die=book.die)
    needed = max(number - total(bonuses, "die"), saves.fatal + 1)
    passed = at_least(needed, book.die)
    return Fate(
        {SUPPRESSED: passed, KILLED: 1 - passed},
        frozenset([KILLED]),
        save=need_at_least(needed, book.die),
        rules=bonuses,
        die=book.die,
    )


def _number(book: Book, saves: Saves, class_id: str) -> int | None:
    has = saves.characteristic in book.catalogue.class_by_id[class_id].stats
    return book.stat(class_id, saves.characteristic) if has else None


def vehicle(
    book: Book,
    saves: Saves,
    case: RollCase,
    occupants: str = "",
    weapon_path: str = "shooter.weapon",
    column: str = "",
) -> Fate:
    """Return the fate of a vehicle and, with a class, of its occupants.

    `column`: of its saves, where it is not that of the weapon; `weapon_path`: what a weapon without one is refused at.
    """
    out = frozenset([KNOCKED_OUT, EXPLODED])
    number = _vehicle_number(book, saves, case, weapon_path, column)
    die = book.die
    passed = ALWAYS if number is None else at_least(number, die)
    gap = saves.explodes_by
    exploded = NEVER if number is None or gap is None else Fraction(max(0, min(die, number - gap)), die)
    return Fate(
        {SAVED: passed, KNOCKED_OUT: 1 - passed - exploded, EXPLODED: exploded},
        out,
        save=None if number is None else need_at_least(number, die),
        immune=(saves.vehicle_source or saves.source) if number is None else "",
        occupant=_occupant(book, saves, case, occupants) if occupants else None,
        die=die,
    )


def _vehicle_number(book: Book, saves: Saves, case: RollCase, weapon_path: str, column: str) -> int | None:
    """Return the number of the column for a weapon; None: immune."""
    side = case.facing == "side"
    columns = [rule.effect.column for rule in holding(book.odds, "save", case) if rule.effect.column]
    columns += [one.column for one in saves.columns if case.weapon in one.weapons]
    column = column or next(iter(columns), "")
    rows = book.catalogue.vehicle_by_id[case.target_vehicle].saves
    if column and rows:
        place = [item.id for item in book.catalogue.save_columns].index(column)
        return rows[min(side, len(rows) - 1)].needs[place]
    plain = next((one.needs for one in saves.plain if one.vehicle == case.target_vehicle), None)
    if plain is None:
        refuse(weapon_path, "no-column", word=case.weapon, source=saves.vehicle_source or saves.source)
    return plain[min(side, len(plain) - 1)]


def _occupant(book: Book, saves: Saves, case: RollCase, class_id: str) -> Fraction:
    number = saves.heavy_occupants if case.target_vehicle in saves.heavy else saves.occupants
    if number is None:
        number = _number(book, saves, class_id)
    return ALWAYS if number is None else 1 - at_least(max(number, saves.fatal + 1), book.die)
