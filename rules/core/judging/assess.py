"""`assess(roster, catalogue) -> Report`: the one function from which everything the program says of a list follows."""

from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster
from rules.core.forces import force_findings
from rules.core.judging.checks import bound_checks
from rules.core.judging.points import has_points, limit_of, total_points
from rules.core.judging.prices import price_list
from rules.core.judging.report import SEVERITIES, Report
from rules.core.judging.resolved import resolve_roster


def assess(roster: Roster, catalogue: Catalogue) -> Report:
    """Return the points and all problems of a list. Pure: no database, no request, no clock."""
    resolved = resolve_roster(roster, price_list(roster, catalogue))
    if has_points(roster, catalogue):
        resolved.points = total_points(resolved)
        resolved.limit = limit_of(roster, catalogue)
    found = [finding for check, spec in bound_checks(catalogue).values() for finding in check(resolved, spec)]
    if roster.force is not None:
        found += force_findings(resolved, roster.force)
    found.sort(key=lambda finding: SEVERITIES.index(finding.severity))
    return Report(resolved.points, resolved.limit, tuple(found))
