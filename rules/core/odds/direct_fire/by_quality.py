"""Hitting by the quality of the firer, on a die equal to or under it; high explosive and where it lands (bi)."""

from dataclasses import replace
from fractions import Fraction

from rules.core.catalogue.catalogue import FireRow
from rules.core.catalogue.odds.effects import Gate, Rule
from rules.core.catalogue.odds.tables import Blast, Deviation, Explosions, Fire
from rules.core.odds import dice
from rules.core.odds.book import Book
from rules.core.odds.dice import NEVER, at_most, need_at_most
from rules.core.odds.direct_fire.shot import Aim, Passing, Shot, fires_as
from rules.core.odds.modifiers import RollCase, counted, halvings, holding, quality_chance, total
from rules.core.odds.rolls import unseen
from rules.core.procedures import QUALITY

Rings = tuple[Fraction, Fraction]  # the short ring and the long one
Drift = tuple[Fraction, Fraction, Fraction]  # on the spot, the short ring, the long one


def blast_of(explosions: Explosions, weapon: str) -> Blast:
    return next(blast for blast in explosions.blasts if weapon in blast.weapons)


def hit_chances(book: Book, explosions: Explosions, case: RollCase) -> Rings:
    """Return the chance of being hit in the short and long ring, by cover and weapon."""
    rules = list(holding(book.odds, "blast", case))
    told = [rule.effect.row for rule in rules if rule.effect.row]
    rows = {row.id: row for row in explosions.rows}
    row = rows[told[0]] if told else explosions.rows[0]
    more = next((blast.more for blast in explosions.blasts if case.weapon in blast.weapons), 0)
    half = halvings(counted(rules))
    return _held(book, row.short + more, half), _held(book, row.long + more, half)


def _held(book: Book, number: int, half: int) -> Fraction:
    for _ in range(half):
        number = -(-number // 2)
    return Fraction(min(max(number, 0), book.die), book.die)


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
            near = dice.within(*rolled, blast.short, one.axes)
            short += share * near
            long += share * (dice.within(*rolled, blast.long, one.axes) - near)
    return on, short, long


def shot(book: Book, fire: Fire, row: FireRow | None, aim: Aim) -> Shot:
    """Return the firer's rolls with a row of his weapon; None: it has none."""
    case = replace(aim, weapon=fires_as(book, aim))
    if aim.target == "air":
        return _at_air(book, fire, aim, case)
    if row is None:
        return Shot("may-not", fire.source)
    rules = list(holding(book.odds, "hit", case))
    forbidden = next((rule for rule in rules if rule.effect.forbids), None)
    if forbidden:
        return Shot("may-not", forbidden.source)
    place = next((i for i, edge in enumerate(row.reach) if edge is not None and aim.distance <= edge), None)
    if place is None:
        return Shot("out-of-range", fire.source)
    hidden = unseen(rules, aim.distance)
    if hidden:
        return Shot("unseen", hidden)
    return _rolled(book, row, aim, case, [*_band(fire, place), *rules])


def _band(fire: Fire, place: int) -> tuple[Rule, ...]:
    effect = (fire.short, None, fire.long)[place]
    name = ("short-range", "", "long-range")[place]
    return () if effect is None else (Rule(name, fire.source, "", effect),)


def _rolled(book: Book, row: FireRow, aim: Aim, case: RollCase, rules: list[Rule]) -> Shot:
    known = tuple(counted(rules))
    base = book.catalogue.stat(aim.class_, QUALITY)
    number = quality_chance(base, known, book.die)
    one = at_most(number, book.die)
    is_explosive = book.odds.fire and case.weapon in book.odds.fire.area
    blast = book.odds.explosions if is_explosive else None
    landing = _landing(blast, case.weapon, aim, one) if blast and aim.target == "men" else None
    reach = _reach(book, blast, case, landing) if blast and landing else one
    return Shot.of(
        book.odds.fire.source if book.odds.fire else "",
        base,
        known,
        need_at_most(number, book.die),
        row.dice + total(known, "dice"),
        one,
        reach=reach,
        gates=gates(book, aim, case),
        landing=landing,
        area=blast is not None,
        spread=bool(book.odds.fire and aim.mode in book.odds.fire.spread),
    )


def _landing(blast: Explosions, weapon: str, aim: Aim, one: Fraction) -> dict[str, Fraction]:
    rings = missed_rings(blast, weapon, aim.distance)
    short, long = (1 - one) * rings[0], (1 - one) * rings[1]
    return {"on": one, "short": short, "long": long, "away": 1 - one - short - long}


def _reach(book: Book, blast: Explosions, case: RollCase, landing: dict[str, Fraction]) -> Fraction:
    short, long = hit_chances(book, blast, case)
    return (landing["on"] + landing["short"]) * short + landing["long"] * long


def gates(book: Book, aim: Aim, case: RollCase) -> tuple[Passing, ...]:
    made = []
    for rule in holding(book.odds, "gate", case):
        if rule.effect.gate:
            made.append(passing(book, rule.effect.gate, aim.class_, case))
    return tuple(made)


def passing(book: Book, gate: Gate, class_id: str, case: RollCase) -> Passing:
    """Return a gate with its number: of the modified class quality, of the class, or general."""
    gate = book.odds.gate_numbers(gate)
    number = gate.by_class.get(class_id, gate.at_most or 0)
    if gate.by_quality:
        number = quality(book, class_id, case)
    die = gate.die or book.die
    return Passing(gate.id, die, need_at_most(number, die), at_most(number, die))


def quality(book: Book, class_id: str, case: RollCase) -> int:
    """Return the quality of a class, changed by situations (motivated, tired)."""
    return book.catalogue.stat(class_id, QUALITY) + total(
        counted(holding(book.odds, "quality", case)), "chance"
    )


def _at_air(book: Book, fire: Fire, aim: Aim, case: RollCase) -> Shot:
    """Return fire at flying targets: the table's number, by class, then what halves it. Little else counts."""
    air = fire.air
    assert air is not None
    forbidden = next((rule for rule in holding(book.odds, "hit-air", case) if rule.effect.forbids), None)
    if forbidden:
        return Shot("may-not", forbidden.source)
    row = next((row for row in air.numbers if aim.weapon in row.weapons), None)
    base = (row.aircraft if aim.air == "aircraft" else row.helicopter) if row else None
    if row is None:
        return Shot("may-not", air.source)
    if base is None:  # the table has no number for it
        return Shot("cannot", air.source)
    if row.reach is not None and aim.distance > row.reach:
        return Shot("out-of-range", air.source)
    known = tuple(counted(holding(book.odds, "hit-air", case)))
    number = quality_chance(base, known, book.die)
    one = at_most(number, book.die)
    passed = tuple(gate for gate in gates(book, aim, case) if gate.id in air.gates)
    return Shot.of(air.source, base, known, need_at_most(number, book.die), 1, one, gates=passed)
