"""Which lists may be played on a side: any of one's own where there is none yet, otherwise the other list of a pair."""

from collections.abc import Callable, Iterator
from uuid import UUID

from msgspec import Struct

from armybuilder.games.models import Link
from armybuilder.lists.models import ArmyList, ArmyListQuerySet
from armybuilder.lists.visitors import Visitor
from rules.core.game.events import Side

LISTS_AT_MOST = 100


class PlayableLists(Struct, frozen=True):
    """The lists that may be played on a side, by id and name. `is_other_half`: instead of that which is played."""

    side: Side
    lists: list[tuple[UUID, str]]
    is_other_half: bool


def playable_lists(link: Link, visitor: Callable[[], Visitor]) -> list[PlayableLists]:
    """Return what the sides of a link may choose from, of the visitor's lists, the newest first.

    Nothing for a side that said something, nor once the game has begun where one phone writes for both: that a side
    plays without a list was meant then. `visitor` is looked for only where there may be some.
    """
    return [choice for choice in _choices(link, visitor) if choice.lists]


def _choices(link: Link, visitor: Callable[[], Visitor]) -> Iterator[PlayableLists]:
    is_decided = len(link.sides) > 1 and link.game.state.phase != "setting-up"
    for side in () if is_decided else link.sides:
        if link.may_choose_list(side):
            own = ArmyList.objects.for_visitor(visitor()).filter(
                archived=None, ruleset_version_id=link.game.ruleset_version_id
            )
            played = link.game.by_side[side]
            found = _other_half(own, played.army_list) if played.document else _named(own)
            yield PlayableLists(side, found, bool(played.document))


def _named(own: ArmyListQuerySet) -> list[tuple[UUID, str]]:
    return list(own.order_by("-changed").values_list("pk", "name")[:LISTS_AT_MOST])


def _other_half(own: ArmyListQuerySet, played: ArmyList | None) -> list[tuple[UUID, str]]:
    """Return the other list of a pair: who attacks is diced for at the table (rth §4.0)."""
    partner = own.partner_of(played) if played else None
    return [(partner.pk, partner.name)] if partner else []
