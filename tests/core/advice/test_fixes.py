"""Fixes: what is offered is judged again here, with nothing of the code that offers it."""

import json
from collections import Counter
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from msgspec.structs import replace

from rules.core.advice import FindingFixes, after, find_fixes
from rules.core.advice.fixes.definition import FIX_RULES
from rules.core.advice.steps import step
from rules.core.assess import assess
from rules.core.document.edits import new_ids, with_ids, without_ids
from rules.core.document.reader import read
from rules.core.document.roster import Roster, encode
from rules.core.document.rows import places
from rules.core.forces import FORCE_CHECKS
from rules.core.judging.checks import CHECKS
from rules.core.judging.report import Report
from tests.core.documents import GAMES, LIBRARY, Document, army, extra, man, squad, vehicle
from tests.core.strategies import MODEST, lists_of


def roster_of(source: Document) -> Roster:
    """A document as it is stored: every row has an id."""
    return with_ids(read(json.dumps(source).encode(), LIBRARY), (f"row-{n}" for n in count(1)))


def mended(source: Document) -> tuple[Roster, tuple[FindingFixes, ...]]:
    roster = roster_of(source)
    catalogue = LIBRARY.catalogues[roster.ruleset]
    return roster, find_fixes(roster, catalogue, assess(roster, catalogue))


def offered(source: Document, code: str) -> list[tuple[str, int | None]]:
    """The buttons and points of the mends of the first finding of a code, in English."""
    _, found = mended(source)
    item = next(item for item in found if item.finding.code == code)
    return [(mend.words.en, mend.points) for mend in item.fixes]


def errors(report: Report, roster: Roster) -> Counter[tuple[str, str]]:
    """The errors of a report by code and row."""
    ids = {place.path: place.row.id for place in places(roster)}
    return Counter((f.code, ids.get(f.path, "")) for f in report.findings if f.severity == "error")


def number(report: Report, code: str) -> int:
    return sum(finding.code == code for finding in report.findings)


def test_every_check_has_cures_and_a_line_for_who_has_to_decide() -> None:
    of_forces = {function for function, _ in FORCE_CHECKS.values()}
    assert FIX_RULES.keys() == {check.function for check in CHECKS.values()} | of_forces
    assert all(known.decide.it and known.decide.en for known in FIX_RULES.values())


@pytest.mark.parametrize("game", GAMES)
def test_what_is_offered_mends_and_breaks_nothing(game: str) -> None:
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


RIFLES = man("assault-rifle", count=8)
LEADER = man("assault-rifle", leadership=1, name="Sgt. Ferri")


def elites(*figures: Document, **fields: Any) -> Document:
    """A squad of Breaking News with a leader and eight riflemen; then `figures`."""
    return squad("elite", LEADER, RIFLES, *figures, **fields)


def bi(*figures: Document, class_: str = "veteran", **fields: Any) -> Document:
    """A list of Bassa Intensità: a squad leader; then `figures`."""
    return army("bi", squad(class_, man("rifle", roles=["squad-leader"]), *figures, **fields))


def sl(label: str) -> Document:
    """The leader of a section."""
    return man("rifle", team=label, roles=["section-leader"])


