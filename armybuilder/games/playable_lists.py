"""Which lists whoever joins a game may play."""

from collections.abc import Callable
from uuid import UUID

from armybuilder.games.models import Link
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor

LISTS_AT_MOST = 100


def playable_lists(link: Link, visitor: Callable[[], Visitor]) -> list[tuple[UUID, str]]:
    """Return id and name of the visitor's lists that the side of a link may play, the newest first.

    None once the side plays a list, or has said something. `visitor` is looked for only where there may be some.
    """
    game = link.game
    if len(link.sides) != 1:
        return []
    [side] = link.sides
    if game.by_side[side].document or any(line.side == side for line in game.lines):
        return []
    own = ArmyList.objects.for_visitor(visitor()).filter(
        archived=None, ruleset_version_id=game.ruleset_version_id
    )
    return list(own.order_by("-changed").values_list("pk", "name")[:LISTS_AT_MOST])
