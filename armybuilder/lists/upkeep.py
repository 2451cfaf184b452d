"""Upkeep of lists: old revisions are thinned out, old drafts and the bin are emptied.

Each is done in small commits (`portions.py`), by any number of processes at once, and goes on after it was killed.
What is due is found by an index: where nothing is, that is known at once.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from itertools import chain
from typing import NamedTuple
from uuid import UUID

from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from armybuilder.cascading import delete
from armybuilder.lists.history.revisions import Stub
from armybuilder.lists.history.thinning import FULL_HISTORY, day_of_thinning, expendable, new_parents
from armybuilder.lists.models import ArmyList, Revision, SavedSquad
from armybuilder.lists.querysets import BIN_LIFE, DRAFT_LIFE, ArmyListQuerySet
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
    delete(ArmyList, held)
    return len(held)


def clear_squads(now: datetime) -> int:
    """Remove the ready squads that a browser without lists kept over 90 days ago, and those deleted over 30 days ago.

    Return how many they were.
    """
    lists = ArmyList.objects.filter(browser_key=OuterRef("browser_key"))
    is_left = Q(owner=None, created__lt=now - DRAFT_LIFE) & ~Exists(lists)
    old = SavedSquad.objects.filter(is_left | Q(deleted__lt=now - BIN_LIFE))

    def prepare(some: Sequence[UUID]) -> Callable[[], int]:
        return lambda: old.filter(pk__in=some).delete()[0]

    return in_portions(list(old.order_by().values_list("pk", flat=True)), prepare)


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

    revision: int
    last_number: int


@dataclass(frozen=True, slots=True)
class Plan:
    """The work due on a list that still stands at `head`; due again on a day, None: when it is edited."""

    head: Head
    gone: frozenset[int]
    parents: dict[int, int | None]
    again: date | None


def _prepare(list_ids: Sequence[UUID], now: datetime) -> Callable[[], int]:
    lists = ArmyList.objects.filter(pk__in=list_ids, revision__isnull=False).order_by()
    rows = lists.values_list("pk", "revision", "last_number")
    heads = {pk: Head(*head) for pk, *head in rows}  # first: what is added later is seen by them
    stubs = Revision.objects.filter(army_list__in=list_ids).stubs_by_list()
    plans = (_plan(head, stubs.get(list_id, []), now) for list_id, head in heads.items())
    return partial(_write, {plan.head: plan for plan in plans if plan}, timezone.localdate(now))


def _plan(head: Head, stubs: Sequence[Stub], now: datetime) -> Plan | None:
    """Return what is to be done to a list, None where it changes just now: then it stays due."""
    if all(stub.pk != head.revision for stub in stubs):
        return None
    old = expendable(stubs, head.revision, now)
    gone = frozenset(sorted(old)[:GONE_AT_ONCE])
    recent = [stub.created for stub in stubs if stub.created >= now - FULL_HISTORY]
    again = day_of_thinning(min(recent)) if recent else None
    is_done = len(gone) == len(old)
    return Plan(head, gone, new_parents(stubs, set(gone)), again if is_done else timezone.localdate(now))


def _write(plans: dict[Head, Plan], today: date) -> int:
    """Do what was planned to the lists that are as they were, and return how many revisions went.

    The others stay due. A list that somebody is writing is one of them: nobody waits for anybody here. Where one of the
    revisions got a name meanwhile, or a link, or went, nothing is done.
    """
    with connection.cursor() as cursor:
        still = _held(cursor, plans, today) if plans else []
        gone = [pk for plan in still for pk in plan.gone]
        if gone and not _remove(cursor, gone, [child for plan in still for child in plan.parents.items()]):
            transaction.set_rollback(True)
            return 0
        for day in {plan.again for plan in still}:
            _mark(cursor, day, [plan.head.revision for plan in still if plan.again == day])
    return len(gone)


# Written out, one statement for all lists of a portion: while nobody else may write, the ORM would take longer to build
# its queries than the database to run them, and fetch each revision to see who refers to it. The database refuses by
# itself where somebody does.


def _held(cursor: CursorWrapper, plans: dict[Head, Plan], today: date) -> list[Plan]:
    """Hold the lists that are as they were and still due, and return what was planned for them."""
    skip_locked = "FOR UPDATE SKIP LOCKED" if connection.features.has_select_for_update_skip_locked else ""
    cursor.execute(
        "SELECT revision_id, last_number FROM lists_armylist"
        f" WHERE revision_id IN ({_marks(plans)}) AND next_thinning <= %s {skip_locked}",
        [*(head.revision for head in plans), today],
    )
    return [plans[head] for head in map(Head._make, cursor.fetchall()) if head in plans]


def _remove(cursor: CursorWrapper, gone: list[int], children: list[tuple[int, int | None]]) -> bool:
    """Remove revisions, after their children got other parents; return False where not all of them could go."""
    if children:
        rows = ", ".join(["(%s, %s)"] * len(children))
        cursor.execute(
            "UPDATE lists_revision SET parent_id = CAST(other.column2 AS bigint)"
            f" FROM (VALUES {rows}) other WHERE lists_revision.id = other.column1",
            list(chain.from_iterable(children)),
        )
    cursor.execute(
        f"DELETE FROM lists_revision WHERE id IN ({_marks(gone)}) AND name = '' AND NOT is_shared", gone
    )
    return bool(cursor.rowcount == len(gone))


def _mark(cursor: CursorWrapper, day: date | None, heads: list[int]) -> None:
    """Note on lists, which stand at these revisions, when they are due again, and what undo leads to now."""
    cursor.execute(
        "UPDATE lists_armylist SET next_thinning = %s, previous_id ="
        " (SELECT parent_id FROM lists_revision WHERE lists_revision.id = lists_armylist.revision_id)"
        f" WHERE revision_id IN ({_marks(heads)})",
        [day, *heads],
    )


def _marks(values: Collection[object]) -> str:
    return ", ".join(["%s"] * len(values))
