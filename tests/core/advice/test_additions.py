"""Additions that fit: all legal ones and no others, the best first."""

from collections.abc import Iterator
from itertools import count, product

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from rules.core.advice import FittingAddition, UnderLimit, after, completions, find_cuts, fitting_additions
from rules.core.assess import assess
from rules.core.document.edits import add_extra, add_figure, add_vehicle, new_ids
from rules.core.document.roster import ExtraEntry, Figure, Roster, Vehicle
from tests.core.advice.test_fixes import errors, roster_of
from tests.core.documents import GAMES, LIBRARY, Document, army, extra, man, squad, vehicle
from tests.core.strategies import MODEST, TRIES, lists_of

PATROL = army(
    "bn",
    squad(
        "veteran",
        man("assault-rifle", leadership=2, name="Dal Zotto"),
        man("lmg", name="Perin"),
        man("assault-rifle", count=5),
        man("assault-rifle", "rpg", name="Marin"),
    ),
    role="open",
)


def found(source: Document, limit: int | None = None) -> tuple[Roster, tuple[FittingAddition, ...]]:
    roster = replace(roster_of(source), limit=limit)
    catalogue = LIBRARY.catalogues[roster.ruleset]
    return roster, fitting_additions(roster, catalogue, assess(roster, catalogue)).additions


def legal_after(before: Roster, now: Roster) -> bool:
    catalogue = LIBRARY.catalogues[before.ruleset]
    reports = assess(before, catalogue), assess(now, catalogue)
    return not errors(reports[1], now) - errors(reports[0], before)


