"""Items that another edition has and this one has not."""

from collections.abc import Iterator

from rules.core.catalogue import Check
from rules.core.checks.common import found
from rules.core.muster import Muster
from rules.core.report import Finding


def not_in_ruleset(muster: Muster, spec: Check) -> Iterator[Finding]:
    """What the edition does not have cannot be bought; said once a carrier."""
    for path, item in muster.foreign:
        yield found(spec, path, item=item)
