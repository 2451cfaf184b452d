"""The printed handbook: its cells with numbers of the odds, and the paragraph and subjects of each row.

A cell names its number by a path, which starts with the kind of number: `[modifier, cover, save]` is the effect of
cover on a save, `+1`; docs/rulesets.md explains all kinds. A row that prints a number takes its paragraph and subjects
from the first path's entry in the odds, unless it has its own.
"""

from collections.abc import Iterable
from typing import NamedTuple, TypeVar

from msgspec.structs import asdict, replace

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
from rules.core.catalogue.odds.data import Odds
from rules.core.catalogue.odds.effects import Effect, Situation, UnconditionalEffects
from rules.core.catalogue.odds.tables import Bombardment, DamageTable, Level, Roll
from rules.core.odds.modifiers import amount
from rules.core.odds.rolls import harder
from rules.core.text import MINUS, Text, signed

T = TypeVar("T")

LEVEL_NAMES: dict[Level | None, Text | None] = {
    "very-easy": Text("Molto facile", "Very easy"),
    "easy": Text("Facile", "Easy"),
    "normal": Text("Normale", "Normal"),
    "difficult": Text("Difficile", "Difficult"),
    None: None,
}
YES = Text("sì", "yes")
HALF, TO = "½", "\N{EN DASH}"
EVERYONE = Subjects(everyone=True)
_KEY = ("printed handbook",)


class UnknownNumberError(LookupError):
    """A path does not lead to a number of the odds."""


class Number(NamedTuple):
    """A number as printed; the paragraph of its entry in the odds ("": none of its own), and its subjects."""

    cell: PrintedCell
    source: str = ""
    about: Subjects = EVERYONE


def printed_handbook(catalogue: Catalogue) -> tuple[PrintedTable, ...]:
    """Return the printed tables of the handbook, made once. Raises UnknownNumberError.

    No loaded ruleset has a cell with an unknown number.
    """
    made = catalogue.cache
    if _KEY not in made:
        made[_KEY] = tuple(_table(table, catalogue) for table in catalogue.handbook)
    found: tuple[PrintedTable, ...] = made[_KEY]
    return found


def _table(table: HandbookTable, catalogue: Catalogue) -> PrintedTable:
    return PrintedTable(**asdict(table) | {"rows": tuple(_row(row, catalogue) for row in table.rows)})


def _row(row: HandbookRow, catalogue: Catalogue) -> PrintedRow:
    cells = [number_at(catalogue, cell) if isinstance(cell, tuple) else cell for cell in row.cells]
    first = next((cell for cell in cells if isinstance(cell, Number)), Number(None))
    own = {
        "about": row.about or first.about,
        "cells": tuple(cell.cell if isinstance(cell, Number) else cell for cell in cells),
        "source": row.source or first.source,
    }
    return PrintedRow(**asdict(row) | own)


def number_at(catalogue: Catalogue, path: NumberPath) -> Number:
    """Return the number that a path names. Raises UnknownNumberError."""
    try:
        for numbers in (_effect_at, _fire_at, _table_at, _roll_at):
            found = numbers(catalogue, path)
            if found:
                return found
    except (KeyError, ValueError):  # an unknown id, no number
        pass
    raise UnknownNumberError(" ".join(path))


def number_of(cell: PrintedCell) -> int:
    """Return the number in a printed cell: `−2`. Raises ValueError if it is not a number."""
    return int(str(cell).replace(MINUS, "-"))


def _one(found: Iterable[T]) -> T:
    for item in found:
        return item
    raise UnknownNumberError


def _there(value: T | None) -> T:
    if value is None:
        raise UnknownNumberError
    return value


def _faces(first: int, last: int) -> str:
    """Return the faces of a die from one to another: `2–5`, or the only one."""
    return str(first) if first == last else f"{first}{TO}{last}"


# Effects


def _effect_at(catalogue: Catalogue, path: NumberPath) -> Number | None:
    match path:
        case ["modifier", fact, roll, *whom] if len(whom) < 2:
            return _modifier(catalogue, fact, roll, *whom)
        case ["either", roll, *facts] if facts:
            known = [_modifier(catalogue, fact, roll) for fact in facts]
            cells = [str(one.cell) for one in known]
            return known[0]._replace(cell=Text(" o ".join(cells), " or ".join(cells)))
        case ["number", fact, roll]:
            effects = [one for one in _effects_of(catalogue, fact, roll) if one.number is not None]
            return _of_effects(catalogue, f"{_one(effects).number}+", fact, effects)
        case ["limit", fact, roll]:
            effects = _effects_of(catalogue, fact, roll)
            limits = [one for one in effects if one.forbids and one.beyond is not None]
            return _of_effects(catalogue, _one(limits).beyond, fact, limits)
        case ["sees", fact, *whom] if whom in ([], ["near"], ["far"]):
            effects = _effects_of(catalogue, fact, "hit")
            seeing = [one for one in effects if one.sees is not None]
            cell = str(_one(seeing).sees)
            if whom == ["near"]:
                cell = f"0{TO}{_one(one.within for one in effects if one.within is not None)}"
            if whom == ["far"]:
                cell = f"{_one(one.beyond for one in effects if one.beyond is not None)}{TO}{cell}"
            return _of_effects(catalogue, cell, fact, seeing)
    return None


