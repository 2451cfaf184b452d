"""The archive, the bin and the tags: what is done to whole lists, several at once."""

from collections.abc import Callable, Iterable
from datetime import datetime
from uuid import UUID

from django.db import models, transaction
from django.utils import timezone

from armybuilder.lists.browsing.my_lists import TAGS_AT_MOST, BulkAction
from armybuilder.lists.models import ArmyList, ArmyListQuerySet, ListTag
from armybuilder.lists.visitors import Visitor


def delete_list(list_id: UUID, visitor: Visitor) -> None:
    """Put a list in the bin, where it stays 30 days. Raises ArmyList.DoesNotExist."""
    _set_deleted(list_id, visitor, timezone.now())


def restore(list_id: UUID, visitor: Visitor) -> None:
    """Restore a list from the bin. Raises ArmyList.DoesNotExist."""
    _set_deleted(list_id, visitor, None)


def _set_deleted(list_id: UUID, visitor: Visitor, deleted: datetime | None) -> None:
    if not ArmyList.objects.owned_by(visitor).filter(pk=list_id).update(deleted=deleted):
        raise ArmyList.DoesNotExist


@transaction.atomic
def bulk_action(act: BulkAction, visitor: Visitor, list_ids: Iterable[UUID], tag: str = "") -> list[UUID]:
    """Do something to these lists of the visitor, and return the ids of those that it changed.

    Someone else's are left out. Tagging takes a `tag`; a list has 20 at most.
    """
    own = ArmyList.objects.owned_by(visitor).filter(pk__in=list(list_ids))
    return _ACTS[act](own, tag)


def _set(field: str, *, on: bool) -> Callable[[ArmyListQuerySet, str], list[UUID]]:
    """An act that sets a date, or takes it away."""

    def act(lists: ArmyListQuerySet, tag: str) -> list[UUID]:
        changed = list(lists.filter(**{f"{field}__isnull": on}).values_list("pk", flat=True))
        ArmyList.objects.filter(pk__in=changed).update(**{field: timezone.now() if on else None})
        return changed

    return act


def _tag(lists: ArmyListQuerySet, tag: str) -> list[UUID]:
    room = lists.exclude(tags__name=tag).annotate(tagged=models.Count("tags")).filter(tagged__lt=TAGS_AT_MOST)
    changed = list(room.values_list("pk", flat=True)) if tag else []
    ListTag.objects.bulk_create(ListTag(army_list_id=pk, name=tag) for pk in changed)
    return changed


def _untag(lists: ArmyListQuerySet, tag: str) -> list[UUID]:
    changed = list(lists.filter(tags__name=tag).values_list("pk", flat=True))
    ListTag.objects.filter(army_list__in=changed, name=tag).delete()
    return changed


_ACTS: dict[BulkAction, Callable[[ArmyListQuerySet, str], list[UUID]]] = {
    "archive": _set("archived", on=True),
    "unarchive": _set("archived", on=False),
    "delete": _set("deleted", on=True),
    "restore": _set("deleted", on=False),
    "tag": _tag,
    "untag": _untag,
}
