"""The library of a club: the lists that its members show to it."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db import models

from armybuilder.clubs.models import Club, Membership
from armybuilder.lists.models import ArmyList
from armybuilder.lists.models.army_lists import NOT_HIDDEN

LONGEST_WORDS = 120


@dataclass(frozen=True, slots=True)
class LibraryFilter:
    """The filter of a club's library ("": anything)."""

    words: str
    game: str
    role: str

    @property
    def is_narrow(self) -> bool:
        """Whether anything is."""
        return bool(self.words or self.game or self.role)


def read_filter(query: Mapping[str, str]) -> LibraryFilter:
    """Return what a query string asks for."""
    words = " ".join(query.get("q", "").split())[:LONGEST_WORDS]
    return LibraryFilter(words, query.get("game", "")[:40], query.get("role", "")[:20])


def library_of(club_id: UUID, asked: LibraryFilter) -> "models.QuerySet[ArmyList]":
    """Return the lists that a club's members show to it, the last changed first."""
    shown = ArmyList.objects.filter(club_listings__membership__club=club_id, deleted=None)
    lists = shown.filter(NOT_HIDDEN).listing()
    if asked.words:
        named = models.Q(name__icontains=asked.words) | models.Q(owner__username__icontains=asked.words)
        lists = lists.filter(named | models.Q(force__icontains=asked.words))
    if asked.game:
        lists = lists.filter(ruleset_version__ruleset=asked.game)
    if asked.role:
        lists = lists.filter(role=asked.role)
    return lists.select_related("owner").order_by("-changed")


def clubs_of(army_list: ArmyList) -> list[tuple[Club, bool]]:
    """Return the clubs of a list's owner, each with whether the list is shown to it."""
    memberships = Membership.objects.filter(user=army_list.owner_id).select_related("club")
    shown = set(army_list.club_listings.values_list("membership", flat=True))
    return [(membership.club, membership.pk in shown) for membership in memberships.order_by("club__name")]
