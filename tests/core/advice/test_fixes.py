"""Fixes: each offer is judged again, independently of the code that offers it."""

import json
from collections import Counter
from itertools import count

import pytest
from hypothesis import given
from msgspec.structs import replace

from rules.core.advice import FindingFixes, after, find_fixes
from rules.core.advice.fixing import DECIDE
from rules.core.advice.steps import step
from rules.core.assess import assess
from rules.core.document.edits import new_ids, with_ids, without_ids
from rules.core.document.reader import read
from rules.core.document.roster import Roster, encode
from rules.core.document.rows import places
from rules.core.forces import FORCE_CHECKS
from rules.core.judging.checks import CHECKS
from rules.core.judging.report import Report
from tests.core.documents import GAMES, LIBRARY, Document, army, man, squad
from tests.core.findings import FINDINGS, RIFLES, bi, elites
from tests.core.strategies import MODEST, lists_of


def roster_of(source: Document) -> Roster:
    """A document as it is stored: every row has an id."""
    return with_ids(read(json.dumps(source).encode(), LIBRARY), (f"row-{n}" for n in count(1)))


def mended(source: Document) -> tuple[Roster, tuple[FindingFixes, ...]]:
    roster = roster_of(source)
    catalogue = LIBRARY.catalogues[roster.ruleset]
    return roster, find_fixes(roster, catalogue, assess(roster, catalogue))


def offered(source: Document, code: str) -> list[tuple[str, int | None]]:
    """Return the buttons and points of the fixes of the first finding of a code, in English."""
    _, found = mended(source)
    item = next(item for item in found if item.finding.code == code)
    return [(mend.words.en, mend.points) for mend in item.fixes]


def errors(report: Report, roster: Roster) -> Counter[tuple[str, str]]:
    """The errors of a report by code and row."""
    ids = {place.path: place.row.id for place in places(roster)}
    return Counter((f.code, ids.get(f.path, "")) for f in report.findings if f.severity == "error")


def number(report: Report, code: str) -> int:
    return sum(finding.code == code for finding in report.findings)


def test_every_check_has_a_line_for_who_has_to_decide() -> None:
    of_forces = {function.__name__ for function, _ in FORCE_CHECKS.values()}
    assert DECIDE.keys() == {check.function.__name__ for check in CHECKS.values()} | of_forces
    assert all(decide.it and decide.en for decide in DECIDE.values())


@pytest.mark.parametrize("game", GAMES)
def test_fixes_work_and_break_nothing(game: str) -> None:
    catalogue = LIBRARY.catalogues[game]

    @MODEST
    @given(lists_of(game))
    def holds(source: Document) -> None:
        roster, found = mended(source)
        before = assess(roster, catalogue)
        assert [item.finding for item in found] == list(before.findings[:20])
        for item in found:
            assert len(item.fixes) <= 3
            for mend in item.fixes:
                now = after(roster, mend.steps, (f"fresh-{n}" for n in count(1)))
                report = assess(now, catalogue)

                assert number(report, mend.finding.code) < number(before, mend.finding.code)
                assert not errors(report, now) - errors(before, roster)
                if mend.points is not None and report.total is not None and before.total is not None:
                    assert mend.points == report.total - before.total
                assert len(mend.remains) == len(report.findings)
                rows = [place.row.id for place in places(now)]
                assert len(set(rows)) == len(rows)
                assert read(encode(without_ids(now)), LIBRARY) == without_ids(now)

    holds()


@pytest.mark.parametrize(("code", "source", "words"), FINDINGS)
def test_a_fix_for_each_finding(code: str, source: Document, words: list[str]) -> None:
    assert [word for word, _ in offered(source, code)] == words


def test_every_shipped_check_is_among_them() -> None:
    made = {check.check or check.code for game in GAMES for check in LIBRARY.catalogues[game].checks}
    found = [
        check
        for code, source, _ in FINDINGS
        for check in LIBRARY.catalogues[source["ruleset"]].checks
        if check.code == code
    ]

    assert {check.check or check.code for check in found} == made


