"""Getting under the limit, compared with every set of cuts; these are written here independently of the code."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from rules.core.advice import UnderLimit, after, find_cuts
from rules.core.advice.cuts import Cutter
from rules.core.assess import assess
from rules.core.document.edits import new_ids
from rules.core.document.roster import Figure, Roster, Squad
from rules.core.judging.prices import price_list
from tests.core.advice.all_cuts import fewest, figures_instead, is_back
from tests.core.advice.test_fixes import errors, roster_of
from tests.core.documents import LIBRARY, POINT_GAMES, Document, army, extra, man, squad, vehicle
from tests.core.strategies import MODEST, TRIES, lists_of

BN = LIBRARY.catalogues["bn"]
ALPHA = squad(
    "elite",
    man("assault-rifle", leadership=2, name="Ferri"),
    man("lmg", name="Basso"),
    man("assault-rifle", "rpg", name="Marin"),
    man("assault-rifle", count=3),
)
LEADER = man("assault-rifle", leadership=1)
BRAVO = squad("trained", man("assault-rifle", leadership=1, name="Zanetti"), man("mmg", count=2))


def over_by(over: int, *squads: Document, **fields: Any) -> Roster:
    """Return a list this many points over its limit."""
    roster = roster_of(army("bn", *squads, **fields))
    total = assess(roster, BN).total or 0
    return replace(roster, role="open", limit=total - over)


def rows(before: Roster, now: Roster) -> int:
    """Return how many rows of a list changed or disappeared; a man removed from a group changes its row."""
    there = {row.id: row for row in all_rows(now)}
    return sum(there.get(row.id) != row for row in all_rows(before))


def all_rows(roster: Roster) -> Iterator[Any]:
    yield from roster.extras
    for team in roster.squads:
        yield replace(team, figures=(), vehicles=(), extras=())
        yield from (*team.figures, *team.vehicles, *team.extras)


@pytest.mark.parametrize("over", [1, 5, 12, 18, 26, 40])
def test_no_proposal_changes_fewer_rows(over: int) -> None:
    roster = over_by(over, ALPHA)

    ways = find_cuts(roster, BN, assess(roster, BN)).suggestions

    assert min(len(way.lines) for way in ways) == fewest(roster, 2)


LED = squad(
    "militia",
    man("assault-rifle", leadership=3, name="Abu"),
    man("assault-rifle", leadership=1, name="Bilal"),
    man("assault-rifle", leadership=1, name="Cem"),
    man("lmg", name="Daud"),
    man("assault-rifle", name="Emin"),
    man("assault-rifle", "rpg", name="Fadi"),
    man("assault-rifle", name="Gul"),
)


def every(team: Squad) -> Iterator[tuple[int, tuple[Figure, ...]]]:
    """Yield every squad with less in some rows, with the number of those rows."""
    choices = [list(figures_instead(figure, [])) for figure in team.figures]
    for chosen in product(*choices):
        yield sum(row != (was,) for row, was in zip(chosen, team.figures, strict=True)), sum(chosen, ())


def test_three_rows_at_most_of_seven() -> None:
    """Every list with less in some of seven rows is tried, under every limit; four rows are too many to offer."""
    roster = roster_of(army("bn", LED))
    (team,) = roster.squads
    total = assess(roster, BN).total or 0
    fewest_by_total: dict[int, int] = {}
    for number, figures in every(team):
        report = assess(replace(roster, squads=(replace(team, figures=figures),)), BN)
        if report.legal and report.total is not None:
            fewest_by_total[report.total] = min(number, fewest_by_total.get(report.total, 9))
    found, known = [], []
    for limit in range(20, total, 4):
        here = replace(roster, role="open", limit=limit)
        ways = find_cuts(here, BN, assess(here, BN)).suggestions
        found.append(min((len(way.lines) for way in ways), default=None))
        numbers = [number for points, number in fewest_by_total.items() if points <= limit and number <= 3]
        known.append(min(numbers, default=None))

    assert found == known
    assert found[:3] == [None] * 3


def test_each_leads_back_and_breaks_nothing() -> None:
    for over in range(1, 70, 7):
        roster = over_by(over, ALPHA, BRAVO)
        before = assess(roster, BN)
        for way in find_cuts(roster, BN, before).suggestions:
            now = after(roster, way.steps, new_ids())

            assert is_back(roster, before, now)
            assert (way.before, way.after) == (before.total, assess(now, BN).total)
            assert way.before + sum(line.points for line in way.lines) == way.after
            if way.kind != "squad":
                assert rows(roster, now) == len(way.lines)


@pytest.mark.parametrize("game", POINT_GAMES)
def test_whatever_the_list(game: str) -> None:
    catalogue = LIBRARY.catalogues[game]

    @settings(MODEST, max_examples=TRIES // 10)
    @given(lists_of(game))
    def holds(source: Document) -> None:
        roster = roster_of(source)
        before = assess(roster, catalogue)
        for way in find_cuts(roster, catalogue, before).suggestions:
            now = after(roster, way.steps, new_ids())
            report = assess(now, catalogue)

            assert (report.remaining or 0) >= 0
            assert not errors(report, now) - errors(before, roster)
            assert way.after == report.total

    holds()


def test_three_that_differ_in_kind() -> None:
    roster = over_by(12, ALPHA)

    found = [
        (way.title.en, [(line.words.en, line.points) for line in way.lines])
        for way in find_cuts(roster, BN, assess(roster, BN)).suggestions
    ]

    assert found == [
        ("Keep the others’ weapons", [("Rifleman of Alpha", -15)]),
        ("Lower the class", [("Alpha: Veterans for Elite", -18)]),
        ("Keep all the men", [("Ferri: leadership 1 for 2", -5), ("Marin: without RPG", -7)]),
    ]


def test_extras_and_vehicles_are_taken_too() -> None:
    roster = over_by(
        25,
        squad("elite", man("assault-rifle", leadership=1), vehicles=[vehicle("protected", "hmg")]),
        extras=[extra("ambush")],
    )

    found = [
        [(line.words.en, line.points) for line in way.lines]
        for way in find_cuts(roster, BN, assess(roster, BN)).suggestions
    ]

    assert found == [[("Protected vehicle", -25)], [("Ambush", -25)]]


def test_within_the_limit_there_is_none() -> None:
    assert find_cuts(over_by(0, ALPHA), BN, assess(over_by(0, ALPHA), BN)) == UnderLimit((), is_whole=True)


def test_a_whole_squad_is_taken_where_few_rows_do_not_do() -> None:
    gunners = [man("assault-rifle", "rpg", name=str(number)) for number in range(12)]
    roster = over_by(120, squad("recruit", LEADER, *gunners), squad("recruit", LEADER, *gunners))

    ways = find_cuts(roster, BN, assess(roster, BN)).suggestions

    assert [(way.title.en, [line.words.en for line in way.lines]) for way in ways if way.kind == "squad"] == [
        ("One fewer squad", ["Alpha"])
    ]


def test_where_a_kind_leads_nowhere_there_is_another_way_that_is_no_longer_one_with_more() -> None:
    roster = over_by(60, ALPHA)

    ways = find_cuts(roster, BN, assess(roster, BN)).suggestions

    assert [way.kind for way in ways] == ["men", "other", "other"]
    rows_of = [{line.words.en for line in way.lines} for way in ways]
    assert not any(one < other for one in rows_of for other in rows_of)


def test_the_class_of_one_man_is_taken_down_where_his_squad_has_none() -> None:
    men = [man("assault-rifle", leadership=1), man("assault-rifle", name="Rossi", **{"class": "elite"})]
    roster = over_by(3, squad("recruit", *men))

    ways = {way.kind: way for way in find_cuts(roster, BN, assess(roster, BN)).suggestions}

    assert [line.words.en for line in ways["class"].lines] == ["Rossi: Veterans for Elite"]


def test_in_a_list_of_thousands_of_men_not_every_set_is_looked_at() -> None:
    weapons = [item.id for item in BN.weapons][:10]
    men = [man(*weapons, name=str(number), count=200, leadership=number % 4) for number in range(20)]
    roster = over_by(30_000, squad("elite", *men), squad("elite", LEADER))

    found = find_cuts(roster, BN, assess(roster, BN))

    assert ([one.kind for one in found.suggestions], found.is_whole) == (["class", "men", "squad"], False)
    assert [line.words.en for line in found.suggestions[-1].lines] == ["Alpha"]


def test_where_nothing_does_there_is_none() -> None:
    men = [man("assault-rifle", name=str(number), leadership=1) for number in range(30)]
    roster = over_by(350, squad("militia", *men))

    assert find_cuts(roster, BN, assess(roster, BN)).suggestions == ()


def test_the_effect_speaks_of_one_man_and_of_the_finding_that_goes() -> None:
    team = squad("elite", man("assault-rifle", leadership=1), man("mmg"))
    roster = over_by(20, team)

    assert [way.effect.en for way in find_cuts(roster, BN, assess(roster, BN)).suggestions if way.kind == "men"] == [
        "At 50 cm 0.33 expected kills instead of 0.78. One man instead of 2. Also fixes: "
        "Alpha has 1\N{NO-BREAK SPACE}MMG or HMG and 0\N{NO-BREAK SPACE}crewmen: with only one "
        "man, the number needed goes up "
        "by 1."
    ]


def test_side_effects_are_named() -> None:
    roster = over_by(12, ALPHA, role="open")

    assert [way.effect.en for way in find_cuts(roster, BN, assess(roster, BN)).suggestions] == [
        "At 50 cm 2.22 expected kills instead of 2.56. 5 men instead of 6.",
        "1 less on initiative.",
        "1 less on initiative.",
    ]


GUNS = squad("fanatic", man("assault-rifle", "rpg", leadership=1, name="Abu"), man("lmg", "rpg", count=2))
ALONE = squad("mercenary", man("assault-rifle", "rpg", leadership=2, name="Bilal"))
LONE = squad("trained", man("assault-rifle", "rpg", leadership=1, count=2, **{"class": "elite"}))


@pytest.mark.parametrize("source", [GUNS, ALONE, LONE])
def test_under_every_limit_no_set_of_cuts_changes_fewer_rows(source: Document) -> None:
    roster = roster_of(army("bn", source))

    found = [
        find_cuts(here, BN, assess(here, BN))
        for here in (replace(roster, role="open", limit=n) for n in range(10, assess(roster, BN).total or 0))
    ]

    assert [min((len(one.lines) for one in back.suggestions), default=9) for back in found] == [
        fewest(replace(roster, role="open", limit=limit), 3) or 9 for limit in range(10, assess(roster, BN).total or 0)
    ]
    assert all(back.is_whole for back in found)


def test_each_cut_saves_what_it_says_and_leaves_the_other_rows() -> None:
    team = squad(
        "elite",
        man("assault-rifle", "rpg", leadership=2, count=3),
        vehicles=[vehicle("protected", "hmg") | {"count": 3}],
    )
    roster = over_by(1, team, extras=[extra("negotiation", level=3, count=2)])
    total = assess(roster, BN).total or 0

    cuts = list(Cutter(roster, BN, price_list(roster, BN)).cuts())

    assert {cut.kind for cut in cuts} == {"men", "gear", "class"}
    assert len({cut.row for cut in cuts}) == 4
    for cut in cuts:
        now = after(roster, cut.steps, new_ids())
        assert total - (assess(now, BN).total or 0) == cut.saving
        assert rows(roster, now) == 1


@pytest.mark.parametrize("bound", ["MOST_SETS", "MOST_CUTS"])
def test_where_not_all_was_looked_at_it_is_said_not_to_be_exact(bound: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"rules.core.advice.under_limit.{bound}", 2)
    roster = over_by(43, GUNS)

    assert not find_cuts(roster, BN, assess(roster, BN)).is_whole
