"""Saving squads of a list as ready-made ones, and what becomes of them."""

import itertools
import uuid

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from armybuilder.lists.browsing.list_names import numbered
from armybuilder.lists.models import ArmyList, SavedSquad
from armybuilder.lists.models.saved_squads import SavedSquadQuerySet, document_of
from armybuilder.lists.quotas import WRITTEN, QuotaError
from armybuilder.lists.visitors import Visitor
from rules.core.document import edits
from rules.core.document.roster import Squad

MOST = 200  # of one person


def save_squad(visitor: Visitor, army_list: ArmyList, squad: Squad, name: str) -> SavedSquad:
    """Save a squad of a list under a name; one that is saved already, as it is, is returned.

    If another has the name, a number is added. Raises QuotaError.
    """
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
    """Rename one of the visitor's own; an empty name changes nothing. Raises SavedSquad.DoesNotExist."""
    saved = SavedSquad.objects.of(visitor).get(pk=saved_id)
    if name:
        saved.name = name
        saved.save(update_fields=["name"])


@transaction.atomic
def delete_squad(visitor: Visitor, saved_id: uuid.UUID) -> None:
    """Delete one of the visitor's own. The last one can be restored. Raises SavedSquad.DoesNotExist.

    One only: what is deleted takes no room for which nobody is asked.
    """
    SavedSquad.objects.in_bin(visitor).exclude(pk=saved_id).delete()
    if not SavedSquad.objects.of(visitor).filter(pk=saved_id).update(deleted=timezone.now()):
        raise SavedSquad.DoesNotExist


def restore_squad(visitor: Visitor, saved_id: uuid.UUID) -> None:
    """Restore what the visitor deleted last, unless it is there. Raises SavedSquad.DoesNotExist and QuotaError."""
    own, deleted = SavedSquad.objects.of(visitor), SavedSquad.objects.in_bin(visitor).filter(pk=saved_id)
    if deleted.exists():
        check_room_for_squads(own, 1)
        deleted.update(deleted=None)
    elif not own.filter(pk=saved_id).exists():
        raise SavedSquad.DoesNotExist


def check_room_for_squads(own: SavedSquadQuerySet, more: int) -> None:
    """Check that someone with these may keep so many more. Raises QuotaError."""
    if own.count() + more > MOST:
        raise QuotaError(
            _("You have %(most)s ready-made squads, the most one person can have. Delete some first."),
            most=MOST,
        )
