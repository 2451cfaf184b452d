"""Restore a backup: it adds new lists one at a time, as far as the quotas allow."""

import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from uuid import UUID, uuid5

import msgspec
from django.db import IntegrityError, connection, models, transaction
from django.db.models.functions import Cast, Length
from django.utils import timezone
from django.utils.translation import gettext_lazy

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Membership
from armybuilder.lists.actions.shelves import check_room_for_squads
from armybuilder.lists.browsing.my_lists import read_tag
from armybuilder.lists.models import ArmyList, Credit, ListTag, Revision, SavedSquad
from armybuilder.lists.models.saved_squads import document_of
from armybuilder.lists.quotas import WRITTEN, QuotaError, Room, TooManyEditsError, check_size
from armybuilder.personal_data import document
from armybuilder.personal_data.reading import Reading, roster_of
from rules.core.document.roster import encode

FIRST_DAY = datetime(2020, 1, 1, tzinfo=UTC)  # no list is older
REVISIONS_AT_ONCE = 100
RESTORED = UUID("5b6f0d0e-5d0c-4f57-9d38-6f1b0a1f6c51")  # never change it: lists would be duplicated


TOO_MUCH = gettext_lazy(
    "You have reached the limit for one hour. Wait an hour and restore the file again: only what is missing is added."
)


@dataclass(slots=True)
class Restored:
    """The numbers of restored lists, versions and ready-made squads.

    `already`: the number of lists and squads that were here before; `unknown`: the number of versions that now have
    other rules; `without_club`: the number of lists made for each club that the user is not a member of here;
    `left_out`: the names of the lists and squads that a quota refused, by the quota's sentence.
    """

    lists: int = 0
    versions: int = 0
    squads: int = 0
    already: int = 0
    unknown: int = 0
    without_club: Counter[str] = field(default_factory=Counter)
    left_out: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))


def restore(user: User, reading: Reading) -> Restored:
    """Restore a user's lists from a backup, and return the numbers.

    The lists are private: links and clubs are not restored, and a credit loses its author, who cannot be verified.
    A list from the bin stays there for 30 days from now.

    Each list is written in its own transaction, and always gets the same key: after an interruption or a full quota the
    user can restore the file again, and only what is missing is added.
    """
    told = Restored()
    _restore_squads(user, reading, told)
    digests = (sha256(msgspec.json.encode(item)).hexdigest() for item in reading.backup.lists)
    keys = [uuid5(RESTORED, f"{user.pk} {digest}") for digest in digests]
    mine = ArmyList.objects.filter(owner=user)
    there = dict(mine.filter(pk__in=keys).values_list("pk", "deleted"))
    clubs = set(Membership.objects.filter(user=user).values_list("club", flat=True))
    room = _room(user)
    for key, item in zip(keys, reading.backup.lists, strict=True):
        if key in there:
            told.already += 1
            if there[key] and not item.deleted:
                mine.filter(pk=key).update(deleted=None)
            continue
        try:
            _make_room(user, room, item)
        except QuotaError as error:
            told.left_out[str(error)].append(item.name)
            continue
        if _restore_list(user, key, item, reading):
            told.lists += 1
            told.versions += len(item.revisions)
            told.unknown += sum(not reading.is_known(one.rules) for one in item.revisions)
            if item.made_for and item.made_for.id not in clubs:
                told.without_club[item.made_for.club] += 1
        there[key] = None
    return told


def _room(user: User) -> Room:
    """Return the space of a user's lists, with every revision."""
    own = ArmyList.objects.filter(owner=user)
    room = own.room()
    length = Cast(Length("document"), models.BigIntegerField())
    written = Revision.objects.filter(army_list__in=own.order_by().values("pk")).order_by()
    room.size = max(room.size, written.aggregate(size=models.Sum(length))["size"] or 0)
    return room


def _make_room(user: User, room: Room, item: document.List) -> None:
    check_size(roster_of(max(item.revisions, key=lambda one: len(one.ids))))
    sizes = {one.number: len(bytes(one.document)) + sum(map(len, one.ids)) for one in item.revisions}
    written = sum(sizes.values())
    room.take(max(written, sizes[item.present] * item.revisions[-1].number))
    _count_written(user, written)


