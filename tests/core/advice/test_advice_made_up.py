"""Advice for two invented rulesets from YAML only: fixes, additions, cuts, completion."""

from itertools import count

import pytest
from msgspec.structs import replace

from rules.core.advice import Suggestion, after, completions, find_cuts, find_fixes, fitting_additions
from rules.core.advice.steps import Steps
from rules.core.assess import assess
from rules.core.document.edits import with_ids
from rules.core.document.roster import Figure, Roster
from rules.core.judging.report import Report
from tests.core.advice.test_fixes import errors
from tests.rules.invented import (
    BOARDER,
    CATALOGUES,
    HAND,
    MATE,
    a_bad_night,
    a_boarding,
    a_squad,
    begun,
    built,
    judged,
)


def identified(roster: Roster) -> Roster:
    return with_ids(roster, (f"row-{number}" for number in count(1)))


def done(roster: Roster, steps: Steps) -> tuple[Roster, Report]:
    now = after(roster, steps, (f"fresh-{number}" for number in count(1)))
    return now, assess(now, CATALOGUES[roster.ruleset])


def crew(limit: int | None, *figures: Figure) -> Roster:
    squad = (a_squad("Dogana", "customs"), figures) if figures else None
    roster = built(begun("harbour", role="open"), *([squad] if squad else []))
    return identified(replace(roster, limit=limit))


@pytest.mark.parametrize("roster", [a_bad_night(), a_boarding(BOARDER, class_="settler")])
def test_each_finding_has_fixes_that_hold_or_says_what_to_decide(roster: Roster) -> None:
    roster = identified(roster)
    before = judged(roster)
    found = find_fixes(roster, CATALOGUES[roster.ruleset], before)
    assert [item.finding.code for item in found] == [finding.code for finding in before.findings][:20]
    assert sum(bool(item.fixes) for item in found) >= 2
    for item in found:
        assert item.fixes or (item.decide.it and item.decide.en)
        for mend in item.fixes:
            now, report = done(roster, mend.steps)
            assert len(mend.remains) == len(report.findings)
            assert not errors(report, now) - errors(before, roster)


def test_additions_are_legal_and_within_the_points_left() -> None:
    roster = crew(60, HAND, MATE)
    found = fitting_additions(roster, CATALOGUES["harbour"], judged(roster)).additions
    assert {fit.words.en for fit in found} >= {"Hand in Dogana", "Dark lantern: Dogana", "Longboat in Dogana"}
    for fit in found:
        report = done(roster, fit.steps)[1]
        assert report.legal
        assert report.total == 2 * 11 + 15 + (fit.points or 0)


def test_getting_under_the_limit_are_within_the_limit() -> None:
    roster = crew(30, HAND, MATE)
    ways = find_cuts(roster, CATALOGUES["harbour"], judged(roster)).suggestions
    assert ways
    for way in ways:
        assert (done(roster, way.steps)[1].total or 0) <= 30


def completed(roster: Roster) -> tuple[Suggestion, ...]:
    return completions(roster, CATALOGUES[roster.ruleset], judged(roster))


@pytest.mark.parametrize("roster", [crew(60), crew(60, MATE), crew(60, HAND)])
def test_completions_are_legal_and_use_the_points(roster: Roster) -> None:
    proposals = completed(roster)
    assert proposals
    for one in proposals:
        now, report = done(roster, one.steps)
        assert report.legal
        assert 57 <= (report.total or 0) <= 60  # with a lantern in a new squad too; men cost more
        presets = {figure.weapons for squad in now.squads for figure in squad.figures}
        assert presets <= {("musket", "cutlass"), ("cutlass",), ("swivel",)}


def test_without_points_a_squad_is_filled_up_to_its_size() -> None:
    roster = identified(a_boarding(BOARDER))
    one = completed(roster)[0]
    now, report = done(roster, one.steps)
    assert [finding.code for finding in report.findings] == []
    assert 2 <= now.squads[0].figure_count <= 5
