"""Thinning out and clearing during edits: nothing is lost."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.db import models, transaction
from django.utils import timezone

from armybuilder.lists.actions import upkeep
from armybuilder.lists.actions.creating import delete_for_good
from armybuilder.lists.actions.editing import name_revision, redo, undo
from armybuilder.lists.actions.shelves import restore
from armybuilder.lists.history import expendable
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from tests.lists.factories import a_key, a_list, add_rifleman
from tests.lists.many import many_lists, take_stock
from tests.races import Run, both_ways

pytestmark = pytest.mark.usefixtures("loaded_rules")
OLD = timezone.now() - timedelta(days=50)


def an_old_list(visitor: Visitor, revisions: int = 4) -> ArmyList:
    """A list with this many revisions of one hour, of which thinning out leaves the last."""
    army_list = a_list(visitor)
    for _ in range(revisions - 1):
        army_list = add_rifleman(army_list, visitor)
    hour = OLD.replace(minute=0, second=0, microsecond=0)
    army_list.revisions.update(created=hour)
    ArmyList.objects.filter(pk=army_list.pk).update(next_thinning=timezone.localdate(), changed=hour)
    return army_list


def numbers(army_list: ArmyList) -> list[int]:
    return list(army_list.revisions.values_list("number", flat=True).order_by("number"))


def undone_to_the_end(army_list: ArmyList, visitor: Visitor) -> list[int]:
    """Return the numbers of figures while undo goes back to the first revision."""
    seen = [ArmyList.objects.get(pk=army_list.pk).figures]
    while (now := undo(army_list.pk, visitor, a_key())).figures != seen[-1]:
        seen.append(now.figures)
    return seen


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], None]:
    """Run an action once, after the due lists were found and before they are locked."""

    def happens(act: Callable[[], object]) -> None:
        acts = [act]

        def in_batches(keys: Sequence[Any], act: Callable[[Sequence[Any]], int]) -> int:
            while acts:
                acts.pop()()
            with transaction.atomic():
                return act(keys)

        monkeypatch.setattr(upkeep, "in_batches", in_batches)

    return happens


Meanwhile = Callable[[Callable[[], object]], None]


def test_each_list_goes_back_to_its_own_revision(alice: Visitor) -> None:
    lists = [an_old_list(alice) for _ in range(3)]
    for army_list in lists:
        for revision in army_list.revisions.filter(number=4):
            revision.created = timezone.now() - timedelta(days=40)
            revision.save(update_fields=["created"])
    assert upkeep.thin(timezone.now()) == 6
    for army_list in ArmyList.objects.all():
        assert numbers(army_list) == [3, 4]
        first, last = army_list.revisions.order_by("number")
        assert (army_list.previous, army_list.revision, last.parent) == (first, last, first)


# ── Thinning versions, and edits just before a list is locked ─────────────────────────────────────────────────────


def test_an_edit_is_kept(alice: Visitor, meanwhile: Meanwhile) -> None:
    army_list = an_old_list(alice)
    meanwhile(lambda: add_rifleman(army_list, alice))
    assert upkeep.thin(timezone.now()) == 3
    assert numbers(army_list) == [4, 5]
    assert undone_to_the_end(army_list, alice) == [12, 11]


def test_an_undo_is_kept(alice: Visitor, meanwhile: Meanwhile) -> None:
    army_list = an_old_list(alice)
    meanwhile(lambda: undo(army_list.pk, alice, a_key()))
    assert upkeep.thin(timezone.now()) == 2
    assert numbers(army_list) == [3, 4]
    assert redo(army_list.pk, alice, a_key()).figures == 11


def test_a_name_is_kept(alice: Visitor, meanwhile: Meanwhile) -> None:
    army_list = an_old_list(alice)
    meanwhile(lambda: name_revision(army_list.pk, alice, 2, "For Saturday"))
    assert upkeep.thin(timezone.now()) == 2
    assert numbers(army_list) == [2, 4]


def test_revisions_shown_by_links_are_kept(alice: Visitor, meanwhile: Meanwhile) -> None:
    army_list = an_old_list(alice)
    second = army_list.revisions.filter(number=2)
    meanwhile(lambda: second.update(is_shared=True))
    assert upkeep.thin(timezone.now()) == 2
    assert numbers(army_list) == [2, 4]


def test_another_run_did_the_same(alice: Visitor, meanwhile: Meanwhile) -> None:
    army_list = an_old_list(alice)
    others: list[int] = []
    meanwhile(lambda: others.append(upkeep.thin(timezone.now())))
    assert (upkeep.thin(timezone.now()), others) == (0, [3])
    assert numbers(army_list) == [4]


def test_a_list_that_went_is_passed_over(alice: Visitor, meanwhile: Meanwhile) -> None:
    army_list, other = an_old_list(alice), an_old_list(alice)
    meanwhile(lambda: delete_for_good(ArmyList.objects.filter(pk=army_list.pk)))
    assert upkeep.thin(timezone.now()) == 3
    assert numbers(other) == [4]


def test_killed_in_between_it_goes_on_where_it_stood(alice: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armybuilder.batches.BATCH", 1)
    lists = [an_old_list(alice) for _ in range(3)]
    seen: list[Any] = []

    def killed(*history: Any) -> set[int]:
        if seen:
            raise KeyboardInterrupt
        seen.append(history)
        return expendable(*history)

    with monkeypatch.context() as patched:
        patched.setattr("armybuilder.lists.actions.upkeep.expendable", killed)
        with pytest.raises(KeyboardInterrupt):
            upkeep.thin(timezone.now())
    assert sorted(len(numbers(one)) for one in lists) == [1, 4, 4]
    assert upkeep.thin(timezone.now()) == 6
    assert [numbers(one) for one in lists] == [[4]] * 3


@pytest.mark.django_db(transaction=True)
@both_ways
def test_two_runs_and_people_who_go_on(alice: Visitor, run: Run) -> None:
    """In either order: all edits are there, undo goes back through them, and each list is thinned out in the end."""
    lists = [an_old_list(alice, revisions=6) for _ in range(8)]

    def edits() -> None:
        for army_list in lists:
            add_rifleman(army_list, alice)

    def steps() -> None:
        for army_list in reversed(lists):
            undo(army_list.pk, alice, a_key())
            redo(army_list.pk, alice, a_key())

    assert run(lambda: upkeep.thin(timezone.now()), edits, lambda: upkeep.thin(timezone.now()), steps) == [None] * 4
    upkeep.thin(timezone.now())
    for army_list in lists:
        numbered = numbers(army_list)
        assert (numbered[-1], len(numbered) <= 3) == (7, True)
        assert undone_to_the_end(army_list, alice)[0] == 14


def test_a_list_that_another_run_has_marked_stays_marked(alice: Visitor, meanwhile: Meanwhile) -> None:
    army_list = an_old_list(alice, revisions=1)
    later = timezone.localdate() + timedelta(days=9)
    meanwhile(lambda: ArmyList.objects.update(next_thinning=later))
    assert upkeep.thin(timezone.now()) == 0
    assert ArmyList.objects.get(pk=army_list.pk).next_thinning == later


# ── Cleaning up ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_list_taken_out_of_the_bin_meanwhile_stays(alice: Visitor, meanwhile: Meanwhile) -> None:
    _, kept = a_list(alice), a_list(alice)
    ArmyList.objects.update(deleted=OLD)
    meanwhile(lambda: restore(kept.pk, alice))
    assert upkeep.clear(ArmyList.objects.expired_in_bin(timezone.now())) == 1
    assert ArmyList.objects.get() == kept


def test_a_draft_opened_meanwhile_stays(carla: Visitor, db: None, meanwhile: Meanwhile) -> None:
    kept, _ = a_list(carla), a_list(carla)
    ArmyList.objects.update(visited=timezone.localdate() - timedelta(days=100))
    kept.refresh_from_db()
    meanwhile(lambda: ArmyList.objects.filter(pk=kept.pk).update(visited=timezone.localdate()))
    assert upkeep.clear(ArmyList.objects.expired_drafts(timezone.now())) == 1
    assert ArmyList.objects.get() == kept


@pytest.mark.django_db(transaction=True)
@both_ways
def test_two_runs_clear_each_list_once(carla: Visitor, run: Run) -> None:
    for _ in range(20):
        a_list(carla)
    ArmyList.objects.update(visited=timezone.localdate() - timedelta(days=100))
    cleared: list[int] = []
    clear = lambda: cleared.append(upkeep.clear(ArmyList.objects.expired_drafts(timezone.now())))  # noqa: E731
    assert run(clear, clear) == [None, None]
    assert (sum(cleared), ArmyList.objects.count()) == (20, 0)


# ── Due work is found by an index ──────────────────────────────────────────────────────────────────────────────────

DUE: dict[str, Callable[[], "models.QuerySet[Any]"]] = {
    "lists_to_be_thinned": lambda: ArmyList.objects.filter(next_thinning__lte=timezone.localdate()),
    "lists_without_an_owner": lambda: ArmyList.objects.expired_drafts(timezone.now()),
    "lists_in_the_bin": lambda: ArmyList.objects.expired_in_bin(timezone.now()),
    "lists_samples_by_game": lambda: ArmyList.objects.samples(),
}


def test_nothing_else_is_read(alice: Visitor) -> None:
    assert alice.user
    many_lists([alice.user], 2000)
    take_stock()
    plans = {index: due().order_by().values_list("pk", flat=True).explain() for index, due in DUE.items()}
    read = {index: (index in plan, "Seq Scan on lists_armylist" in plan) for index, plan in plans.items()}
    assert read == dict.fromkeys(DUE, (True, False))
