"""The steps that all writing of a list shares: its lock, its revisions, its columns."""

from datetime import datetime
from uuid import UUID

from django.db import models
from django.utils import timezone

from armybuilder.lists.facets import Facet, facets_of
from armybuilder.lists.history import day_of_thinning
from armybuilder.lists.models import ArmyList, ListFacet, Revision
from armybuilder.lists.visitors import Visitor
from rules.core.document.roster import Roster
from rules.core.text import NOTHING, Text

STATE = (
    *("ruleset_version", "document", "revision", "previous", "last_number", "field_edited"),
    *("name", "role", "force", "limit", "total", "legal", "figures", "vehicles"),
    *("house_digest", "errors", "warnings", "changed", "visited", "next_thinning"),
)  # what a change writes


def locked(list_id: UUID, visitor: Visitor) -> ArmyList:
    """Return a list, locked until the end of the transaction. Raises ArmyList.DoesNotExist.

    Nothing is joined: after waiting for the lock PostgreSQL would combine the new row of the list with old rows, and
    find none. On SQLite the transaction itself is the lock. Ownership is checked in Python: doing it in the database
    takes over half as long again, and every edit starts here.
    """
    army_list = ArmyList.objects.with_current_rules().select_for_update().get(pk=list_id)
    if army_list.deleted or not army_list.is_of(visitor):
        raise ArmyList.DoesNotExist
    return army_list


def add_revision(
    army_list: ArmyList,
    *,
    parent_id: int | None,
    key: str,
    action: str,
    subject: Text = NOTHING,
    place: Text = NOTHING,
    same_step: bool = False,
) -> None:
    """Write the present document as a new current revision; the caller saves the list."""
    army_list.last_number += 1
    revision = Revision(
        army_list=army_list,
        parent_id=parent_id,
        number=army_list.last_number,
        document=army_list.document,
        ruleset_version_id=army_list.ruleset_version_id,
        key=key,
        action=action,
        subject_it=subject.it,
        subject_en=subject.en,
        place_it=place.it,
        place_en=place.en,
        same_step=same_step,
    )
    revision.save(force_insert=True)
    army_list.set_head(revision, redoes=None)


def save(army_list: ArmyList, before: Roster, now: datetime, *more: str) -> None:
    army_list.changed, army_list.visited = now, timezone.localdate(now)
    army_list.next_thinning = army_list.next_thinning or day_of_thinning(now)
    army_list.save(update_fields=(*STATE, *more))
    if army_list.is_public:
        write_facets(army_list, facets_of(before))


def set_public(army_list: ArmyList, *, public: bool) -> None:
    """Publish or unpublish a locked list; an edit that waits for the lock reads it from the list."""
    if public == army_list.is_public:
        return
    army_list.public_since = timezone.now() if public else None
    army_list.save(update_fields=["public_since"])
    if public:
        write_facets(army_list, before=frozenset())
    else:
        army_list.facets.all().delete()


def write_facets(army_list: ArmyList, before: frozenset[Facet]) -> None:
    """Add facets for new content of a list, and delete those for removed content."""
    now = facets_of(army_list.roster)
    if gone := before - now:
        each = (models.Q(kind=kind, item=item) for kind, item in gone)
        army_list.facets.filter(models.Q(*each, _connector=models.Q.OR)).delete()
    if come := now - before:
        since = army_list.public_since or timezone.now()
        ListFacet.objects.bulk_create(
            ListFacet(army_list=army_list, kind=kind, item=item, public_since=since) for kind, item in sorted(come)
        )
