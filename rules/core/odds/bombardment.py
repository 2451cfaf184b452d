"""Fire from off the table, mines and traps: where it lands, and its effect on men."""

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec import UNSET

from rules.core.catalogue.odds.tables import Bombardment, Explosions
from rules.core.odds import dice
from rules.core.odds.book import Book
from rules.core.odds.dice import ALWAYS, NEVER, NOTHING_HITS, Chances, at_least, at_most, need_at_most
from rules.core.odds.fire import aim_at, expected_of, with_missed
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
from rules.core.odds.shot import Passing, blast_of, drift, hit_chances, quality_of, shot_of


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
    facts = book.facts(question.situations, "bombardment")
    _refuse_flying(book, rule, target)
    aim = replace(aim_at(book, target), facts=facts, class_=question.class_, weapon=rule.weapon)
    asked = _Asked(book, rule, question, aim)
    if asked.kind not in rule.targets:
        refuse("target", "not-at", word=rule.id)
    if rule.one_man and target.number > 1:
        refuse("target.figures", "most", expected=1)
    if question.class_:
        book.troops("class", question.class_)
    fall, fate = asked.fall(), asked.fate()
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


def _refuse_flying(book: Book, rule: Bombardment, target: Target) -> None:
    flying = book.odds.air.kinds if book.odds.air else ()
    if target.air is not UNSET:
        refuse("target.air", "not-here", word=rule.id)
    if target.vehicle in flying:
        refuse("target.vehicle", "not-here", word=rule.id)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A bombardment of a target."""

    book: Book
    rule: Bombardment
    question: BombardmentQuestion
    aim: RollCase

    @property
    def kind(self) -> str:
        """The kind of target: men, soft or armour."""
        damage = self.book.odds.damage
        if self.aim.target == "men":
            return "men"
        return "soft" if damage and is_soft(damage, self.aim) else "armour"

    @property
    def explosions(self) -> Explosions:
        explosions = self.book.odds.explosions
        assert explosions is not None
        return explosions

    # How it lands

    def fall(self) -> Fall:
        rule, question, gates = self.rule, self.question, self._gate()
        match rule.kind:
            case "hit":
                return Fall((NEVER, ALWAYS), gates=gates)
            case "drift":
                under = dice.sum_at_most(rule.dice, self.book.die, rule.within)
                return Fall((1 - under, under), {"under": under, "away": 1 - under}, gates)
            case "fire":
                return self._fired(gates)
            case "passes":
                return Fall(dice.successes(question.passes, at_least(rule.at_least, self.book.die)))
            case "indirect" if question.zone is not UNSET and not question.class_:
                return self._in_ring()  # it has landed: the observer no longer matters
            case "indirect":
                return self._indirect()
        if self.kind == "soft" and rule.soft_at_most is not None:
            gone = at_most(rule.soft_at_most, rule.soft_die)
            return Fall((1 - gone, gone))
        return Fall((NEVER, ALWAYS)) if self.kind in rule.sure else self._in_ring()

    def _gate(self) -> tuple[Passing, ...]:
        book = self.book
        gate = book.odds.gate_numbers(self.rule.gate) if self.rule.gate else None
        if gate is None or gate.at_least is None:
            return ()
        number = gate.at_least - total(counted(holding(book.odds, gate.id, self.aim)), "die")
        passed = at_least(number, book.die)
        return (Passing(gate.id, book.die, {"at_least": max(number, 1)} if passed else None, passed),)

    def _fired(self, gates: tuple[Passing, ...]) -> Fall:
        self.book.troops("class", self.question.class_)
        distance = given(self.question.distance, "", "distance")
        shot = shot_of(self.book, replace(self.aim, distance=distance))
        if not shot.dice:
            return Fall(NOTHING_HITS, None, gates, shot.status, shot.source)
        return Fall((1 - shot.reach, shot.reach), shot.landing, gates)

    def _indirect(self) -> Fall:
        """Compute where the rounds land: after contact and adjustment, precise or not."""
        book, question, explosions = self.book, self.question, self.explosions
        book.troops("class", question.class_)
        quality = quality_of(book, question.class_, self.aim)
        precise = at_most(quality, book.die)
        blast = blast_of(explosions, self.rule.weapon)
        near = drift(explosions.precise, explosions.precise_dice, blast)
        far = drift(explosions.imprecise, explosions.imprecise_dice, blast)
        on, short, long = (precise * one + (1 - precise) * other for one, other in zip(near, far, strict=True))
        rings = hit_chances(book, explosions, self.aim)
        hit = (on + short) * rings[0] + long * rings[1]
        level = next((one.level for one in self.rule.contacts if one.contact == question.contact), None)
        number = None if level is None else need_of(level, quality, book.die)
        gates: tuple[Passing, ...] = ()
        if number is not None:
            gates = (Passing("contact", book.die, need_at_most(number, book.die), at_most(number, book.die)),)
        landing = {"on": on, "short": short, "long": long, "away": 1 - on - short - long}
        return Fall((1 - hit, hit), landing, gates)

    def _in_ring(self) -> Fall:
        zone = given(self.question.zone, "", "zone")
        seen = RollCase(weapon=self.rule.weapon) if self.rule.bare else self.aim
        short, long = hit_chances(self.book, self.explosions, seen)
        hit = short if zone == "short" else long
        return Fall((1 - hit, hit))

    # The fate of the target

    def fate(self) -> Fate:
        book, rule, aim, kind = self.book, self.rule, self.aim, self.kind
        target, odds = self.question.target, self.book.odds
        if odds.saves and kind == "men":
            return saving_men(book, odds.saves, aim, rule.id, rule.number)
        if odds.saves:
            occupants = "" if target.occupants is UNSET else target.occupants.class_
            return saving_vehicle(book, odds.saves, aim, occupants, "by", rule.column)
        damage = odds.damage
        assert damage is not None
        if kind == "men":
            bare = RollCase(facts=aim.facts & {damage.wounded})  # nothing protects him
            return damaged_men(book, damage, bare if rule.bare else aim)
        if kind == "soft" and rule.soft_at_most is not None:
            assert damage.soft is not None
            return destroyed(damage.soft, rule.soft_die)
        fate = damaged_vehicle(book, damage, aim)
        return unharmed(fate, rule.source) if kind in rule.immune else fate
