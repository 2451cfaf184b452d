"""Hitting by the quality of the firer, on a die at or under it; high explosive that goes astray (bi)."""

from fractions import Fraction

from rules.core.catalogue.catalogue import FireRow
from rules.core.catalogue.odds.effects import Gate, Rule
from rules.core.catalogue.odds.tables import Air, AirNumbers, Explosions, Fire
from rules.core.odds.book import Book
from rules.core.odds.direct_fire.explosions import hit_chances, missed_rings
from rules.core.odds.direct_fire.modes import fires_as
from rules.core.odds.direct_fire.shot import Aim, Passing, Shot
from rules.core.odds.modifiers import RollCase, counted, holding, quality_chance, total
from rules.core.odds.probability.chances import at_most, need_at_most
from rules.core.odds.sight import unseen
from rules.core.procedures.rolls import QUALITY


def shot(book: Book, fire: Fire, row: FireRow | None, aim: Aim) -> Shot:
    """Return what a firer rolls with a row of his weapon; None: it has none."""
    case = aim.case(weapon=fires_as(book, aim))
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
    """Return what the range band adds: short, normal, long."""
    effect = (fire.short, None, fire.long)[place]
    name = ("short-range", "", "long-range")[place]
    return () if effect is None else (Rule(name, fire.source, "", effect),)


def _rolled(book: Book, row: FireRow, aim: Aim, case: RollCase, rules: list[Rule]) -> Shot:
    known = tuple(counted(rules))
    base = book.stat(aim.class_, QUALITY)
    number = quality_chance(base, known, book.die)
    one = at_most(number, book.die)
    blast = book.odds.explosions if _is_explosive(book, case) else None
    landing = _landing(blast, case.weapon, aim, one) if blast and aim.target == "men" else None
    reach = _reach(book, blast, case, landing) if blast and landing else one
    dice = row.dice + total(known, "dice")
    return Shot(
        status="ok" if reach else "cannot",
        source=book.odds.fire.source if book.odds.fire else "",
        base=base,
        rules=known,
        need=need_at_most(number, book.die),
        dice=dice if reach else 0,
        chance=one,
        reach=reach,
        gates=gates(book, aim, case),
        landing=landing,
        area=blast is not None,
        spread=bool(book.odds.fire and aim.mode in book.odds.fire.spread),
    )


def _is_explosive(book: Book, case: RollCase) -> bool:
    return bool(book.odds.fire and case.weapon in book.odds.fire.area)


def _landing(blast: Explosions, weapon: str, aim: Aim, one: Fraction) -> dict[str, Fraction]:
    rings = missed_rings(blast, weapon, aim.distance)
    short, long = (1 - one) * rings[0], (1 - one) * rings[1]
    return {"on": one, "short": short, "long": long, "away": 1 - one - short - long}


def _reach(book: Book, blast: Explosions, case: RollCase, landing: dict[str, Fraction]) -> Fraction:
    short, long = hit_chances(book, blast, case)
    return (landing["on"] + landing["short"]) * short + landing["long"] * long


def gates(book: Book, aim: Aim, case: RollCase) -> tuple[Passing, ...]:
    """Return the gates that the firer has to pass, each with its number."""
    made = []
    for rule in holding(book.odds, "gate", case):
        if rule.effect.gate:
            made.append(passing(book, rule.effect.gate, aim.class_, case))
    return tuple(made)


def passing(book: Book, gate: Gate, class_id: str, case: RollCase) -> Passing:
    """Return a gate with its number: of the class's quality as it is changed, of the class, or of all."""
    gate = book.odds.gate_numbers(gate)
    number = gate.by_class.get(class_id, gate.at_most or 0)
    if gate.by_quality:
        number = quality(book, class_id, case)
    die = gate.die or book.die
    return Passing(gate.id, die, need_at_most(number, die), at_most(number, die))


def quality(book: Book, class_id: str, case: RollCase) -> int:
    """Return the quality of a class as the facts change it (motivated, tired)."""
    return book.stat(class_id, QUALITY) + total(counted(holding(book.odds, "quality", case)), "chance")


def _at_air(book: Book, fire: Fire, aim: Aim, case: RollCase) -> Shot:
    """Return fire at what flies: the table's number, by class, then what halves it. Little else counts."""
    air = fire.air
    assert air is not None
    forbidden = next((rule for rule in holding(book.odds, "hit-air", case) if rule.effect.forbids), None)
    if forbidden:
        return Shot("may-not", forbidden.source)
    row = _air_row(air, aim.weapon)
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
    return Shot(
        status="ok" if one else "cannot",
        source=air.source,
        base=base,
        rules=known,
        need=need_at_most(number, book.die),
        dice=1 if one else 0,
        chance=one,
        reach=one,
        gates=tuple(gate for gate in gates(book, aim, case) if gate.id in air.gates),
    )


def _air_row(air: Air, weapon: str) -> AirNumbers | None:
    return next((row for row in air.numbers if weapon in row.weapons), None)
