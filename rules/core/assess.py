"""`assess(roster, catalogue) -> Report`: the one function from which everything the program says of a list follows."""

from rules.core.catalogue import Catalogue
from rules.core.checks import bound_checks
from rules.core.muster import call_out
from rules.core.points import add_up, has_points, limit_of
from rules.core.prices import price_list
from rules.core.report import SEVERITIES, Report
from rules.core.roster import Roster


def assess(roster: Roster, catalogue: Catalogue) -> Report:
    """Return the points and all problems of a list. Pure: no database, no request, no clock."""
    muster = call_out(roster, price_list(roster, catalogue))
    if has_points(roster, catalogue):
        muster.points = add_up(muster)
        muster.limit = limit_of(roster, catalogue)
    found = [finding for check, spec in bound_checks(catalogue).values() for finding in check(muster, spec)]
    found.sort(key=lambda finding: SEVERITIES.index(finding.severity))
    return Report(muster.points, muster.limit, tuple(found))