def _effects_of(catalogue: Catalogue, fact: str, roll: str) -> list[Effect]:
    """Return the effects of a situation, or of a standing effect, on a roll, with their paragraphs."""
    owners: list[Situation | UnconditionalEffects] = [*catalogue.odds.situations, *catalogue.odds.standing]
    return [
        replace(effect, source=effect.source or owner.source)
        for owner in owners
        if owner.id == fact
        for effect in owner.effects
        if effect.roll == roll
    ]


def _modifier(catalogue: Catalogue, fact: str, roll: str, whom: str = "") -> Number:
    """Return the first change by a situation: for a class or a weapon, or `near` and `far`."""
    known = [one for one in _effects_of(catalogue, fact, roll) if amount(one) or one.half]
    first = _one(one for one in known if not whom or _is_of(one, whom))
    alike = [one for one in known if _change(one) == _change(first)]
    return _of_effects(catalogue, _change(first), fact, [first, *alike])


def _is_of(effect: Effect, whom: str) -> bool:
    if whom in ("near", "far"):
        return (effect.within if whom == "near" else effect.beyond) is not None
    return whom in effect.classes or whom in effect.weapons


def _change(effect: Effect) -> str:
    return HALF if effect.half else signed(amount(effect))


def _of_effects(catalogue: Catalogue, cell: PrintedCell, fact: str, effects: list[Effect]) -> Number:
    """Return the number of a situation. Its subjects own the thing with its id, or are those of its effects."""
    return Number(cell, effects[0].source, _owners_of(catalogue, fact) or _of_all(catalogue, effects))


# Fire, and where it lands


def _fire_at(catalogue: Catalogue, path: NumberPath) -> Number | None:
    odds, die = catalogue.odds, catalogue.die
    match path:
        case ["band", "full" | "near" as name]:
            fire = _there(odds.fire)
            return Number(_faces(_there(fire.full if name == "full" else fire.near), die))
        case ["band", "short" | "long" as name]:
            fire = _there(odds.fire)
            return Number(_change(_there(fire.short if name == "short" else fire.long)))
        case ["air", "flat"]:
            air = _there(odds.air)
            return Number(_faces(_there(air.flat), die), about=_carriers(catalogue, air.weapons))
        case ["air", weapon, "aircraft" | "helicopter" as kind]:
            flying = _one(row for row in _there(odds.air).numbers if weapon in row.weapons)
            return Number(getattr(flying, kind), about=_carriers(catalogue, flying.weapons))
        case ["astray", weapon, "step" | "covers" as what]:
            astray = _one(row for row in _there(odds.fire).astray if weapon in row.weapons)
            return Number(getattr(astray, what), about=_carriers(catalogue, astray.weapons))
        case ["pierces", weapon, "tank" | "armour" as target, *when]:
            rows = _there(odds.damage).penetration
            row = _one(row for row in rows if weapon in row.weapons and set(row.when) == set(when))
            return Number(getattr(row, target), about=_carriers(catalogue, row.weapons))
        case ["blast", weapon, "short" | "long" | "more" as what]:
            blast = _one(row for row in _there(odds.explosions).blasts if weapon in row.weapons)
            cell = signed(blast.more) if what == "more" else getattr(blast, what)
            return Number(cell, about=_carriers(catalogue, blast.weapons))
        case ["ring", name, "short" | "long" as ring]:
            return Number(getattr(_one(row for row in _there(odds.explosions).rows if row.id == name), ring))
        case ["off", "near" | "far" as place]:  # in parts of the distance
            ways = [one.percent for one in _there(odds.explosions).direct if one.percent]
            return Number(f"{_one(ways if place == 'near' else ways[1:])}%")
        case ["drift", "precise" | "imprecise" as how, "1" | "2" as axes]:
            count, faces = getattr(_there(odds.explosions), f"{how}_dice")
            return Number(" + ".join([f"{count}d{faces}"] * int(axes)))
    return None


# Tables


def _table_at(catalogue: Catalogue, path: NumberPath) -> Number | None:
    odds, numbers = catalogue.odds, catalogue.procedures
    match path:
        case ["damage", which, outcome]:
            table = _there(_damage_table(odds, which))
            return Number(_faces_of(table, outcome), table.source)
        case ["sight", target, "moving" | "still" as motion, "open" | "cover" as place, observer]:
            told = (target, motion == "moving", place == "cover")
            sights = _there(odds.spotting).sights
            sight = _one(one for one in sights if (one.target, one.moving, one.cover) == told)
            return Number(LEVEL_NAMES[sight.level_for(observer)])
        case ["spotting", name, edge]:  # the faces that pass, if the spotter's class adds nothing
            spotting = _there(odds.spotting)
            row = _one(row for row in spotting.rows if row.id == name)
            need = row.needs[spotting.bands.index(int(edge))]
            if spotting.characteristic or need is None:
                return Number(need)
            return Number(YES if need <= 1 else f"{need}+")
        case ["procedure", "morale-bonus"]:
            return Number(signed(_there(numbers.morale_bonus)))
        case ["procedure", "storm-attacking" | "storm-defending" as name]:
            attacks = name == "storm-attacking"
            value = _there(numbers.storm_attacking if attacks else numbers.storm_defending)
            return Number(value if value == catalogue.die else f"{value}+")
        case ["morale", "badly-wounded"] if odds.morale and odds.morale.badly_wounded:
            return Number(signed(odds.morale.badly_wounded))
        case ["stat", class_id, characteristic]:
            class_ = catalogue.class_by_id[class_id]
            cell = signed(_there(class_.number(characteristic)))
            return Number(cell, class_.source, Subjects(classes=(class_id,)))
    return None


