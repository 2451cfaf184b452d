"""What becomes of the games nights of a backup: they are their clubs', so what was handed in is kept as lists."""

from collections.abc import Iterator
from itertools import count

from msgspec import Raw

from armybuilder.accounts.models import User
from armybuilder.backup import document
from armybuilder.backup.exporting import ids_of
from armybuilder.backup.reading import roster_of_hand_in
from armybuilder.evenings.models import HandIn
from armybuilder.lists.my_lists import LONGEST_TAG


def lists_of_evenings(user: User, backup: document.Backup) -> Iterator[document.List]:
    """Yield a list in the archive for each that stood at an evening, but those that somebody has handed in here."""
    known = set(HandIn.objects.filter(entry__user=user).values_list("code", flat=True))
    for evening in backup.evenings:
        for one in evening.hand_ins:
            if one.withdrawn is None and one.code not in known:
                yield _list(one, evening)


def _list(one: document.HandedIn, evening: document.Evening) -> document.List:
    ids = ids_of(roster_of_hand_in(one, map(str, count(1))))
    nothing = document.Words(it="", en="")
    only = document.Revision(
        number=1,
        parent=None,
        created=one.handed,
        name="",
        action="import",
        subject=nothing,
        place=nothing,
        same_step=False,
        rules=one.rules,
        ids=tuple(ids),
        document=Raw(one.document),
    )
    return document.List(
        name=one.name,
        created=one.handed,
        changed=one.handed,
        archived=one.handed,
        deleted=None,
        tags=tuple({evening.name[:LONGEST_TAG]} - {""}),
        visibility=document.Visibility(public=None, links=(), clubs=()),
        credit=None,
        present=1,
        revisions=(only,),
    )
