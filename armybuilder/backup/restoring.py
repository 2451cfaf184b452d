"""Restoring a backup: new lists beside those that are there, all of them or none."""

from dataclasses import dataclass
from datetime import UTC, datetime

from django.db import transaction
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.backup import document
from armybuilder.backup.reading import Reading, roster_of
from armybuilder.lists.mine import read_tag
from armybuilder.lists.models import ArmyList, Credit, ListTag, Revision
from rules.core.roster import encode

REVISIONS_AT_ONCE = 200
FIRST_DAY = datetime(2020, 1, 1, tzinfo=UTC)  # no list is older


@dataclass(frozen=True, slots=True)
class Restored:
    """How many lists and versions there are more."""

    lists: int
    versions: int


@transaction.atomic
def restore(user: User, reading: Reading) -> Restored:
    """Make a user's lists from a backup without problems, and say how many.

    They are private: links and clubs do not come back, and a credit comes without its author, whom nobody can check.
    What was in the bin stays there for 30 days from now.
    """
    assert reading.backup
    assert not reading.problems
    for item in reading.backup.lists:
        _restore_list(user, item, reading)
    versions = sum(len(item.revisions) for item in reading.backup.lists)
    return Restored(len(reading.backup.lists), versions)


def _restore_list(user: User, item: document.List, reading: Reading) -> None:
    now = timezone.now()
    army_list = ArmyList(
        owner=user,
        created=_past(item.created, now),
        changed=_past(item.changed, now),
        archived=_past(item.archived, now) if item.archived else None,
        deleted=now if item.deleted else None,
        last_number=item.revisions[-1].number,
    )
    present = next(one for one in item.revisions if one.number == item.present)
    army_list.hold(roster_of(present), reading.version_of(present))
    army_list.save(force_insert=True)
    _restore_revisions(army_list, item, reading, now)
    tags = {read_tag(tag) for tag in item.tags} - {""}
    ListTag.objects.bulk_create(ListTag(army_list=army_list, name=tag) for tag in sorted(tags))
    if item.credit:
        Credit.objects.create(army_list=army_list, name=item.credit.name)


def _restore_revisions(army_list: ArmyList, item: document.List, reading: Reading, now: datetime) -> None:
    """Write the revisions, then who is whose parent: that takes the keys which writing gives them."""
    parents = {one.number: one.parent for one in item.revisions}
    keys: dict[int, int] = {}
    for start in range(0, len(item.revisions), REVISIONS_AT_ONCE):
        some = item.revisions[start : start + REVISIONS_AT_ONCE]
        made = Revision.objects.bulk_create(_revision(army_list, one, reading, now) for one in some)
        keys |= {one.number: one.pk for one in made}
    children = [
        Revision(pk=pk, parent_id=keys[parent]) for number, pk in keys.items() if (parent := parents[number])
    ]
    Revision.objects.bulk_update(children, ["parent"], batch_size=REVISIONS_AT_ONCE)
    parent = parents[item.present]
    army_list.revision_id = keys[item.present]
    army_list.previous_id = keys[parent] if parent else None
    army_list.save(update_fields=["revision", "previous"])


def _revision(army_list: ArmyList, one: document.Revision, reading: Reading, now: datetime) -> Revision:
    return Revision(
        army_list=army_list,
        number=one.number,
        document=encode(roster_of(one)).decode(),
        ruleset_version_id=reading.version_of(one),
        key=f"backup {one.number}",
        action=one.action,
        subject_it=one.subject.it,
        subject_en=one.subject.en,
        place_it=one.place.it,
        place_en=one.place.en,
        name=one.name,
        same_step=one.same_step,
        created=_past(one.created, now),
    )


def _past(moment: datetime, now: datetime) -> datetime:
    """A time that can have been: a backup may say any."""
    return min(max(moment, FIRST_DAY), now)
