"""Hitting by a number needed: for each range band (rth §8.0, bn §8.0), or by the referee's range (ludonet)."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from rules.core.catalogue.catalogue import FireRow
from rules.core.catalogue.odds.effects import Rule
from rules.core.catalogue.odds.tables import Astray, Fire
from rules.core.odds.book import Book
from rules.core.odds.dice import NEVER, at_least, need_at_least
from rules.core.odds.direct_fire.shot import Aim, Passing, Shot
from rules.core.odds.modifiers import RollCase, counted, holding, total
from rules.core.odds.rolls import table_number
from rules.core.procedures import band


def shot_by_table(book: Book, fire: Fire, row: FireRow | None, aim: Aim) -> Shot:
    """Return the firer's rolls with a row of his weapon; None: it has none."""
    if row is None:
        return Shot("may-not", fire.source)
    case = replace(aim, as_infantry=aim.vehicle in fire.as_infantry, pool=row.dice > 1)
    rules = list(holding(book.odds, "hit", case))
    forbidden = next((rule for rule in rules if rule.effect.forbids), None)
    if forbidden:
        return Shot("may-not", forbidden.source)
    if aim.target == "air" and fire.air and aim.weapon not in fire.air.weapons:
        return Shot("may-not", fire.air.source)
    farthest = aim.target == "air" or any(rule.effect.farthest for rule in rules)
    base = _number(book, row, aim.distance, farthest)
    if base is None:
        return Shot("out-of-range", fire.source)
    hidden = next((rule for rule in rules if rule.effect.hides), None)
    if hidden:
        return Shot("unseen", hidden.source, base)
    gates: list[Passing] = []
    for rule in rules:
        passing = _gate(book, rule, case)
        if passing is None:
            continue
        if passing.need is None:
            return Shot("unseen", rule.source, base)
        gates.append(passing)
    return _rolled(book, fire, row, aim, base, tuple(counted(rules)), _strictest(gates))


def _number(book: Book, row: FireRow, distance: int, farthest: bool) -> int | None:
    """Return the number at a distance, or of the last band that has one; None: out of range."""
    if farthest:
        return next((need for need in reversed(row.needs) if need is not None), None)
    place = band(row.reach or book.catalogue.bands, distance)
    need = row.needs[place] if place is not None and place < len(row.needs) else None
    too_near = row.least is not None and distance < row.least
    too_far = row.most is not None and distance > row.most
    return None if too_near or too_far else need


def _gate(book: Book, rule: Rule, case: RollCase) -> Passing | None:
    """Return the gate of an effect; None: it has none, or the table needs no number. No `need`: nothing passes it."""
    if rule.effect.gate is None:
        return None
    gate = book.odds.gate_numbers(rule.effect.gate)
    number = table_number(book, case) if gate.by_spotting else gate.at_least
    die = gate.die or book.die
    if number is None:
        return Passing(gate.id, die, None, NEVER)
    if gate.by_spotting and number <= 1:
        return None
    return Passing(gate.id, die, need_at_least(number, die), at_least(number, die))


def _strictest(gates: Iterable[Passing]) -> tuple[Passing, ...]:
    """Return the gates; of several with one id, the hardest."""
    kept: dict[str, Passing] = {}
    for gate in gates:
        if gate.id not in kept or gate.chance < kept[gate.id].chance:
            kept[gate.id] = gate
    return tuple(kept.values())


def _rolled(
    book: Book,
    fire: Fire,
    row: FireRow,
    aim: Aim,
    base: int,
    rules: tuple[Rule, ...],
    gates: tuple[Passing, ...],
) -> Shot:
    """Several dice stay at the highest face and lose one for each point over; a single die cannot hit then."""
    die = book.die
    number = base + total(rules, "need") - total(rules, "die")
    over = max(0, number - die)
    dice = max(0, row.dice - over) + total(rules, "dice") if row.dice > 1 else 1
    needed = min(number, die) if row.dice > 1 else number
    one = at_least(needed, die) if dice > 0 else NEVER
    near = _near(fire, aim, number, die) if aim.target == "men" else None
    reach = one + (near or NEVER)
    landing = None if near is None else {"on": one, "near": near, "away": 1 - one - near}
    need = need_at_least(needed, die) if one else None
    more = {"reach": reach, "gates": gates, "landing": landing, "area": aim.weapon in fire.area}
    return Shot.of(fire.source, base, rules, need, dice, one, **more)


def _near(fire: Fire, aim: Aim, number: int, die: int) -> Fraction | None:
    """Return the chance that a missed shot still hits the aim point; None: misses are lost."""
    rule = _astray(fire, aim)
    if rule is None:
        return None
    faces = [face for face in range(1, die + 1) if face < number and not (rule.dud and face == 1)]
    return Fraction(sum((number - face) * rule.step <= rule.covers for face in faces), die)


def _astray(fire: Fire, aim: Aim) -> Astray | None:
    """Return where a weapon's misses land; a rule for a situation comes before a general one."""
    found = [
        one for one in fire.astray if aim.weapon in one.weapons and (not one.when or one.when in aim.facts)
    ]
    return max(found, key=lambda one: bool(one.when), default=None)


def shot_by_range(book: Book, fire: Fire, aim: Aim) -> Shot:
    air = fire.air
    is_air = aim.target == "air"
    if air and (aim.weapon not in air.weapons if is_air else aim.weapon in air.only):
        return Shot("may-not", air.source)
    if aim.distance > aim.range:
        return Shot("out-of-range", fire.source)
    flat = air.flat if air and is_air else None
    full, near = fire.full or 0, fire.near or 0
    base = flat if flat is not None else near if 2 * aim.distance <= aim.range else full
    rules = () if flat is not None else tuple(counted(holding(book.odds, "hit", aim)))
    number = base - total(rules, "die")
    one = at_least(number, book.die)
    need = need_at_least(number, book.die)
    return Shot.of(fire.source, base, rules, need, 1, one, area=aim.weapon in fire.area)
