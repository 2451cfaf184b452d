"""The effects on a roll in a situation, without those that do not add up."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from rules.core.catalogue.odds.data import Odds
from rules.core.catalogue.odds.effects import Effect, Rule, TargetKind

On = Literal["need", "die", "chance", "dice"]
AMOUNTS: tuple[On, ...] = ("need", "die", "chance", "dice")


@dataclass(frozen=True, slots=True)
class RollCase:
    """The case of one roll: the situations, the roller, his weapon, his target, the distance and the referee's range.

    `air`: the kind of flying target; `distance`: negative if it is unknown, as of hits that only need a save.
    """

    facts: frozenset[str] = frozenset()
    class_: str = ""
    weapon: str = ""
    mode: str = ""
    vehicle: str = ""
    as_infantry: bool = False
    pool: bool = False
    target: TargetKind = "men"
    target_class: str = ""
    target_vehicle: str = ""
    facing: str = "front"
    air: str = ""
    distance: int = -1
    range: int = 0


def holding(odds: Odds, roll: str, case: RollCase) -> Iterator[Rule]:
    """Yield the effects on a roll that apply in a case, in the order of the situations."""
    for rule in odds.rules_by_roll.get(roll, ()):
        if rule.told and rule.told not in case.facts:
            continue
        if rule.beyond is not None and case.distance <= rule.beyond:
            continue
        if _concerns(rule.effect, case):
            yield rule


def _concerns(effect: Effect, case: RollCase) -> bool:
    on_foot = not case.vehicle or case.as_infantry
    return (
        (not effect.classes or case.class_ in effect.classes)
        and (not effect.target_classes or case.target_class in effect.target_classes)
        and (not effect.weapons or case.weapon in effect.weapons)
        and case.weapon not in effect.unless_weapons
        and (not effect.modes or case.mode in effect.modes)
        and (not effect.unless_modes or case.mode not in effect.unless_modes)
        and (not effect.vehicles or case.vehicle in effect.vehicles)
        and (not effect.targets or case.target in effect.targets)
        and (not effect.facing or effect.facing == case.facing)
        and (not effect.on_foot or on_foot)
        and (not effect.dismounted or not case.vehicle)
        and (effect.pool is None or effect.pool == case.pool)
        and (effect.within is None or 0 <= case.distance <= effect.within)
        and (effect.beyond is None or case.distance > effect.beyond)
        and (not effect.when or not case.facts.isdisjoint(effect.when))
        and (not effect.unless or case.facts.isdisjoint(effect.unless))
    )


def amount(effect: Effect) -> int:
    """Return an effect's amount on the number needed, the die, the chance or the dice."""
    return effect.need or effect.die or effect.chance or effect.dice


def counted(rules: Iterable[Rule]) -> list[Rule]:
    """Return the effects that change a number; of those that do not add up only the largest, on a tie the first."""
    kept: list[Rule] = []
    best: dict[str, int] = {}
    for rule in rules:
        if not (amount(rule.effect) or rule.effect.half):
            continue
        once = rule.effect.once
        if once not in best:
            if once:
                best[once] = len(kept)
            kept.append(rule)
        elif abs(amount(rule.effect)) > abs(amount(kept[best[once]].effect)):
            kept[best[once]] = rule
    return kept


def total(rules: Iterable[Rule], on: On) -> int:
    """Return the total of effects on the number needed, the die, the chance or the dice."""
    return sum(getattr(rule.effect, on) for rule in rules)


def halvings(rules: Iterable[Rule]) -> int:
    return sum(rule.effect.half for rule in rules)


def told(rules: Iterable[Rule]) -> list[dict[str, Any]]:
    return [_modifier(rule) for rule in rules]


def _modifier(rule: Rule) -> dict[str, Any]:
    if rule.effect.half:
        return {"id": rule.id, "on": "chance", "times": "1/2", "source": rule.source}
    on = next(name for name in AMOUNTS if getattr(rule.effect, name))
    return {"id": rule.id, "on": on, "by": amount(rule.effect), "source": rule.source}


def quality_chance(base: int, rules: Iterable[Rule], highest: int) -> int:
    """Return a chance on a die equal to or under it: all bonuses are added, then each ½ halves it and rounds up."""
    known = list(rules)
    value = base + total(known, "chance")
    for _ in range(halvings(known)):
        value = -(-value // 2)
    return min(max(value, 0), highest)
