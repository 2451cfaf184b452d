"""Direct fire: the hits on each figure, and their effect."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Any

from msgspec import UNSET

from rules.core.catalogue.odds.effects import TargetKind
from rules.core.odds import dice
from rules.core.odds.book import Book
from rules.core.odds.dice import ALWAYS, NEVER, NOTHING_HITS, Chances, chance, chances, distribution, expected
from rules.core.odds.format.questions import FireQuestion, SaveQuestion, Shooter, Target
from rules.core.odds.format.reading import given, refuse
from rules.core.odds.hits import (
    UNHARMED,
    Fate,
    damaged_aircraft,
    damaged_men,
    damaged_vehicle,
    men_with_value,
    saving_men,
    saving_vehicle,
    vehicle_with_value,
)
from rules.core.odds.modifiers import RollCase, holding, told
from rules.core.odds.shot import Shot, check_mode, mode_of, row_of, shot_of

MOST_DICE = 40


def answer(book: Book, question: FireQuestion) -> dict[str, Any]:
    aim = _aim(book, question)
    target = question.target
    fate = fate_of(book, aim, target, question.shooter)
    shot = shot_of(book, aim)
    count, figures = question.shooter.count, target.number
    assert book.odds.fire is not None
    rolled = row_dice(book, aim) * count * (figures if aim.mode in book.odds.fire.spread else 1)
    if rolled > MOST_DICE:
        refuse("shooter.count", "dice", most=MOST_DICE, number=rolled)
    return _answered(book, shot, fate, target, count)


def row_dice(book: Book, aim: RollCase) -> int:
    """Return the number of dice that the table gives a firer."""
    if book.odds.method == "range" or (aim.target == "air" and book.odds.method == "quality"):
        return 1
    row = row_of(book, aim)
    return row.dice if row else 1


def _aim(book: Book, question: FireQuestion) -> RollCase:
    shooter = question.shooter
    book.troops("shooter.class", shooter.class_)
    weapon = book.weapon("shooter.weapon", given(shooter.weapon, "shooter", "weapon"))
    if shooter.vehicle:
        book.vehicle("shooter.vehicle", shooter.vehicle)
    book.target(question.target)
    aim = aim_at(book, question.target)
    reach = given(question.range, "", "range") if book.odds.method == "range" else 0
    return replace(
        aim,
        class_=shooter.class_,
        weapon=weapon,
        mode=mode_of(book, weapon, shooter.mode, "shooter.mode"),
        vehicle=shooter.vehicle,
        distance=question.distance,
        facts=book.facts(question.situations, "fire"),
        range=reach,
    )


def aim_at(book: Book, target: Target) -> RollCase:
    """Return the aim at a target; the rest of it is not known yet."""
    kind = _target_kind(book, target)
    flying = book.odds.air.vehicle if book.odds.air and kind == "air" else ""
    return RollCase(
        target=kind,
        target_class=target.class_,
        target_vehicle=target.vehicle or flying,
        air="" if target.air is UNSET else target.air,
        facing="front" if target.facing is UNSET else target.facing,
    )


def _target_kind(book: Book, target: Target) -> TargetKind:
    """Return the kind of target; refuse a flying target if the ruleset has none."""
    if target.class_:
        return "men"
    flying = book.odds.air
    if target.vehicle:
        if flying and target.vehicle in flying.kinds:
            refuse("target.vehicle", "flies", word=target.vehicle)
        return "vehicle"
    if flying is None or target.air not in flying.kinds:
        refuse("target.air", "foreign-air", word=target.air)
    return "air"


def fate_of(book: Book, aim: RollCase, target: Target, shooter: Shooter) -> Fate:
    """Return the fate of the target after one hit, by the ruleset's saves or damage."""
    odds = book.odds
    occupants = "" if target.occupants is UNSET else target.occupants.class_
    if odds.saves:
        if aim.target == "men":
            return saving_men(book, odds.saves, aim)
        if aim.target == "air" and book.odds.air and aim.weapon not in book.odds.air.weapons:
            return UNHARMED
        return saving_vehicle(book, odds.saves, aim, occupants)
    return _damage(book, aim, target, shooter)


def _damage(book: Book, aim: RollCase, target: Target, shooter: Shooter) -> Fate:
    damage = book.odds.damage
    assert damage is not None
    if aim.target == "air":
        air = book.odds.air
        assert air is not None
        table = air.aircraft if aim.air == "aircraft" else air.helicopter
        assert table is not None
        return damaged_aircraft(table)
    if damage.values and (aim.target == "vehicle" or target.combat_value is not UNSET):
        ours = given(shooter.combat_value, "shooter", "combat_value")
        theirs = given(target.combat_value, "target", "combat_value")
        if aim.target == "vehicle":
            return vehicle_with_value(damage, ours - theirs)
        return men_with_value(damage, ours - theirs, aim)
    if aim.target == "vehicle":
        return damaged_vehicle(book, damage, aim)
    return damaged_men(book, damage, aim)