@pytest.mark.parametrize("game", GAMES)
def test_all_that_is_offered_is_legal_and_costs_what_it_says(game: str) -> None:
    catalogue = LIBRARY.catalogues[game]

    @settings(MODEST, max_examples=TRIES // 15)
    @given(lists_of(game))
    def holds(source: Document) -> None:
        roster = roster_of(source)
        before = assess(roster, catalogue)
        for fit in fitting_additions(roster, catalogue, before).additions:
            now = after(roster, fit.steps, new_ids())
            report = assess(now, catalogue)

            assert legal_after(roster, now)
            if report.total is not None and before.total is not None:
                assert fit.points == report.total - before.total

    holds()


def whole_rows(roster: Roster) -> Iterator[Roster]:
    """The list with each preset, vehicle and extra of its rules added, as the builder would."""
    catalogue, ids = LIBRARY.catalogues[roster.ruleset], (f"n{number}" for number in count())
    for team in roster.squads:
        for preset in catalogue.presets:
            figure = Figure(id=next(ids), weapons=preset.weapons, roles=preset.roles, leadership=preset.leadership)
            yield add_figure(roster, team.id, figure)
        for item in catalogue.vehicles:
            yield add_vehicle(roster, team.id, Vehicle(id=next(ids), type=item.id))
    for sold in catalogue.extras:
        for place in ("", *(team.id for team in roster.squads)):
            levels = [level for level in sold.levels or () if sold.level_points.get(level, 1)]
            entry = ExtraEntry(id=next(ids), extra=sold.id, level=min(levels, default=0))
            if sold.sold_for("squad" if place else "list"):
                yield add_extra(roster, place, entry)


@pytest.mark.parametrize("limit", [118, 130, 150])
def test_none_of_the_palette_is_missing(limit: int) -> None:
    roster, offered = found(PATROL, limit)

    kinds = [fit.kind for fit in offered if fit.kind in ("figure", "vehicle", "extra")]
    total = assess(roster, LIBRARY.catalogues["bn"]).total or 0
    legal = [now for now in whole_rows(roster) if legal_after(roster, now)]
    totals = [assess(now, LIBRARY.catalogues["bn"]).total or 0 for now in legal]

    assert min(totals) == total - 40  # a handicap
    assert len(kinds) == sum(now >= total for now in totals)


def test_best_first_and_why() -> None:
    _, offered = found(PATROL, 130)

    assert [(fit.words.en, fit.points, fit.reason.en) for fit in offered[:4]] == [
        ("LMG: rifleman", 5, "+0.56 expected kills at 50 cm; the most per point"),
        ("LMG: Marin", 5, "+0.56 expected kills at 50 cm; the most per point"),
        ("LMG: Dal Zotto", 5, "+0.56 expected kills at 50 cm; the most per point"),
        ("Rifleman in Alpha", 12, "+0.33 expected kills at 50 cm; reaches exactly 130"),
    ]


def test_fixes_come_first() -> None:
    _, offered = found(army("bn", squad("elite", man("assault-rifle", count=7), man("mmg"))))

    leader = "Fixes: Alpha has no leader: give one figure leadership"
    assert [fit.reason.en for fit in offered[:2]] == [
        f"{leader}; +0.33 expected kills at 50 cm; +1 on initiative",
        f"{leader}; +1 on initiative",
    ]


def test_full_is_full() -> None:
    assert found(PATROL, 118)[1] == ()


@pytest.mark.parametrize("game", ["bi", "ludonet"])
def test_without_points_what_is_legal_is_offered_all_the_same(game: str) -> None:
    book = LIBRARY.catalogues[game]
    _, offered = found(army(game, squad(book.classes[0].id, man(*book.presets[0].weapons))))

    assert {fit.kind for fit in offered} >= {"figure", "weapon", "vehicle"}
    assert {fit.points for fit in offered} == {None}


def test_an_empty_list_has_room_for_extras_alone() -> None:
    assert {fit.kind for fit in found(army("bn"), 150)[1]} == {"extra"}


def test_of_a_long_list_so_much_is_looked_at() -> None:
    men = [man("assault-rifle", *two) for two in product(("lmg", "mmg", "rpg"), ("smg", "hmg"))]
    roster = roster_of(army("bn", *[squad("elite", *men * 4) for _ in range(7)], extras=[extra("ambush")]))
    book = LIBRARY.catalogues["bn"]

    long = fitting_additions(roster, book, assess(roster, book))
    one = replace(roster, squads=roster.squads[:1])
    short = fitting_additions(one, book, assess(one, book))

    assert (long.is_whole, short.is_whole) == (False, True)
    assert {fit.kind for fit in long.additions} >= {"extra", "figure"}
    assert roster.squads[0].id not in {step.row for fit in long.additions for step in fit.steps}


def test_a_vehicle_is_offered_what_it_may_mount() -> None:
    _, offered = found(
        army("bn", squad("elite", man("assault-rifle", leadership=1), vehicles=[vehicle("protected", "lmg")]))
    )

    on_it = [fit for fit in offered if fit.words.en.endswith(": protected vehicle")]
    assert [(fit.words.en, fit.points) for fit in on_it] == [
        ("MMG: protected vehicle", 7),
        ("HMG: protected vehicle", 10),
    ]


def test_without_points_a_vehicle_is_offered_what_it_may_mount_too() -> None:
    book = LIBRARY.catalogues["bi"]
    rifleman = man(*book.presets[0].weapons)
    _, offered = found(army("bi", squad(book.classes[0].id, rifleman, vehicles=[vehicle("tank", "mg")])))

    on_it = {fit.steps[0].fields["weapons"][-1] for fit in offered if fit.steps[0].edit == "edit_vehicle"}
    assert on_it == {weapon.id for weapon in book.weapons if "vehicle" in weapon.carried_by} - {"mg"}


def long_list(game: str) -> Document:
    """Two hundred men, each in a row of his own, none like another by name."""
    book = LIBRARY.catalogues[game]
    men = [man(*book.presets[0].weapons, name=str(number)) for number in range(200)]
    return army(game, squad(book.classes[-1].id, *men))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("is_long", [False, True])
def test_of_an_empty_and_of_a_long_list_all_that_is_advised_is_legal(game: str, is_long: bool) -> None:
    """Without a limit, or with points left: something fits, or completes an empty list."""
    book = LIBRARY.catalogues[game]
    roster = roster_of(long_list(game) if is_long else army(game))
    total = assess(roster, book).total
    for limit in (None, *([total + 30] if total is not None else [])):
        here = replace(roster, role="open", limit=limit)
        report = assess(here, book)
        advised = [fit.steps for fit in fitting_additions(here, book, report).additions]
        advised += [one.steps for one in completions(here, book, report)]

        assert advised or (not is_long and limit is not None)
        assert all(legal_after(here, after(here, steps, new_ids())) for steps in advised)
        assert find_cuts(here, book, report) == UnderLimit()


def test_a_higher_leadership_says_what_it_does_for_initiative() -> None:
    _, offered = found(PATROL, 130)

    assert [(fit.words.en, fit.reason.en) for fit in offered if fit.kind == "leadership"] == [
        ("Leadership 3: Dal Zotto", "+1 on initiative"),
        ("Leadership 1: rifleman", ""),
    ]


def test_a_man_without_leadership_is_offered_some() -> None:
    _, offered = found(army("bn", squad("elite", man("assault-rifle", count=8))))

    assert [(fit.words.en, fit.points) for fit in offered if fit.kind == "leadership"] == [
        ("Leadership 1: rifleman", 5)
    ]


def test_a_man_for_a_small_squad_says_so_and_only_there() -> None:
    small = squad("elite", man("assault-rifle", leadership=1), man("assault-rifle"))
    _, offered = found(army("bn", small))

    assert {fit.reason.en.split(";")[0] for fit in offered if fit.kind == "figure"} == {
        "Nearer to the recommended size"
    }


def test_every_squad_of_many_is_offered_something() -> None:
    squads = [squad("elite", man("assault-rifle", leadership=1), man("lmg")) for _ in range(9)]
    _, offered = found(army("bn", *squads))

    assert len([fit for fit in offered if fit.thing == ("figure", "rifleman")]) == 9
