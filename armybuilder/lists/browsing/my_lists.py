"""My lists and the libraries of clubs: shelves and search."""

import json
import re
from collections.abc import Mapping
from typing import Literal, cast
from urllib.parse import urlencode
from uuid import UUID

from django.db import models
from django.db.models.expressions import OrderBy
from msgspec import Struct

from armybuilder.lists.browsing.listing import LONGEST_WORDS
from armybuilder.lists.models import ArmyList, ArmyListQuerySet, ListTag
from armybuilder.lists.models.army_lists import NOT_HIDDEN
from armybuilder.lists.visitors import Visitor

Shelf = Literal["in-use", "archive", "bin"]
Order = Literal["changed", "name", "points"]
BulkAction = Literal["archive", "unarchive", "delete", "restore", "tag", "untag"]
SHELVES: tuple[Shelf, ...] = ("in-use", "archive", "bin")
ORDERS: dict[Order, tuple[str | OrderBy, ...]] = {
    "changed": ("-changed",),
    "name": ("name", "-changed"),
    "points": (models.F("total").desc(nulls_last=True), "name"),
}
INVERSE: dict[str, BulkAction] = {
    "archive": "unarchive",
    "unarchive": "archive",
    "delete": "restore",
    "restore": "delete",
    "tag": "untag",
    "untag": "tag",
}
LONGEST_TAG = 40
TAGS_AT_MOST = 20  # of one list
A_PAGE = 50


class ListFilter(Struct, frozen=True):
    """The filter of My lists ("": anything). A library has only words, game and role."""

    shelf: Shelf = "in-use"
    words: str = ""
    game: str = ""
    role: str = ""
    tag: str = ""
    order: Order = "changed"

    @property
    def is_narrow(self) -> bool:
        """Whether it shows less than the whole shelf."""
        return bool(self.words or self.game or self.role or self.tag)

    @property
    def query(self) -> str:
        said = {"shelf": self.shelf, "q": self.words, "game": self.game, "role": self.role, "tag": self.tag}
        usual = {"shelf": "in-use"}
        order = {"order": self.order} if self.order != "changed" else {}
        return urlencode({key: value for key, value in said.items() if value and usual.get(key) != value} | order)


def read_filter(query: Mapping[str, str]) -> ListFilter:
    return ListFilter(
        shelf=next((shelf for shelf in SHELVES if shelf == query.get("shelf")), "in-use"),
        words=" ".join(query.get("q", "").split())[:LONGEST_WORDS],
        game=query.get("game", "")[:LONGEST_TAG],
        role=query.get("role", "")[:LONGEST_TAG],
        tag=read_tag(query.get("tag", "")),
        order=next((order for order in ORDERS if order == query.get("order")), "changed"),
    )


def read_tag(text: str) -> str:
    """Normalise a tag: single spaces, at most 40 characters."""
    return " ".join(text.split())[:LONGEST_TAG].strip()


def search(visitor: Visitor, asked: ListFilter) -> ArmyListQuerySet:
    lists = _matching(on_shelf(ArmyList.objects.owned_by(visitor), asked.shelf), asked, _noted(asked.words))
    if asked.tag:
        lists = lists.filter(tags__name=asked.tag)
    return lists.listing().prefetch_related("tags").order_by(*ORDERS[asked.order])


def library_of(club_id: UUID, asked: ListFilter) -> ArmyListQuerySet:
    """Return the lists that the members of a club show to it, the last changed first."""
    shown = ArmyList.objects.filter(club_listings__membership__club=club_id, deleted=None).filter(NOT_HIDDEN)
    by_owner = models.Q(owner__username__icontains=asked.words)
    return _matching(shown, asked, by_owner).listing().select_related("owner").order_by("-changed")


def _matching(lists: ArmyListQuerySet, asked: ListFilter, also: models.Q) -> ArmyListQuerySet:
    """Return the lists of a game and role that have the words in their name or pair name, or that `also` finds."""
    if asked.words:
        named = models.Q(name__icontains=asked.words) | models.Q(force__icontains=asked.words)
        lists = lists.filter(named | also)
    if asked.game:
        lists = lists.filter(ruleset_version__ruleset=asked.game)
    if asked.role:
        lists = lists.filter(role=asked.role)
    return lists


def _noted(words: str) -> models.Q:
    """Find lists with these words in any notes.

    The database searches the documents, where a note follows its key as in JSON. A line end between two words counts
    as a space. Documents without the longest plain word are skipped first, which takes a tenth of the time on SQLite.
    """
    plain = max(re.findall("[0-9A-Za-z]+", words), key=len, default="")
    written = re.escape(json.dumps(words, ensure_ascii=False)[1:-1]).replace(r"\ ", r"(?: |\\n)+")
    noted = rf'"notes":"[^"\\]*(?:\\.[^"\\]*)*{written}'
    return models.Q(document__icontains=plain, document__iregex=noted)


def on_shelf(lists: ArmyListQuerySet, shelf: Shelf) -> ArmyListQuerySet:
    if shelf == "bin":
        return lists.exclude(deleted=None)
    return lists.filter(deleted=None, archived__isnull=shelf == "in-use")


def shelf_counts(visitor: Visitor) -> dict[Shelf, int]:
    kept = models.Q(deleted=None)
    counts = ArmyList.objects.owned_by(visitor).aggregate(
        in_use=models.Count("pk", filter=kept & models.Q(archived=None)),
        archive=models.Count("pk", filter=kept & models.Q(archived__isnull=False)),
        bin=models.Count("pk", filter=~kept),
    )
    return {"in-use": counts["in_use"], "archive": counts["archive"], "bin": counts["bin"]}


def tags_of(visitor: Visitor) -> list[str]:
    own = ListTag.objects.filter(army_list__in=ArmyList.objects.owned_by(visitor))
    return list(own.values_list("name", flat=True).distinct().order_by("name"))


def read_action(text: str) -> BulkAction | None:
    return cast(BulkAction, text) if text in INVERSE else None
