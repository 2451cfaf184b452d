"""Variants of the five games: with the lists that the documents show."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from rules.core.assess import assess
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.reader import read
from rules.core.document.roster import Roster
from rules.own.columns import TABLES
from rules.own.patch import applied, cells_of, reverted, rows_of
from tests.core.documents import LIBRARY
from tests.rules.test_patch import BOOKS

OWN = "own-abcdefgh"
LISTS = {path.stem: read(path.read_bytes(), LIBRARY) for path in sorted(Path("fixtures/lists").glob("*.json"))}


def own(roster: Roster) -> Roster:
    return replace(roster, ruleset=OWN)


@pytest.mark.parametrize("name", LISTS)
def test_a_variant_without_changes_judges_each_list_as_its_parent(name: str) -> None:
    roster = LISTS[name]
    parent = BOOKS[roster.ruleset]
    assert assess(own(roster), applied(parent, {}, id=OWN)) == assess(roster, parent)


@pytest.mark.parametrize("ruleset", sorted(BOOKS))
@pytest.mark.parametrize("table", ["weapons", "classes", "vehicles", "roles"])
def test_a_changed_price_changes_only_the_lists_that_pay_it(ruleset: str, table: str) -> None:
    parent = BOOKS[ruleset]
    rows = {name: rows_in(roster, table) for name, roster in LISTS.items() if roster.ruleset == ruleset}
    for row in sorted(set().union(*rows.values())):
        variant = applied(parent, {f"{table}/{row}/points": 77}, id=OWN)
        changed = {name for name in rows if points(LISTS[name], parent) != points(own(LISTS[name]), variant)}
        assert changed == {name for name, used in rows.items() if row in used and parent.has_points}


def rows_in(roster: Roster, table: str) -> set[str]:
    """Return the rows of a table that a list pays."""
    men = [(squad, figure) for squad in roster.squads for figure in squad.figures]
    vehicles = [vehicle for squad in roster.squads for vehicle in squad.vehicles]
    match table:
        case "weapons":
            carried = [man.weapons for _squad, man in men] + [vehicle.weapons for vehicle in vehicles]
            return {weapon for weapons in carried for weapon in weapons}
        case "classes":
            return {man.class_ or squad.class_ for squad, man in men}
        case "vehicles":
            return {vehicle.type for vehicle in vehicles}
        case _:
            return {role for _squad, man in men for role in man.roles}


def points(roster: Roster, book: Catalogue) -> int | None:
    return assess(roster, book).total


@pytest.mark.parametrize("ruleset", sorted(BOOKS))
def test_reverting_each_cell_leaves_the_parent(ruleset: str) -> None:
    parent = BOOKS[ruleset]
    patch: dict[str, Any] = {
        place: value + 1 for place, value in cells_of(parent).items() if type(value) is int and value > 0
    }
    variant = applied(parent, patch, id=OWN)
    assert {place: cells_of(variant)[place] for place in patch} == patch
    for place in list(patch):
        patch = reverted(patch, [place])
    assert patch == {}
    assert applied(parent, patch, id=OWN) == applied(parent, {}, id=OWN)


@pytest.mark.parametrize("name", LISTS)
def test_new_names_and_another_order_change_no_list(name: str) -> None:
    roster = LISTS[name]
    parent = BOOKS[roster.ruleset]
    patch: dict[str, Any] = {}
    for table in TABLES:
        for number, row in enumerate(reversed(rows_of(parent, {}, table)), 1):
            patch[f"{table}/{row}/position"] = number
            if table not in ("leadership", "characteristics"):
                patch[f"{table}/{row}/name"] = {"it": f"{table} {number}", "en": f"{table} {number}"}
    variant = applied(parent, patch, id=OWN)
    before, after = assess(roster, parent), assess(own(roster), variant)
    assert {entry.id for entry in variant.weapons} == {entry.id for entry in parent.weapons}
    assert variant.weapons[0].id == parent.weapons[-1].id
    assert (after.points, after.limit) == (before.points, before.limit)
    assert [(it.code, it.severity, it.path) for it in after.findings] == [
        (it.code, it.severity, it.path) for it in before.findings
    ]


@pytest.mark.parametrize("name", LISTS)
def test_a_list_keeps_all_that_is_retired(name: str) -> None:
    roster = LISTS[name]
    parent = BOOKS[roster.ruleset]
    tables = ("classes", "weapons", "vehicles", "extras", "roles", "kit")
    patch = {f"{table}/{row}/retired": True for table in tables for row in rows_of(parent, {}, table)[1:]}
    variant = applied(parent, patch, id=OWN)
    assert [len(getattr(variant.offered, table)) for table in tables] == [
        min(1, len(getattr(parent, table))) for table in tables
    ]
    assert assess(own(roster), variant).findings == assess(roster, parent).findings
    assert points(own(roster), variant) == points(roster, parent)
