"""Thinning out the history of a list: after 30 days one revision an hour stays. What goes is a pure choice."""

from collections.abc import Collection
from datetime import date, datetime, timedelta

from django.utils import timezone

from armybuilder.lists.history.tree import present_line, superseded
from armybuilder.lists.models.revisions import Stub

FULL_HISTORY = timedelta(days=30)


def expendable(stubs: Collection[Stub], head: int, now: datetime) -> set[int]:
    """Return the revisions of a list that may go at `now`; `stubs` come in the order in which they were made.

    They are older than 30 days, have no name, are not shared, are not the one that the list stands at (`head`), nor
    the last of their hour. The present line and what was left behind beside it are thinned out each by itself.
    """
    line, needless = present_line(stubs, head), superseded(stubs)
    last: dict[tuple[datetime, bool], int] = {}
    for stub in stubs:
        if stub.pk not in needless:
            last[_hour(stub), stub.pk in line] = stub.pk
    kept = {head, *last.values(), *(stub.pk for stub in stubs if stub.is_kept)}
    return {stub.pk for stub in stubs if stub.created < now - FULL_HISTORY} - kept


def day_of_thinning(made: datetime) -> date:
    """Return the first day on which a revision that was made then is old from morning to night."""
    return timezone.localdate(made + FULL_HISTORY) + timedelta(days=1)


def _hour(stub: Stub) -> datetime:
    return stub.created.replace(minute=0, second=0, microsecond=0)


def new_parents(stubs: Collection[Stub], gone: set[int]) -> dict[int, int | None]:
    """Return the parent of each revision that stays and loses its own: the nearest one before it that stays."""
    parents = {stub.pk: stub.parent for stub in stubs}

    def nearest(pk: int | None) -> int | None:
        while pk is not None and pk in gone:
            pk = parents[pk]
        return pk

    return {stub.pk: nearest(stub.parent) for stub in stubs if stub.pk not in gone and stub.parent in gone}
