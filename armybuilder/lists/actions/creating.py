"""Creating lists, and the examples."""

import itertools
from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import Literal
from uuid import NAMESPACE_URL, UUID, uuid5

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from armybuilder.lists.actions.storing import add_revision
from armybuilder.lists.models import ArmyList, ArmyListQuerySet
from armybuilder.lists.visitors import Visitor
from rules.catalogue import current_version, library
from rules.core.document import edits
from rules.core.document.problem import UnreadableListError
from rules.core.document.reader import read
from rules.core.document.roster import Roster, encode

PRESSED_TWICE = timedelta(minutes=1)  # a form sent again within this time is a mistake
# Generated once; another one would create lists twice.
MADE_BY_A_FORM = UUID("8d2b4c0a-6a0e-4d0b-9d55-0d3a4f5f1c7e")


def create_from(visitor: Visitor, roster: Roster, version_id: UUID, key: str = "", action: str = "copy") -> ArmyList:
    """Create a list with the content of `roster`, under the rules of a version. Its rows get new ids.

    Its history starts with `action`. A form sent twice within a minute with the same `key` creates one list, unless
    it has been changed. Raises QuotaError.
    """
    if not visitor.user and not visitor.browser_key:
        raise ValueError("nobody would ever find this list: see visitor_for_writing")
    army_list = ArmyList(owner=visitor.user, browser_key=visitor.browser_key)
    army_list.set_document(edits.with_ids(roster, edits.new_ids()), version_id)
    if not key:
        return add_first_revision(army_list, action)
    owner = f"user {visitor.user.pk}" if visitor.user else visitor.browser_key
    army_list.pk = uuid5(MADE_BY_A_FORM, f"{owner} {key} {roster.ruleset} {roster.role} {roster.name}")
    try:
        return add_first_revision(army_list, action)
    except IntegrityError:
        return _sent_again(army_list) or create_from(visitor, roster, version_id, action=action)


def _sent_again(army_list: ArmyList) -> ArmyList | None:
    """Return the list that the same form has just created; None if that was long ago, or it was edited since."""
    moment = timezone.now() - PRESSED_TWICE
    return ArmyList.objects.filter(pk=army_list.pk, last_number=1, deleted=None, created__gt=moment).first()


@transaction.atomic
def add_first_revision(army_list: ArmyList, action: str) -> ArmyList:
    ArmyList.objects.beside(army_list).room().take(len(army_list.document))
    army_list.save(force_insert=True)
    add_revision(army_list, parent_id=None, key="", action=action)
    army_list.save(update_fields=["revision", "previous", "last_number"])
    return army_list


@transaction.atomic
def delete_for_good(lists: ArmyListQuerySet) -> int:
    return lists.delete()[1].get(ArmyList._meta.label, 0)


FOLDER = Path(settings.BASE_DIR) / "fixtures" / "lists"

Outcome = Literal["new", "changed", "unchanged", "removed"]


class SampleError(ValueError):
    """An example's file is not a list; the message says which, where and why."""


@transaction.atomic
def load_samples(folder: Path = FOLDER) -> Counter[Outcome]:
    known = {army_list.pk: army_list for army_list in ArmyList.objects.samples()}
    outcomes: Counter[Outcome] = Counter()
    for path in sorted(folder.glob("*.json")):
        sample_id = uuid5(NAMESPACE_URL, path.stem)  # a link to an example stays valid
        outcomes[_load(sample_id, _read(path), known.pop(sample_id, None))] += 1
    if known:
        outcomes["removed"] = delete_for_good(ArmyList.objects.filter(pk__in=known))
    return outcomes


def _read(path: Path) -> Roster:
    try:
        roster = read(path.read_bytes(), library())
    except UnreadableListError as error:
        raise SampleError(f"{path.name}: {error.line('en')}") from error
    return edits.with_ids(roster, (f"r{number}" for number in itertools.count(1)))


def _load(sample_id: UUID, roster: Roster, present: ArmyList | None) -> Outcome:
    version_id = current_version(roster.ruleset).pk
    if present:
        if (present.document.encode(), present.ruleset_version_id) == (encode(roster), version_id):
            return "unchanged"
        present.delete()
    sample = ArmyList(pk=sample_id, is_sample=True)
    sample.set_document(roster, version_id)
    add_first_revision(sample, "sample")
    return "changed" if present else "new"
