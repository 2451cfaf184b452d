"""Mends: for each finding one to three edits that make it go, best first, or what a person has to decide."""

from collections.abc import Iterator
from itertools import islice

from msgspec import Struct

from rules.core.advice.fixes.definition import Case, Cure, cures_of
from rules.core.advice.judging import Judged, has_gone, judged, no_new_error
from rules.core.advice.steps import Steps, key_of, tried
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.places import Place, places
from rules.core.document.roster import Roster
from rules.core.judging.prices import price_list
from rules.core.judging.report import Finding, Report
from rules.core.text.text import Text

MOST_OFFERED = 3  # mends of one finding
MOST_TRIED = 8
MOST_FINDINGS = 20  # of a list that are mended at once

__all__ = ["Mend", "Mended", "difference", "mends"]


class Mend(Struct, frozen=True):
    """What mends a finding: the edit and what its button says, its effect on the points (None: the list has none).

    `remains`: what `assess` still says of the list then.
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


class Mended(Struct, frozen=True):
    """A finding with its mends; `decide` says what a person has to decide where there is none."""

    finding: Finding
    mends: tuple[Mend, ...]
    decide: Text


def mends(roster: Roster, catalogue: Catalogue, report: Report, first: int = 0) -> tuple[Mended, ...]:
    """Return the findings of a list's report, in its order, each with its mends: so many from the number `first` on."""
    before = judged(roster, catalogue, report)
    places_by_path = {place.path: place for place in places(roster)}
    return tuple(
        _mended(number, before, places_by_path.get(finding.path), catalogue)
        for number, finding in list(enumerate(report.findings))[first : first + MOST_FINDINGS]
    )


def _mended(number: int, before: Judged, place: Place | None, catalogue: Catalogue) -> Mended:
    finding, roster = before.report.findings[number], before.roster
    known, params = cures_of(finding.code, catalogue)
    case = Case(finding, params, roster, catalogue, price_list(roster, catalogue), place)
    good = list(_good(number, before, islice(known.function(case), MOST_TRIED), catalogue))
    good.sort(key=lambda mend: len(mend.remains))
    return Mended(finding, tuple(good[:MOST_OFFERED]), known.decide)


def _good(number: int, before: Judged, suggested: Iterator[Cure], catalogue: Catalogue) -> Iterator[Mend]:
    """Yield the mends of those cures that `assess` finds good, each once."""
    seen: list[Roster] = []
    said: set[Text] = set()
    for cure in suggested:
        steps = tuple(cure.steps)
        roster = tried(before.roster, steps)
        if roster is None or roster in seen or cure.words in said:
            continue
        now = judged(roster, catalogue)
        seen.append(roster)
        if has_gone(number, before, now) and no_new_error(before, now):
            said.add(cure.words)
            yield Mend(
                before.report.findings[number],
                beginning(cure.words),
                steps,
                difference(before.report, now.report),
                now.report.findings,
            )


def beginning(words: Text) -> Text:
    """Return words as they stand at the beginning of a line, with a capital."""
    return Text(words.it[:1].upper() + words.it[1:], words.en[:1].upper() + words.en[1:])


def difference(before: Report, after: Report) -> int | None:
    """Return by how many points a list has grown, None where it has none."""
    if before.total is None or after.total is None:
        return None
    return after.total - before.total
