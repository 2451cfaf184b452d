"""Lists of opponents, whose tokens a kit has besides one's own: whichever the visitor may read, of the same game."""

from dataclasses import replace
from uuid import UUID

from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.printing.choosing.choice import PrintChoice

LISTS_AT_MOST = 100


def opponents_of(army_list: ArmyList, visitor: Visitor) -> list[tuple[str, str]]:
    """Return the id and the name of each list that may be chosen against one, the newest first."""
    same_game = ArmyList.objects.readable_by(visitor).filter(
        ruleset_version__ruleset=army_list.roster.ruleset, deleted=None, archived=None
    )
    found = same_game.exclude(pk=army_list.pk).order_by("-changed").values_list("pk", "name")
    return [(str(pk), name) for pk, name in found[:LISTS_AT_MOST]]


def with_opponent(choice: PrintChoice, visitor: Visitor) -> PrintChoice:
    """Return a choice with the list that it names as the opponent's; one that the visitor may not read is none."""
    try:
        asked = UUID(choice.own["enemy"])
    except ValueError:
        asked = None
    army_list = ArmyList.objects.readable_by(visitor).filter(pk=asked).first() if asked else None
    enemy, roster = (str(army_list.pk), army_list.roster) if army_list else ("", None)
    return replace(choice, own={**choice.own, "enemy": enemy, "opponent": roster})
