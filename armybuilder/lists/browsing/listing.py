"""Finding lists for tables of them, and the games to start one with."""

from collections.abc import Mapping
from typing import Literal
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.db import models
from msgspec import Struct

from armybuilder.clubs.models import Club, Membership
from armybuilder.lists.models import ArmyList, ArmyListQuerySet
from armybuilder.lists.visitors import Visitor
from rules.catalogue import catalogue_for, current_versions
from rules.core.catalogue.catalogue import Catalogue

OWN_AT_MOST = 12  # own rules to start a list with


def games(user_id: int | None) -> list[Catalogue]:
    """Return the games that a user (None: a stranger) may see, in order. Of own rules, only the newest few."""
    versions = current_versions(user_id)
    own = sorted((one for one in versions if one.ruleset.is_own), key=lambda one: one.created)[-OWN_AT_MOST:]
    shown = [one for one in versions if not one.ruleset.is_own or one in own]
    return [catalogue_for(version.pk) for version in shown]


LONGEST_WORDS = 120


def clubs_of(army_list: ArmyList) -> list[tuple[Club, bool]]:
    memberships = Membership.objects.filter(user=army_list.owner_id).select_related("club")
    shown = set(army_list.club_listings.values_list("membership", flat=True))
    return [(membership.club, membership.pk in shown) for membership in memberships.order_by("club__name")]


Whose = Literal["mine", "clubs", "samples"]
WHOSE: tuple[Whose, ...] = ("mine", "clubs", "samples")
A_PAGE = 20


class ChoiceFilter(Struct, frozen=True):
    """The filter of lists to choose from: their owners, and words in the name or pair name ("": any)."""

    whose: Whose
    words: str


def read_choice(query: Mapping[str, str]) -> ChoiceFilter:
    asked = query.get("of")
    whose: Whose = next((one for one in WHOSE if one == asked), "mine")
    return ChoiceFilter(whose, " ".join(query.get("q", "").split())[:LONGEST_WORDS])


def page_of(
    visitor: Visitor, asked: ChoiceFilter, page: str | None, lines: int = A_PAGE, ruleset: str = ""
) -> Page[ArmyList]:
    """Return a page of the matching lists that the visitor can read; an unknown page becomes the nearest."""
    lists = _lists(visitor, asked.whose)
    if ruleset:
        lists = lists.filter(ruleset_version__ruleset=ruleset)
    if asked.words:
        lists = lists.filter(models.Q(name__icontains=asked.words) | models.Q(force__icontains=asked.words))
    return Paginator(lists.listing().order_by("-changed"), lines).get_page(page)


def names_of(visitor: Visitor, ruleset: str) -> dict[Whose, list[tuple[UUID, str]]]:
    """Return the names of the most recently changed lists of a ruleset: the visitor's, then their clubs'."""
    whose: tuple[Whose, ...] = ("mine", "clubs") if visitor.user else ("mine",)
    lists = {one: _lists(visitor, one).filter(ruleset_version__ruleset=ruleset) for one in whose}
    return {one: list(found.order_by("-changed").values_list("pk", "name")[:A_PAGE]) for one, found in lists.items()}


def _lists(visitor: Visitor, whose: Whose) -> ArmyListQuerySet:
    """Each has a separate index: a common query would read all lists."""
    if whose == "samples":
        return ArmyList.objects.filter(is_sample=True, deleted=None)
    if whose == "mine":
        return ArmyList.objects.for_visitor(visitor)
    clubs = Membership.objects.filter(user=visitor.user) if visitor.user else Membership.objects.none()
    shown = clubs.order_by().values("club__memberships__listings__army_list")
    return ArmyList.objects.filter(pk__in=shown, deleted=None).exclude(owner=visitor.user)
