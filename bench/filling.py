"""A database as it is after years: other users' lists with their revisions, in clubs, and public.

fill(start, stop)     write the lists from one number to another; needs the site of `bench.site`
let_be_due(number)    make this many of their histories due for thinning out
"""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from django.db import connection
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club, Membership
from armybuilder.lists.facets import Facet, facets_of
from armybuilder.lists.models import ArmyList, ClubListing, ListFacet
from armybuilder.sharing.models import Publication, ShareLink
from bench.make_lists import roster
from rules.catalogue import current_version

REVISIONS = 10  # of a list
ENTRIES = 3  # of a document
LIKE = f"Benchmark {ENTRIES}"  # its name
OF_AN_OWNER = 100  # lists
OWNERS_OF_A_CLUB = 20
SHOWN = 10  # every nth list is public, and shown to its owner's club
BATCH = 1000
NOT_YET = date(2100, 1, 1)

WRITE_REVISIONS = """
INSERT INTO lists_revision (army_list_id, number, key, document, ruleset_version_id, action, created,
    subject_it, subject_en, place_it, place_en, name, same_step, is_shared)
SELECT list.id, numbers.number, 'filled-' || numbers.number, list.document, list.ruleset_version_id, 'add',
    list.changed, '', '', '', '', '', FALSE, FALSE
FROM lists_armylist AS list CROSS JOIN ({numbers}) AS numbers
WHERE list.revision_id IS NULL ORDER BY list.id, numbers.number
"""
LINK_REVISIONS = """
UPDATE lists_revision SET parent_id = id - 1 WHERE parent_id IS NULL AND number > 1 AND key LIKE 'filled-%'
"""
STAND_AT_THE_LAST = """
UPDATE lists_armylist SET revision_id = last.id, previous_id = last.parent_id FROM lists_revision AS last
WHERE revision_id IS NULL AND last.army_list_id = lists_armylist.id AND last.number = %s
"""


def fill(start: int, stop: int, revisions: int = REVISIONS) -> None:
    """Write the other lists in a range of numbers (both multiples of 100), and let the database analyse its tables."""
    numbered = " UNION ALL ".join(f"SELECT {number} AS number" for number in range(1, revisions + 1))
    owners = User.objects.bulk_create(
        User(username=f"owner {number}", password="!") for number in range(start // OF_AN_OWNER, stop // OF_AN_OWNER)
    )
    members = _members(owners)
    like, facets = _assessed(revisions)
    for first in range(start, stop, BATCH):
        numbers = range(first, first + BATCH)
        _write([_a_list(like, owners[(number - start) // OF_AN_OWNER], number) for number in numbers], facets)
    _show_to_clubs(members)
    with connection.cursor() as cursor:
        cursor.execute(WRITE_REVISIONS.format(numbers=numbered))
        cursor.execute(LINK_REVISIONS)
        cursor.execute(STAND_AT_THE_LAST, [revisions])
        if connection.vendor == "sqlite":
            cursor.execute("ANALYZE")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        else:
            cursor.execute("VACUUM ANALYZE")


def let_be_due(number: int) -> int:
    """Make this many histories of these lists due for thinning out, and return how many there were."""
    some = list(ArmyList.objects.filter(next_thinning=NOT_YET).values_list("pk", flat=True)[:number])
    return ArmyList.objects.filter(pk__in=some).update(next_thinning=timezone.localdate())


def _assessed(revisions: int) -> tuple[dict[str, Any], list[Facet]]:
    """Return the columns and facets that all other lists share."""
    like = ArmyList(last_number=revisions, next_thinning=NOT_YET)
    like.set_document(roster(ENTRIES, squads=1), current_version("bn").pk)
    said = {field.attname: getattr(like, field.attname) for field in ArmyList._meta.concrete_fields}
    for own in ("id", "owner_id", "name", "public_since", "created", "changed"):
        del said[own]
    return said, sorted(facets_of(like.roster))


def _a_list(like: dict[str, Any], owner: User, number: int) -> ArmyList:
    """Return a list unchanged for two months."""
    then = timezone.now() - timedelta(days=60, seconds=number)
    public = then if number % SHOWN == 0 else None
    name = f"Patrol {number}"
    own = {"owner": owner, "name": name, "created": then, "changed": then, "public_since": public}
    return ArmyList(**like | own | {"document": like["document"].replace(LIKE, name, 1)})


def _members(owners: Sequence[User]) -> dict[int, Membership]:
    clubs = Club.objects.bulk_create(Club(name=f"Club of {owner}") for owner in owners[::OWNERS_OF_A_CLUB])
    memberships = Membership.objects.bulk_create(
        Membership(club=clubs[place // OWNERS_OF_A_CLUB], user=owner) for place, owner in enumerate(owners)
    )
    return {membership.user_id: membership for membership in memberships}


def _write(lists: list[ArmyList], facets: list[Facet]) -> None:
    """Write lists, and publish those marked public, searchable by their contents."""
    ArmyList.objects.bulk_create(lists)
    public = [one for one in lists if one.is_public]
    links = ShareLink.objects.bulk_create(ShareLink(army_list=one) for one in public)
    Publication.objects.bulk_create(
        Publication(army_list=one, link=link) for one, link in zip(public, links, strict=True)
    )
    rows = (
        ListFacet(army_list=one, kind=kind, item=item, public_since=one.changed)
        for one in public
        for kind, item in facets
    )
    ListFacet.objects.bulk_create(rows, batch_size=BATCH)


def _show_to_clubs(members: dict[int, Membership]) -> None:
    public = ArmyList.objects.filter(owner__in=list(members), public_since__isnull=False)
    ClubListing.objects.bulk_create(
        (
            ClubListing(army_list_id=pk, membership=members[owner])
            for pk, owner in public.order_by().values_list("pk", "owner")
            if owner
        ),
        batch_size=BATCH,
    )
