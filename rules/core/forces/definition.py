"""A list with the force that it follows, and how a check of forces is declared.

    @force_check("force-size", {"": Text(…)})
    def size(followed: FollowedForce, spec: Spec[NoParams]) -> Iterator[Finding]: …

These checks belong to no ruleset: every list that follows a force has them, and no other list.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property

from msgspec import Struct

from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.force import Force, ForceSquad
from rules.core.forces.sorting import SortedMen, sort_men
from rules.core.judging.checks.definition import Spec
from rules.core.judging.checks.params import NoParams
from rules.core.judging.report import FORCE, Finding
from rules.core.judging.resolved import ResolvedRoster, ResolvedSquad
from rules.core.text import Text


class FollowedForce(Struct, dict=True):
    """A list with the force that it follows."""

    resolved: ResolvedRoster
    force: Force

    @property
    def catalogue(self) -> Catalogue:
        """Return the rules of the list."""
        return self.resolved.prices.catalogue

    @cached_property
    def pairs(self) -> list[tuple[ResolvedSquad, ForceSquad]]:
        """Return the squads that the force has, each with what it may be."""
        found = [(squad, self.force.squad(squad.row.force_squad)) for squad in self.resolved.squads]
        return [(squad, wanted) for squad, wanted in found if wanted]

    @cached_property
    def sorted(self) -> list[tuple[ResolvedSquad, ForceSquad, SortedMen]]:
        """Return those squads with the types of their men. One with more men than any force has is only too large."""
        return [
            (squad, wanted, sort_men(squad.row, wanted, self.catalogue))
            for squad, wanted in self.pairs
            if squad.row.figure_count <= MOST_MEN
        ]


MOST_MEN = 200

ForceCheck = Callable[[FollowedForce, Spec[NoParams]], Iterable[Finding]]
FORCE_CHECKS: dict[str, tuple[ForceCheck, Spec[NoParams]]] = {}


def force_check(code: str, sentences: Mapping[str, Text]) -> Callable[[ForceCheck], ForceCheck]:
    """Declare a function to be the check that reports a code; `sentences` by variant, as those of other checks."""

    def declare(function: ForceCheck) -> ForceCheck:
        FORCE_CHECKS[code] = function, Spec(code, "error", FORCE, NoParams(), sentences)
        return function

    return declare


def force_findings(resolved: ResolvedRoster, force: Force) -> Iterator[Finding]:
    """Yield the findings of a list that its force does not allow."""
    followed = FollowedForce(resolved, force)
    for check, spec in FORCE_CHECKS.values():
        yield from check(followed, spec)
