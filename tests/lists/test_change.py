"""Changing a list: one transaction, once, by its owner, with everything derived from the document."""

import uuid
from collections.abc import Callable

import msgspec
import pytest
from django.db import IntegrityError, connection
from django.test.utils import CaptureQueriesContext
from msgspec import structs
from pytest_django import DjangoAssertNumQueries

from armybuilder.lists.actions.creating import create_from
from armybuilder.lists.actions.editing import redo, undo
from armybuilder.lists.actions.shelves import delete_list, restore
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from rules.core.document import edits
from rules.core.document.roster import Roster, encode
from rules.core.document.rows import RowGoneError
from tests.lists.factories import (
    a_group,
    a_key,
    a_list,
    a_new_list,
    a_roster,
    a_squad,
    add_rifleman,
    change,
    first_figure,
    first_squad,
    set_count,
)

pytestmark = pytest.mark.usefixtures("loaded_rules")


def stored(army_list: ArmyList) -> ArmyList:
    """The list as the database has it."""
    return ArmyList.objects.get(pk=army_list.pk)


# ── A new list ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_new_list_is_empty_and_has_a_first_revision(alice: Visitor, loaded_rules: dict[str, uuid.UUID]) -> None:
    army_list = a_new_list(alice, "bn", "Surobi", "attacker")
    found = stored(army_list)
    assert found.roster == Roster(format="armylist/1", ruleset="bn", name="Surobi", role="attacker", squads=())
    assert (found.owner, found.browser_key) == (alice.user, "")
    assert (found.name, found.role, found.limit, found.total) == ("Surobi", "attacker", 150, 0)
    assert (found.legal, found.errors, found.warnings) == (False, 1, 0)
    assert found.ruleset_version_id == loaded_rules["bn"]
    revision = found.revisions.get()
    assert (found.revision, found.previous) == (revision, None)
    assert (revision.number, revision.action, revision.parent, revision.document) == (
        1,
        "create",
        None,
        found.document,
    )


@pytest.mark.parametrize(("role", "limit"), [("open", 200), ("attacker", 150), ("defender", 90)])
def test_only_an_open_list_has_a_limit_of_its_own(alice: Visitor, role: str, limit: int) -> None:
    army_list = a_new_list(alice, "bn", "Surobi", role, limit=200)
    assert stored(army_list).limit == limit


def test_a_list_without_points_has_no_total_and_no_limit(alice: Visitor) -> None:
    army_list = a_new_list(alice, "bi", "Kandahar", "open")
    assert (stored(army_list).total, stored(army_list).limit) == (None, None)


def test_a_visitor_without_a_browser_key_cannot_own_a_list(stranger: Visitor) -> None:
    with pytest.raises(ValueError, match="nobody would ever find this list"):
        a_new_list(stranger, "bn", "Lost", "open")
    assert ArmyList.objects.count() == 0


def test_a_copy_says_the_same_and_its_rows_have_ids_of_their_own(alice: Visitor, bob: Visitor) -> None:
    theirs = a_list(alice)
    copy = create_from(bob, theirs.roster, theirs.ruleset_version_id)
    assert edits.without_ids(copy.roster) == edits.without_ids(theirs.roster)
    assert first_figure(copy).id != first_figure(theirs).id
    assert (copy.owner, copy.revisions.get().action) == (bob.user, "copy")


# ── A change ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_change_writes_the_document_and_what_follows_from_it(alice: Visitor) -> None:
    army_list = a_list(alice)
    changed = add_rifleman(army_list, alice)
    found = stored(army_list)
    assert found.document == changed.document == encode(changed.roster).decode()
    assert found.roster == changed.roster
    assert first_squad(found).figure_count == 9
    assert (found.total, found.figures, found.vehicles) == (140, 9, 0)
    assert (found.legal, found.errors, found.warnings) == (True, 0, 0)


def test_legality_and_counts_follow_every_change(alice: Visitor) -> None:
    army_list = a_list(alice, a_roster(role="attacker"))
    set_count(army_list, alice, first_squad(army_list).figures[1].id, 9)
    found = stored(army_list)
    assert (found.total, found.limit, found.legal, found.errors, found.warnings) == (155, 150, False, 1, 0)


def test_name_and_role_follow_the_document(alice: Visitor) -> None:
    army_list = a_list(alice)
    change(
        army_list,
        alice,
        lambda roster: edits.set_format(structs.replace(roster, name="Surobi"), "defender"),
        a_key(),
        "settings",
    )
    assert (stored(army_list).name, stored(army_list).role, stored(army_list).limit) == (
        "Surobi",
        "defender",
        90,
    )


def test_every_change_is_a_revision_that_knows_the_one_before(alice: Visitor) -> None:
    army_list = a_list(alice)
    key = a_key()
    changed = add_rifleman(army_list, alice, key)
    first, second = army_list.revisions.all()
    assert (second.parent, second.number, second.key) == (first, 2, key)
    assert (second.action, second.subject.en) == ("add-figure", "Rifleman")
    assert (second.document, second.ruleset_version_id) == (changed.document, changed.ruleset_version_id)
    assert (stored(army_list).revision, stored(army_list).previous) == (second, first)


