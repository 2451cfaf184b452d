"""Archive, bin and tags of lists, and saved squads."""

import itertools
import uuid
from collections.abc import Callable, Iterable
from datetime import datetime
from uuid import UUID

from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from armybuilder.lists.browsing.list_names import numbered
from armybuilder.lists.browsing.my_lists import TAGS_AT_MOST, BulkAction
from armybuilder.lists.models import ArmyList, ArmyListQuerySet, ListTag, SavedSquad
from armybuilder.lists.models.saved_squads import SavedSquadQuerySet, document_of
from armybuilder.lists.quotas import WRITTEN, QuotaError
from armybuilder.lists.visitors import Visitor
from rules.core.document import edits
from rules.core.document.roster import Squad


def delete_list(list_id: UUID, visitor: Visitor) -> None:
    _set_deleted(list_id, visitor, timezone.now())


def restore(list_id: UUID, visitor: Visitor) -> None:
    _set_deleted(list_id, visitor, None)


def _set_deleted(list_id: UUID, visitor: Visitor, deleted: datetime | None) -> None:
    if not ArmyList.objects.owned_by(visitor).filter(pk=list_id).update(deleted=deleted):
        raise ArmyList.DoesNotExist


@transaction.atomic
def bulk_action(act: BulkAction, visitor: Visitor, list_ids: Iterable[UUID], tag: str = "") -> list[UUID]:
    """Apply an action to these lists of the visitor, and return the ids of the changed ones."""
    own = ArmyList.objects.owned_by(visitor).filter(pk__in=list(list_ids))
    return _ACTS[act](own, tag)


def _set(field: str, *, on: bool) -> Callable[[ArmyListQuerySet, str], list[UUID]]:

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


MOST = 200  # of one person


def save_squad(visitor: Visitor, army_list: ArmyList, squad: Squad, name: str) -> SavedSquad:
    """Save a squad of a list; an equal saved one is returned, a taken name gets a number."""
    document = document_of(army_list.roster.ruleset, edits.squad_with_ids(squad, itertools.repeat("")))
    own = SavedSquad.objects.of(visitor)
    if same := own.filter(document=document, ruleset_version=army_list.ruleset_version_id).first():
        return same
    check_room_for_squads(own, 1)
    WRITTEN.count(f"{army_list.owner_id} {army_list.browser_key}", len(document))
    taken = set(own.values_list("name", flat=True))
    return SavedSquad.objects.create(
        owner=visitor.user,
        browser_key=visitor.browser_key,
        ruleset_version_id=army_list.ruleset_version_id,
        name=next(free for free in numbered(name) if free not in taken),
        document=document,
    )


def rename_squad(visitor: Visitor, saved_id: uuid.UUID, name: str) -> None:
    saved = SavedSquad.objects.of(visitor).get(pk=saved_id)
    if name:
        saved.name = name
        saved.save(update_fields=["name"])


@transaction.atomic
def delete_squad(visitor: Visitor, saved_id: uuid.UUID) -> None:
    """Delete one of the visitor's own; only the last one can be restored. Raises SavedSquad.DoesNotExist."""
    SavedSquad.objects.in_bin(visitor).exclude(pk=saved_id).delete()
    if not SavedSquad.objects.of(visitor).filter(pk=saved_id).update(deleted=timezone.now()):
        raise SavedSquad.DoesNotExist


def restore_squad(visitor: Visitor, saved_id: uuid.UUID) -> None:
    own, deleted = SavedSquad.objects.of(visitor), SavedSquad.objects.in_bin(visitor).filter(pk=saved_id)
    if deleted.exists():
        check_room_for_squads(own, 1)
        deleted.update(deleted=None)
    elif not own.filter(pk=saved_id).exists():
        raise SavedSquad.DoesNotExist


def check_room_for_squads(own: SavedSquadQuerySet, more: int) -> None:
    if own.count() + more > MOST:
        raise QuotaError(
            _("You have %(most)s ready-made squads, the most one person can have. Delete some first."),
            most=MOST,
        )
