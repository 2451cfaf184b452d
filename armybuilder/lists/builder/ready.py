"""Ready squads: those of the rules, the visitor's own and those of the samples, each made in one tap."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from django.utils.translation import gettext
from msgspec.structs import replace

from armybuilder.lists.builder.context import Context
from armybuilder.lists.builder.values import ReadyChoice
from armybuilder.lists.facets import Facet, facets_of
from armybuilder.lists.words import price
from rules.core.advice import preset_figure
from rules.core.catalogue.building import ReadySquad
from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.library import Kind
from rules.core.document.naming import figure_label, vehicle_label
from rules.core.document.roster import Squad, Vehicle
from rules.core.judging.points import total_points
from rules.core.judging.resolved import resolve_roster
from rules.core.text import Language, Text


class Named(Protocol):
    """An entry of the rules."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> Text: ...


def ready_squad(ready: ReadySquad, catalogue: Catalogue, language: Language) -> Squad:
    """Return the squad that a ready squad of the rules makes; its rows have no ids yet."""
    squad = Squad(name="", class_=ready.troops)
    figures = tuple(
        replace(
            preset_figure(catalogue.preset_by_id[row.preset], squad, catalogue),
            name=row.name.to(language) if row.name else "",
            count=row.count,
            team=row.team,
        )
        for row in ready.figures
    )
    return replace(squad, figures=figures, vehicles=tuple(Vehicle(type=item) for item in ready.vehicles))


def ready_squads(context: Context) -> tuple[ReadyChoice, ...]:
    """Return the ready-made squads of the list's rules with their prices, the ones within the limit first."""
    found = (_choice(ready, context) for ready in context.catalogue.ready_squads)
    return tuple(sorted(found, key=lambda choice: choice.over > 0))


def _choice(ready: ReadySquad, context: Context) -> ReadyChoice:
    language = context.language
    squad = ready_squad(ready, context.catalogue, language)
    note = ready.note.to(language) if ready.note else ""
    cost, over = price_of_squad(squad, context), points_over(squad, context)
    return ReadyChoice(ready.id, ready.name.to(language), note, cost, over)


def price_of_squad(squad: Squad, context: Context) -> str:
    """Return what a squad costs in the list, "" where that has no points."""
    return price(_points(squad, context) if context.has_points else None)


def points_over(squad: Squad, context: Context) -> int:
    """Return the points over the limit with one more squad; 0: within it."""
    left = context.report.remaining
    return 0 if left is None else max(0, _points(squad, context) - left)


def _points(squad: Squad, context: Context) -> int:
    alone = replace(context.roster, squads=(squad,), extras=())
    return total_points(resolve_roster(alone, context.prices)).total


def contents(squad: Squad, catalogue: Catalogue, language: Language) -> str:
    """Return who and what is in a squad, in a line: "Sergeant, 7 × rifleman, Bren gunner"."""
    figures = (
        (row.count, figure_label(row, catalogue, squad.class_of(row)).to(language)) for row in squad.figures
    )
    vehicles = (
        (row.count, vehicle_label(row, catalogue.vehicle_by_id.get(row.type)).to(language))
        for row in squad.vehicles
    )
    rows = (f"{count} × {name}" if count > 1 else name for count, name in (*figures, *vehicles))
    return ", ".join(rows) or gettext("empty")


def gone_from_rules(squad: Squad, made_with: Catalogue, context: Context) -> tuple[str, ...]:
    """Return the names of what is in a squad and no more in the list's rules, as the squad's own rules call it."""
    alone = replace(context.roster, squads=(squad,), extras=())
    return tuple(_unknown(sorted(facets_of(alone)), made_with, context))


def _unknown(facets: Iterable[Facet], made_with: Catalogue, context: Context) -> Iterator[str]:
    for kind, item in facets:
        if kind != "game" and item and item not in _names(kind, context.catalogue, context.language):
            yield _names(kind, made_with, context.language).get(item, item)


def _names(kind: Kind, catalogue: Catalogue, language: Language) -> dict[str, str]:
    tables: dict[Kind, Iterable[Named]] = {
        "class": catalogue.classes,
        "weapon": catalogue.weapons,
        "vehicle": catalogue.vehicles,
        "extra": catalogue.extras,
        "role": catalogue.roles,
        "kit": catalogue.kit,
        "trait": catalogue.traits,
    }
    return {item.id: item.name.to(language) for item in tables[kind]}
