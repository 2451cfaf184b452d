"""Whether an extra may be bought: the ruleset's own checks, asked about the list with the extra in it."""

from collections.abc import Iterator
from typing import Any

from armybuilder.lists.builder.context import Context
from rules.core.catalogue.catalogue import Catalogue, Check, Extra
from rules.core.document.roster import ExtraEntry
from rules.core.forces import FORCE_CHECKS
from rules.core.forces.followed import FollowedForce
from rules.core.judging.checks import bound_checks
from rules.core.judging.checks.definition import BoundCheck
from rules.core.judging.points import extra_points
from rules.core.judging.report import Finding
from rules.core.judging.resolved import ResolvedExtra, ResolvedRoster, ResolvedSquad, resolve_roster

# The check functions that may refuse an extra.
OF_EXTRAS = frozenset({"extra-condition", "extra-excludes", "extra-limit", "extra-scope", "scope-overlap"})


class Offers:
    """The price of an extra that is not bought yet, and the reason why it cannot be."""

    def __init__(self, context: Context) -> None:
        self.prices = context.prices
        self.resolved: ResolvedRoster = resolve_roster(context.roster, context.prices)
        self.checks = _checks(context.catalogue)
        self.standing = [finding for finding in context.report.findings if finding.severity == "error"]

    def squad(self, squad_id: str) -> ResolvedSquad:
        """Return the squad of an id that is in the list."""
        return next(squad for squad in self.resolved.squads if squad.row.id == squad_id)

    def points(self, entry: ExtraEntry, squad: ResolvedSquad | None) -> int:
        """Return what the list would cost more with the extra."""
        if entry.extra in self.prices.once and any(
            item.extra.id == entry.extra for item in self.resolved.extras
        ):
            return 0
        return extra_points(entry, "squad" if squad else "list", self.prices)

    def refusal(self, extra: Extra, entry: ExtraEntry, squad: ResolvedSquad | None) -> Finding | None:
        """Return why the extra cannot be bought for the list or a squad, None if it can."""
        resolved = self.resolved
        path = (
            f"{squad.path}.extras[{len(squad.row.extras)}]"
            if squad
            else f"extras[{len(resolved.roster.extras)}]"
        )
        bought = ResolvedExtra(entry, path, extra, "squad" if squad else "list")
        resolved.extras.append(bought)
        resolved.counted.append((squad, bought))
        try:
            return next((found for found in self._findings(extra) if found not in self.standing), None)
        finally:
            resolved.extras.pop()
            resolved.counted.pop()

    def _findings(self, extra: Extra) -> Iterator[Finding]:
        """Yield the findings with the extra in the list, except those of conditions that are not its own."""
        own = {condition.code for condition in extra.conditions}
        for check, (function, spec) in self.checks:
            if check.check != "extra-condition" or check.code in own:
                yield from function(self.resolved, spec)
        if force := self.resolved.roster.force:
            allows, told = FORCE_CHECKS["force-extra"]
            yield from allows(FollowedForce(self.resolved, force), told)


def _checks(catalogue: Catalogue) -> list[tuple[Check, BoundCheck[Any]]]:
    """Return the ruleset's checks that may refuse an extra."""
    bound = bound_checks(catalogue)
    return [
        (spec, bound[spec.code])
        for spec in catalogue.checks
        if (spec.check or spec.code) in OF_EXTRAS and spec.severity == "error"
    ]


def first_level(extra: Extra) -> int:
    """Return the level that is bought first: the lowest that is not free (0: the extra has no levels)."""
    levels = extra.levels or ()
    paid = (level for level in levels if extra.level_points.get(level, 1))
    return next(paid, levels[0] if levels else 0)
