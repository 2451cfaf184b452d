"""A shot: firer, weapon, target, fire mode, and the dice with their chance to hit.

A number is needed by range band (rth §8.0, bn §8.0) or by the referee's range (ludonet), or a die equal to or under the
quality of the firer (bi). High explosive also lands near its target.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

from rules.core.catalogue.catalogue import FireRow
from rules.core.catalogue.odds.effects import Gate, Rule
from rules.core.catalogue.odds.tables import Blast, Deviation, Explosions, Fire
from rules.core.odds.book import Book
from rules.core.odds.dice import (
    ALWAYS,
    NEVER,
    Need,
    at_least,
    at_most,
    chance,
    need_at_least,
    need_at_most,
    within,
)
from rules.core.odds.format.reading import Status, refuse
from rules.core.odds.modifiers import RollCase, counted, holding, quality_chance, total
from rules.core.odds.rolls import table_number, unseen
from rules.core.procedures import QUALITY, band
from rules.core.text import closest

Rings = tuple[Fraction, Fraction]  # the short ring and the long one
Drift = tuple[Fraction, Fraction, Fraction]  # on the spot, the short ring, the long one


class Passing(NamedTuple):
    """A gate with its number: the die, the faces that pass, the chance; and the paragraph that demands it."""

    id: str
    die: int
    need: Need
    chance: Fraction
    source: str = ""

    def told(self) -> dict[str, Any]:
        return {"id": self.id, "die": self.die, "need": self.need, "chance": chance(self.chance)}


@dataclass(frozen=True, slots=True)
class Shot:
    """A firer's rolls. `chance`: of one die; `reach`: that one shot reaches a figure at the aim point.

    `area`: each shot that reaches it hits everyone there; `spread`: one die for each figure instead.
    """

    status: Status
    source: str = ""
    base: int | None = None
    rules: tuple[Rule, ...] = ()
    need: Need = None
    dice: int = 0
    chance: Fraction = NEVER
    reach: Fraction = NEVER
    gates: tuple[Passing, ...] = ()
    landing: dict[str, Fraction] | None = None
    area: bool = False
    spread: bool = False

    @property
    def gate(self) -> Fraction:
        passed = ALWAYS
        for gate in self.gates:
            passed *= gate.chance
        return passed


def shot_of(book: Book, aim: RollCase) -> Shot:
    """Return the firer's rolls, by the ruleset's way to hit."""
    fire = book.odds.fire
    assert fire is not None
    if book.odds.method == "range":
        return _by_range(book, fire, aim)
    if book.odds.method == "quality" and aim.target == "air":
        return _at_air(book, fire, aim)
    row = row_of(book, aim)
    if row is None:
        return Shot("may-not", fire.source)
    on_foot = aim.vehicle in fire.as_infantry
    case = replace(aim, weapon=_fires_as(book, aim), as_infantry=on_foot, pool=row.dice > 1)
    rules = list(holding(book.odds, "hit", case))
    forbidden = next((rule for rule in rules if rule.effect.forbids), None)
    if forbidden:
        return Shot("may-not", forbidden.source)
    if book.odds.method == "quality":
        return _by_quality(book, fire, row, case, rules)
    return _by_table(book, fire, row, case, rules)


def _rolled(shot: Shot) -> Shot:
    """Return a shot that can hit as it is; otherwise one without dice."""
    return shot if shot.reach else replace(shot, status="cannot", dice=0)


def row_of(book: Book, aim: RollCase) -> FireRow | None:
    """Return the row of the fire table for a shot; None: the weapon has none."""
    weapon = _fires_as(book, aim)
    rows = book.fire_rows(weapon)
    ways = book.odds.modes_of(weapon)
    place = ways.index(aim.mode) if aim.mode in ways else 0
    return rows[place] if place < len(rows) else None


def _fires_as(book: Book, aim: RollCase) -> str:
    """Return the weapon whose row a shot uses, in these situations."""
    told = [rule.effect.fires_as for rule in holding(book.odds, "weapon", aim)]
    return told[0] if told else aim.weapon


# By a number needed


def _by_table(book: Book, fire: Fire, row: FireRow, aim: RollCase, rules: list[Rule]) -> Shot:
    """Several dice stay at the highest face and lose one for each point over; a single die cannot hit then."""
    if aim.target == "air" and fire.air and aim.weapon not in fire.air.weapons:
        return Shot("may-not", fire.air.source)
    farthest = aim.target == "air" or any(rule.effect.farthest for rule in rules)
    base = _number(book, row, aim.distance, farthest)
    if base is None:
        return Shot("out-of-range", fire.source)
    gates = _gates(book, aim, rules)
    hiding = [rule.source for rule in rules if rule.effect.hides]
    hiding += [gate.source for gate in gates if gate.need is None]
    if hiding:
        return Shot("unseen", hiding[0], base)
    known = tuple(counted(rules))
    number = base + total(known, "need") - total(known, "die")
    dice, needed = 1, number
    if row.dice > 1:
        over = max(0, number - book.die)
        dice = max(0, row.dice - over) + total(known, "dice")
        needed = min(number, book.die)
    one = at_least(needed, book.die) if dice > 0 else NEVER
    near = _near(fire, aim, number, book.die) if aim.target == "men" else None
    return _rolled(
        Shot(
            "ok",
            fire.source,
            base,
            known,
            need_at_least(needed, book.die) if one else None,
            dice,
            one,
            reach=one + (near or NEVER),
            gates=gates,
            landing=None if near is None else {"on": one, "near": near, "away": 1 - one - near},
            area=aim.weapon in fire.area,
        )
    )


def _number(book: Book, row: FireRow, distance: int, farthest: bool) -> int | None:
    """Return the number at a distance, or of the last band that has one; None: out of range."""
    if farthest:
        return next((need for need in reversed(row.needs) if need is not None), None)
    place = band(row.reach or book.catalogue.bands, distance)
    need = row.needs[place] if place is not None and place < len(row.needs) else None
    too_near = row.least is not None and distance < row.least
    too_far = row.most is not None and distance > row.most
    return None if too_near or too_far else need


def _near(fire: Fire, aim: RollCase, number: int, die: int) -> Fraction | None:
    """Return the chance that a missed shot still hits the aim point; None: misses are lost.

    A rule for a situation comes before a general one.
    """
    rules = [one for one in fire.astray if aim.weapon in one.weapons and (not one.when or one.when in aim.facts)]
    rule = max(rules, key=lambda one: bool(one.when), default=None)
    if rule is None:
        return None
    faces = [face for face in range(1, die + 1) if face < number and not (rule.dud and face == 1)]
    return Fraction(sum((number - face) * rule.step <= rule.covers for face in faces), die)


def _by_range(book: Book, fire: Fire, aim: RollCase) -> Shot:
    air = fire.air
    is_air = aim.target == "air"
    if air and (aim.weapon not in air.weapons if is_air else aim.weapon in air.only):
        return Shot("may-not", air.source)
    if aim.distance > aim.range:
        return Shot("out-of-range", fire.source)
    flat = air.flat if air and is_air else None
    base = flat or (fire.near if 2 * aim.distance <= aim.range else fire.full) or 0
    known = () if flat else tuple(counted(holding(book.odds, "hit", aim)))
    number = base - total(known, "die")
    one, need = at_least(number, book.die), need_at_least(number, book.die)
    return _rolled(Shot("ok", fire.source, base, known, need, 1, one, reach=one, area=aim.weapon in fire.area))


# By quality


def quality_of(book: Book, class_id: str, case: RollCase) -> int:
    """Return the quality of a class, changed by situations (motivated, tired)."""
    changes = counted(holding(book.odds, "quality", case))
    return book.catalogue.stat(class_id, QUALITY) + total(changes, "chance")


def _by_quality(book: Book, fire: Fire, row: FireRow, aim: RollCase, rules: list[Rule]) -> Shot:
    place = band(row.reach, aim.distance)
    if place is None:
        return Shot("out-of-range", fire.source)
    hidden = unseen(rules, aim.distance)
    if hidden:
        return Shot("unseen", hidden)
    name, effect = (("short-range", fire.short), ("", None), ("long-range", fire.long))[place]
    if effect:
        rules = [Rule(name, fire.source, "", effect), *rules]
    known = tuple(counted(rules))
    base = book.catalogue.stat(aim.class_, QUALITY)
    number = quality_chance(base, known, book.die)
    one = at_most(number, book.die)
    explosions = book.odds.explosions if aim.weapon in fire.area else None
    reach, landing = one, None
    if explosions and aim.target == "men":
        short, long = ((1 - one) * ring for ring in missed_rings(explosions, aim.weapon, aim.distance))
        landing = {"on": one, "short": short, "long": long, "away": 1 - one - short - long}
        near, far = hit_chances(book, explosions, aim)
        reach = (one + short) * near + long * far
    return _rolled(
        Shot(
            "ok",
            fire.source,
            base,
            known,
            need_at_most(number, book.die),
            row.dice + total(known, "dice"),
            one,
            reach=reach,
            gates=_gates(book, aim, holding(book.odds, "gate", aim)),
            landing=landing,
            area=explosions is not None,
            spread=aim.mode in fire.spread,
        )
    )


def _at_air(book: Book, fire: Fire, aim: RollCase) -> Shot:
    """Return fire at flying targets: the table's number, by class, then what halves it. Little else counts."""
    air = fire.air
    assert air is not None
    case = replace(aim, weapon=_fires_as(book, aim))
    rules = list(holding(book.odds, "hit-air", case))
    forbidden = next((rule for rule in rules if rule.effect.forbids), None)
    row = next((row for row in air.numbers if aim.weapon in row.weapons), None)
    if forbidden or row is None:
        return Shot("may-not", forbidden.source if forbidden else air.source)
    base = row.aircraft if aim.air == "aircraft" else row.helicopter
    if base is None:  # the table has no number for it
        return Shot("cannot", air.source)
    if row.reach is not None and aim.distance > row.reach:
        return Shot("out-of-range", air.source)
    known = tuple(counted(rules))
    number = quality_chance(base, known, book.die)
    one, need = at_most(number, book.die), need_at_most(number, book.die)
    gates = _gates(book, case, holding(book.odds, "gate", case))
    passed = tuple(gate for gate in gates if gate.id in air.gates)
    return _rolled(Shot("ok", air.source, base, known, need, 1, one, reach=one, gates=passed))