def _damage_table(odds: Odds, which: str) -> DamageTable | None:
    if which == "reaction":
        return odds.morale.reaction if odds.morale else None
    owner = odds.air if which in ("aircraft", "helicopter") else odds.damage
    known = ("aircraft", "helicopter", "men", "soft", "armour", "values")
    return getattr(owner, which, None) if which in known else None


def _faces_of(table: DamageTable, outcome: str) -> PrintedCell:
    """Return the faces that lead to an outcome: `2–5`; `1 or less`, `8+` at an open end."""
    place = _one(place for place, row in enumerate(table.rows) if row.outcome == outcome)
    last = min(table.rows[place].most, table.die * table.dice)
    if place == 0 and "low" in table.open:
        return Text(f"{last} o meno", f"{last} or less")
    first = table.rows[place - 1].most + 1 if place else table.dice
    return f"{first}+" if place == len(table.rows) - 1 and "high" in table.open else _faces(first, last)


# Rolls


def _roll_at(catalogue: Catalogue, path: NumberPath) -> Number | None:
    odds = catalogue.odds
    match path:
        case ["roll", name]:
            roll = _roll_of(catalogue, name)
            needed = roll.at_least if roll.at_least is not None else roll.at_most
            return _of_entry(catalogue, f"{_there(needed)}+", roll)
        case ["passing", name]:
            roll = _roll_of(catalogue, name)
            return _of_entry(catalogue, _passing(roll, roll.at_most or roll.at_least or 1), roll)
        case ["passing", name, class_id]:
            roll = _roll_of(catalogue, name)
            return _of_entry(catalogue, _passing(roll, roll.class_numbers[class_id]), roll)
        case ["failing", "morale"]:
            return Number(_faces(1, _there(_there(odds.morale).at_least) - 1))
        case ["failing", name]:
            roll = _roll_of(catalogue, name)
            return _of_entry(catalogue, _faces(1, _there(roll.at_least) - 1), roll)
        case ["bombardment", name]:
            fired = _one(one for one in odds.bombardments if one.id == name)
            return _of_entry(catalogue, _faces(fired.at_least, catalogue.die), fired)
        case ["bombardment", name, contact]:  # the difficulty of contacting its guns
            fired = _one(one for one in odds.bombardments if one.id == name)
            way = _one(way for way in fired.contacts if way.contact == contact)
            return _of_entry(catalogue, LEVEL_NAMES[way.level], fired)
        case ["difficulty", name]:
            roll = _roll_of(catalogue, name)
            return _of_entry(catalogue, LEVEL_NAMES[harder(roll.difficulty, 0)], roll)
        case ["difficulty", name, fact]:
            effects = [one for one in _effects_of(catalogue, fact, name) if one.harder]
            level = harder(_roll_of(catalogue, name).difficulty, sum(one.harder for one in effects))
            return _of_effects(catalogue, LEVEL_NAMES[level], fact, effects) if effects else None
    return None


def _roll_of(catalogue: Catalogue, name: str) -> Roll:
    return _one(one for one in catalogue.odds.rolls if one.id == name)


def _of_entry(catalogue: Catalogue, cell: PrintedCell, entry: Roll | Bombardment) -> Number:
    return Number(cell, entry.source, _owners_of(catalogue, entry.id) or EVERYONE)


def _passing(roll: Roll, number: int) -> str:
    """Return the faces with which a roll succeeds: `1–4`."""
    return _faces(1, number) if roll.at_most is not None else _faces(number, roll.die)


# Subjects


def _owners_of(catalogue: Catalogue, name: str) -> Subjects | None:
    """Return the subjects with the kit, role, trait or extra of an id; None if there is none."""
    if name in catalogue.kit_by_id:
        return Subjects(kit=(name,))
    if name in catalogue.role_by_id:
        return Subjects(roles=(name,))
    if any(trait.id == name for trait in catalogue.traits):
        return Subjects(traits=(name,))
    return Subjects(extras=(name,)) if name in catalogue.extra_by_id else None


def _concerned(catalogue: Catalogue, effect: Effect) -> Subjects:
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


def _of_all(catalogue: Catalogue, effects: list[Effect]) -> Subjects:
    found = [_concerned(catalogue, effect) for effect in effects]
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
