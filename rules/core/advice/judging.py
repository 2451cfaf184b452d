"""Compare a list before and after a change: findings, and other effects in words."""

import re
from collections import Counter
from fractions import Fraction
from functools import cached_property
from typing import Any

from msgspec import Struct

from rules.core.advice.figures import Firepower
from rules.core.advice.steps import say
from rules.core.assess import assess
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.naming import joined
from rules.core.document.roster import Roster
from rules.core.document.rows import places
from rules.core.judging.report import Finding, Report, sentence
from rules.core.procedures import dice_off_bonus, leading, readings_of
from rules.core.text import NOTHING, Text

# A finding wherever its row is: its code, the row's id, its sentence and facts (without numbers).
Identity = tuple[object, ...]
STEP_OF_PATH = re.compile(r"(\w+)\[(\d+)\]")
MOST_WORK = 60_000  # rows and findings judged for one sort of advice: less than half a second
LEAST_WORK = 10  # of any list, as rows
USUAL_CHECKS = 25  # of the largest shipped ruleset; with twice as many, a list is twice the work


class Judged(Struct, frozen=True, dict=True):
    """A list with its report, and its findings by identity. `checks`: how many the ruleset has."""

    roster: Roster
    report: Report
    checks: int

    @cached_property
    def identities(self) -> tuple[Identity, ...]:
        """Return the identity of each finding, in the order of the report."""
        return tuple(self._identity(finding) for finding in self.report.findings)

    def _identity(self, finding: Finding) -> Identity:
        facts = tuple(fact for fact in finding.facts.values() if not isinstance(fact, int))
        return (finding.code, self._row_id(finding.path), finding.template, facts)

    def _row_id(self, path: str) -> str:
        """Return the id of the row at a path such as `squads[0].figures[1]`; "" for the whole list."""
        row: Any = self.roster
        for table, number in STEP_OF_PATH.findall(path):
            row = getattr(row, table)[int(number)]
        return "" if row is self.roster else row.id

    @cached_property
    def small_squads(self) -> dict[str, int]:
        found = self.report.findings
        return {self._row_id(one.path): least for one in found if (least := _least_of_few(one))}

    def count(self, severity: str = "") -> Counter[Identity]:
        found = self.report.findings
        if severity:
            found = tuple(finding for finding in found if finding.severity == severity)
        return Counter(map(self._identity, found))

    @cached_property
    def errors(self) -> Counter[Identity]:
        return self.count("error")

    @cached_property
    def codes(self) -> Counter[str]:
        return Counter(f.code for f in self.report.findings if f.severity == "error")

    @property
    def affordable(self) -> int:
        """Return how many lists of this size can be judged for one sort of advice."""
        rows = sum(1 for _ in places(self.roster))
        work = rows + len(self.report.findings) + LEAST_WORK
        return MOST_WORK * USUAL_CHECKS // (work * max(USUAL_CHECKS, self.checks))


def _least_of_few(finding: Finding) -> int:
    """Return the recommended size from a finding about a small squad; otherwise 0."""
    figures, least = finding.facts.get("figures"), finding.facts.get("least")
    return least if isinstance(figures, int) and isinstance(least, int) and figures < least else 0


def judged(roster: Roster, catalogue: Catalogue, report: Report | None = None) -> Judged:
    """Return the list with its report, unless the caller has it already."""
    return Judged(roster, report or assess(roster, catalogue), len(catalogue.checks))


def no_new_error(before: Judged, after: Judged) -> bool:
    if after.report.legal:
        return True
    if any(number > before.codes[code] for code, number in after.codes.items()):
        return False
    return not after.errors - before.errors


def no_new_warning(before: Judged, after: Judged) -> bool:
    return not after.count("warning") - before.count("warning")


def has_gone(finding: int, before: Judged, after: Judged) -> bool:
    """Return whether a finding has gone: by its identity, and by the number of findings with its code."""
    code, identity = before.report.findings[finding].code, before.identities[finding]
    was, here = (sum(f.code == code for f in one.report.findings) for one in (before, after))
    return here < was and after.identities.count(identity) < before.identities.count(identity)


def difference(before: Report, after: Report) -> int | None:
    """Return the growth of a list in points, None if it has none."""
    if before.total is None or after.total is None:
        return None
    return after.total - before.total


def effects(before: Judged, now: Judged, power: Firepower) -> Text:
    """Return the changes from one list to another, without the points; empty if there are none."""
    said = (
        _fire(before.roster, now.roster, power),
        _men(before.roster, now.roster),
        _initiative(before.roster, now.roster, power.catalogue),
        findings_changed(before, now, power.catalogue),
    )
    return joined([text for text in said if text.it], " ")


def decimal(value: Fraction) -> Text:
    """Return a number with two decimals in each language's notation."""
    english = f"{float(value):.2f}"
    return Text(english.replace(".", ","), english)


def initiative_of(roster: Roster, catalogue: Catalogue) -> int | None:
    """Return the initiative bonus of troops and leader; None if the rules have no such roll."""
    rules = catalogue.odds.initiative
    if rules is None or not (rules.turn.characteristic or rules.turn.leadership):
        return None
    troops = dice_off_bonus(roster.squads, catalogue) if rules.turn.characteristic else 0
    if troops is None:
        return None
    figures = [figure for squad in roster.squads for figure in squad.figures]
    led = leading(figures, readings_of(catalogue, roster.rulings)) if rules.turn.leadership else 0
    return troops + led


def _fire(before: Roster, now: Roster, power: Firepower) -> Text:
    was, here = power.of_list(before), power.of_list(now)
    if decimal(was) == decimal(here):
        return NOTHING
    return say("kills-change", distance=power.distance, now=decimal(here), was=decimal(was))


def _men(before: Roster, now: Roster) -> Text:
    was, here = (roster.figure_count for roster in (before, now))
    if was == here:
        return NOTHING
    if here == 1:
        return say("one-man-left", was=was)
    return say("men-change", now=here, was=was)


def _initiative(before: Roster, now: Roster, catalogue: Catalogue) -> Text:
    was, here = initiative_of(before, catalogue), initiative_of(now, catalogue)
    if was is None or here is None or was == here:
        return NOTHING
    if here < was:
        return say("less-initiative", less=was - here)
    return say("more-initiative", more=here - was)


def findings_changed(before: Judged, now: Judged, catalogue: Catalogue) -> Text:
    """Name the first old and the first new finding. “Empty” and “over the limit” are not named."""
    known = catalogue.check_by_function
    plain = {known[name].code for name in ("empty", "over-limit") if name in known}
    gone = [found for found in new_findings(now, before) if found.code not in plain]
    said = []
    for one in gone[:1]:
        said.append(say("fixes-also", gone=finding_sentence(one)))
    for new in new_findings(before, now)[:1]:
        said.append(say("note", new=finding_sentence(new)))
    return joined(said, " ")


def new_findings(before: Judged, now: Judged) -> list[Finding]:
    """Return the findings whose codes were rarer before."""
    codes = Counter(finding.code for finding in before.report.findings)
    new = []
    for finding in now.report.findings:
        codes[finding.code] -= 1
        if codes[finding.code] < 0:
            new.append(finding)
    return new


def finding_sentence(finding: Finding) -> Text:
    return Text(sentence(finding, "it"), sentence(finding, "en"))