# High explosive (bi): where a shot lands, and the chance of being hit there


def blast_of(explosions: Explosions, weapon: str) -> Blast:
    return next(blast for blast in explosions.blasts if weapon in blast.weapons)


def hit_chances(book: Book, explosions: Explosions, case: RollCase) -> Rings:
    """Return the chance of being hit in the short and long ring, by cover and weapon."""
    rules = list(holding(book.odds, "blast", case))
    rows = {row.id: row for row in explosions.rows}
    row = next((rows[rule.effect.row] for rule in rules if rule.effect.row), explosions.rows[0])
    more = next((blast.more for blast in explosions.blasts if case.weapon in blast.weapons), 0)
    known = counted(rules)
    short, long = (quality_chance(number + more, known, book.die) for number in (row.short, row.long))
    return at_most(short, book.die), at_most(long, book.die)


def missed_rings(explosions: Explosions, weapon: str, distance: int) -> Rings:
    """Return the chance of a missed direct shot to land within the short ring, and within the long one only."""
    blast = blast_of(explosions, weapon)
    short = long = NEVER
    faces = sum(one.faces for one in explosions.direct)
    for one in explosions.direct:
        if one.percent and one.percent * distance <= 100 * blast.short:
            short += Fraction(one.faces, faces)
        elif one.percent and one.percent * distance <= 100 * blast.long:
            long += Fraction(one.faces, faces)
    return short, long


