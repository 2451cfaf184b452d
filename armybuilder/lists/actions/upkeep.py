"""Upkeep of lists: thinning out old revisions, deleting old drafts and emptying the bin.

The work is done in small batches, by any number of processes at once, and resumes after a crash. An index finds the
due lists: a night without work costs nothing. A list that is being edited is left for the next time.
"""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date, datetime
from functools import partial
from uuid import UUID

from django.db.models import Exists, OuterRef, Q
from django.http import HttpRequest
from django.utils import timezone

from armybuilder.batches import delete_in_batches, in_batches
from armybuilder.lists.actions.creating import delete_for_good
from armybuilder.lists.history import FULL_HISTORY, day_of_thinning, expendable, new_parents
from armybuilder.lists.models import ArmyList, ArmyListQuerySet, Revision, SavedSquad
from armybuilder.lists.models.army_lists import BIN_LIFE
from armybuilder.lists.visitors import DRAFT_LIFE, SESSION_LIFE, visitor_of

REMOVED_AT_ONCE = 50  # revisions of one list


def clear(lists: ArmyListQuerySet) -> int:
    """Delete these lists for good, and return their number. One that no longer qualifies is kept."""

    def delete(list_ids: Sequence[UUID]) -> int:
        free = lists.filter(pk__in=list_ids).order_by().select_for_update(skip_locked=True)
        return delete_for_good(ArmyList.objects.filter(pk__in=list(free.values_list("pk", flat=True))))

    return in_batches(list(lists.order_by().values_list("pk", flat=True)), delete)


def clear_squads(now: datetime) -> int:
    """Delete squads of browsers without lists after 90 days, and binned ones after 30; return the number."""
    lists = ArmyList.objects.filter(browser_key=OuterRef("browser_key"))
    is_left = Q(owner=None, created__lt=now - DRAFT_LIFE) & ~Exists(lists)
    return delete_in_batches(SavedSquad.objects.filter(is_left | Q(deleted__lt=now - BIN_LIFE)))


def thin(now: datetime) -> int:
    """Thin out the histories that are due (`history.py`), and return the number of deleted revisions.

    A long history loses only some revisions at a time, so this repeats until nothing is left to do.
    """
    removed = 0
    while some := in_batches(list(_due(now).values_list("pk", flat=True)), partial(_thin_lists, now=now)):
        removed += some
    return removed


def _due(now: datetime) -> ArmyListQuerySet:
    due = ArmyList.objects.filter(next_thinning__lte=timezone.localdate(now), revision__isnull=False)
    return due.order_by("next_thinning")


def _thin_lists(list_ids: Sequence[UUID], now: datetime) -> int:
    """Thin out the lists that are still due and not locked. Every edit locks its list."""
    due = _due(now).filter(pk__in=list_ids).select_for_update(skip_locked=True, of=("self",))
    lists = list(due.only("revision", "previous", "next_thinning"))
    revisions: dict[UUID, list[Revision]] = defaultdict(list)
    for revision in Revision.objects.filter(army_list__in=lists).in_order():
        revisions[revision.army_list_id].append(revision)
    gone: set[int] = set()
    parents: dict[int, int | None] = {}
    for army_list in lists:
        own, head = revisions[army_list.pk], army_list.revision_id or 0
        old = expendable(own, head, now)
        some = set(sorted(old)[:REMOVED_AT_ONCE])
        moved = new_parents(own, some)
        army_list.previous_id = moved.get(head, army_list.previous_id)
        army_list.next_thinning = timezone.localdate(now) if len(some) < len(old) else _next_day(own, now)
        gone |= some
        parents |= moved
    Revision.objects.bulk_update([Revision(pk=pk, parent_id=to) for pk, to in parents.items()], ["parent"])
    ArmyList.objects.bulk_update(lists, ["previous", "next_thinning"])
    return Revision.objects.filter(pk__in=gone).delete()[0]


def _next_day(revisions: Sequence[Revision], now: datetime) -> date | None:
    recent = [revision.created for revision in revisions if revision.created >= now - FULL_HISTORY]
    return day_of_thinning(min(recent)) if recent else None


def record_visit(request: HttpRequest, army_list: ArmyList) -> None:
    """Record once a day that visitors opened a draft of theirs: it, and its session, live 90 days more."""
    today = timezone.localdate()
    if not army_list.is_of(visitor_of(request)) or army_list.visited == today:
        return
    army_list.visited = today
    army_list.save(update_fields=["visited"])
    if army_list.is_draft:
        request.session.set_expiry(SESSION_LIFE)