def hits_of_figures(book: Book, shot: Shot, count: int, figures: int) -> Counter[Chances]:
    """Return how many figures get each distribution of hits; the first figure comes first."""
    if not shot.dice:
        return Counter({NOTHING_HITS: figures})
    if shot.area:
        return Counter({dice.pools((shot.dice,) * count, shot.reach, shot.gate): figures})
    made: Counter[Chances] = Counter()
    for figure in range(figures):
        made[dice.pools(_dealt(book, shot, count, figure, figures), shot.chance, shot.gate)] += 1
    return made


def _dealt(book: Book, shot: Shot, count: int, figure: int, figures: int) -> tuple[int, ...]:
    """Return how many dice of each firer go to a figure: dealt in turn, die by die or firer by firer."""
    if shot.spread:
        return (1,) * count
    if book.odds.method != "table":
        return tuple(shot.dice for firer in range(count) if firer % figures == figure)
    dealt = [0] * count
    for number in range(figure, shot.dice * count, figures):
        dealt[number // shot.dice] += 1
    return tuple(dealt)


def _answered(book: Book, shot: Shot, fate: Fate, target: Target, count: int) -> dict[str, Any]:
    figures = target.number
    per_firer = shot.dice * (figures if shot.spread else 1)
    all_hits = dice.pools((per_firer,) * count, shot.chance, shot.gate) if shot.dice else NOTHING_HITS
    by_figure = hits_of_figures(book, shot, count, figures)
    first = next(iter(by_figure))
    outcomes = with_missed(fate, first)
    is_immune = shot.status == "ok" and bool(fate.immune)
    made = book.stated("immune" if is_immune else shot.status, fate.immune if is_immune else shot.source)
    made |= {"die": book.die, "base": shot.base, "modifiers": told(shot.rules), "need": shot.need}
    made |= {"dice": per_firer * count, "chance": chance(shot.chance)}
    made["gates"] = [gate.told() for gate in shot.gates]
    made |= {"hits": distribution(all_hits), "expected_hits": chance(expected(all_hits))}
    if shot.landing is not None:
        made["landing"] = chances(shot.landing)
    made["target"] = fate.told(first, outcomes)
    return made | expected_of(fate, by_figure, outcomes, bool(target.class_))


def with_missed(fate: Fate, hits: Chances) -> dict[str, Fraction]:
    """Return the chances of all outcomes of a number of hits, possibly none."""
    return {"missed": hits[0]} | fate.outcomes(hits)


def expected_of(fate: Fate, by_figure: Counter[Chances], outcomes: dict[str, Fraction], of_men: bool) -> dict[str, Any]:
    """Return `expected` (of men) and `expected_kills`, summed over the figures."""
    if not of_men:
        return {"expected_kills": chance(fate.lost_of(outcomes))}
    total = dict.fromkeys(outcomes, NEVER)
    for hits, figures in by_figure.items():
        for name, one in with_missed(fate, hits).items():
            total[name] += figures * one
    return {"expected": chances(total), "expected_kills": chance(fate.lost_of(total))}


def save(book: Book, question: SaveQuestion) -> dict[str, Any]:
    fate = _save_fate(book, question)
    hits: Chances = (*[NEVER] * question.hits, ALWAYS)
    made = book.stated("immune" if fate.immune else "ok", fate.immune)
    outcomes = fate.outcomes(hits)
    return made | {"die": fate.die, "chance": chance(1 - fate.lost), "target": fate.told(None, outcomes)}


def _save_fate(book: Book, question: SaveQuestion) -> Fate:
    shooter, target = question.shooter, question.target
    if shooter.class_:
        refuse("shooter.class", "not-here", word="save")
    book.target(target)
    if target.air is not UNSET:
        refuse("target.air", "not-here", word="save")
    weapon = book.weapon("shooter.weapon", shooter.weapon) if shooter.weapon else ""
    check_mode(book, shooter.mode, "shooter.mode")
    if shooter.vehicle:
        book.vehicle("shooter.vehicle", shooter.vehicle)
    facts = book.facts(question.situations, "save")
    aim = replace(aim_at(book, target), weapon=weapon, facts=facts)
    if aim.target == "vehicle" and not weapon and _asks_weapon(book, aim):
        refuse("shooter", "missing", word="weapon")
    return fate_of(book, aim, target, shooter)


def _asks_weapon(book: Book, aim: RollCase) -> bool:
    """Whether a vehicle's roll is by weapon: not if a situation sets the column, or values are rolled."""
    if book.odds.damage and book.odds.damage.values:
        return False
    return not any(rule.effect.column for rule in holding(book.odds, "save", aim))
