"""The odds of a ruleset as data.

There are three ways to hit (`method`): a number needed per range band, with pools of dice (`table`); a die equal to
or under the quality of the troops (`quality`); a number from the referee's range (`range`).
"""

from functools import cached_property
from typing import Any, Literal

from rules.core.catalogue.entry import Part
from rules.core.catalogue.odds.effects import (
    ROLLS,
    Effect,
    Gate,
    Ids,
    Question,
    Rule,
    Situation,
    UnconditionalEffects,
)
from rules.core.catalogue.odds.tables import (
    Air,
    Bombardment,
    Borrowed,
    Covering,
    Damage,
    Explosions,
    Fire,
    Initiative,
    Melee,
    Morale,
    ProfileMeasures,
    QuestionWeapon,
    Roll,
    Saves,
    Spotting,
)

Method = Literal["table", "quality", "range"]


class Odds(Part, frozen=True, kw_only=True, dict=True):
    """The odds of a ruleset; one without `questions` has none."""

    method: Method = "table"
    questions: tuple[Question, ...] = ()
    standing: tuple[UnconditionalEffects, ...] = ()
    situations: tuple[Situation, ...] = ()
    weapons: tuple[QuestionWeapon, ...] = ()
    borrowed: tuple[Borrowed, ...] = ()
    fire: Fire | None = None
    saves: Saves | None = None
    damage: Damage | None = None
    explosions: Explosions | None = None
    spotting: Spotting | None = None
    covering: Covering | None = None
    morale: Morale | None = None
    melee: Melee | None = None
    initiative: Initiative | None = None
    bombardments: tuple[Bombardment, ...] = ()
    rolls: tuple[Roll, ...] = ()
    profile: ProfileMeasures | None = None

    @cached_property
    def situation_by_id(self) -> dict[str, Situation]:
        return {item.id: item for item in self.situations}

    @cached_property
    def weapon_by_id(self) -> dict[str, QuestionWeapon]:
        return {item.id: item for item in self.weapons}

    @cached_property
    def changeable_rolls(self) -> frozenset[str]:
        """Return the rolls that an effect can modify: a save from a bombardment is `save-` with its id."""
        own = [item.id for item in self.rolls]
        by = [item.id for item in self.bombardments]
        return frozenset([*ROLLS, *own, *by, *(f"save-{name}" for name in by)])

    @property
    def air(self) -> Air | None:
        return self.fire.air if self.fire else None

    def modes_of(self, weapon: str) -> Ids:
        """Return the ids of a weapon's fire modes; none if it has just one."""
        ways = self.fire.ways if self.fire else ()
        return next((one.modes for one in ways if weapon in one.weapons), ())

    def gate_numbers(self, gate: Gate) -> Gate:
        """Return a gate with the numbers of its own roll."""
        roll = next((item for item in self.rolls if item.id == gate.rolled_as), None)
        if roll is None:
            return gate
        return Gate(
            id=gate.id,
            die=roll.die,
            at_least=roll.at_least,
            at_most=roll.at_most,
            by_class=roll.class_numbers,
        )

    @cached_property
    def remembered(self) -> dict[Any, Any]:
        """Return the cache of hits and kills by case, filled by profiles."""
        return {}

    @cached_property
    def is_by_class(self) -> bool:
        """Whether the class of a man who fires changes his chances."""
        rules = (rule for rules in self.rules_by_roll.values() for rule in rules)
        return self.method == "quality" or any(rule.effect.classes for rule in rules)

    @cached_property
    def rules_by_roll(self) -> dict[str, list[Rule]]:
        """Return all effects by the roll that they concern, in the order of the situations."""
        made: dict[str, list[Rule]] = {}
        for standing in self.standing:
            for effect in standing.effects:
                rule = Rule(standing.id, effect.source or standing.source, "", effect)
                made.setdefault(effect.roll, []).append(rule)
        for situation in self.situations:
            effects: list[tuple[Effect, int | None]] = [(effect, None) for effect in situation.effects]
            if situation.acts_as:
                like = self.situation_by_id[situation.acts_as]
                effects += [(effect, situation.acts_beyond) for effect in like.effects]
            for effect, beyond in effects:
                source = (effect.source if beyond is None else "") or situation.source
                made.setdefault(effect.roll, []).append(Rule(situation.id, source, situation.id, effect, beyond))
        return made