# A list of each finding, and what is offered for it.
CASES = [
    (
        "no-leader",
        army("bn", squad("elite", man("assault-rifle", name="Rossi"), RIFLES)),
        ["Leadership 1 for Rossi", "Make it an independent section", "Rifleman: leadership 1"],
    ),
    (
        "no-leader",
        army("bi", squad("veteran", man("rifle", count=8))),
        ["Man with rifle: Squad leader", "Make it an independent section"],
    ),
    ("platoon-commander", army("bn", elites(), elites()), ["Mark Sgt. Ferri as commander"]),
    ("mixed-classes", army("bn", elites(man("lmg", **{"class": "trained"}))), ["All Elite", "All Trained"]),
    (
        "recommended-size",
        army("bn", squad("elite", LEADER, man("assault-rifle", count=5))),
        ["Add 2 × rifleman"],
    ),
    ("crew", army("bn", elites(man("mmg"))), ["Rifleman: Crew", "MMG gunner: change to LMG", "Add crewman"]),
    ("two-support-weapons", army("bn", elites(man("lmg", "mmg"))), ["Keep LMG only", "Keep MMG only"]),
    (
        "weapon-not-mountable",
        army("bn", elites(vehicles=[vehicle("protected", "rpg", movement="wheeled")])),
        ["Protected vehicle: remove RPG"],
    ),
    (
        "vehicle-weapons-included",
        army("bn", elites(vehicles=[vehicle("tank", "hmg")])),
        ["Tank: remove HMG"],
    ),
    (
        "vehicle-weapon-count",
        army("bn", elites(vehicles=[vehicle("protected", "hmg", "lmg", "mmg")])),
        ["Protected vehicle: remove MMG", "Protected vehicle: remove HMG"],
    ),
    ("not-in-ruleset", army("bn", elites(man("portable-at"))), ["Remove “portable-at”", "Remove elite"]),
    (
        "unpriced",
        army("bn", elites(man("flamethrower"))),
        ["Man with flamethrower: remove flamethrower", "Ruling: 20 each", "Ruling: Free"],
    ),
    (
        "extra-requires-special-forces",
        army("bn", elites(extras=[extra("infiltration")])),
        ["Remove infiltration", "Alpha: all Special forces"],
    ),
    ("extra-requires-irregulars", army("bn", elites(), extras=[extra("mortars")]), ["Remove mortars"]),
    (
        "extra-requires-regulars",
        army("bn", squad("militia", LEADER, RIFLES), extras=[extra("media-embedded")]),
        ["Remove embedded journalists"],
    ),
    (
        "extra-requires-trait",
        army("bn", elites(), extras=[extra("negotiation", level=4)]),
        ["Go down to negotiation 3", "Remove negotiation 4", "Alpha: MSU"],
    ),
    (
        "extra-excludes",
        army("bn", elites(), extras=[extra("support-fire"), extra("rules-of-engagement")]),
        ["Remove easier support fire", "Remove rules of engagement"],
    ),
    (
        "class-shift",
        army("bn", elites(list_class="recruit")),
        ["Alpha: Trained", "Alpha: Recruits", "Sgt. Ferri: Trained"],
    ),
    ("extra-limit", army("bn", elites(), extras=[extra("ambush"), extra("ambush")]), ["Ambush: only 1"]),
    (
        "extra-scope",
        army("bn", elites(extras=[extra("ambush")])),
        ["Ambush: for the whole list", "Remove ambush"],
    ),
    (
        "motivation-overlap",
        army("bn", elites(extras=[extra("motivation")]), extras=[extra("motivation")]),
        ["Motivation: for the squads only", "Motivation: for the list only"],
    ),
    ("motivation-cheaper", army("bn", elites(), extras=[extra("motivation")]), ["Motivation: for Alpha"]),
    (
        "support-fire-unavailable",
        army("bn", squad("militia", LEADER, RIFLES), extras=[extra("support-fire")]),
        ["Remove easier support fire", "Add mortars"],
    ),
    ("mixed-sides", army("bn", elites(man("lmg", **{"class": "militia"}))), []),
    ("empty", army("bn"), ["Add leader 1"]),
    ("squad-size", bi(man("rifle", count=3)), ["Add 2 × man with rifle"]),
    ("squad-size", bi(man("rifle", count=14)), ["Remove 3 × man with rifle"]),
    (
        "section-size",
        bi(man("rifle", team="A", count=1), sl("A"), man("rifle", team="B", count=3), sl("B"), man("rifle")),
        ["Man with rifle into section A", "No sections in Alpha", "Squad leader into section A"],
    ),
    (
        "section-leader",
        bi(man("rifle", team="A", count=4), man("rifle", team="B", count=3), sl("B")),
        ["Man with rifle: Section leader", "No sections in Alpha"],
    ),
    (
        "section-leader",
        bi(man("rifle", team="A", count=2), sl("A"), sl("A"), man("rifle", team="B", count=3), sl("B")),
        ["Keep section leader", "No sections in Alpha"],
    ),
    (
        "section-unassigned",
        bi(man("rifle", team="A", count=2), sl("A"), man("rifle"), man("rifle", team="B", count=3), sl("B")),
        ["All into section A", "No sections in Alpha"],
    ),
    (
        "section-leader-not-allowed",
        bi(
            man("rifle", team="A", count=3),
            sl("A"),
            man("rifle", team="B", count=3),
            sl("B"),
            class_="recruit",
        ),
        ["The section leader’s ability: Regulars", "The section leader’s ability: Veterans"],
    ),
    (
        "sniper-team",
        army("bi", squad("recruit", man("precision-rifle"), kind="sniper-team")),
        ["All Regulars", "All Veterans", "Make it an independent section"],
    ),
    (
        "sniper-team",
        army("bi", squad("veteran", man("precision-rifle", count=3), kind="sniper-team")),
        ["Remove man with precision rifle", "Make it an independent section"],
    ),
    (
        "scout",
        bi(man("rifle", count=6), man("rifle", count=2, roles=["scout"])),
        ["Remove the role from the spare men: Scout"],
    ),
    (
        "scout",
        bi(man("rifle", count=6), man("rifle", roles=["scout"]), class_="regular"),
        ["Remove the role from the spare men: Scout", "Alpha: Veterans", "Alpha: Elite"],
    ),
    (
        "observer-section",
        army("bi", squad("veteran", man("rifle", count=2), kind="observer-section")),
        ["Add man with rifle", "Make it an independent section"],
    ),
    (
        "crew",
        bi(man("rifle", count=6), man("lmg")),
        ["Man with rifle: Crew", "Squad leader: Crew", "Add crew"],
    ),
    (
        "weapon-not-mountable",
        bi(man("rifle", count=6), man("autocannon")),
        ["Man with autocannon: remove autocannon"],
    ),
    ("combat-value", army("ludonet", squad("regular", man("small-arms"), vehicles=[vehicle("vehicle")])), []),
    (
        "extra-limit",
        army("ludonet", squad("regular", man("small-arms")), extras=[extra("air-support", passes=5)]),
        ["Air support: 3 passes", "Remove air support"],
    ),
    (
        "extra-limit",
        army("bn", squad("militia", LEADER, RIFLES), extras=[extra("ied", count=2), extra("ied-remote")]),
        ["IED: only 2", "Remove IED"],
    ),
    (
        "unpriced",
        army("bn", elites(vehicles=[vehicle("protected", "flamethrower")])),
        ["Protected vehicle: remove flamethrower", "Ruling: 20 each", "Ruling: Free"],
    ),
    (
        "not-in-ruleset",
        army("bn", squad("commandos", LEADER, RIFLES)),
        ["Alpha: Recruits", "Alpha: Mercenaries, commandos, veteran militia", "Alpha: Fanatics"],
    ),
    (
        "not-in-ruleset",
        army("ludonet", squad("regular", man("small-arms", leadership=1))),
        ["Remove “leadership”"],
    ),
    ("over-limit", army("bn", elites(), role="defender"), []),
]


