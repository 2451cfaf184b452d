"""The cost of finding ten lists among a thousand of one's own, compared with having only ten.

measure() -> Iterator[Measured]     needs the site of `bench.site`
"""

import json
from collections.abc import Callable, Iterator

from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.lists.browsing import my_lists
from armybuilder.lists.models import ArmyList, ListTag
from armybuilder.lists.visitors import Visitor
from bench.make_lists import army_list
from bench.table import Measured
from bench.turns import in_turns
from rules.catalogue import current_version
from rules.core.document.roster import decode

ROUNDS = 50
FOUND = 10  # lists
SEARCHED = {"q": "patrol", "tag": "club"}


def measure() -> Iterator[Measured]:
    few, many = in_turns(_search("few", FOUND), _search("many", 1000), rounds=ROUNDS)
    yield Measured("my lists by word and tag, 1000 over 10", many / few, "×", 2, "lower")


def _search(name: str, number: int) -> Callable[[], object]:
    """Search the lists of a user with this many. Ten are found; the others have only the word or the tag."""
    owner = User.objects.create_user(name)
    lists = _lists(owner, number)
    ListTag.objects.bulk_create(ListTag(army_list=one, name="club") for one in lists[: number // 2 + FOUND])
    if my_lists.search(Visitor(owner, ""), my_lists.read_filter(SEARCHED)).count() != FOUND:
        raise RuntimeError("other lists are found than those looked for")
    client = Client()
    client.force_login(owner)
    return lambda: client.get(reverse("lists:index"), SEARCHED)


def _lists(owner: User, number: int) -> list[ArmyList]:
    """Create this many lists: the front half are patrols up to ten, the back half all are."""
    roster = decode(json.dumps(army_list(15, 2)).encode())
    version = current_version("bn").pk
    names = ["Patrol" if place < FOUND or place >= number // 2 + FOUND else "Raid" for place in range(number)]
    lists = [ArmyList(owner=owner) for _ in names]
    for one, name in zip(lists, names, strict=True):
        one.set_document(roster, version)
        one.name = name
    return ArmyList.objects.bulk_create(lists)