def test_fixes_hang_on_the_function_whatever_a_ruleset_calls_its_check() -> None:
    """A sixth ruleset with unknown codes has the same fixes."""
    catalogue = LIBRARY.catalogues["bi"]
    checks = tuple(
        replace(check, code=f"x-{check.code}", check=check.check or check.code) for check in catalogue.checks
    )
    sixth = replace(catalogue, checks=checks)
    for _, source, words in [case for case in FINDINGS if case[1]["ruleset"] == "bi"]:
        roster = roster_of(source)
        found = find_fixes(roster, sixth, assess(roster, sixth))

        assert words in [[mend.words.en for mend in item.fixes] for item in found]


def test_points_are_those_of_the_list() -> None:
    source = army("bn", squad("elite", man("assault-rifle", name="Rossi"), RIFLES))

    assert offered(source, "no-leader") == [
        ("Leadership 1 for Rossi", 5),
        ("Make it an independent section", 0),
        ("Rifleman: leadership 1", 5),
    ]


def test_men_go_only_if_nothing_else_helps_and_then_as_few_as_possible() -> None:
    unled = army("bn", elites(), squad("elite", RIFLES, man("assault-rifle")))
    long = army("bi", squad("veteran", man("rifle", roles=["squad-leader"]), man("rifle", count=14)))

    assert offered(unled, "no-leader") == [
        ("Make it an independent section", 0),
        ("Rifleman: leadership 1", 5),
        ("Join it to Alpha", 0),
    ]
    assert [words for words, _ in offered(long, "squad-size")] == ["Remove 3 × man with rifle"]


def test_only_a_squad_without_a_leader_joins_another() -> None:
    mixed = army("bn", elites(man("lmg", class_="trained")), elites())

    assert [words for words, _ in offered(mixed, "mixed-classes")] == [
        "Alpha: all Elite",
        "Alpha: all Trained",
    ]


def test_the_role_of_a_named_man_is_said() -> None:
    """His name does not say it, nor does that of a man with two roles."""
    scouts = [man("rifle", roles=["scout"], name="Neri"), man("rifle", roles=["crew", "scout"])]
    source = bi(man("rifle", count=6), *scouts)

    assert offered(source, "scout")[0][0] == "Neri: remove the role of scout"


def test_fixes_over_the_limit_are_not_offered() -> None:
    source = army("bn", squad("elite", man("assault-rifle", count=10)), role="attacker")

    assert offered(source, "no-leader") == [("Make it an independent section", 0)]


def test_a_long_list_is_fixed_from_its_worst_findings_on() -> None:
    _, found = mended(army("bn", squad("elite", *[man("lmg", "mmg", name=str(n)) for n in range(200)])))

    assert [item.finding.code for item in found[:2]] == ["no-leader", "two-support-weapons"]
    assert len(found) == 20


def test_a_fix_merges_equal_rows() -> None:
    """Three rows of riflemen would otherwise remain below each other."""
    team = squad("elite", man("assault-rifle", leadership=1), man("assault-rifle", count=6), man("mmg"))
    roster = roster_of(army("bn", team))
    rearmed = step("edit_figure", roster.squads[0].figures[2].id, weapons=("assault-rifle",))

    now = after(roster, (rearmed,), new_ids())

    assert [(row.count, row.weapons) for row in now.squads[0].figures] == [
        (1, ("assault-rifle",)),
        (7, ("assault-rifle",)),
    ]
    again = step("edit_squad", roster.squads[0].id, name="Alpha")
    apart = roster_of(army("bn", squad("elite", man("assault-rifle"), man("assault-rifle"))))
    kept = after(apart, (replace(again, row=apart.squads[0].id),), new_ids())
    assert len(kept.squads[0].figures) == 2  # rows kept apart by their owner stay apart