def _count_written(user: User, size: int) -> None:
    try:
        WRITTEN.count(f"{user.pk} ", size)
    except TooManyEditsError as error:
        raise QuotaError(TOO_MUCH) from error


def _restore_squads(user: User, reading: Reading, told: Restored) -> None:
    """Create the ready-made squads that the user does not have; recently deleted ones are restored."""
    own = SavedSquad.objects.kept_by(user)
    there = set(own.values_list("name", "document", "ruleset_version"))
    ready: list[SavedSquad] = []
    for part in reading.backup.squads:
        squad = _squad(user, part, reading)
        known = (squad.name, squad.document, squad.ruleset_version_id)
        if known in there:
            told.already += 1
            continue
        try:
            check_size(roster_of(part))
            check_room_for_squads(own, len(ready) + 1)
            _count_written(user, len(squad.document))
        except QuotaError as error:
            told.left_out[str(error)].append(part.name)
            continue
        there.add(known)
        ready.append(squad)
    SavedSquad.objects.bulk_create(ready, update_conflicts=True, unique_fields=["id"], update_fields=["deleted"])
    told.squads = len(ready)


def _squad(user: User, part: document.ReadySquad, reading: Reading) -> SavedSquad:
    version = reading.version_of(part)
    text = document_of(part.rules.ruleset, roster_of(part).squads[0])
    return SavedSquad(
        pk=uuid5(RESTORED, f"{user.pk} {version} {part.name} {text}"),
        owner=user,
        name=part.name,
        ruleset_version_id=version,
        document=text,
        created=past(part.created, timezone.now()),
    )


def _restore_list(user: User, key: UUID, item: document.List, reading: Reading) -> bool:
    """Write a list, and return False if another request has done so meanwhile."""
    now = timezone.now()
    army_list = ArmyList(
        pk=key,
        owner=user,
        created=past(item.created, now),
        changed=past(item.changed, now),
        archived=past(item.archived, now) if item.archived else None,
        deleted=now if item.deleted else None,
        last_number=item.revisions[-1].number,
        next_thinning=timezone.localdate(),
    )
    present = next(one for one in item.revisions if one.number == item.present)
    army_list.set_document(roster_of(present), reading.version_of(present))
    # Documents are prepared outside the transaction: nobody waits for that.
    revisions = [_revision(army_list, one, reading, now) for one in item.revisions]
    begun = time.monotonic()
    try:
        with transaction.atomic():
            _write(user, army_list, item, revisions)
    except IntegrityError:  # the key is taken
        return False
    time.sleep(time.monotonic() - begun)  # on SQLite everyone else waits for a transaction
    return True


def _write(user: User, army_list: ArmyList, item: document.List, revisions: list[Revision]) -> None:
    if item.made_for:
        clubs = Membership.objects.filter(user=user, club=item.made_for.id)
        army_list.made_for = clubs.select_for_update().first()
        army_list.house_kept = item.made_for.version if army_list.made_for else 0
    army_list.save(force_insert=True)
    Revision.objects.bulk_create(revisions, batch_size=REVISIONS_AT_ONCE)
    keys = {one.number: one.pk for one in revisions}
    with connection.cursor() as cursor:
        # A bulk_update builds an expression for each row, which took half of the total time.
        cursor.executemany(
            "UPDATE lists_revision SET parent_id = %s WHERE id = %s",
            [(keys[one.parent], keys[one.number]) for one in item.revisions if one.parent],
        )
    parent = next(one.parent for one in item.revisions if one.number == item.present)
    ArmyList.objects.filter(pk=army_list.pk).update(
        revision=keys[item.present], previous=keys[parent] if parent else None
    )
    tags = {read_tag(tag) for tag in item.tags} - {""}
    ListTag.objects.bulk_create(ListTag(army_list=army_list, name=tag) for tag in sorted(tags))
    if item.credit:
        Credit.objects.create(army_list=army_list, name=item.credit.name, kind=Credit.Kind.RESTORED)


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
        created=past(one.created, now),
    )


def past(moment: datetime, now: datetime) -> datetime:
    """Return a time of a backup, which can be anything, limited to the years in which lists were made."""
    return min(max(moment, FIRST_DAY), now)
