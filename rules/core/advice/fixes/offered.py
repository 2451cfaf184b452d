"""The fixes that are offered: for each finding up to three edits that remove it, the best first."""

from collections.abc import Iterator
from itertools import islice

from msgspec import Struct

from rules.core.advice.fixes.definition import FixCase, PossibleFix, fix_rule
from rules.core.advice.judging import Judged, difference, has_gone, judged, no_new_error
from rules.core.advice.steps import Steps, key_of, tried
from rules.core.advice.wording import capital
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster
from rules.core.document.rows import Place, places
from rules.core.judging.prices import price_list
from rules.core.judging.report import Finding, Report
from rules.core.text import Text

MOST_OFFERED = 3  # fixes of one finding
MOST_TRIED = 8
MOST_FINDINGS = 20  # of a list that are fixed at once


class Fix(Struct, frozen=True):
    """A fix of a finding: the edit, the words of its button, its effect on the points (None: the list has none).

    `remains`: what `assess` says of the list after it.
    """

    finding: Finding
    words: Text
    steps: Steps
    points: int | None
    remains: tuple[Finding, ...]

    @property
    def key(self) -> str:
        """Return a name for what it does."""
        return key_of(self.steps)


class FindingFixes(Struct, frozen=True):
    """A finding with its fixes; where there is none, `decide` says what a person has to decide."""

    finding: Finding
    fixes: tuple[Fix, ...]
    decide: Text


def find_fixes(
    roster: Roster, catalogue: Catalogue, report: Report, first: int = 0
) -> tuple[FindingFixes, ...]:
    """Return the findings of a list's report from the number `first` on, in its order, each with its fixes."""
    before = judged(roster, catalogue, report)
    places_by_path = {place.path: place for place in places(roster)}
    return tuple(
        _fixes(number, before, places_by_path.get(finding.path), catalogue)
        for number, finding in list(enumerate(report.findings))[first : first + MOST_FINDINGS]
    )


def _fixes(number: int, before: Judged, place: Place | None, catalogue: Catalogue) -> FindingFixes:
    finding, roster = before.report.findings[number], before.roster
    known, params = fix_rule(finding.code, catalogue)
    case = FixCase(finding, params, roster, catalogue, price_list(roster, catalogue), place)
    good = list(_good(number, before, islice(known.function(case), MOST_TRIED), catalogue))
    good.sort(key=lambda fix: len(fix.remains))
    return FindingFixes(finding, tuple(good[:MOST_OFFERED]), known.decide)


def _good(
    number: int, before: Judged, possible_fixes: Iterator[PossibleFix], catalogue: Catalogue
) -> Iterator[Fix]:
    """Yield the possible fixes that `assess` finds good, each once."""
    seen: list[Roster] = []
    said: set[Text] = set()
    for possible in possible_fixes:
        steps = tuple(possible.steps)
        roster = tried(before.roster, steps)
        if roster is None or roster in seen or possible.words in said:
            continue
        now = judged(roster, catalogue)
        seen.append(roster)
        if has_gone(number, before, now) and no_new_error(before, now):
            said.add(possible.words)
            yield Fix(
                before.report.findings[number],
                capital(possible.words),
                steps,
                difference(before.report, now.report),
                now.report.findings,
            )
