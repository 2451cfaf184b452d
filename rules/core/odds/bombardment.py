"""Fire from off the table, mines and traps: where it lands, and its effect on men."""

from collections import Counter
from dataclasses import asdict
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec import UNSET

from rules.core.catalogue.odds.tables import Bombardment
from rules.core.odds import dice
from rules.core.odds.book import Book
from rules.core.odds.dice import ALWAYS, NEVER, Chances, at_least, at_most, need_at_most
from rules.core.odds.explosions import blast_of, drift, hit_chances
from rules.core.odds.fire import expected_of, with_missed
from rules.core.odds.format.questions import BombardmentQuestion, Target
from rules.core.odds.format.reading import Status, given, refuse
from rules.core.odds.hits import (
    Fate,
    damaged_men,
    damaged_vehicle,
    destroyed,
    is_soft,
    saving_men,
    saving_vehicle,
    unharmed,
)
from rules.core.odds.modifiers import RollCase, counted, holding, total
from rules.core.odds.rolls import need_of
from rules.core.odds.shot import Aim, Passing, quality_of, shot_of


class Fall(NamedTuple):
    """How it lands: the hits on each figure if all gates are passed, where it lands, and whether it can."""

    hits: Chances
    landing: dict[str, Fraction] | None = None
    gates: tuple[Passing, ...] = ()
    status: Status = "ok"
    source: str = ""


def answer(book: Book, question: BombardmentQuestion) -> dict[str, Any]:
    rule = book.entry("by", "bombardment", question.by, lambda odds: odds.bombardments)
    target = question.target
    book.target(target)
    case = RollCase(
        facts=book.facts(question.situations, "bombardment"),
        class_=question.class_,
        weapon=rule.weapon,
        target="men" if target.class_ else "vehicle",
        target_class=target.class_,
        target_vehicle=target.vehicle,
        facing="front" if target.facing is UNSET else target.facing,
    )
    kind = _check_target(book, rule, target, case)
    if question.class_:
        book.troops("class", question.class_)
    fall = _fall(book, rule, question, case, kind)
    fate = _fate(book, rule, target, case, kind)
    return _answered(book, fall, fate, target)


def _check_target(book: Book, rule: Bombardment, target: Target, case: RollCase) -> str:
    """Return the kind of target: men, soft or armour. Refuse a target that it cannot hit."""
    if target.air is not UNSET:
        refuse("target.air", "not-here", word=rule.id)
    kind = "men"
    if target.vehicle:
        flying = book.odds.air
        if flying and target.vehicle in flying.kinds:
            refuse("target.vehicle", "not-here", word=rule.id)
        damage = book.odds.damage
        kind = "soft" if damage and is_soft(damage, case) else "armour"
    if kind not in rule.targets:
        refuse("target", "not-at", word=rule.id)
    if rule.one_man and target.number > 1:
        refuse("target.figures", "most", expected=1)
    return kind


# How it lands


def _fall(book: Book, rule: Bombardment, question: BombardmentQuestion, case: RollCase, kind: str) -> Fall:
    gates = _support_gate(book, rule, case)
    match rule.kind:
        case "hit":
            return Fall((NEVER, ALWAYS), gates=gates)
        case "drift":
            under = dice.sum_at_most(rule.dice, book.die, rule.within)
            return Fall((1 - under, under), {"under": under, "away": 1 - under}, gates)
        case "fire":
            return _fired(book, rule, question, case, gates)
        case "passes":
            return Fall(dice.successes(question.passes, at_least(rule.at_least, book.die)))
        case "indirect" if question.zone is not UNSET and not question.class_:
            return _in_ring(book, rule, question, case)  # it has landed: the observer no longer matters
        case "indirect":
            return _indirect(book, rule, question, case)
    return _in_zone(book, rule, question, case, kind)


def _support_gate(book: Book, rule: Bombardment, case: RollCase) -> tuple[Passing, ...]:
    gate = book.odds.gate_numbers(rule.gate) if rule.gate else None
    if gate is None or gate.at_least is None:
        return ()
    number = gate.at_least - total(counted(holding(book.odds, gate.id, case)), "die")
    passed = at_least(number, book.die)
    return (Passing(gate.id, book.die, {"at_least": max(number, 1)} if passed else None, passed),)


