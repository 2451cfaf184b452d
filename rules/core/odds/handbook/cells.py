"""Handbook cells that print numbers of the odds, named by a path.

A path starts with the kind of number: `[modifier, cover, save]` is the effect of cover on a save, `+1`. `KINDS` has
all kinds; docs/rulesets.md explains the rest of a path.
"""

from collections.abc import Callable, Iterable
from typing import TypeVar

from msgspec.structs import replace

from rules.core.catalogue.catalogue import Catalogue, Stat
from rules.core.catalogue.handbook import NumberPath, PrintedCell
from rules.core.catalogue.odds.effects import Effect
from rules.core.catalogue.odds.tables import DamageTable, Level, Roll
from rules.core.odds.modifiers import amount
from rules.core.odds.rolls import harder
from rules.core.text import Text

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


def printed_cell(catalogue: Catalogue, path: NumberPath) -> PrintedCell:
    """Return the printed form of the number that a path names. Raises UnknownNumberError."""
    kind, *names = path or ("",)
    if kind not in KINDS:
        raise UnknownNumberError(kind)
    try:
        return KINDS[kind](catalogue, *names)
    except (TypeError, KeyError, ValueError):  # too many or too few names, an unknown id, no number
        raise UnknownNumberError(" ".join(path)) from None


def _one(found: Iterable[T]) -> T:
    """Return the first one, which must exist."""
    for item in found:
        return item
    raise UnknownNumberError


# Numbers as printed


def number_of(cell: PrintedCell) -> int:
    """Return the number in a printed cell: `−2`. Raises ValueError if it is not a number."""
    return int(str(cell).replace(MINUS, "-"))


def _signed(value: int) -> str:
    """Return a number with its sign: `+1`, `−2`."""
    return f"{MINUS}{-value}" if value < 0 else f"+{value}"


def _or_more(need: int) -> str:
    return f"{need}+"


def _faces(first: int, last: int) -> str:
    """Return the faces of a die from one to another: `2–5`, or the only one."""
    return str(first) if first == last else f"{first}{TO}{last}"


# Effects


def effects_of(catalogue: Catalogue, fact: str, roll: str, whom: str = "") -> list[Effect]:
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


def modifying(catalogue: Catalogue, fact: str, roll: str, whom: str = "") -> Effect:
    """Return the first effect of a situation that changes the number of a roll. Raises UnknownNumberError."""
    return _one(one for one in effects_of(catalogue, fact, roll, whom) if amount(one) or one.half)


def _modifier(catalogue: Catalogue, fact: str, roll: str, whom: str = "") -> str:
    return change(modifying(catalogue, fact, roll, whom))


def change(effect: Effect | None) -> str:
    """Return the effect on a number as printed. Raises UnknownNumberError."""
    if effect is None:
        raise UnknownNumberError
    return HALF if effect.half else _signed(amount(effect))


def _either(catalogue: Catalogue, roll: str, *facts: str) -> Text:
    known = [_modifier(catalogue, fact, roll) for fact in facts]
    return Text(" o ".join(known), " or ".join(known))


def _number(catalogue: Catalogue, fact: str, roll: str) -> str:
    return _or_more(_one(one.number for one in effects_of(catalogue, fact, roll) if one.number is not None))


def _limit(catalogue: Catalogue, fact: str, roll: str) -> int:
    return _one(
        one.beyond for one in effects_of(catalogue, fact, roll) if one.forbids and one.beyond is not None
    )


def _sees(catalogue: Catalogue, fact: str, whom: str = "") -> str:
    effects = effects_of(catalogue, fact, "hit")
    sees = _one(one.sees for one in effects if one.sees is not None)
    if whom == "near":
        return f"0{TO}{_one(one.within for one in effects if one.within is not None)}"
    if whom == "far":
        return f"{_one(one.beyond for one in effects if one.beyond is not None)}{TO}{sees}"
    return str(sees)


# Fire


