"""Handbook cells that print numbers of the odds, named by a path.

A path starts with the kind of number: `[modifier, cover, save]` is the effect of cover on a save, `+1`. `KINDS` has
all kinds; docs/rulesets.md explains the rest of a path.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.handbook import NumberPath, PrintedCell, Subjects
from rules.core.catalogue.odds.effects import Effect
from rules.core.catalogue.odds.tables import DamageTable, Level, Roll
from rules.core.odds.handbook.subjects import EVERYONE, carriers, of_effects, owners_of
from rules.core.odds.modifiers import amount
from rules.core.odds.rolls import harder
from rules.core.text import Text, signed

T = TypeVar("T")

LEVEL_NAMES: dict[Level | None, Text | None] = {
    "very-easy": Text("Molto facile", "Very easy"),
    "easy": Text("Facile", "Easy"),
    "normal": Text("Normale", "Normal"),
    "difficult": Text("Difficile", "Difficult"),
    None: None,
}
YES = Text("sì", "yes")
HALF, MINUS, TO = "½", "\N{MINUS SIGN}", "\N{EN DASH}"


class UnknownNumberError(LookupError):
    """A path does not lead to a number of the odds."""


class Number(NamedTuple):
    """A number as printed; the paragraph of its entry in the odds ("": none of its own), and its subjects."""

    cell: PrintedCell
    source: str = ""
    about: Subjects = EVERYONE


def number_at(catalogue: Catalogue, path: NumberPath) -> Number:
    """Return the number that a path names. Raises UnknownNumberError."""
    kind, *names = path or ("",)
    if kind not in KINDS:
        raise UnknownNumberError(kind)
    try:
        return KINDS[kind](catalogue, *names)
    except (TypeError, KeyError, ValueError):  # too many or too few names, an unknown id, no number
        raise UnknownNumberError(" ".join(path)) from None


def _one(found: Iterable[T]) -> T:
    for item in found:
        return item
    raise UnknownNumberError


def _there(value: T | None) -> T:
    if value is None:
        raise UnknownNumberError
    return value


# Numbers as printed


def number_of(cell: PrintedCell) -> int:
    """Return the number in a printed cell: `−2`. Raises ValueError if it is not a number."""
    return int(str(cell).replace(MINUS, "-"))


def _or_more(need: int) -> str:
    return f"{need}+"


def _faces(first: int, last: int) -> str:
    """Return the faces of a die from one to another: `2–5`, or the only one."""
    return str(first) if first == last else f"{first}{TO}{last}"


# Effects


def _effects_of(catalogue: Catalogue, fact: str, roll: str, whom: str = "") -> list[Effect]:
    """Return the effects of a situation, or of a standing effect, on a roll, with their paragraphs.

    `whom`: a class, a weapon, or `near` and `far`.
    """
    owners = [(one.id, one.source, one.effects) for one in catalogue.odds.situations]
    owners += [(one.id, one.source, one.effects) for one in catalogue.odds.standing]
    return [
        replace(effect, source=effect.source or source)
        for name, source, effects in owners
        if name == fact
        for effect in effects
        if effect.roll == roll and (not whom or _is_of(effect, whom))
    ]


def _is_of(effect: Effect, whom: str) -> bool:
    if whom in ("near", "far"):
        return (effect.within if whom == "near" else effect.beyond) is not None
    return whom in effect.classes or whom in effect.weapons


def _of_effects(catalogue: Catalogue, cell: PrintedCell, fact: str, effects: list[Effect]) -> Number:
    """Return the number of a situation. Its subjects own the thing with its id, or are those of its effects."""
    return Number(cell, effects[0].source, owners_of(catalogue, fact) or of_effects(catalogue, effects))


def _modifier(catalogue: Catalogue, fact: str, roll: str, whom: str = "") -> Number:
    first = _one(one for one in _effects_of(catalogue, fact, roll, whom) if amount(one) or one.half)
    known = [one for one in _effects_of(catalogue, fact, roll) if amount(one) or one.half]
    alike = [one for one in known if _change(one) == _change(first)]
    return _of_effects(catalogue, _change(first), fact, [first, *alike])


def _change(effect: Effect) -> str:
    return HALF if effect.half else signed(amount(effect))


def _either(catalogue: Catalogue, roll: str, *facts: str) -> Number:
    known = [_modifier(catalogue, fact, roll) for fact in facts]
    cells = [str(one.cell) for one in known]
    return _one(known)._replace(cell=Text(" o ".join(cells), " or ".join(cells)))


def _number(catalogue: Catalogue, fact: str, roll: str) -> Number:
    effects = [one for one in _effects_of(catalogue, fact, roll) if one.number is not None]
    need = _one(one.number for one in effects if one.number is not None)
    return _of_effects(catalogue, _or_more(need), fact, effects)


def _limit(catalogue: Catalogue, fact: str, roll: str) -> Number:
    limits = [one for one in _effects_of(catalogue, fact, roll) if one.forbids and one.beyond is not None]
    return _of_effects(catalogue, _one(limits).beyond, fact, limits)


def _sees(catalogue: Catalogue, fact: str, whom: str = "") -> Number:
    effects = _effects_of(catalogue, fact, "hit")
    seeing = [one for one in effects if one.sees is not None]
    cell = str(_one(seeing).sees)
    if whom == "near":
        cell = f"0{TO}{_one(one.within for one in effects if one.within is not None)}"
    elif whom == "far":
        cell = f"{_one(one.beyond for one in effects if one.beyond is not None)}{TO}{cell}"
    return _of_effects(catalogue, cell, fact, seeing)


# Fire


def _band(catalogue: Catalogue, name: str) -> Number:
    """Return the effect of a band on a chance, or the faces that hit in it."""
    fire = _there(catalogue.odds.fire)
    if name in ("full", "near"):
        return Number(_faces(_there(fire.full if name == "full" else fire.near), catalogue.die))
    return Number(_change(_there({"short": fire.short, "long": fire.long}[name])))


def _air(catalogue: Catalogue, name: str, target: str = "") -> Number:
    """Return a weapon's number needed against flying targets (None: not allowed), or with `flat` its faces."""
    air = _there(catalogue.odds.air)
    if name == "flat" and air.flat is not None:
        return Number(_faces(air.flat, catalogue.die), about=carriers(catalogue, air.weapons))
    row = _one(row for row in air.numbers if name in row.weapons)
    cell = {"aircraft": row.aircraft, "helicopter": row.helicopter}[target]
    return Number(cell, about=carriers(catalogue, row.weapons))


