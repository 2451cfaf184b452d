"""Rules change, lists do not: each keeps its version until its owner switches to the new one."""

from typing import Any

import pytest
from msgspec import structs
from pytest_django import DjangoAssertNumQueries

from armybuilder.lists.actions.editing import redo, undo, update_rules
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from rules.catalogue import catalogue_for
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import ExtraEntry, Roster, Vehicle
from tests.lists.factories import (
    a_group,
    a_key,
    a_list,
    a_roster,
    a_squad,
    add_rifleman,
    change,
    dearer,
    new_rules,
)

pytestmark = pytest.mark.usefixtures("loaded_rules")


def update(army_list: ArmyList, visitor: Visitor, key: str = "") -> ArmyList:
    return update_rules(army_list.pk, visitor, key or a_key())


def stored(army_list: ArmyList) -> ArmyList:
    return ArmyList.objects.with_current_rules().get(pk=army_list.pk)


def test_new_prices_change_no_list(alice: Visitor) -> None:
    army_list = a_list(alice)
    assert not stored(army_list).rules_changed
    newer = dearer("bn")
    found = stored(army_list)
    assert (found.total, found.report.total, found.rules_changed) == (125, 125, True)
    assert found.current_version_id == newer.pk
    assert add_rifleman(army_list, alice).total == 140


def test_new_rules_of_another_game_are_no_news(alice: Visitor) -> None:
    army_list = a_list(alice)
    dearer("rth-it")
    assert not stored(army_list).rules_changed


def test_a_new_list_has_the_new_rules(alice: Visitor) -> None:
    dearer("bn")
    assert (a_list(alice).total, stored(a_list(alice)).rules_changed) == (133, False)


def test_a_sample_is_never_behind(alice: Visitor) -> None:
    """Samples are loaded again with the rules."""
    army_list = a_list(alice)
    ArmyList.objects.filter(pk=army_list.pk).update(owner=None, is_sample=True)
    dearer("bn")
    assert not stored(army_list).rules_changed


def test_an_update_is_one_revision_with_the_same_document(alice: Visitor) -> None:
    army_list, newer = a_list(alice), dearer("bn")
    updated = update(army_list, alice)
    found = stored(army_list)
    assert (updated.total, found.total, found.ruleset_version_id) == (133, 133, newer.pk)
    assert (updated.rules_changed, found.rules_changed) == (False, False)
    first, second = army_list.revisions.all()
    assert (second.parent, second.action, second.ruleset_version_id) == (first, "update-rules", newer.pk)
    assert second.document == first.document


def test_undo_brings_back_the_old_prices_and_redo_the_new_ones(alice: Visitor) -> None:
    army_list = a_list(alice)
    dearer("bn")
    update(army_list, alice)
    back = undo(army_list.pk, alice, a_key())
    assert (back.total, back.rules_changed) == (125, True)
    forth = redo(army_list.pk, alice, a_key())
    assert (forth.total, forth.rules_changed) == (133, False)


def test_an_update_sent_twice_is_one(alice: Visitor) -> None:
    army_list, key = a_list(alice), a_key()
    dearer("bn")
    assert [update(army_list, alice, key).total for _ in range(2)] == [133, 133]
    assert army_list.revisions.count() == 2


def test_an_update_sent_again_does_not_take_a_version_that_came_since(alice: Visitor) -> None:
    army_list, key = a_list(alice), a_key()
    dearer("bn")
    update(army_list, alice, key)
    dearer("bn")
    assert update(army_list, alice, key).total == 133


def test_where_nothing_is_new_nothing_is_written(alice: Visitor) -> None:
    army_list = a_list(alice)
    update(army_list, alice)
    assert army_list.revisions.count() == 1


def test_an_edit_within_two_seconds_is_no_part_of_the_update(alice: Visitor) -> None:
    army_list = a_list(alice)
    rename(army_list, alice, "Raid")
    dearer("bn")
    update(army_list, alice)
    rename(army_list, alice, "Raiders")
    assert undo(army_list.pk, alice, a_key()).name == "Raid"
    assert stored(army_list).total == 133


def rename(army_list: ArmyList, visitor: Visitor, name: str) -> None:
    change(army_list, visitor, lambda roster: structs.replace(roster, name=name), a_key(), "rename")


@pytest.mark.parametrize("other", ["bob", "stranger"])
def test_nobody_else_updates_a_list(request: pytest.FixtureRequest, alice: Visitor, other: str) -> None:
    army_list = a_list(alice)
    dearer("bn")
    with pytest.raises(ArmyList.DoesNotExist):
        update(army_list, request.getfixturevalue(other))
    assert stored(army_list).total == 125


# ── Things missing from the new rules ──────────────────────────────────────────────────────────────────────────────


def everything() -> Roster:
    """A list with an entry of every table."""
    figures = (
        a_group(1, "lmg", roles=("medic",), class_="trained"),
        a_group(1, leadership=1),
    )
    alpha = a_squad(*figures, vehicles=(Vehicle(type="protected", weapons=("mmg",)),))
    return a_roster(alpha, role="attacker", extras=(ExtraEntry(extra="ambush"),), rulings={"unpriced": "free"})


GONE: dict[str, Any] = {
    "classes": lambda book: tuple(item for item in book.classes if item.id not in ("elite", "trained")),
    "weapons": lambda book: tuple(item for item in book.weapons if item.id not in ("lmg", "mmg")),
    "vehicles": lambda book: (),
    "extras": lambda book: tuple(item for item in book.extras if item.id != "ambush"),
    "roles": lambda book: (),
    "rulings": lambda book: (),
    "presets": lambda book: (),
    "formats": lambda book: tuple(item for item in book.formats if item.id == "open"),
    "leadership": lambda book: {},
}


@pytest.mark.parametrize("table", GONE)
def test_removed_entries_are_findings_and_never_failures(alice: Visitor, table: str) -> None:
    army_list = a_list(alice, everything())
    book: Catalogue = army_list.catalogue
    new_rules("bn", **{table: GONE[table](book)})
    updated = update(army_list, alice)
    assert updated.roster == army_list.roster
    found = {finding.code for finding in updated.report.findings}
    assert ("not-in-ruleset" in found) == (table not in ("rulings", "presets", "formats"))


# ── How many queries ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("rows", [1, 40])
def test_an_update_takes_five_queries(
    alice: Visitor, django_assert_num_queries: DjangoAssertNumQueries, rows: int
) -> None:
    """Like an edit: the current version comes with the list."""
    army_list = a_list(alice, a_roster(a_squad(*[a_group(1)] * rows)))
    newer = dearer("bn")
    catalogue_for(newer.pk)  # which is read once per process
    with django_assert_num_queries(5):
        assert update(army_list, alice).ruleset_version_id == newer.pk
