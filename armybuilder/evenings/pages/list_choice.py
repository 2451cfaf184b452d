"""A user's lists, as the page of a games night offers them for submission."""

from collections.abc import Sequence
from uuid import UUID

from django.db import models
from msgspec import Struct

from armybuilder.accounts.models import User
from armybuilder.evenings.eligibility import OwnList, candidates, is_priced, refusal_words, role_name
from armybuilder.evenings.models import Evening
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from rules.core.text import Language

LISTS_SHOWN = 60


class ListHalf(Struct, frozen=True):
    """A list of a choice: its role, name and points by the rules of the games night. `over`: it costs too much.

    `is_priced`: its own prices are those of the evening.
    """

    id: UUID
    role: str
    name: str
    total: int | None
    limit: int | None
    over: bool
    is_priced: bool


class ListChoice(Struct, frozen=True):
    """A list, or a pair, and why it cannot be submitted ("": it can). `is_for_tonight`: of the right game and role."""

    id: UUID
    name: str
    halves: tuple[ListHalf, ...]
    why: str
    is_for_tonight: bool


def choices(evening: Evening, user: User, language: Language) -> list[ListChoice]:
    """Return a user's lists as choices, those that fit first."""
    return [
        ListChoice(
            made.parts[0].army_list.pk,
            made.name,
            tuple(_half(part, language) for part in made.parts),
            refusal_words(made, evening, language) if made.problem else "",
            made.problem not in ("game", "role"),
        )
        for made in candidates(evening, own_lists(evening, user))
    ]


def _half(part: OwnList, language: Language) -> ListHalf:
    army_list, report = part.army_list, part.report
    role = role_name(army_list.catalogue, army_list.role, language)
    over = report.remaining is not None and report.remaining < 0
    return ListHalf(army_list.pk, role, army_list.name, report.total, report.limit, over, is_priced(part))


def own_lists(evening: Evening, user: User) -> Sequence[ArmyList]:
    """Return a user's newest lists: those of the game first."""
    of_the_game = models.Case(models.When(ruleset_version__ruleset=evening.catalogue.id, then=0), default=1)
    lists = ArmyList.objects.for_visitor(Visitor(user)).filter(archived=None)
    return list(lists.order_by(of_the_game, "-changed")[:LISTS_SHOWN])


def fitting_lists(evening: Evening, visitor: Visitor) -> Sequence[ArmyList]:
    """Return the newest lists of a visitor that are of the game and the roles of a games night."""
    lists = ArmyList.objects.for_visitor(visitor).filter(archived=None, role__in=[*evening.limits])
    of_the_game = lists.filter(ruleset_version__ruleset=evening.catalogue.id)
    return list(of_the_game.order_by("-changed")[:LISTS_SHOWN])