def _astray(catalogue: Catalogue, weapon: str, what: str) -> Number:
    row = _one(row for row in _there(catalogue.odds.fire).astray if weapon in row.weapons)
    cell = {"step": row.step, "covers": row.covers}[what]
    return Number(cell, about=carriers(catalogue, row.weapons))


# Damage


def _damage(catalogue: Catalogue, which: str, outcome: str) -> Number:
    table = _damage_tables(catalogue)[which]
    return Number(_faces_of(table, outcome), table.source)


def _faces_of(table: DamageTable, outcome: str) -> PrintedCell:
    """Return the faces that lead to an outcome: `2–5`; `1 or less`, `8+` at an open end."""
    place = _one(place for place, row in enumerate(table.rows) if row.outcome == outcome)
    last = min(table.rows[place].most, table.die * table.dice)
    if place == 0 and "low" in table.open:
        return Text(f"{last} o meno", f"{last} or less")
    first = table.rows[place - 1].most + 1 if place else table.dice
    return _or_more(first) if place == len(table.rows) - 1 and "high" in table.open else _faces(first, last)


def _damage_tables(catalogue: Catalogue) -> dict[str, DamageTable]:
    odds = catalogue.odds
    air = odds.fire.air if odds.fire else None
    known = {
        "men": odds.damage and odds.damage.men,
        "soft": odds.damage and odds.damage.soft,
        "armour": odds.damage and odds.damage.armour,
        "values": odds.damage and odds.damage.values,
        "aircraft": air and air.aircraft,
        "helicopter": air and air.helicopter,
        "reaction": odds.morale and odds.morale.reaction,
    }
    return {name: table for name, table in known.items() if table}


def _pierces(catalogue: Catalogue, weapon: str, target: str, *when: str) -> Number:
    rows = _there(catalogue.odds.damage).penetration
    row = _one(row for row in rows if weapon in row.weapons and set(row.when) == set(when))
    return Number({"tank": row.tank, "armour": row.armour}[target], about=carriers(catalogue, row.weapons))


# Explosions


def _blast(catalogue: Catalogue, weapon: str, what: str) -> Number:
    blast = _one(one for one in _there(catalogue.odds.explosions).blasts if weapon in one.weapons)
    rings: dict[str, PrintedCell] = {"short": blast.short, "long": blast.long, "more": signed(blast.more)}
    return Number(rings[what], about=carriers(catalogue, blast.weapons))


def _ring(catalogue: Catalogue, row_id: str, ring: str) -> Number:
    row = _one(row for row in _there(catalogue.odds.explosions).rows if row.id == row_id)
    return Number({"short": row.short, "long": row.long}[ring])


def _off(catalogue: Catalogue, place: str) -> Number:
    """Return the deviation of a direct shot in parts of the distance: the first way, the second."""
    ways = [one.percent for one in _there(catalogue.odds.explosions).direct if one.percent]
    return Number(f"{dict(zip(('near', 'far'), ways, strict=False))[place]}%")


def _drift(catalogue: Catalogue, how: str, axes: str) -> Number:
    """Return the dice of an indirect shot's deviation, along one axis or both."""
    blasts = _there(catalogue.odds.explosions)
    count, die = {"precise": blasts.precise_dice, "imprecise": blasts.imprecise_dice}[how]
    return Number(" + ".join([f"{count}d{die}"] * {"1": 1, "2": 2}[axes]))


# Spotting