@pytest.mark.parametrize(("code", "source", "words"), CASES)
def test_a_mend_for_each_finding(code: str, source: Document, words: list[str]) -> None:
    assert [word for word, _ in offered(source, code)] == words


def test_every_shipped_check_is_among_them() -> None:
    made = {check.check or check.code for game in GAMES for check in LIBRARY.catalogues[game].checks}
    found = [
        check
        for code, source, _ in CASES
        for check in LIBRARY.catalogues[source["ruleset"]].checks
        if check.code == code
    ]

    assert {check.check or check.code for check in found} == made


def test_mends_hang_on_the_function_whatever_a_ruleset_calls_its_check() -> None:
    """A sixth ruleset, whose codes nobody knows, has the same mends."""
    catalogue = LIBRARY.catalogues["bi"]
    checks = tuple(
        replace(check, code=f"x-{check.code}", check=check.check or check.code) for check in catalogue.checks
    )
    sixth = replace(catalogue, checks=checks)
    for _, source, words in [case for case in CASES if case[1]["ruleset"] == "bi"]:
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


def test_what_would_go_over_the_limit_is_not_offered() -> None:
    source = army("bn", squad("elite", man("assault-rifle", count=10)), role="attacker")

    assert offered(source, "no-leader") == [("Make it an independent section", 0)]


def test_a_long_list_is_mended_from_its_worst_findings_on() -> None:
    _, found = mended(army("bn", squad("elite", *[man("lmg", "mmg", name=str(n)) for n in range(200)])))

    assert [item.finding.code for item in found[:2]] == ["no-leader", "two-support-weapons"]
    assert len(found) == 20


def test_what_a_mend_makes_equal_is_one_row() -> None:
    """Three rows of riflemen would stand below each other otherwise."""
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
    assert len(kept.squads[0].figures) == 2  # rows that somebody keeps apart stay so
