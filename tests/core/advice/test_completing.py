"""Completion compared with all possible fillings, written here man by man, independently of the code."""

from collections import Counter
from itertools import product
from math import ceil
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis.strategies import integers
from msgspec.structs import replace

from rules.core.advice import WITHIN, Suggestion, after, completions
from rules.core.assess import assess
from rules.core.catalogue.building import Completion, Preset, Purchase, Share
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.edits import new_ids
from rules.core.document.roster import Figure, Roster, Squad
from tests.core.advice.fillings import all_squads, best, is_sensible
from tests.core.advice.test_fixes import errors, roster_of
from tests.core.documents import GAMES, LIBRARY, Document, army, man, squad
from tests.core.strategies import MODEST, TRIES, lists_of

FEW = settings(MODEST, max_examples=TRIES // 10)  # each makes some hundred lists
BN = LIBRARY.catalogues["bn"]
SMALL = replace(
    BN,
    completion=Completion(
        least=3,
        most=6,
        plain="rifleman",
        leader="leader",
        shares=(
            Share(preset="lmg", one_in=3),
            Share(preset="at", one_in=4),
            Share(preset="sniper", one_in=2, most=1),
        ),
    ),
)
PATROL = squad("veteran", man("assault-rifle", leadership=1, name="Rossi"), man("assault-rifle", count=2), man("lmg"))


FEWER = replace(
    SMALL.completion,
    most=5,
    shares=SMALL.completion.shares[:2],
    vehicles=(Purchase(id="unprotected"),),
    extras=(Purchase(id="intelligence", most=2), Purchase(id="support-fire")),
)
WITH_PURCHASES = replace(BN, completion=FEWER)


def proposals(roster: Roster, catalogue: Catalogue, *how: int) -> tuple[Suggestion, ...]:
    return completions(roster, catalogue, assess(roster, catalogue), *how)


def limited(source: Document, limit: int) -> Roster:
    return replace(roster_of(source), role="open", limit=limit)


@pytest.mark.parametrize("limit", [63, 66, 70, 77, 83, 90])
def test_none_is_beaten_by_more_than_what_is_stated(limit: int) -> None:
    roster = limited(army("bn", PATROL), limit)

    found = proposals(roster, SMALL)

    assert found
    assert all(best(roster, SMALL) - WITHIN <= one.after <= limit for one in found)


@pytest.mark.parametrize("limit", [75, 96, 118])
def test_none_is_beaten_where_points_are_spent_on_vehicles_and_extras_too(limit: int) -> None:
    roster = limited(army("bn", PATROL), limit)

    found = proposals(roster, WITH_PURCHASES)

    assert found
    assert all(best(roster, WITH_PURCHASES) - WITHIN <= one.after <= limit for one in found)


SECOND = squad("recruit", man("assault-rifle", leadership=2), man("assault-rifle", count=2), man("lmg"))
LAST = squad("trained", man("assault-rifle", leadership=3), man("lmg", count=5))


def test_none_is_beaten_where_there_are_several_squads() -> None:
    """Each squad is filled alone, in the present list; the last has no room."""
    catalogue = replace(SMALL, completion=replace(SMALL.completion, most=4))
    roster = roster_of(army("bn", PATROL, SECOND, LAST))
    before = assess(roster, catalogue)
    total = before.total or 0
    gains = [legal_gains(roster, number, catalogue) for number in range(3)]

    for left in range(1, 40):
        here = replace(roster, role="open", limit=total + left)
        found = proposals(here, catalogue)
        most = max(gain for gain in set().union(*gains) if gain <= left)

        assert bool(found) == (most > 0)
        assert all(most - WITHIN <= one.points <= left for one in found)


def legal_gains(roster: Roster, number: int, catalogue: Catalogue) -> set[int]:
    """Return the possible growth in points of a list's squad without new findings."""
    team, before = roster.squads[number], assess(roster, catalogue)
    men = [replace(row, count=1, id="") for row in team.figures for _ in range(row.count)]
    gains = {0}
    for figures in all_squads(men, catalogue):
        if is_sensible(figures, men, catalogue):
            squads = [*roster.squads]
            squads[number] = replace(team, figures=tuple(figures))
            now = replace(roster, squads=tuple(squads))
            report = assess(now, catalogue)
            if not Counter(one.code for one in report.findings) - Counter(one.code for one in before.findings):
                gains.add((report.total or 0) - (before.total or 0))
    return gains


@pytest.mark.parametrize("game", GAMES)
def test_never_illegal_whatever_the_list(game: str) -> None:
    catalogue = LIBRARY.catalogues[game]

    @FEW
    @given(lists_of(game))
    def holds(source: Document) -> None:
        roster = roster_of(source)
        before = assess(roster, catalogue)
        for one in completions(roster, catalogue, before):
            now = after(roster, one.steps, new_ids())
            report = assess(now, catalogue)

            assert not errors(report, now) - errors(before, roster)
            assert (report.remaining or 0) >= 0
            assert one.after == (report.total or 0)
            assert one.after - one.before == sum(line.points for line in one.lines)

    holds()


@pytest.mark.parametrize("game", GAMES)
def test_new_men_are_in_keeping_with_what_is_there(game: str) -> None:
    """They have their squad's class, the presets in the ruleset's numbers, and no more of anything than allowed."""
    catalogue = LIBRARY.catalogues[game]
    numbers = catalogue.completion
    known = [catalogue.preset_by_id[share.preset] for share in numbers.shares]
    usual = [catalogue.preset_by_id[item] for item in (numbers.plain, numbers.leader) if item]

    @settings(MODEST, max_examples=TRIES // 10, phases=[Phase.generate])
    @given(lists_of(game), integers(1, 24), integers(0, 4))
    def holds(source: Document, series: int, grade: int) -> None:
        roster = roster_of(source)
        there = {team.id: team for team in roster.squads}
        for one in proposals(roster, catalogue, series, grade):
            for team in after(roster, one.steps, new_ids()).squads:
                was = there.get(team.id, Squad(name="", class_=team.class_))
                assert team.class_ == was.class_
                rows = {row.id for row in was.figures}
                # When one of several men is promoted, the others get a new row.
                before, now = men_by_kind(was), men_by_kind(team)
                rows |= {row.id for row in team.figures if now[kind := a_man(row)] <= before[kind]}
                classes = {was.class_of(row) for row in was.figures} | {team.class_}
                for row in team.figures:
                    if row.id not in rows:
                        assert team.class_of(row) in classes
                        gear = [(it.weapons, it.roles) for it in (*usual, *known)]
                        is_promoted = any(it.weapons == row.weapons for it in was.figures) and leads(row, usual)
                        assert (row.weapons, row.roles) in gear or is_promoted
                assert team.figure_count <= max(was.figure_count, numbers.most)
                assert leaders(team) <= max(leaders(was), 1)
                led = [row for row in team.figures if not row.leadership or row.id in rows]
                men = replace(team, figures=tuple(led))  # a new leader carries what leaders do
                for share, preset in zip(numbers.shares, known, strict=True):
                    most = min(ceil(team.figure_count / share.one_in), share.most or team.figure_count)
                    assert number_of(preset, usual[0], men) <= max(number_of(preset, usual[0], was), most)

    holds()


def a_man(row: Figure) -> Figure:
    return replace(row, id="", count=1)


def men_by_kind(team: Squad) -> Counter[Figure]:
    men: Counter[Figure] = Counter()
    for row in team.figures:
        men[a_man(row)] += row.count
    return men


def leads(row: Figure, usual: list[Preset]) -> bool:
    return any(row.leadership == it.leadership and set(it.roles) <= set(row.roles) for it in usual[1:])


def leaders(team: Squad) -> int:
    return sum(row.count for row in team.figures if row.leadership)


def number_of(preset: Preset, plain: Preset, team: Squad) -> int:
    """Return the number of men in a squad with a preset: with its role, or with weapons that plain men do not have."""
    own = {item for item in preset.weapons if item not in plain.weapons}
    return sum(
        row.count
        for row in team.figures
        if (set(preset.roles) <= set(row.roles) if preset.roles else own <= set(row.weapons))
    )


def test_where_nothing_fits_there_is_none() -> None:
    roster = limited(army("bn", PATROL), 60)

    assert (proposals(roster, SMALL), best(roster, SMALL)) == ((), 58)


def shown(found: tuple[Suggestion, ...]) -> list[tuple[str, int, list[tuple[str, int]]]]:
    return [(one.title.en, one.after, [(line.words.en, line.points) for line in one.lines]) for one in found]


def test_a_list_is_filled_up_in_three_ways() -> None:
    source = army(
        "bn",
        squad(
            "veteran",
            man("assault-rifle", leadership=2, name="Dal Zotto"),
            man("lmg", count=2),
            man("assault-rifle", count=3),
            man("assault-rifle", "rpg"),
            man("sniper-rifle"),
        ),
        role="attacker",
    )

    assert shown(proposals(roster_of(source), BN)) == [
        ("More fire", 150, [("Rifleman", 12)]),
        (
            "Other weapons",
            150,
            [("Rifleman becomes AT soldier", 7), ("Rifleman becomes grenadier", 5)],
        ),
        (
            "More command",
            150,
            [("Dal Zotto: leadership 3", 5), ("Rifleman becomes AT soldier", 7)],
        ),
    ]


FULL = squad("veteran", man("assault-rifle", leadership=3), man("lmg", count=3), man("assault-rifle", "rpg", count=8))


def test_points_that_a_full_squad_cannot_use_buy_a_vehicle_and_extras() -> None:
    total = assess(roster_of(army("bn", FULL)), BN).total or 0

    found = proposals(limited(army("bn", FULL), total + 40), BN)

    assert shown(found) == [
        ("Vehicles and extras", 270, [("Ambush", 25), ("Motivation", 15)]),
        ("Vehicles and extras", 270, [("Easier support fire", 15), ("Ambush", 25)]),
        ("Vehicles and extras", 270, [("Protected vehicle", 15), ("Ambush", 25)]),
    ]


def test_squads_come_to_their_size_before_there_are_more() -> None:
    small = squad("veteran", man("assault-rifle", leadership=1), man("assault-rifle", count=2))
    roster = limited(army("bn", small, small), 285)

    assert shown(proposals(roster, BN))[0] == (
        "More fire",
        285,
        [
            ("5 × rifleman in Alpha", 60),
            ("3 × LMG gunner", 51),
            ("Grenadier", 17),
            ("Sniper", 27),
            ("4 × rifleman", 48),
        ],
    )


def test_the_squad_that_has_room_is_filled_up_where_the_last_has_none() -> None:
    small = squad("veteran", man("assault-rifle", leadership=1), man("assault-rifle", count=8))
    total = assess(roster_of(army("bn", small, FULL)), BN).total or 0
    (first, *_) = proposals(limited(army("bn", small, FULL), total + 29), BN)

    assert shown((first,)) == [("More fire", total + 27, [("2 × Rifleman becomes LMG gunner", 10), ("LMG gunner", 17)])]


def test_from_nothing_it_makes_a_whole_legal_list() -> None:
    empty = roster_of(army("bn", role="attacker"))

    found = proposals(empty, BN)

    assert [one.after for one in found] == [150, 149, 148]
    for one in found:
        now = after(empty, one.steps, new_ids())
        assert assess(now, BN).legal
        assert [figure.leadership > 0 for figure in now.squads[0].figures].count(True) == 1


def test_a_series_gives_the_same_again_and_another_gives_others() -> None:
    empty = roster_of(army("bn", role="attacker"))

    series = [proposals(empty, BN, number) for number in (1, 2, 3)]

    assert series == [proposals(empty, BN, number) for number in (1, 2, 3)]
    assert len({tuple(one.key for one in found) for found in series}) == 3


def test_from_many_to_good() -> None:
    empty = roster_of(army("bn", role="attacker"))

    men = [after(empty, proposals(empty, BN, 1, grade)[1].steps, new_ids()) for grade in range(5)]
    numbers = [sum(team.figure_count for team in now.squads) for now in men]

    assert numbers == sorted(numbers, reverse=True)
    assert [now.squads[0].class_ for now in men] == [
        "recruit",
        "trained",
        "veteran",
        "elite",
        "elite",  # of special forces there would be fewer than are recommended
    ]


@pytest.mark.parametrize("game", ["bi", "ludonet"])
def test_without_points_there_is_a_squad_of_each_size(game: str) -> None:
    catalogue = LIBRARY.catalogues[game]
    empty = roster_of(army(game))

    found = proposals(empty, catalogue)

    assert [one.title.en for one in found] == ["More fire", "More men", "A smaller squad"]
    made = [after(empty, one.steps, new_ids()) for one in found]
    assert [now.squads[0].figure_count for now in made] == [10, 12, 8]
    assert all(assess(now, catalogue).legal for now in made)


def test_without_a_limit_a_squad_gets_its_size() -> None:
    found = proposals(roster_of(army("bn", squad("elite", man("assault-rifle", leadership=1)))), BN)

    assert len(found) == 3


@pytest.mark.parametrize("limit", [1, 62])
def test_full_and_over_there_is_none(limit: int) -> None:
    assert (
        proposals(
            limited(army("bn", squad("elite", man("assault-rifle", count=4), man("assault-rifle"))), limit),
            BN,
        )
        == ()
    )


def test_a_hundred_figures_are_made_of_squads() -> None:
    empty = limited(army("bn"), 1300)

    for one in proposals(empty, BN):
        now = after(empty, one.steps, new_ids())
        assert sum(team.figure_count for team in now.squads) >= 85
        assert 1300 - WITHIN <= one.after <= 1300


def test_a_ruleset_that_says_nothing_of_it_completes_nothing() -> None:
    assert proposals(roster_of(army("bn", role="attacker")), replace(BN, completion=Completion())) == ()


def test_of_two_hundred_rows_it_says_something() -> None:
    men: list[Any] = [man("assault-rifle", name=str(number)) for number in range(200)]
    roster = limited(army("bn", squad("militia", *men)), 1050)

    assert all(one.after <= 1050 for one in proposals(roster, BN))


def test_product_is_what_it_says() -> None:
    """The brute force above tries what it should: three levels, two rearmed men, up to two new ones."""
    (team,) = roster_of(army("bn", PATROL)).squads
    men = [replace(row, count=1, id="") for row in team.figures for _ in range(row.count)]

    assert len(list(all_squads(men, SMALL))) == len(list(product(range(3), range(10), range(15))))