def _sight(catalogue: Catalogue, target: str, motion: str, place: str, observer: str) -> Number:
    told = (target, {"moving": True, "still": False}[motion], {"open": False, "cover": True}[place])
    sights = _there(catalogue.odds.spotting).sights
    sight = _one(one for one in sights if (one.target, one.moving, one.cover) == told)
    return Number(LEVEL_NAMES[sight.level_for(observer)])


def _spotting(catalogue: Catalogue, row_id: str, edge: str) -> Number:
    """Return the number of a band; if the spotter's class adds nothing, the faces that pass."""
    table = _there(catalogue.odds.spotting)
    row = _one(row for row in table.rows if row.id == row_id)
    need = row.needs[table.bands.index(int(edge))]
    if table.characteristic or need is None:
        return Number(need)
    return Number(YES if need <= 1 else _or_more(need))


# Rolls


def _roll_of(catalogue: Catalogue, roll: str) -> Roll:
    return _one(one for one in catalogue.odds.rolls if one.id == roll)


def _of_roll(catalogue: Catalogue, cell: PrintedCell, roll: str) -> Number:
    return Number(cell, _roll_of(catalogue, roll).source, owners_of(catalogue, roll) or EVERYONE)


def _roll(catalogue: Catalogue, roll: str) -> Number:
    """Return the lowest face of a roll: `4+`."""
    one = _roll_of(catalogue, roll)
    needed = one.at_least if one.at_least is not None else one.at_most
    return _of_roll(catalogue, _or_more(_there(needed)), roll)


def _passing(catalogue: Catalogue, roll: str, class_id: str = "") -> Number:
    """Return the faces with which a roll succeeds, or those of a class: `1–4`."""
    one = _roll_of(catalogue, roll)
    own = one.class_numbers[class_id] if class_id else None
    if one.at_most is not None:
        return _of_roll(catalogue, _faces(1, own or one.at_most), roll)
    return _of_roll(catalogue, _faces(own or one.at_least or 1, one.die), roll)


def _failing(catalogue: Catalogue, roll: str) -> Number:
    """Return the faces on which a roll fails; `morale`: a morale test with a number needed."""
    morale = catalogue.odds.morale
    least = morale.at_least if roll == "morale" and morale else _roll_of(catalogue, roll).at_least
    faces = _faces(1, _there(least) - 1)
    return Number(faces) if roll == "morale" else _of_roll(catalogue, faces, roll)


def _bombardment(catalogue: Catalogue, name: str, contact: str = "") -> Number:
    """Return the faces on which a bombardment hits, or the difficulty of contacting its guns."""
    one = _one(one for one in catalogue.odds.bombardments if one.id == name)
    cell: PrintedCell = _faces(one.at_least, catalogue.die)
    if contact:
        cell = LEVEL_NAMES[_one(way.level for way in one.contacts if way.contact == contact)]
    return Number(cell, one.source, owners_of(catalogue, name) or EVERYONE)


def _difficulty(catalogue: Catalogue, roll: str, fact: str = "") -> Number:
    effects = _effects_of(catalogue, fact, roll) if fact else []
    steps = sum(one.harder for one in effects)
    if fact and not steps:
        raise UnknownNumberError
    cell = LEVEL_NAMES[harder(_roll_of(catalogue, roll).difficulty, steps)]
    return _of_effects(catalogue, cell, fact, effects) if fact else _of_roll(catalogue, cell, roll)


def _procedure(catalogue: Catalogue, name: str) -> Number:
    numbers = catalogue.procedures
    if name == "morale-bonus" and numbers.morale_bonus is not None:
        return Number(signed(numbers.morale_bonus))
    known = {"storm-attacking": numbers.storm_attacking, "storm-defending": numbers.storm_defending}
    value = _there(known[name])
    return Number(value if value == catalogue.die else _or_more(value))


def _morale(catalogue: Catalogue, name: str) -> Number:
    """Return the effect of each badly wounded man nearby on a morale test."""
    each = {"badly-wounded": catalogue.odds.morale and catalogue.odds.morale.badly_wounded}[name]
    if not each:
        raise UnknownNumberError
    return Number(signed(each))


def _stat(catalogue: Catalogue, class_id: str, characteristic: str) -> Number:
    class_ = catalogue.class_by_id[class_id]
    cell = signed(_there(class_.number(characteristic)))
    return Number(cell, class_.source, Subjects(classes=(class_id,)))


KINDS: dict[str, Callable[..., Number]] = {
    "air": _air,
    "astray": _astray,
    "band": _band,
    "blast": _blast,
    "bombardment": _bombardment,
    "damage": _damage,
    "difficulty": _difficulty,
    "drift": _drift,
    "either": _either,
    "failing": _failing,
    "limit": _limit,
    "modifier": _modifier,
    "morale": _morale,
    "number": _number,
    "off": _off,
    "passing": _passing,
    "pierces": _pierces,
    "procedure": _procedure,
    "ring": _ring,
    "roll": _roll,
    "sees": _sees,
    "sight": _sight,
    "spotting": _spotting,
    "stat": _stat,
}
