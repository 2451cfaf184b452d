"""Thinning out: after 30 days one revision an hour stays, and undo still goes back through those that stayed."""

from datetime import UTC, date, datetime, timedelta
from unittest.mock import patch

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from armybuilder.lists.actions import upkeep
from armybuilder.lists.actions.editing import name_revision, redo, undo
from armybuilder.lists.history import day_of_thinning, expendable, new_parents
from armybuilder.lists.models import ArmyList, Revision
from armybuilder.lists.visitors import Visitor
from armybuilder.operations.daily import JOBS
from tests.lists.factories import a_key, a_list, add_rifleman, first_squad, set_count

pytestmark = pytest.mark.postgres

NOW = datetime(2026, 6, 15, 12, 0, tzinfo=UTC)
OLD = datetime(2026, 5, 1, 10, 0, tzinfo=UTC)


def a_revision(
    number: int,
    parent: int | None,
    minutes: float,
    name: str = "",
    same_step: bool = False,
    since: datetime = OLD,
) -> Revision:
    """Return a revision made this many minutes after ten o'clock on a day over 30 days ago."""
    created = since + timedelta(minutes=minutes)
    return Revision(pk=number, parent_id=parent, number=number, name=name, same_step=same_step, created=created)


# ── The choice ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_last_of_each_hour_stays() -> None:
    line = [
        a_revision(1, None, 0),
        a_revision(2, 1, 30),
        a_revision(3, 2, 59.9),
        a_revision(4, 3, 60),
        a_revision(5, 4, 61),
        a_revision(6, 5, 500),
    ]
    assert expendable(line, 6, NOW) == {1, 2, 4}


def test_thirty_days_all_stay() -> None:
    month_ago = NOW - timedelta(days=30)
    line = [a_revision(number, number - 1 or None, number, since=month_ago) for number in range(1, 5)]
    assert expendable(line, 4, NOW) == set()
    assert expendable(line, 4, NOW + timedelta(minutes=2.5)) == {1, 2}


def test_a_name_keeps_a_revision() -> None:
    line = [a_revision(1, None, 0, "For Saturday"), a_revision(2, 1, 1), a_revision(3, 2, 2)]
    assert expendable(line, 3, NOW) == {2}


def test_the_current_revision_stays() -> None:
    """Undo led back in the middle of an hour."""
    line = [a_revision(1, None, 0), a_revision(2, 1, 1), a_revision(3, 2, 2)]
    assert expendable(line, 2, NOW) == {1}


def test_revisions_superseded_within_a_step_are_deleted() -> None:
    """Even as the last one of its hour."""
    line = [a_revision(1, None, 0), a_revision(2, 1, 59.99), a_revision(3, 1, 60, same_step=True)]
    assert expendable(line, 3, NOW) == {2}


def test_a_branch_that_was_left_behind_keeps_one_an_hour_too() -> None:
    tree = [
        a_revision(1, None, 0),
        a_revision(2, 1, 1),
        a_revision(3, 2, 2),
        a_revision(4, 1, 3),
        a_revision(5, 4, 4),
    ]
    assert expendable(tree, 5, NOW) == {1, 2, 4}


def test_a_revision_without_its_parent_gets_the_nearest_before_it() -> None:
    tree = [
        a_revision(1, None, 0),
        a_revision(2, 1, 1),
        a_revision(3, 2, 2),
        a_revision(4, 3, 3),
        a_revision(5, 2, 4),
    ]
    assert new_parents(tree, {2, 3}) == {4: 1, 5: 1}
    assert new_parents(tree, {1, 2, 3}) == {4: None, 5: None}
    assert new_parents(tree, set()) == {}


# ── The work ───────────────────────────────────────────────────────────────────────────────────────────────────────


def made(army_list: ArmyList, *minutes: float) -> None:
    """Make the revisions of a list this many minutes after ten o'clock."""
    for revision, minute in zip(army_list.revisions.order_by("number"), minutes, strict=True):
        revision.created = OLD + timedelta(minutes=minute)
        revision.save(update_fields=["created"])
    ArmyList.objects.filter(pk=army_list.pk).update(next_thinning=day_of_thinning(OLD))