def _band(catalogue: Catalogue, name: str) -> str:
    """Return the effect of a band on a chance, or the faces that hit in it."""
    fire = _one(fire for fire in (catalogue.odds.fire,) if fire)
    if name in ("full", "near"):
        least = fire.full if name == "full" else fire.near
        return _faces(_one(number for number in (least,) if number is not None), catalogue.die)
    return change({"short": fire.short, "long": fire.long}[name])


def _air(catalogue: Catalogue, name: str, target: str = "") -> PrintedCell:
    """Return a weapon's number needed against flying targets (None: not allowed), or with `flat` its faces."""
    air = _one(fire.air for fire in (catalogue.odds.fire,) if fire and fire.air)
    if name == "flat" and air.flat is not None:
        return _faces(air.flat, catalogue.die)
    row = _one(row for row in air.numbers if name in row.weapons)
    return {"aircraft": row.aircraft, "helicopter": row.helicopter}[target]


def _astray(catalogue: Catalogue, weapon: str, what: str) -> int:
    fire = catalogue.odds.fire
    row = _one(row for row in (fire.astray if fire else ()) if weapon in row.weapons)
    return {"step": row.step, "covers": row.covers}[what]


# Damage


def _damage(catalogue: Catalogue, which: str, outcome: str) -> PrintedCell:
    """Return the faces that lead to an outcome: `2–5`; `1 or less`, `8+` at an open end."""
    table = damage_tables(catalogue)[which]
    place = _one(place for place, row in enumerate(table.rows) if row.outcome == outcome)
    last = min(table.rows[place].most, table.die * table.dice)
    if place == 0 and "low" in table.open:
        return Text(f"{last} o meno", f"{last} or less")
    first = table.rows[place - 1].most + 1 if place else table.dice
    return _or_more(first) if place == len(table.rows) - 1 and "high" in table.open else _faces(first, last)


def damage_tables(catalogue: Catalogue) -> dict[str, DamageTable]:
    """Return the outcome tables of a ruleset by target."""
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


def _pierces(catalogue: Catalogue, weapon: str, target: str, *when: str) -> int:
    rows = catalogue.odds.damage.penetration if catalogue.odds.damage else ()
    row = _one(row for row in rows if weapon in row.weapons and set(row.when) == set(when))
    return {"tank": row.tank, "armour": row.armour}[target]


# Explosions


def _blast(catalogue: Catalogue, weapon: str, what: str) -> PrintedCell:
    blasts = catalogue.odds.explosions.blasts if catalogue.odds.explosions else ()
    blast = _one(blast for blast in blasts if weapon in blast.weapons)
    rings: dict[str, PrintedCell] = {"short": blast.short, "long": blast.long, "more": _signed(blast.more)}
    return rings[what]


def _ring(catalogue: Catalogue, row_id: str, ring: str) -> int:
    rows = catalogue.odds.explosions.rows if catalogue.odds.explosions else ()
    row = _one(row for row in rows if row.id == row_id)
    return {"short": row.short, "long": row.long}[ring]


def _off(catalogue: Catalogue, place: str) -> str:
    """Return the deviation of a direct shot in parts of the distance: the first way, the second."""
    blasts = catalogue.odds.explosions
    ways = [one.percent for one in blasts.direct if one.percent] if blasts else []
    return f"{dict(zip(('near', 'far'), ways, strict=False))[place]}%"


def _drift(catalogue: Catalogue, how: str, axes: str) -> str:
    """Return the dice of an indirect shot's deviation, along one axis or both."""
    blasts = _one(blasts for blasts in (catalogue.odds.explosions,) if blasts)
    count, die = {"precise": blasts.precise_dice, "imprecise": blasts.imprecise_dice}[how]
    return " + ".join([f"{count}d{die}"] * {"1": 1, "2": 2}[axes])


# Spotting