def _fired(
    book: Book, rule: Bombardment, question: BombardmentQuestion, case: RollCase, gates: tuple[Passing, ...]
) -> Fall:
    book.troops("class", question.class_)
    shot = shot_of(book, Aim(**asdict(case) | {"distance": given(question.distance, "", "distance")}))
    if not shot.dice:
        return Fall(dice.NOTHING_HITS, None, gates, shot.status, shot.source)
    return Fall((1 - shot.reach, shot.reach), shot.landing, gates)


def _indirect(book: Book, rule: Bombardment, question: BombardmentQuestion, case: RollCase) -> Fall:
    """Compute where the rounds land: after contact and adjustment, precise or not."""
    book.troops("class", question.class_)
    explosions = book.odds.explosions
    assert explosions is not None
    quality = quality_of(book, question.class_, case)
    precise = at_most(quality, book.die)
    blast = blast_of(explosions, rule.weapon)
    near = drift(explosions.precise, explosions.precise_dice, blast)
    far = drift(explosions.imprecise, explosions.imprecise_dice, blast)
    on, short, long = (precise * one + (1 - precise) * other for one, other in zip(near, far, strict=True))
    landing = {"on": on, "short": short, "long": long, "away": 1 - on - short - long}
    rings = hit_chances(book, explosions, case)
    hit = (on + short) * rings[0] + long * rings[1]
    level = next((one.level for one in rule.contacts if one.contact == question.contact), None)
    if level is None:
        return Fall((1 - hit, hit), landing)
    number = need_of(level, quality, book.die)
    contact = Passing("contact", book.die, need_at_most(number, book.die), at_most(number, book.die))
    return Fall((1 - hit, hit), landing, (contact,))


def _in_zone(book: Book, rule: Bombardment, question: BombardmentQuestion, case: RollCase, kind: str) -> Fall:
    if kind == "soft" and rule.soft_at_most is not None:
        destroyed = at_most(rule.soft_at_most, rule.soft_die)
        return Fall((1 - destroyed, destroyed))
    if kind in rule.sure:
        return Fall((NEVER, ALWAYS))
    return _in_ring(book, rule, question, case)


def _in_ring(book: Book, rule: Bombardment, question: BombardmentQuestion, case: RollCase) -> Fall:
    zone = given(question.zone, "", "zone")
    explosions = book.odds.explosions
    assert explosions is not None
    seen = RollCase(weapon=rule.weapon) if rule.bare else case
    short, long = hit_chances(book, explosions, seen)
    hit = short if zone == "short" else long
    return Fall((1 - hit, hit))


# The fate of the target


def _fate(book: Book, rule: Bombardment, target: Target, case: RollCase, kind: str) -> Fate:
    odds = book.odds
    occupants = "" if target.occupants is UNSET else target.occupants.class_
    if odds.saves:
        if target.class_:
            return saving_men(book, odds.saves, case, rule.id, rule.number)
        return saving_vehicle(book, odds.saves, case, occupants, "by", rule.column)
    damage = odds.damage
    assert damage is not None
    if kind == "men":
        bare = RollCase(facts=case.facts & {damage.wounded})  # nothing protects him
        return damaged_men(book, damage, bare if rule.bare else case)
    if kind == "soft" and rule.soft_at_most is not None:
        assert damage.soft is not None
        return destroyed(damage.soft, rule.soft_die)
    fate = damaged_vehicle(book, damage, case)
    return unharmed(fate, rule.source) if kind in rule.immune else fate


def _answered(book: Book, fall: Fall, fate: Fate, target: Target) -> dict[str, Any]:
    passed = ALWAYS
    for gate in fall.gates:
        passed *= gate.chance
    hits = (1 - passed + passed * fall.hits[0], *(passed * one for one in fall.hits[1:]))
    outcomes = with_missed(fate, hits)
    status: Status = fall.status
    if status == "ok":
        status = "immune" if fate.immune else "ok" if hits[0] != 1 else "cannot"
    made = book.stated(status, fate.immune or fall.source or book.catalogue.item_source)
    made |= {"die": fate.die, "gates": [gate.told() for gate in fall.gates]}
    if fall.landing is not None:
        made["landing"] = dice.chances(fall.landing)
    made["target"] = fate.told(hits, outcomes)
    return made | expected_of(fate, Counter({hits: target.number}), outcomes, bool(target.class_))