def test_a_change_says_what_undo_would_take_back_without_asking_again(
    alice: Visitor, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    changed = add_rifleman(a_list(alice), alice)
    with django_assert_num_queries(0):
        assert changed.undoes is not None
        assert (changed.undoes.action, changed.undoes.subject.en) == ("add-figure", "Rifleman")
        assert changed.redoes is None
        assert changed.report.total == changed.total == 140


def test_an_edit_that_changes_nothing_writes_nothing(alice: Visitor) -> None:
    army_list = a_list(alice)
    before = stored(army_list)
    answer = set_count(army_list, alice, first_figure(army_list).id, 1)
    assert answer.roster == army_list.roster
    assert army_list.revisions.count() == 1
    assert stored(army_list).changed == before.changed


def test_a_document_that_could_not_be_read_again_is_never_stored(alice: Visitor) -> None:
    army_list = a_list(alice)
    with pytest.raises(msgspec.ValidationError):
        set_count(army_list, alice, first_figure(army_list).id, 201)
    assert stored(army_list).document == army_list.document
    assert army_list.revisions.count() == 1


# ── Owners ─────────────────────────────────────────────────────────────────────────────────────────────────────────

Act = Callable[[ArmyList, Visitor], object]
ACTS: dict[str, Act] = {
    "change": add_rifleman,
    "undo": lambda army_list, visitor: undo(army_list.pk, visitor, a_key()),
    "redo": lambda army_list, visitor: redo(army_list.pk, visitor, a_key()),
    "delete": lambda army_list, visitor: delete_list(army_list.pk, visitor),
    "restore": lambda army_list, visitor: restore(army_list.pk, visitor),
}


@pytest.mark.parametrize("owner", ["alice", "carla"])
@pytest.mark.parametrize("other", ["bob", "dino", "stranger"])
def test_for_anyone_else_the_list_does_not_exist(request: pytest.FixtureRequest, owner: str, other: str) -> None:
    army_list = a_list(request.getfixturevalue(owner))
    before, somebody = stored(army_list), request.getfixturevalue(other)
    for name, act in ACTS.items():
        with pytest.raises(ArmyList.DoesNotExist):
            act(army_list, somebody)
        after = stored(army_list)
        found = (after.document, after.revision_id, after.deleted)
        assert found == (before.document, before.revision_id, None), name


@pytest.mark.parametrize("act", ["change", "undo", "redo"])
def test_a_list_in_the_bin_is_not_edited(alice: Visitor, act: str) -> None:
    army_list = a_list(alice)
    delete_list(army_list.pk, alice)
    with pytest.raises(ArmyList.DoesNotExist):
        ACTS[act](army_list, alice)


def test_nobody_edits_a_sample(alice: Visitor, stranger: Visitor) -> None:
    sample = a_list(alice)
    ArmyList.objects.filter(pk=sample.pk).update(owner=None, is_sample=True)
    for visitor in (alice, stranger):
        with pytest.raises(ArmyList.DoesNotExist):
            add_rifleman(sample, visitor)
    assert sample.revisions.count() == 1


# ── Two tabs, and forms sent twice ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.postgres
def test_a_form_sent_twice_changes_once(alice: Visitor) -> None:
    army_list, key = a_list(alice), a_key()
    once = add_rifleman(army_list, alice, key)
    twice = add_rifleman(army_list, alice, key)
    assert twice.roster == once.roster
    assert army_list.revisions.count() == 2


def test_a_form_sent_again_later_does_not_take_back_what_came_after(alice: Visitor) -> None:
    army_list, key = a_list(alice), a_key()
    group = first_squad(army_list).figures[1].id
    set_count(army_list, alice, group, 5, key)
    latest = set_count(army_list, alice, group, 6)
    assert set_count(army_list, alice, group, 5, key).roster == latest.roster


def test_a_removal_sent_twice_is_no_missing_row(alice: Visitor) -> None:
    army_list, key = a_list(alice), a_key()
    row = first_figure(army_list).id
    for _ in range(2):
        answer = change(army_list, alice, lambda roster: edits.remove_row(roster, row), key, "remove")
    assert first_squad(answer).figure_count == 7


def test_two_honest_taps_count_twice(alice: Visitor) -> None:
    army_list = a_list(alice)
    add_rifleman(army_list, alice)
    add_rifleman(army_list, alice)
    assert stored(army_list).figures == 10


def test_the_key_of_one_list_does_not_hinder_another(alice: Visitor) -> None:
    key = a_key()
    for army_list in (a_list(alice), a_list(alice)):
        assert add_rifleman(army_list, alice, key).figures == 9


def test_the_second_tab_edits_the_list_as_it_is_now(alice: Visitor) -> None:
    army_list = a_list(alice)
    in_both_tabs = first_squad(army_list).figures[1].id
    add_rifleman(army_list, alice, name="Made in the first tab")
    set_count(army_list, alice, in_both_tabs, 3)
    assert [figure.count for figure in first_squad(stored(army_list)).figures] == [1, 3, 1]


def test_a_row_that_another_tab_removed_is_said_to_be_gone(alice: Visitor) -> None:
    army_list = a_list(alice)
    row = first_figure(army_list).id
    change(army_list, alice, lambda roster: edits.remove_row(roster, row), a_key(), "remove")
    before = stored(army_list)
    with pytest.raises(RowGoneError) as refused:
        set_count(army_list, alice, row, 2)
    assert refused.value.row_id == row
    assert (stored(army_list).document, army_list.revisions.count()) == (before.document, 2)


def test_a_full_list_refuses_and_stays_as_it_was(alice: Visitor) -> None:
    army_list = a_list(alice, a_roster(*[a_squad(name=str(number)) for number in range(50)]))
    with pytest.raises(edits.ListFullError) as refused:
        change(
            army_list,
            alice,
            lambda roster: edits.add_squad(roster, a_squad(id=edits.new_id())),
            a_key(),
            "add-squad",
        )
    assert (refused.value.what, refused.value.most) == ("squads", 50)
    assert army_list.revisions.count() == 1


@pytest.mark.postgres
@pytest.mark.parametrize("act", ["change", "undo"])
def test_trouble_of_the_database_is_not_taken_for_a_form_sent_twice(
    alice: Visitor, monkeypatch: pytest.MonkeyPatch, act: str
) -> None:
    army_list = a_list(alice)
    add_rifleman(army_list, alice)

    def fail(*args: object) -> None:
        raise IntegrityError("disk on fire")

    monkeypatch.setattr(ArmyList, "set_document", fail)
    with pytest.raises(IntegrityError, match="disk on fire"):
        ACTS[act](army_list, alice)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_change_locks_the_list_before_it_reads_it(alice: Visitor) -> None:
    """SQLite locks with the transaction, PostgreSQL with the row: the second reads what the first wrote."""
    army_list = a_list(alice)
    with CaptureQueriesContext(connection) as queries:
        add_rifleman(army_list, alice)
    start, read = (query["sql"] for query in queries.captured_queries[:2])
    assert start == "BEGIN IMMEDIATE" or read.endswith("FOR UPDATE")
    assert read.startswith("SELECT")


# ── How many queries ───────────────────────────────────────────────────────────────────────────────────────────────


def of_rows(count: int) -> Roster:
    """A list with this many figure rows."""
    return a_roster(a_squad(*[a_group(1)] * count))


@pytest.mark.postgres
@pytest.mark.parametrize("rows", [1, 40])
def test_a_change_takes_five_queries(
    alice: Visitor, django_assert_num_queries: DjangoAssertNumQueries, rows: int
) -> None:
    """Savepoint, the list under its lock, its revision, the list, end of the savepoint."""
    army_list = a_list(alice, of_rows(rows))
    with django_assert_num_queries(5):
        add_rifleman(army_list, alice)


@pytest.mark.postgres
@pytest.mark.parametrize("rows", [1, 40])
def test_undo_and_redo_take_five_queries(
    alice: Visitor, django_assert_num_queries: DjangoAssertNumQueries, rows: int
) -> None:
    army_list = a_list(alice, of_rows(rows))
    add_rifleman(army_list, alice)
    for step in (undo, redo):
        with django_assert_num_queries(5):
            stepped = step(army_list.pk, alice, a_key())
            assert (stepped.undoes is None) != (stepped.redoes is None)


@pytest.mark.postgres
@pytest.mark.parametrize("rows", [1, 40])
def test_a_new_list_takes_six_queries(
    alice: Visitor, django_assert_num_queries: DjangoAssertNumQueries, rows: int
) -> None:
    roster, version = of_rows(rows), a_list(alice).ruleset_version_id
    # One of them checks the owner's quota.
    with django_assert_num_queries(6):
        create_from(alice, roster, version)


@pytest.mark.postgres
def test_a_table_of_lists_takes_one_query_and_no_document(
    alice: Visitor, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(3):
        a_list(alice)
    with django_assert_num_queries(1):
        rows = [
            (army_list.name, army_list.total, army_list.ruleset_version.ruleset.name_en)
            for army_list in ArmyList.objects.for_visitor(alice).listing()
        ]
    assert rows == [("Rangers", 125, "Breaking News")] * 3
    assert ArmyList.objects.listing()[0].get_deferred_fields() == {"document"}


def test_the_words_of_rows(alice: Visitor) -> None:
    """For the admin and logs."""
    army_list = a_list(alice)
    assert str(army_list) == "Rangers"
    assert str(army_list.revisions.get()) == "1 copy"
