"""What `assess` says of a list before and after: which findings went, which came."""

from collections import Counter

from msgspec import Struct

from rules.core.assess import assess
from rules.core.catalogue import Catalogue
from rules.core.places import places
from rules.core.report import Finding, Report
from rules.core.roster import Roster

# A finding wherever its row stands: its code, the id of the row, what it says, and of what (but for numbers).
Identity = tuple[object, ...]


class Judged(Struct, frozen=True):
    """A list with its report, and its findings by what they are."""

    roster: Roster
    report: Report
    identities: tuple[Identity, ...]

    def count(self, severity: str = "") -> Counter[Identity]:
        """Return how often each finding (of a severity) stands in the report."""
        found = zip(self.identities, self.report.findings, strict=True)
        return Counter(identity for identity, finding in found if severity in ("", finding.severity))

    @property
    def codes(self) -> Counter[str]:
        """Return how many errors there are of each code."""
        return Counter(f.code for f in self.report.findings if f.severity == "error")


def judged(roster: Roster, catalogue: Catalogue, report: Report | None = None) -> Judged:
    """Return the list with its report, which may be at hand already."""
    report = report or assess(roster, catalogue)
    if not report.findings:
        return Judged(roster, report, ())
    ids = {place.path: place.row.id for place in places(roster)}
    return Judged(roster, report, tuple(_identity(finding, ids) for finding in report.findings))


def _identity(finding: Finding, ids: dict[str, str]) -> Identity:
    facts = tuple(fact for fact in finding.facts.values() if not isinstance(fact, int))
    return (finding.code, ids.get(finding.path, ""), finding.template, facts)


def no_new_error(before: Judged, after: Judged) -> bool:
    """Return whether every error of `after` was one before."""
    if after.report.legal:
        return True
    is_worse = after.count("error") - before.count("error") or after.codes - before.codes
    return not is_worse


def no_new_warning(before: Judged, after: Judged) -> bool:
    """Return whether every warning of `after` was one before."""
    return not after.count("warning") - before.count("warning")


def has_gone(finding: int, before: Judged, after: Judged) -> bool:
    """Return whether the finding of a number is no more: by what it is, and by how many there are of its code."""
    code, identity = before.report.findings[finding].code, before.identities[finding]
    fewer = sum(f.code == code for f in after.report.findings) < sum(
        f.code == code for f in before.report.findings
    )
    return fewer and after.count()[identity] < before.count()[identity]
