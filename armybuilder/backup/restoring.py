"""Restoring a backup: new lists beside those that are there, all of them or none."""

import secrets
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.backup import document
from armybuilder.backup.moments import past
from armybuilder.backup.reading import Reading, roster_of, squad_of
from armybuilder.backup.restoring_evenings import lists_of_evenings
from armybuilder.backup.restoring_games import restore_games
from armybuilder.clubs.models import Membership
from armybuilder.lists import upkeep
from armybuilder.lists.models import ArmyList, Credit, ListTag, Revision, SavedSquad
from armybuilder.lists.my_lists import read_tag
from armybuilder.lists.quotas import check_room
from armybuilder.lists.saved_squads import check_room_for_squads, document_of
from rules.core.roster import encode

REVISIONS_AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class Restored:
    """How many lists, versions, ready squads and games there are more.

    `without_club`: of each club where the user is no member here how many lists were made for it.
    """

    lists: int
    versions: int
    squads: int
    games: int
    without_club: Counter[str] = field(default_factory=Counter)


def restore(user: User, reading: Reading) -> Restored:
    """Make a user's lists from a backup without problems, and say how many.

    They are private: links and clubs do not come back, and a credit comes without its author, whom nobody can check.
    What was in the bin stays there for 30 days from now. What was handed in for an evening becomes a list in the
    archive, but where it is known here still; games come into the record, but for those that are in it.

    Each list is written by itself, so that nobody else waits for the whole: as a draft of a browser that there is not.
    At last all of them become the user's at once, with the ready squads and the games. Where that never comes they
    go as drafts do.
    Raises quotas.TooManyListsError and saved_squads.TooManySquadsError; then nothing is written.
    """
    assert reading.backup
    assert not reading.problems
    lists = [*reading.backup.lists, *lists_of_evenings(user, reading.backup)]
    check_room(ArmyList.objects.filter(owner=user), len(lists), 0)  # the file has a limit of its own
    check_room_for_squads(SavedSquad.objects.kept_by(user), len(reading.backup.squads))
    key = secrets.token_urlsafe(24)
    try:
        made = [(_restore_list(key, item, reading), item.made_for) for item in lists]
        with transaction.atomic():
            _restore_squads(user, reading)
            without_club = _restore_clubs(user, [(pk, club) for pk, club in made if club])
            games = restore_games(user, reading)
            ArmyList.objects.adopt(key, user)
    except BaseException:
        _remove(key)
        raise
    versions = sum(len(item.revisions) for item in lists)
    return Restored(len(lists), versions, len(reading.backup.squads), games, without_club)


def _restore_clubs(user: User, made: list[tuple[UUID, document.MadeFor]]) -> Counter[str]:
    """Let lists be for their clubs again; return how many were for each club that the user is not in."""
    mine = Membership.objects.filter(user=user, club__in={club.id for _, club in made}).select_for_update()
    members = dict(mine.values_list("club", "pk"))
    for club_id, version in {(club.id, club.version) for _, club in made if club.id in members}:
        pks = [pk for pk, club in made if (club.id, club.version) == (club_id, version)]
        ArmyList.objects.filter(pk__in=pks).update(made_for=members[club_id], house_kept=version)
    return Counter(club.club for _, club in made if club.id not in members)


def _restore_squads(user: User, reading: Reading) -> None:
    assert reading.backup
    now = timezone.now()
    SavedSquad.objects.bulk_create(
        SavedSquad(
            owner=user,
            name=part.name,
            ruleset_version_id=reading.version_of(part),
            document=document_of(part.rules.ruleset, squad_of(part)),
            created=past(part.created, now),
        )
        for part in reading.backup.squads
    )


def _remove(key: str) -> None:
    """Remove what was written of a backup that cannot be restored."""
    upkeep.clear(ArmyList.objects.filter(browser_key=key))


def _restore_list(key: str, item: document.List, reading: Reading) -> UUID:
    now = timezone.now()
    army_list = ArmyList(
        browser_key=key,
        created=past(item.created, now),
        changed=past(item.changed, now),
        archived=past(item.archived, now) if item.archived else None,
        deleted=now if item.deleted else None,
        last_number=item.revisions[-1].number,
        next_thinning=timezone.localdate(now),
    )
    present = next(one for one in item.revisions if one.number == item.present)
    army_list.set_document(roster_of(present), reading.version_of(present))
    army_list.save(force_insert=True)
    keys = dict(_restore_revisions(army_list, item, reading, now))
    with transaction.atomic():
        _find_parents(army_list, item, keys)
        tags = {read_tag(tag) for tag in item.tags} - {""}
        ListTag.objects.bulk_create(ListTag(army_list=army_list, name=tag) for tag in sorted(tags))
        if item.credit:
            Credit.objects.create(army_list=army_list, name=item.credit.name)
    return army_list.pk


def _restore_revisions(
    army_list: ArmyList, item: document.List, reading: Reading, now: datetime
) -> Iterator[tuple[int, int]]:
    """Write the revisions, and yield the number and the key of each. Nothing is locked while they are made ready."""
    for start in range(0, len(item.revisions), REVISIONS_AT_ONCE):
        some = item.revisions[start : start + REVISIONS_AT_ONCE]
        ready = [_revision(army_list, one, reading, now) for one in some]
        for made in Revision.objects.bulk_create(ready):
            yield made.number, made.pk


def _find_parents(army_list: ArmyList, item: document.List, keys: dict[int, int]) -> None:
    """Write who is whose parent, which takes the keys of all, and where the list stands."""
    parents = {one.number: one.parent for one in item.revisions}
    children = [(keys[parent], pk) for number, pk in keys.items() if (parent := parents[number])]
    with connection.cursor() as cursor:
        # A bulk_update builds an expression for each row: it took half of the whole.
        cursor.executemany("UPDATE lists_revision SET parent_id = %s WHERE id = %s", children)
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
        created=past(one.created, now),
    )
