"""The fate of a target: the chances after one hit, and after several."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules.core.catalogue.odds.effects import Rule
from rules.core.catalogue.odds.tables import DamageTable
from rules.core.odds.dice import (
    ALWAYS,
    NEVER,
    Chances,
    Need,
    chance,
    chances,
    distribution,
    generating,
    slope,
)
from rules.core.odds.modifiers import told


@dataclass(frozen=True, slots=True)
class Fate:
    """The chances of each outcome of one hit, mildest first.

    Of several hits the worst counts, or the `first`. A man with one of `wounds` who takes another has the last outcome.
    `out`: the outcomes that are a loss; `immune`: the paragraph of an immunity; `occupant`: the chance that a man in a
    vehicle dies with its last outcome.
    """

    one: dict[str, Fraction]
    out: frozenset[str]
    save: Need = None
    penetration: Need = None
    rules: tuple[Rule, ...] = ()
    wounds: tuple[str, ...] = ()
    first: bool = False
    immune: str = ""
    occupant: Fraction | None = None
    armour: bool = False
    die: int = 0

    @property
    def lost(self) -> Fraction:
        """Return the chance that one hit is a loss."""
        return sum((self.one[name] for name in self.out), NEVER)

    def outcomes(self, hits: Chances) -> dict[str, Fraction]:
        """Return the chances of each outcome of a distribution of hits."""
        if self.first:
            hit = ALWAYS - hits[0]
            return {name: hit * one for name, one in self.one.items()}
        made: dict[str, Fraction] = {}
        under, before = NEVER, hits[0]
        last = list(self.one)[-1]
        for name, one in self.one.items():
            if name in self.wounds:
                made[name] = one * slope(hits, under)
            elif name == last and self.wounds:
                made[name] = ALWAYS - hits[0] - sum(made.values(), NEVER)
            else:
                under += one
                now = generating(hits, under)
                made[name], before = now - before, now
        return made

    def lost_of(self, outcomes: dict[str, Fraction]) -> Fraction:
        """Return the chance of a loss among outcomes."""
        return sum((outcomes[name] for name in self.out), NEVER)

    def told(self, hits: Chances | None, outcomes: dict[str, Fraction]) -> dict[str, Any]:
        """Return the `target` of an answer; `hits` if their number is uncertain."""
        made: dict[str, Any] = {} if hits is None else {"hits": distribution(hits)}
        made["save"] = self.save
        if self.armour:
            made["penetration"] = self.penetration
        made |= {"modifiers": told(self.rules), "outcomes": chances(outcomes)}
        if self.occupant is not None:
            made["occupant_killed"] = chance(outcomes[list(self.one)[-1]] * self.occupant)
        return made


def by_table(table: DamageTable, modifier: int = 0) -> dict[str, Fraction]:
    """Return the chances of a table's outcomes on one die; natural faces that are kept are not modified."""
    one = Fraction(1, table.die)
    faces = range(1, table.die + 1)
    return by_totals(table, ((face if face in table.kept else face + modifier, one) for face in faces))


def by_totals(table: DamageTable, totals: Iterable[tuple[int, Fraction]]) -> dict[str, Fraction]:
    """Return the chances of a table's outcomes, from totals with their chances."""
    made = {row.outcome: NEVER for row in table.rows}
    for total, one in totals:
        outcome = next((row.outcome for row in table.rows if total <= row.most), table.rows[-1].outcome)
        made[outcome] += one
    return made