def _sight(catalogue: Catalogue, target: str, motion: str, place: str, observer: str) -> Text | None:
    sights = catalogue.odds.spotting.sights if catalogue.odds.spotting else ()
    told = (target, {"moving": True, "still": False}[motion], {"open": False, "cover": True}[place])
    sight = _one(one for one in sights if (one.target, one.moving, one.cover) == told)
    return LEVEL_NAMES[sight.level_for(observer)]


def _spotting(catalogue: Catalogue, row_id: str, edge: str) -> PrintedCell:
    """Return the number of a band; if the spotter's class adds nothing, the faces that pass."""
    table = _one(table for table in (catalogue.odds.spotting,) if table)
    row = _one(row for row in table.rows if row.id == row_id)
    need = row.needs[table.bands.index(int(edge))]
    if table.characteristic or need is None:
        return need
    return YES if need <= 1 else _or_more(need)


# Rolls


def roll_of(catalogue: Catalogue, roll: str) -> Roll:
    """Return a roll of the ruleset's own. Raises UnknownNumberError."""
    return _one(one for one in catalogue.odds.rolls if one.id == roll)


def _roll(catalogue: Catalogue, roll: str) -> str:
    """Return the lowest face of a roll: `4+`."""
    one = roll_of(catalogue, roll)
    needed = one.at_least if one.at_least is not None else one.at_most
    if needed is None:
        raise UnknownNumberError
    return _or_more(needed)


def _passing(catalogue: Catalogue, roll: str, class_id: str = "") -> str:
    """Return the faces with which a roll succeeds, or those of a class: `1–4`."""
    one = roll_of(catalogue, roll)
    own = one.class_numbers[class_id] if class_id else None
    if one.at_most is not None:
        return _faces(1, own or one.at_most)
    return _faces(own or one.at_least or 1, one.die)


def _failing(catalogue: Catalogue, roll: str) -> str:
    """Return the faces on which a roll fails; `morale`: a morale test with a number needed."""
    morale = catalogue.odds.morale
    least = morale.at_least if roll == "morale" and morale else roll_of(catalogue, roll).at_least
    if least is None:
        raise UnknownNumberError
    return _faces(1, least - 1)


def _bombardment(catalogue: Catalogue, name: str, contact: str = "") -> PrintedCell:
    """Return the faces on which a bombardment hits, or the difficulty of contacting its guns."""
    one = _one(one for one in catalogue.odds.bombardments if one.id == name)
    if contact:
        return LEVEL_NAMES[_one(way.level for way in one.contacts if way.contact == contact)]
    return _faces(one.at_least, catalogue.die)


def _difficulty(catalogue: Catalogue, roll: str, fact: str = "") -> Text | None:
    steps = sum(one.harder for one in effects_of(catalogue, fact, roll)) if fact else 0
    if fact and not steps:
        raise UnknownNumberError
    return LEVEL_NAMES[harder(roll_of(catalogue, roll).difficulty, steps)]


def _procedure(catalogue: Catalogue, name: str) -> PrintedCell:
    """Return a number of the procedures: for storming, or for a morale test."""
    numbers = catalogue.procedures
    if name == "morale-bonus" and numbers.morale_bonus is not None:
        return _signed(numbers.morale_bonus)
    value = {"storm-attacking": numbers.storm_attacking, "storm-defending": numbers.storm_defending}[name]
    if value is None:
        raise UnknownNumberError
    return value if value == catalogue.die else _or_more(value)


def _morale(catalogue: Catalogue, name: str) -> str:
    """Return the effect of each badly wounded man nearby on a morale test."""
    each = {"badly-wounded": catalogue.odds.morale and catalogue.odds.morale.badly_wounded}[name]
    if not each:
        raise UnknownNumberError
    return _signed(each)


def _stat(catalogue: Catalogue, class_id: str, characteristic: str) -> str:
    value = catalogue.class_by_id[class_id].stats[characteristic]
    return _signed(value.value if isinstance(value, Stat) else value)


KINDS: dict[str, Callable[..., PrintedCell]] = {
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
