"""The findings of a list before and after a change: those that went, those that came."""

import re
from collections import Counter
from functools import cached_property
from typing import Any

from msgspec import Struct

from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster
from rules.core.document.rows import places
from rules.core.judging.assess import assess
from rules.core.judging.report import Finding, Report

# A finding wherever its row stands: its code, the id of the row, what it says, and of what (but for numbers).
Identity = tuple[object, ...]
STEP_OF_PATH = re.compile(r"(\w+)\[(\d+)\]")
MOST_WORK = 60_000  # rows and findings that are judged for one sort of advice: less than half a second
LEAST_WORK = 10  # of any list, as rows


class Judged(Struct, frozen=True, dict=True):
    """A list with its report, and its findings by what they are."""

    roster: Roster
    report: Report

    @cached_property
    def identities(self) -> tuple[Identity, ...]:
        """Return what each finding is, in the order of the report."""
        return tuple(self._identity(finding) for finding in self.report.findings)

    def _identity(self, finding: Finding) -> Identity:
        facts = tuple(fact for fact in finding.facts.values() if not isinstance(fact, int))
        return (finding.code, self._row_id(finding.path), finding.template, facts)

    def _row_id(self, path: str) -> str:
        """Return the id of the row at a path as `squads[0].figures[1]`; "" where the finding is of the whole list."""
        row: Any = self.roster
        for table, number in STEP_OF_PATH.findall(path):
            row = getattr(row, table)[int(number)]
        return "" if row is self.roster else row.id

    @cached_property
    def small_squads(self) -> dict[str, int]:
        """Return the recommended size of each squad that is smaller, by its id."""
        found = self.report.findings
        return {self._row_id(one.path): least for one in found if (least := _least_of_few(one))}

    def count(self, severity: str = "") -> Counter[Identity]:
        """Return how often each finding (of a severity) is in the report."""
        found = self.report.findings
        if severity:
            found = tuple(finding for finding in found if finding.severity == severity)
        return Counter(map(self._identity, found))

    @cached_property
    def errors(self) -> Counter[Identity]:
        """Return how often each error is in the report."""
        return self.count("error")

    @cached_property
    def codes(self) -> Counter[str]:
        """Return how many errors there are of each code."""
        return Counter(f.code for f in self.report.findings if f.severity == "error")

    @property
    def affordable(self) -> int:
        """Return how many lists of this size may be judged for one sort of advice."""
        rows = sum(1 for _ in places(self.roster))
        return MOST_WORK // (rows + len(self.report.findings) + LEAST_WORK)


def _least_of_few(finding: Finding) -> int:
    """Return the recommended size where a finding says that a squad is smaller; otherwise 0."""
    figures, least = finding.facts.get("figures"), finding.facts.get("least")
    return least if isinstance(figures, int) and isinstance(least, int) and figures < least else 0


def judged(roster: Roster, catalogue: Catalogue, report: Report | None = None) -> Judged:
    """Return the list with its report, which the caller may have already."""
    return Judged(roster, report or assess(roster, catalogue))


def no_new_error(before: Judged, after: Judged) -> bool:
    """Return whether every error of `after` was one before."""
    if after.report.legal:
        return True
    if any(number > before.codes[code] for code, number in after.codes.items()):
        return False
    return not after.errors - before.errors


def no_new_warning(before: Judged, after: Judged) -> bool:
    """Return whether every warning of `after` was one before."""
    return not after.count("warning") - before.count("warning")


def has_gone(finding: int, before: Judged, after: Judged) -> bool:
    """Return whether a finding has gone: by its identity, and by the number of findings with its code."""
    code, identity = before.report.findings[finding].code, before.identities[finding]
    fewer = sum(f.code == code for f in after.report.findings) < sum(
        f.code == code for f in before.report.findings
    )
    return fewer and after.identities.count(identity) < before.identities.count(identity)


def difference(before: Report, after: Report) -> int | None:
    """Return by how many points a list has grown, None where it has none."""
    if before.total is None or after.total is None:
        return None
    return after.total - before.total
