"""Choose a list among many: by owner, by a word, page by page."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.db import models

from armybuilder.clubs.models import Membership
from armybuilder.lists.models import ArmyList, ArmyListQuerySet
from armybuilder.lists.visitors import Visitor

Whose = Literal["mine", "clubs", "samples"]
WHOSE: tuple[Whose, ...] = ("mine", "clubs", "samples")
LONGEST_WORDS = 120
A_PAGE = 20


@dataclass(frozen=True, slots=True)
class ChoiceFilter:
    """The filter of lists to choose from: whose, and words in the name or the force ("": any)."""

    whose: Whose
    words: str


def read_filter(query: Mapping[str, str]) -> ChoiceFilter:
    """Return the filter of a query string, without wrong values."""
    asked = query.get("of")
    whose: Whose = next((one for one in WHOSE if one == asked), "mine")
    return ChoiceFilter(whose, " ".join(query.get("q", "").split())[:LONGEST_WORDS])


def page_of(
    visitor: Visitor, asked: ChoiceFilter, page: str | None, lines: int = A_PAGE, ruleset: str = ""
) -> Page[ArmyList]:
    """Return a page of the lists that match and that the visitor can read, of a `ruleset` if given.

    An unknown page becomes the nearest.
    """
    lists = _lists(visitor, asked.whose)
    if ruleset:
        lists = lists.filter(ruleset_version__ruleset=ruleset)
    if asked.words:
        lists = lists.filter(models.Q(name__icontains=asked.words) | models.Q(force__icontains=asked.words))
    return Paginator(lists.listing().order_by("-changed"), lines).get_page(page)


def names_of(visitor: Visitor, ruleset: str) -> dict[Whose, list[tuple[UUID, str]]]:
    """Return the names of the lists of a ruleset that the visitor, then his clubs, changed last."""
    whose: tuple[Whose, ...] = ("mine", "clubs") if visitor.user else ("mine",)
    lists = {one: _lists(visitor, one).filter(ruleset_version__ruleset=ruleset) for one in whose}
    return {
        one: list(found.order_by("-changed").values_list("pk", "name")[:A_PAGE])
        for one, found in lists.items()
    }


def _lists(visitor: Visitor, whose: Whose) -> ArmyListQuerySet:
    """Each by an index of its own: asked for together, all lists there are would be read."""
    if whose == "samples":
        return ArmyList.objects.filter(is_sample=True, deleted=None)
    if whose == "mine":
        return ArmyList.objects.for_visitor(visitor)
    clubs = Membership.objects.filter(user=visitor.user) if visitor.user else Membership.objects.none()
    shown = clubs.order_by().values("club__memberships__listings__army_list")
    return ArmyList.objects.filter(pk__in=shown, deleted=None).exclude(owner=visitor.user)
