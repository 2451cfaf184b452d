"""Ready-made squads for a list: the visitor's own, those of the rules, those of the examples."""

from collections.abc import Iterator
from typing import Any

from armybuilder.lists.builder.context import Context
from armybuilder.lists.builder.palette import (
    contents,
    gone_from_rules,
    points_over,
    price_of_squad,
    ready_squad,
)
from armybuilder.lists.models import ArmyList, SavedSquad
from armybuilder.lists.visitors import Visitor
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.naming import squad_label
from rules.core.document.roster import Squad
from rules.language import active_language

Offer = dict[str, Any]  # a squad that can be added: see `_offer`


def ready_page(army_list: ArmyList, visitor: Visitor, *, with_deleted: bool = False) -> dict[str, Any]:
    """Return what can be added to a list with one tap: own squads, those of the rules, those of each example.

    `deleted`: the visitor's squad that was just deleted.
    """
    context = Context(army_list.roster, army_list.catalogue, active_language(), army_list.report)
    ruleset = army_list.roster.ruleset
    samples = ArmyList.objects.samples().filter(ruleset_version__ruleset=ruleset)
    return {
        "own": [
            _offer("saved", str(saved.pk), saved.name, saved.squad, saved.catalogue, context)
            for saved in SavedSquad.objects.for_game(visitor, ruleset)
        ],
        "of_the_rules": sorted(_of_the_rules(context), key=lambda offer: offer["over"] > 0),
        "samples": [(one, list(_of_a_sample(one, context))) for one in samples],
        "deleted": SavedSquad.objects.in_bin(visitor).first() if with_deleted else None,
    }


def _of_the_rules(context: Context) -> Iterator[Offer]:
    catalogue, language = context.catalogue, context.language
    for ready in catalogue.offered.ready_squads:
        squad = ready_squad(ready, catalogue, language)
        yield _offer("ready", ready.id, ready.name.to(language), squad, catalogue, context)


def _of_a_sample(sample: ArmyList, context: Context) -> Iterator[Offer]:
    for number, squad in enumerate(sample.roster.squads):
        name = squad_label(squad, number).to(context.language)
        yield _offer("sample", f"{sample.pk} {squad.id}", name, squad, sample.catalogue, context)


def _offer(field: str, value: str, name: str, squad: Squad, made_with: Catalogue, context: Context) -> Offer:
    """Return a squad that can be added: its form field and value, its name, its men, its price in this list.

    `over`: the points over the limit with it (0: it fits). `gone`: the names of items that are no longer in the rules.
    """
    return {
        "field": field,
        "value": value,
        "name": name,
        "contents": contents(squad, context.catalogue, context.language),
        "price": price_of_squad(squad, context),
        "over": points_over(squad, context),
        "gone": gone_from_rules(squad, made_with, context),
    }
