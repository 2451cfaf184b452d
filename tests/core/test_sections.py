"""Sections: assigning men, their rows, and squads without enough sections."""

import itertools
from typing import Any

import pytest
from msgspec.structs import replace

from rules.core.document import edits, sections
from rules.core.document.roster import Figure, Roster, Squad
from rules.core.document.rows import RowGoneError
from tests.core.documents import LIBRARY

LEADER = Figure(id="leader", roles=("squad-leader",))
GROUP = Figure(id="group", count=6, weapons=("assault-rifle",))
FERRI = Figure(id="ferri", name="Ferri", weapons=("assault-rifle",))
BI = LIBRARY.catalogues["bi"]


def a_roster(*figures: Figure) -> Roster:
    squad = Squad(id="alpha", name="Alpha", class_="regular", figures=figures)
    return Roster(format="armylist/1", ruleset="bi", name="Prova", squads=(squad,))


def assigned(roster: Roster, men: dict[str, int], section: str) -> tuple[Figure, ...]:
    ids = (f"new{number}" for number in itertools.count(1))
    return sections.assign(roster, "alpha", men, section, ids).squads[0].figures


def test_several_rows_go_into_a_section_at_once() -> None:
    assert assigned(a_roster(LEADER, GROUP, FERRI), {"group": 6, "ferri": 1}, "A") == (
        LEADER,
        replace(GROUP, team="A"),
        replace(FERRI, team="A"),
    )


def test_of_a_group_some_go_and_stand_below_the_others() -> None:
    assert assigned(a_roster(LEADER, GROUP, FERRI), {"group": 4}, "A") == (
        LEADER,
        replace(GROUP, count=2),
        Figure(id="new1", count=4, weapons=("assault-rifle",), team="A"),
        FERRI,
    )


def test_a_later_man_joins_his_equals() -> None:
    roster = a_roster(replace(GROUP, count=2), replace(GROUP, id="there", count=3, team="A"), FERRI)
    assert assigned(roster, {"group": 1}, "A") == (
        replace(GROUP, count=1),
        replace(GROUP, id="there", count=4, team="A"),
        FERRI,
    )
    assert assigned(roster, {"group": 2}, "A") == (replace(GROUP, id="there", count=5, team="A"), FERRI)


def test_a_named_man_has_his_own_row() -> None:
    roster = a_roster(FERRI, replace(FERRI, id="other", team="A"))
    assert [row.id for row in assigned(roster, {"ferri": 1}, "A")] == ["ferri", "other"]


def test_out_of_all_sections_again() -> None:
    roster = a_roster(replace(GROUP, team="A"))
    assert assigned(roster, {"group": 9}, "") == (GROUP,)


@pytest.mark.parametrize("men", [{}, {"nobody": 3}, {"group": 0}])
def test_nobody_chosen_changes_nothing(men: dict[str, int]) -> None:
    roster = a_roster(LEADER, GROUP)
    assert sections.assign(roster, "alpha", men, "A", iter(())) == roster


def test_men_already_there_stay() -> None:
    roster = a_roster(replace(GROUP, team="A"))
    assert sections.assign(roster, "alpha", {"group": 3}, "A", iter(())) == roster


def test_a_squad_that_is_gone_and_one_that_is_full_refuse() -> None:
    with pytest.raises(RowGoneError):
        sections.assign(a_roster(GROUP), "bravo", {}, "A", iter(()))
    rows = (replace(GROUP, id=str(number), notes=str(number)) for number in range(200))
    with pytest.raises(edits.ListFullError) as refused:
        sections.assign(a_roster(*rows), "alpha", {"7": 1}, "A", iter(["new"]))
    assert (refused.value.what, refused.value.most) == ("figures", 200)


@pytest.mark.parametrize(
    ("ruleset", "has"), [("bi", True), ("ludonet", True), ("bn", False), ("rth-it", False), ("rth-en", False)]
)
def test_which_games_have_sections(ruleset: str, has: bool) -> None:
    assert sections.has_sections(LIBRARY.catalogues[ruleset]) is has


@pytest.mark.parametrize(("leaders", "team", "lacks"), [(2, "", True), (1, "", False), (2, "A", False), (0, "", False)])
def test_two_section_leaders_without_sections(leaders: int, team: str, lacks: bool) -> None:
    chief = Figure(count=leaders or 1, roles=("section-leader",) if leaders else ())
    fields: dict[str, Any] = {"team": team}
    roster = a_roster(chief, replace(GROUP, **fields))
    found = sections.undivided(roster, BI)
    assert found == (roster.squads[0] if lacks else None)
    assert sections.undivided(roster, LIBRARY.catalogues["ludonet"]) is None