@pytest.mark.usefixtures("loaded_rules")
class TestThin:
    def test_undo_goes_back_through_what_stayed(self, alice: Visitor) -> None:
        army_list = a_list(alice)
        for _ in range(4):
            add_rifleman(army_list, alice)
        made(army_list, 0, 10, 20, 60, 70)
        assert upkeep.thin(NOW) == 3
        assert [revision.number for revision in army_list.revisions.all()] == [3, 5]
        undone = undo(army_list.pk, alice, a_key())
        assert (undone.figures, undone.undoes) == (10, None)
        assert redo(army_list.pk, alice, a_key()).figures == 12

    def test_branches_and_needless_revisions(self, alice: Visitor) -> None:
        army_list = a_list(alice)
        group = first_squad(army_list).figures[1].id
        set_count(army_list, alice, group, 6)
        set_count(army_list, alice, group, 5)
        undo(army_list.pk, alice, a_key())
        add_rifleman(army_list, alice)
        made(army_list, 0, 10, 10, 20)
        assert upkeep.thin(NOW) == 2
        assert [(one.number, one.parent) for one in army_list.revisions.all()] == [(3, None), (4, None)]
        assert undo(army_list.pk, alice, a_key()).figures == 9

    def test_only_old_ones_of_every_list(self, alice: Visitor, carla: Visitor) -> None:
        for visitor in (alice, carla):
            army_list = a_list(visitor)
            add_rifleman(army_list, visitor)
            made(army_list, 0, 1)
        fresh = a_list(alice)
        add_rifleman(fresh, alice)
        assert upkeep.thin(NOW) == 2
        assert fresh.revisions.count() == 2
        assert upkeep.thin(NOW) == 0

    def test_the_command_says_how_many(self, alice: Visitor) -> None:
        army_list = a_list(alice)
        add_rifleman(army_list, alice)
        Revision.objects.update(created=OLD - timedelta(days=365))
        ArmyList.objects.update(next_thinning=OLD)
        assert JOBS["thin_revisions"](timezone.now()) == "Removed 1 old revision."
        assert JOBS["thin_revisions"](timezone.now()) == "Removed 0 old revisions."

    @pytest.mark.parametrize(("lists", "revisions"), [(1, 3), (5, 19)])
    def test_a_batch_takes_as_many_queries_whatever_is_in_it(
        self, alice: Visitor, django_assert_num_queries: DjangoAssertNumQueries, revisions: int, lists: int
    ) -> None:
        """Queries: due, lists, revisions, parents, heads; five for what refers to the deleted; whether more is due."""
        for _ in range(lists):
            army_list = a_list(alice)
            for _ in range(revisions):
                add_rifleman(army_list, alice)
            made(army_list, *range(0, 60 * revisions + 1, 30)[: revisions + 1])
        with django_assert_num_queries(14):
            assert upkeep.thin(NOW) == lists * (revisions + 1) // 2


def next_thinning(army_list: ArmyList) -> date | None:
    return ArmyList.objects.values_list("next_thinning", flat=True).get(pk=army_list.pk)


@pytest.mark.usefixtures("loaded_rules")
class TestWhatIsDue:
    def test_a_new_list_never_is(self, alice: Visitor) -> None:
        assert next_thinning(a_list(alice)) is None

    @pytest.mark.parametrize("first", [OLD, datetime(2026, 5, 1, 21, 59, tzinfo=UTC)])
    def test_the_first_edit_is_the_day_after_thirty(self, alice: Visitor, first: datetime) -> None:
        army_list = a_list(alice)
        for moment in (first, first + timedelta(days=3)):
            with patch("django.utils.timezone.now", return_value=moment):
                add_rifleman(army_list, alice)
        assert next_thinning(army_list) == date(2026, 6, 1)

    def test_lists_without_recent_revisions_are_finished(
        self, alice: Visitor, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        army_list = a_list(alice)
        add_rifleman(army_list, alice)
        made(army_list, 0, 1)
        assert upkeep.thin(NOW) == 1
        assert next_thinning(army_list) is None
        with django_assert_num_queries(1):
            assert upkeep.thin(NOW) == 0

    def test_recent_revisions_are_due_when_old(self, alice: Visitor) -> None:
        army_list = a_list(alice)
        for _ in range(3):
            add_rifleman(army_list, alice)
        recent = (NOW - timedelta(days=10) - OLD).total_seconds() / 60
        made(army_list, 0, 1, recent, recent + 1)
        assert upkeep.thin(NOW) == 1
        assert next_thinning(army_list) == date(2026, 7, 6)
        assert upkeep.thin(NOW + timedelta(days=20)) == 0
        assert upkeep.thin(NOW + timedelta(days=21)) == 1

    def test_an_edit_is_due_again(self, alice: Visitor) -> None:
        army_list = a_list(alice)
        made(army_list, 0)
        upkeep.thin(NOW)
        with patch("django.utils.timezone.now", return_value=NOW):
            add_rifleman(army_list, alice)
        assert next_thinning(army_list) == date(2026, 7, 16)

    def test_a_version_that_loses_its_name_is_looked_at_next(self, alice: Visitor) -> None:
        army_list = a_list(alice)
        add_rifleman(army_list, alice)
        name_revision(army_list.pk, alice, 1, "For Saturday")
        made(army_list, 0, 1)
        assert upkeep.thin(NOW) == 0
        with patch("django.utils.timezone.now", return_value=NOW):
            name_revision(army_list.pk, alice, 1, "")
        assert upkeep.thin(NOW) == 1

    def test_a_long_history_goes_in_several_turns(self, alice: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(upkeep, "REMOVED_AT_ONCE", 2)
        army_list = a_list(alice)
        for _ in range(6):
            add_rifleman(army_list, alice)
        made(army_list, *range(7))
        assert upkeep.thin(NOW) == 6
        assert [(one.number, one.parent) for one in army_list.revisions.all()] == [(7, None)]
        assert next_thinning(army_list) is None
