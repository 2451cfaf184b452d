"""Fixes for the findings of a list: the small changes near each, after which `assess` no longer makes it.

If there is none, `decide.yaml` says what the player decides, by the function of the check.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path

import msgspec
from msgspec import Struct

from rules.core.advice.judging import Judged, difference, has_gone, judged, no_new_error
from rules.core.advice.near import Near, SmallChange
from rules.core.advice.near_force import changes_of_force
from rules.core.advice.near_list import changes_of_extra, changes_of_list
from rules.core.advice.steps import Steps, capital, key_of, tried
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import ExtraEntry, Roster, Squad, Vehicle
from rules.core.document.rows import RowPlace, places
from rules.core.forces import FORCE_CHECKS
from rules.core.judging.checks.definition import bound_checks
from rules.core.judging.report import Finding, Report
from rules.core.text import Text

DECIDE = msgspec.yaml.decode(Path(__file__).with_name("decide.yaml").read_bytes(), type=dict[str, Text])
MOST_OFFERED = 3  # fixes of one finding
MOST_FOUND = 6  # before the best of them are offered
MOST_TRIED = 120
MOST_FINDINGS = 20  # of a list that are fixed at once
# The cuts get a list under its limit, and the referee gives a combat value.
NOT_FIXED = ("over_limit", "combat_value")


class Fix(Struct, frozen=True):
    """A fix of a finding: the edit, the words of its button, its effect on the points (None: the list has none).

    `remains`: the findings of `assess` after it.
    """

    finding: Finding
    words: Text
    steps: Steps
    points: int | None
    remains: tuple[Finding, ...]

    @property
    def key(self) -> str:
        return key_of(self.steps)


class FindingFixes(Struct, frozen=True):
    """A finding with its fixes; `decide` is the player's decision if there are none."""

    finding: Finding
    fixes: tuple[Fix, ...]
    decide: Text


def find_fixes(roster: Roster, catalogue: Catalogue, report: Report, first: int = 0) -> tuple[FindingFixes, ...]:
    """Return the findings of a list's report from number `first` on, in order, each with its fixes."""
    before = judged(roster, catalogue, report)
    places_by_path = {place.path: place for place in places(roster)}
    return tuple(
        _fixes(number, before, places_by_path.get(finding.path), catalogue)
        for number, finding in list(enumerate(report.findings))[first : first + MOST_FINDINGS]
    )


def _fixes(number: int, before: Judged, place: RowPlace | None, catalogue: Catalogue) -> FindingFixes:
    """Return the good changes with the smallest loss, those that leave the fewest findings first."""
    finding = before.report.findings[number]
    function, spec = (FORCE_CHECKS if finding.is_of_force else bound_checks(catalogue))[finding.code]
    near = Near(finding, spec.params, place, before.roster, catalogue)
    changes = chain(changes_of_force(near), _changes(near)) if finding.is_of_force else _changes(near)
    most = max(1, min(MOST_TRIED, before.affordable // MOST_FINDINGS))
    if function.__name__ in NOT_FIXED:
        most = 0
    good = list(islice(_good(number, before, islice(changes, most), catalogue), MOST_FOUND))
    least = min((loss for loss, _ in good), default=0)
    fixes = [fix for loss, fix in good if loss == least]
    fixes.sort(key=lambda fix: len(fix.remains))
    return FindingFixes(finding, tuple(fixes[:MOST_OFFERED]), DECIDE[function.__name__])


def _changes(near: Near) -> Iterator[SmallChange]:
    """Yield the changes of the finding's row, or of the list."""
    place = near.place
    if place and "item" in near.finding.facts and not isinstance(place.row, ExtraEntry):
        yield near.only_known(place.row)
    if place is None:
        yield from changes_of_list(near)
    elif isinstance(place.row, Squad):
        yield from near.of_squad(place.row)
    elif isinstance(place.row, ExtraEntry):
        yield from changes_of_extra(near, place.row, place.squad)
    elif isinstance(place.row, Vehicle):
        yield from near.of_vehicle(place.row)
    elif place.squad:
        yield from near.of_man(place.squad, place.row)


def _good(
    number: int, before: Judged, changes: Iterable[SmallChange], catalogue: Catalogue
) -> Iterator[tuple[int, Fix]]:
    """Yield the changes after which the finding is gone, with their loss: each way, text and result once."""
    said: set[object] = set()
    seen: list[Roster] = []
    for change in changes:
        roster = tried(before.roster, change.steps)
        if roster is None or roster in seen or not said.isdisjoint({change.way, change.words}):
            continue
        seen.append(roster)
        now = judged(roster, catalogue)
        if has_gone(number, before, now) and no_new_error(before, now):
            said |= {change.way, change.words}
            finding, points = before.report.findings[number], difference(before.report, now.report)
            fix = Fix(finding, capital(change.words), change.steps, points, now.report.findings)
            yield change.loss, fix
