"""Ready-made squads for a list: the visitor's own, those of the rules, those of the examples."""

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

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
from rules.core.document.naming import squad_label
from rules.core.document.roster import Squad
from rules.language import active_language


@dataclass(frozen=True, slots=True)
class ReadyOffer:
    """A squad that can be added: its form field and value, its name, its men, its price in this list.

    `over`: the points over the limit with this squad, 0 if within it. `gone`: the names of items that are no longer
    in the list's rules. `pk`: set for the visitor's own squads.
    """

    field: str
    value: str
    name: str
    contents: str
    price: str
    over: int = 0
    gone: tuple[str, ...] = ()
    pk: UUID | None = None


@dataclass(frozen=True, slots=True)
class SampleOffers:
    """The squads of an example."""

    name: str
    squads: tuple[ReadyOffer, ...]


@dataclass(frozen=True, slots=True)
class ReadyPage:
    """Everything that can be added to a list with one tap. `deleted`: the visitor's squad that was just deleted."""

    own: tuple[ReadyOffer, ...]
    of_the_rules: tuple[ReadyOffer, ...]
    samples: tuple[SampleOffers, ...]
    deleted: SavedSquad | None


def ready_page(army_list: ArmyList, visitor: Visitor, *, with_deleted: bool = False) -> ReadyPage:
    context = Context(army_list.roster, army_list.catalogue, active_language(), army_list.report)
    ruleset = army_list.roster.ruleset
    own = SavedSquad.objects.for_game(visitor, ruleset)
    samples = ArmyList.objects.samples().filter(ruleset_version__ruleset=ruleset)
    return ReadyPage(
        own=tuple(_own(saved, context) for saved in own),
        of_the_rules=tuple(sorted(_all_of_the_rules(context), key=lambda offer: offer.over > 0)),
        samples=tuple(_sample(sample, context) for sample in samples),
        deleted=SavedSquad.objects.in_bin(visitor).first() if with_deleted else None,
    )


def _own(saved: SavedSquad, context: Context) -> ReadyOffer:
    return ReadyOffer(
        field="saved",
        value=str(saved.pk),
        name=saved.name,
        contents=contents(saved.squad, context.catalogue, context.language),
        price=price_of_squad(saved.squad, context),
        over=points_over(saved.squad, context),
        gone=gone_from_rules(saved.squad, saved.catalogue, context),
        pk=saved.pk,
    )


def _all_of_the_rules(context: Context) -> Iterator[ReadyOffer]:
    for ready in context.catalogue.offered.ready_squads:
        squad = ready_squad(ready, context.catalogue, context.language)
        who = contents(squad, context.catalogue, context.language)
        yield ReadyOffer(
            "ready",
            ready.id,
            ready.name.to(context.language),
            who,
            price_of_squad(squad, context),
            points_over(squad, context),
        )


def _sample(sample: ArmyList, context: Context) -> SampleOffers:
    squads = enumerate(sample.roster.squads)
    return SampleOffers(
        sample.name, tuple(_of_a_sample(sample, squad, number, context) for number, squad in squads)
    )


def _of_a_sample(sample: ArmyList, squad: Squad, number: int, context: Context) -> ReadyOffer:
    return ReadyOffer(
        field="sample",
        value=f"{sample.pk} {squad.id}",
        name=squad_label(squad, number).to(context.language),
        contents=contents(squad, context.catalogue, context.language),
        price=price_of_squad(squad, context),
        over=points_over(squad, context),
        gone=gone_from_rules(squad, sample.catalogue, context),
    )
