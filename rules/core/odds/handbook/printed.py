"""The printed handbook: its cells with their numbers, and the paragraph and subjects of each row.

A row that prints a number takes both from the first path's entry in the odds, unless it has its own.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.handbook import (
    HandbookRow,
    HandbookTable,
    NumberPath,
    PrintedCell,
    PrintedRow,
    PrintedTable,
    Subjects,
)
from rules.core.catalogue.odds.effects import Effect
from rules.core.odds.handbook.cells import change, damage_tables, effects_of, modifying, printed_cell, roll_of
from rules.core.odds.modifiers import amount

EVERYONE = Subjects(everyone=True)


class NamedEntry(NamedTuple):
    """The paragraph of an entry ("": none of its own), and its subjects."""

    source: str = ""
    about: Subjects = EVERYONE


def named_entry(catalogue: Catalogue, path: NumberPath) -> NamedEntry:
    """Return the entry that a path names; it leads to a number (`rules.core.odds.handbook.cells`)."""
    kind, *names = path
    return KINDS[kind](catalogue, *names) if kind in KINDS else NamedEntry()


# Situations and standing effects


def _fact(catalogue: Catalogue, fact: str, effects: list[Effect]) -> NamedEntry:
    """Return the entry of a situation. Its subjects own the thing with its id, or are those of its effects."""
    about = _who_has(catalogue, fact) or _together(catalogue, [_concerned(catalogue, one) for one in effects])
    return NamedEntry(effects[0].source, about)


def _modifier(catalogue: Catalogue, fact: str, roll: str, whom: str = "") -> NamedEntry:
    first = modifying(catalogue, fact, roll, whom)
    known = [one for one in effects_of(catalogue, fact, roll) if amount(one) or one.half]
    alike = [one for one in known if change(one) == change(first)]
    return _fact(catalogue, fact, [first, *alike])


def _number(catalogue: Catalogue, fact: str, roll: str) -> NamedEntry:
    return _fact(
        catalogue, fact, [one for one in effects_of(catalogue, fact, roll) if one.number is not None]
    )


def _who_has(catalogue: Catalogue, name: str) -> Subjects | None:
    """Return the subjects with the kit, role, trait or extra of an id; None if there is none."""
    if name in catalogue.kit_by_id:
        return Subjects(kit=(name,))
    if name in catalogue.role_by_id:
        return Subjects(roles=(name,))
    if any(trait.id == name for trait in catalogue.traits):
        return Subjects(traits=(name,))
    return Subjects(extras=(name,)) if name in catalogue.extra_by_id else None


def _concerned(catalogue: Catalogue, effect: Effect) -> Subjects:
    """Return the subjects of an effect: its classes, or its vehicles, or its weapons."""
    if effect.classes:
        return Subjects(classes=effect.classes)
    if effect.vehicles:
        return Subjects(vehicles=effect.vehicles)
    if effect.weapons:
        return _carriers(catalogue, effect.weapons)
    if effect.unless_weapons:
        rest = (weapon.id for weapon in catalogue.weapons if weapon.id not in effect.unless_weapons)
        return Subjects(weapons=tuple(rest))
    return EVERYONE


def _carriers(catalogue: Catalogue, weapons: Iterable[str]) -> Subjects:
    """Return the subjects that can have weapons; for weapons that no list buys, the vehicles that include them."""
    bought = tuple(name for name in weapons if name in catalogue.weapon_by_id)
    held = [catalogue.odds.weapon_by_id[name] for name in weapons if name in catalogue.odds.weapon_by_id]
    return Subjects(weapons=bought, vehicles=tuple(vehicle for one in held for vehicle in one.vehicles))


def _together(catalogue: Catalogue, found: list[Subjects]) -> Subjects:
    if EVERYONE in found:
        return EVERYONE
    classes = {name for one in found for name in one.classes}
    return Subjects(
        classes=tuple(class_.id for class_ in catalogue.classes if class_.id in classes),
        weapons=_each(one.weapons for one in found),
        vehicles=_each(one.vehicles for one in found),
    )


def _each(names: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for some in names for name in some))


# Weapons, tables, rolls


def _astray(catalogue: Catalogue, weapon: str, _what: str) -> NamedEntry:
    rows = catalogue.odds.fire.astray if catalogue.odds.fire else ()
    return _of_weapon(catalogue, weapon, (row.weapons for row in rows))


def _air(catalogue: Catalogue, weapon: str, _target: str = "") -> NamedEntry:
    air = catalogue.odds.fire.air if catalogue.odds.fire else None
    if air is None or weapon == "flat":
        return NamedEntry("", _carriers(catalogue, air.weapons) if air else EVERYONE)
    return _of_weapon(catalogue, weapon, (row.weapons for row in air.numbers))


def _blast(catalogue: Catalogue, weapon: str, _what: str) -> NamedEntry:
    blasts = catalogue.odds.explosions.blasts if catalogue.odds.explosions else ()
    return _of_weapon(catalogue, weapon, (row.weapons for row in blasts))


def _pierces(catalogue: Catalogue, weapon: str, _target: str, *when: str) -> NamedEntry:
    rows = catalogue.odds.damage.penetration if catalogue.odds.damage else ()
    return _of_weapon(catalogue, weapon, (row.weapons for row in rows if set(row.when) == set(when)))


def _of_weapon(catalogue: Catalogue, weapon: str, rows: Iterable[tuple[str, ...]]) -> NamedEntry:
    return NamedEntry("", _carriers(catalogue, next(row for row in rows if weapon in row)))


def _damage(catalogue: Catalogue, which: str, _outcome: str) -> NamedEntry:
    return NamedEntry(damage_tables(catalogue)[which].source)


def _roll(catalogue: Catalogue, roll: str, _class_id: str = "") -> NamedEntry:
    if roll == "morale":  # the morale test itself, in the ruleset's own section
        return NamedEntry()
    return NamedEntry(roll_of(catalogue, roll).source, _who_has(catalogue, roll) or EVERYONE)


def _difficulty(catalogue: Catalogue, roll: str, fact: str = "") -> NamedEntry:
    return _fact(catalogue, fact, effects_of(catalogue, fact, roll)) if fact else _roll(catalogue, roll)


def _bombardment(catalogue: Catalogue, name: str, _contact: str = "") -> NamedEntry:
    found = next(one for one in catalogue.odds.bombardments if one.id == name)
    return NamedEntry(found.source, _who_has(catalogue, name) or EVERYONE)


def _either(catalogue: Catalogue, roll: str, fact: str, *_facts: str) -> NamedEntry:
    return _modifier(catalogue, fact, roll)


def _stat(catalogue: Catalogue, class_id: str, _characteristic: str) -> NamedEntry:
    return NamedEntry(catalogue.class_by_id[class_id].source, Subjects(classes=(class_id,)))


def _limit(catalogue: Catalogue, fact: str, roll: str) -> NamedEntry:
    limits = [one for one in effects_of(catalogue, fact, roll) if one.forbids and one.beyond is not None]
    return _fact(catalogue, fact, limits)


def _sees(catalogue: Catalogue, fact: str, _whom: str = "") -> NamedEntry:
    return _fact(catalogue, fact, [one for one in effects_of(catalogue, fact, "hit") if one.sees is not None])


KINDS: dict[str, Callable[..., NamedEntry]] = {
    "air": _air,
    "astray": _astray,
    "blast": _blast,
    "bombardment": _bombardment,
    "damage": _damage,
    "difficulty": _difficulty,
    "either": _either,
    "failing": _roll,
    "limit": _limit,
    "modifier": _modifier,
    "number": _number,
    "passing": _roll,
    "pierces": _pierces,
    "roll": _roll,
    "sees": _sees,
    "stat": _stat,
}


_KEY = ("printed handbook",)


def printed_handbook(catalogue: Catalogue) -> tuple[PrintedTable, ...]:
    """Return the printed tables of the handbook, made once. Raises UnknownNumberError.

    No loaded ruleset has a cell with an unknown number.
    """
    made = catalogue.phrases
    if _KEY not in made:
        made[_KEY] = tuple(_table(table, catalogue) for table in catalogue.handbook)
    found: tuple[PrintedTable, ...] = made[_KEY]
    return found


def _table(table: HandbookTable, catalogue: Catalogue) -> PrintedTable:
    return PrintedTable(
        id=table.id,
        name=table.name,
        source=table.source,
        reading=table.reading,
        topic=table.topic,
        rows=tuple(_row(row, catalogue) for row in table.rows),
        columns=table.columns,
        optional=table.optional,
    )


def _row(row: HandbookRow, catalogue: Catalogue) -> PrintedRow:
    paths = [cell for cell in row.cells if isinstance(cell, tuple)]
    entry = named_entry(catalogue, paths[0]) if paths else NamedEntry()
    cells: list[PrintedCell] = [
        printed_cell(catalogue, cell) if isinstance(cell, tuple) else cell for cell in row.cells
    ]
    return PrintedRow(
        name=row.name,
        about=row.about or entry.about,
        cells=tuple(cells),
        text=row.text,
        source=row.source or entry.source,
        counts=row.counts,
        changes=row.changes,
        circles=row.circles,
        areas=row.areas,
        morale=row.morale,
    )
