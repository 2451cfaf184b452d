"""One shot: who fires what at whom, and with what chance it lands."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from rules.core.catalogue.odds.effects import Rule, TargetKind
from rules.core.odds.format.reasons import Status
from rules.core.odds.modifiers import RollCase
from rules.core.odds.probability.chances import ALWAYS, NEVER, Need, chance


@dataclass(frozen=True, slots=True)
class Aim:
    """A shot that is asked about: firer, weapon, distance, facts, and what is fired at."""

    class_: str
    weapon: str
    distance: int
    facts: frozenset[str]
    mode: str = ""
    vehicle: str = ""
    target: TargetKind = "men"
    target_class: str = ""
    target_vehicle: str = ""
    air: str = ""
    facing: str = "front"
    range: int = 0

    def case(self, as_infantry: bool = False, pool: bool = False, weapon: str = "") -> RollCase:
        """Return the case that effects are looked up by; `weapon`: what it fires as."""
        return RollCase(
            facts=self.facts,
            class_=self.class_,
            weapon=weapon or self.weapon,
            mode=self.mode,
            vehicle=self.vehicle,
            as_infantry=as_infantry,
            pool=pool,
            target=self.target,
            target_class=self.target_class,
            target_vehicle=self.target_vehicle,
            facing=self.facing,
            distance=self.distance,
        )


class Passing(NamedTuple):
    """A gate that has its number: the die, the faces that pass, the chance."""

    id: str
    die: int
    need: Need
    chance: Fraction

    def told(self) -> dict[str, Any]:
        """Return the gate as an answer has it."""
        return {"id": self.id, "die": self.die, "need": self.need, "chance": chance(self.chance)}


@dataclass(frozen=True, slots=True)
class Shot:
    """What a firer rolls. `chance`: of one die; `reach`: that one shot reaches a figure at the aim point.

    `area`: everybody there takes each shot that reaches it; `spread`: one die for each figure instead.
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
        """Return the chance that a firer passes all his gates."""
        passed = ALWAYS
        for gate in self.gates:
            passed *= gate.chance
        return passed
