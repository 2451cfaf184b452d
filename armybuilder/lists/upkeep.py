"""Upkeep of lists: old revisions are thinned out, old drafts and the bin are emptied.

Each is done in small commits (`portions.py`), by any number of processes at once, and goes on after it was killed.
What is due is found by an index: where nothing is, that is known at once.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import NamedTuple
from uuid import UUID

from django.db import connection, models
from django.utils import timezone

from armybuilder.lists.history.revisions import Stub
from armybuilder.lists.history.thinning import FULL_HISTORY, day_of_thinning, expendable, new_parents
from armybuilder.lists.models import ArmyList, Revision
from armybuilder.lists.querysets import ArmyListQuerySet
from armybuilder.portions import in_portions

GONE_AT_ONCE = 50  # revisions of one list


def clear(lists: ArmyListQuerySet) -> int:
    """Remove these lists for ever, and return how many they were.

    What is not among them any more when its turn comes stays: a draft that was opened, a list taken out of the bin.
    """

    def prepare(some: Sequence[UUID]) -> Callable[[], int]:
        return lambda: _clear(lists.filter(pk__in=some))

    return in_portions(list(lists.order_by().values_list("pk", flat=True)), prepare)


def _clear(lists: ArmyListQuerySet) -> int:
    held = list(lists.order_by().select_for_update(skip_locked=True).values_list("pk", flat=True))
    return ArmyList.objects.filter(pk__in=held).remove()


def thin(now: datetime) -> int:
    """Thin out the histories that are due (`thinning.py`), and return how many revisions went.

    Again and again, until there is nothing more to do: of a long history some go at a time, and a list that is edited
    in between is looked at anew.
    """
    due = ArmyList.objects.filter(next_thinning__lte=timezone.localdate(now)).order_by("next_thinning")
    removed = 0
    while some := in_portions(list(due.values_list("pk", flat=True)), partial(_prepare, now=now)):
        removed += some
    return removed


class Head(NamedTuple):
    """The head of a list and the number of its last revision: another after each edit, undo and redo."""

    revision: int | None
    last_number: int


@dataclass(frozen=True, slots=True)
class Plan:
    """The work due on a list that still stands at `head`; due again on a day, None: when it is edited."""

    head: Head
    gone: frozenset[int]
    parents: dict[int, int | None]
    again: date | None


def _prepare(list_ids: Sequence[UUID], now: datetime) -> Callable[[], int]:
    heads = _heads(ArmyList.objects.filter(pk__in=list_ids))  # first: what is added later is seen by them
    stubs = Revision.objects.filter(army_list__in=list_ids).stubs_by_list()
    plans = {list_id: _plan(head, stubs.get(list_id, []), now) for list_id, head in heads.items()}
    return partial(_write, plans)


def _heads(lists: ArmyListQuerySet) -> dict[UUID, Head]:
    rows = lists.order_by().values_list("pk", "revision", "last_number")
    return {pk: Head(revision, last_number) for pk, revision, last_number in rows}


def _plan(head: Head, stubs: Sequence[Stub], now: datetime) -> Plan:
    is_whole = any(stub.pk == head.revision for stub in stubs)  # else it changes, and comes again
    old = expendable(stubs, head.revision, now) if head.revision and is_whole else set()
    gone = frozenset(sorted(old)[:GONE_AT_ONCE])
    recent = [stub.created for stub in stubs if stub.created >= now - FULL_HISTORY]
    again = day_of_thinning(min(recent)) if recent else None
    is_done = is_whole and len(gone) == len(old)
    return Plan(head, gone, new_parents(stubs, set(gone)), again if is_done else timezone.localdate(now))


def _write(plans: dict[UUID, Plan]) -> int:
    """Do what was planned to the lists that are as they were, and return how many revisions went.

    The others stay due. A list that somebody is writing is one of them: nobody waits for anybody here.
    """
    held = _heads(ArmyList.objects.filter(pk__in=plans).select_for_update(skip_locked=True))
    there = set(Revision.objects.filter(army_list__in=held).unkept().order_by().values_list("pk", flat=True))
    still = {pk: plan for pk, plan in plans.items() if held.get(pk) == plan.head and plan.gone <= there}
    _remove([pk for plan in still.values() for pk in plan.gone], [plan.parents for plan in still.values()])
    moved = [pk for pk, plan in still.items() if plan.head.revision in plan.parents]
    parent = Revision.objects.filter(pk=models.OuterRef("revision")).order_by().values("parent")
    if moved:
        ArmyList.objects.filter(pk__in=moved).update(previous=models.Subquery(parent))
    for day in {plan.again for plan in still.values()}:
        again = [pk for pk, plan in still.items() if plan.again == day]
        ArmyList.objects.filter(pk__in=again).update(next_thinning=day)
    return sum(len(plan.gone) for plan in still.values())


def _remove(gone: Sequence[int], parents: Sequence[Mapping[int, int | None]]) -> None:
    """Remove revisions, after their children got other parents.

    The ORM would fetch each of them to see who refers to it; the database refuses by itself where somebody does.
    """
    with connection.cursor() as cursor:
        children = [(to, pk) for some in parents for pk, to in some.items()]
        cursor.executemany("UPDATE lists_revision SET parent_id = %s WHERE id = %s", children)
        cursor.executemany("DELETE FROM lists_revision WHERE id = %s", [(pk,) for pk in gone])
