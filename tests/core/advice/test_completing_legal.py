"""Completion of many random legal lists: it finds something if anything fits, and names leftovers."""

from collections import Counter

import pytest
from msgspec.structs import replace

from rules.core.advice import completions, fitting_additions, tried
from rules.core.advice.judging import findings_changed, judged
from rules.core.assess import assess
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster
from rules.core.judging.report import Report
from tests.core.advice.legal_lists import legal_lists
from tests.core.advice.test_fixes import roster_of
from tests.core.documents import GAMES, LIBRARY, Document, army, man, squad
from tests.core.strategies import TRIES

LISTS = TRIES // 4


def codes(report: Report) -> Counter[str]:
    return Counter(finding.code for finding in report.findings)


def hold(roster: Roster, catalogue: Catalogue) -> None:
    """Check the guarantees of completion for a list."""
    report = assess(roster, catalogue)
    found = completions(roster, catalogue, report)
    fitting = fitting_additions(roster, catalogue, report).additions
    adds_men = any(fit.kind == "figure" and fit.points for fit in fitting)
    has_room = any(team.figure_count < catalogue.completion.most for team in roster.squads)
    assert found or not (adds_men and has_room)
    before = judged(roster, catalogue)
    is_clean = True
    for proposal in found:
        now = tried(roster, proposal.steps)
        assert now
        new = codes(assess(now, catalogue)) - codes(report)
        assert assess(now, catalogue).legal
        assert proposal.effect == findings_changed(before, judged(now, catalogue), catalogue)
        assert not new or "Note: " in proposal.effect.en
        assert is_clean or new  # those without a finding come first
        is_clean = not new
        vehicles = sum(len(team.vehicles) for team in now.squads) - sum(len(it.vehicles) for it in roster.squads)
        assert not vehicles or any(team.figure_count >= catalogue.completion.least for team in now.squads)


@pytest.mark.parametrize("game", GAMES)
def test_where_men_fit_completion_finds_something_and_what_is_clean_comes_first(game: str) -> None:
    for roster in legal_lists(LIBRARY.catalogues[game], LISTS):
        hold(roster, LIBRARY.catalogues[game])


BN, RTH = LIBRARY.catalogues["bn"], LIBRARY.catalogues["rth-en"]
PAIR = squad("elite", man("assault-rifle", leadership=1), man("assault-rifle", count=7))


def completed(source: Document, left: int) -> list[Roster]:
    roster = roster_of(source)
    book = LIBRARY.catalogues[roster.ruleset]
    total = assess(roster, book).total or 0
    roster = replace(roster, role="open", limit=total + left)
    made = [tried(roster, one.steps) for one in completions(roster, book, assess(roster, book))]
    return [now for now in made if now]


@pytest.mark.parametrize("left", [60, 140, 375])
def test_a_squad_without_a_leader_gets_one(left: int) -> None:
    """If another squad grows or is added, each needs a leader, and a squad of two men had none."""
    found = completed(army("bn", squad("elite", man("assault-rifle", count=2)), PAIR), left)

    assert len(found) == 3
    for now in found:
        assert assess(now, BN).legal
        assert sum(team.figure_count for team in now.squads) > 10


def test_a_full_squad_without_a_leader_has_a_man_promoted_before_another_squad_comes() -> None:
    full = squad(RTH.classes[2].id, man("rifle", count=12))
    found = completed(army("rth-en", full), 375)

    assert found
    for now in found:
        assert assess(now, RTH).legal
        assert (assess(now, RTH).remaining or 0) < 50
        assert [any(row.leadership for row in team.figures) for team in now.squads] == [True] * len(now.squads)


@pytest.mark.parametrize("grade", range(5))
@pytest.mark.parametrize("limit", [90, 105, 120, 150])
def test_from_nothing_what_leaves_no_finding_comes_first(grade: int, limit: int) -> None:
    roster = replace(roster_of(army("bn")), role="open", limit=limit)
    first, *others = completions(roster, BN, assess(roster, BN), 1, grade)
    now = tried(roster, first.steps)

    assert now
    assert assess(now, BN).findings == ()
    for one in others:
        now = tried(roster, one.steps)
        assert now
        assert bool(assess(now, BN).findings) == ("Note: " in one.effect.en)


def test_new_men_of_a_divided_squad_join_a_section_with_room() -> None:
    book = LIBRARY.catalogues["bi"]
    source = squad(
        "regular",
        man("assault-rifle", roles=["squad-leader"]),
        man("assault-rifle", roles=["section-leader"], team="A"),
        man("assault-rifle", count=2, team="A"),
        man("assault-rifle", roles=["section-leader"], team="B"),
        man("assault-rifle", count=3, team="B"),
    )
    roster = roster_of(army("bi", source))
    assert assess(roster, book).findings == ()
    for one in fitting_additions(roster, book, assess(roster, book)).additions:
        now = tried(roster, one.steps)
        assert now
        if one.kind == "figure":
            assert sum(row.count for row in now.squads[0].figures if row.team == "A") == 4
    for proposal in completions(roster, book, assess(roster, book)):
        now = tried(roster, proposal.steps)
        assert now
        if not assess(now, book).findings:
            return
    raise AssertionError("none without a finding")