def drift(deviations: tuple[Deviation, ...], rolled: tuple[int, int], blast: Blast) -> Drift:
    """Return the chance of an indirect shot to land on the spot, in the short ring, and in the long one only."""
    on = short = long = NEVER
    faces = sum(one.faces for one in deviations)
    for one in deviations:
        share = Fraction(one.faces, faces)
        if one.exact:
            on += share
        elif one.axes:
            near = within(*rolled, blast.short, one.axes)
            short += share * near
            long += share * (within(*rolled, blast.long, one.axes) - near)
    return on, short, long


# Gates


def _gates(book: Book, case: RollCase, rules: Iterable[Rule]) -> tuple[Passing, ...]:
    """Return the gates of effects; of several with one id, the hardest."""
    kept: dict[str, Passing] = {}
    for rule in rules:
        passing = _passing(book, rule.effect.gate, case, rule.source) if rule.effect.gate else None
        if passing and (passing.id not in kept or passing.chance < kept[passing.id].chance):
            kept[passing.id] = passing
    return tuple(kept.values())


def _passing(book: Book, gate: Gate, case: RollCase, source: str) -> Passing | None:
    """Return a gate with its number; None: the table needs no number. No `need`: nothing passes it."""
    gate = book.odds.gate_numbers(gate)
    die = gate.die or book.die
    least = gate.at_least
    if gate.by_spotting:
        least = table_number(book, case)
        if least is None:
            return Passing(gate.id, die, None, NEVER, source)
        if least <= 1:
            return None
    if least is not None:
        return Passing(gate.id, die, need_at_least(least, die), at_least(least, die), source)
    most = quality_of(book, case.class_, case) if gate.by_quality else gate.at_most or 0
    most = gate.by_class.get(case.class_, most)
    return Passing(gate.id, die, need_at_most(most, die), at_most(most, die), source)


# Fire modes


def mode_of(book: Book, weapon: str, told: str, path: str) -> str:
    """Return the weapon's fire mode, the first if none is given; refuse an unknown one."""
    own = book.odds.modes_of(weapon)
    if not told:
        return own[0] if own else ""
    if told in own:
        return told
    check_mode(book, told, path)
    if not _all_modes(book.odds.fire):  # this ruleset does not read the field
        return ""
    refuse(path, "foreign-mode", closest(told, own), word=told, weapon=weapon)


def check_mode(book: Book, told: str, path: str) -> None:
    """Refuse a fire mode unknown to all rulesets, even if it is not used."""
    known = {mode for other in book.library.catalogues.values() for mode in _all_modes(other.odds.fire)}
    if told and told not in known:
        refuse(path, "mode", closest(told, known), word=told)


def _all_modes(fire: Fire | None) -> set[str]:
    return {mode for way in fire.ways for mode in way.modes} if fire else set()
