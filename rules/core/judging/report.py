"""The report of a list, and its document `armylist-report/1` for other programs."""

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec import Struct

from rules.core.catalogue.catalogue import HOUSE, Catalogue, Severity
from rules.core.document.roster import Roster
from rules.core.judging.prices import Breakdown, ListPoints
from rules.core.text import Language, Text, fill

FORCE = "force"  # the source of a finding of the list's force

Fact = int | str | Text
State = Literal["legal", "illegal", "empty"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")


class Finding(Struct, frozen=True):
    """A problem of a list: its `code`, severity, place (`path`, "" the whole list), and paragraph (`source`).

    `template` is its sentence, filled with `facts`.
    """

    code: str
    severity: Severity
    path: str
    source: str
    template: Text
    facts: Mapping[str, Fact]

    @property
    def is_advice_of_ours(self) -> bool:
        """Return whether it has no paragraph of the rules."""
        return self.source in (HOUSE, "")

    @property
    def is_of_force(self) -> bool:
        return self.source == FORCE


def sentence(finding: Finding, language: Language) -> str:
    return fill(finding.template, language, finding.facts)


class Report(Struct, frozen=True):
    """The report of a list: its points (None: it has none), its limit, and its problems, the worst first."""

    points: ListPoints | None
    limit: int | None
    findings: tuple[Finding, ...]

    @property
    def legal(self) -> bool:
        return all(finding.severity != "error" for finding in self.findings)

    @property
    def total(self) -> int | None:
        """Return the points of the list, None if it has none."""
        return self.points.total if self.points else None

    @property
    def remaining(self) -> int | None:
        """Return the points left under the limit (negative: over it), None if there is no limit."""
        return None if self.points is None or self.limit is None else self.limit - self.points.total

    def count(self, severity: Severity) -> int:
        return sum(finding.severity == severity for finding in self.findings)


def findings_told(report: Report, catalogue: Catalogue) -> tuple[Finding, ...]:
    """Return the findings, without “empty” for a new list."""
    empty = catalogue.check_by_function.get("empty")
    return tuple(finding for finding in report.findings if not empty or finding.code != empty.code)


def state_of(report: Report, catalogue: Catalogue) -> State:
    """Return whether a list is legal or illegal, or "empty": it has no problem except that it is new."""
    if report.findings and not findings_told(report, catalogue):
        return "empty"
    return "legal" if report.legal else "illegal"


class Issue(Struct, frozen=True, gc=False):
    """A finding as other programs read it."""

    code: str
    severity: str
    path: str
    source: str
    message: str


class SquadReport(Struct, frozen=True, gc=False):
    """A squad as other programs read it."""

    name: str
    figures: int
    total: int | None


class ReportDocument(Struct, frozen=True, tag_field="format", tag="armylist-report/1"):
    """The document `armylist-report/1`."""

    ruleset: str
    name: str
    total: int | None
    limit: int | None
    remaining: int | None
    legal: bool
    breakdown: Breakdown | None
    squads: tuple[SquadReport, ...]
    issues: tuple[Issue, ...]


def document(report: Report, roster: Roster, language: Language) -> ReportDocument:
    points, total = report.points, report.total
    return ReportDocument(
        ruleset=roster.ruleset,
        name=roster.name,
        total=total,
        limit=report.limit,
        remaining=report.remaining,
        legal=report.legal,
        breakdown=points.breakdown if points else None,
        squads=tuple(
            [
                SquadReport(squad.name, squad.figure_count, points.squads[number].total if points else None)
                for number, squad in enumerate(roster.squads)
            ]
        ),
        issues=tuple(
            [
                Issue(found.code, found.severity, found.path, found.source, sentence(found, language))
                for found in report.findings
            ]
        ),
    )


_encoder = msgspec.json.Encoder()


def encode(report: ReportDocument) -> bytes:
    return _encoder.encode(report)
