"""Ready squads: those of the rules, each made in one tap."""

from msgspec.structs import replace

from armybuilder.lists.sheet.context import Context
from armybuilder.lists.sheet.values import ReadyChoice
from armybuilder.lists.words import price
from rules.core.advice.additions import preset_figure
from rules.core.catalogue import Catalogue
from rules.core.points import total_points
from rules.core.ready import ReadySquad
from rules.core.resolved import resolve_roster
from rules.core.roster import Squad, Vehicle
from rules.core.text import Language


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
    """Return the ready squads of the list's rules, each with its price."""
    return tuple(_choice(ready, context) for ready in context.catalogue.ready_squads)


def _choice(ready: ReadySquad, context: Context) -> ReadyChoice:
    language = context.language
    squad = ready_squad(ready, context.catalogue, language)
    alone = replace(context.roster, squads=(squad,), extras=())
    points = total_points(resolve_roster(alone, context.prices)).total if context.has_points else None
    note = ready.note.to(language) if ready.note else ""
    return ReadyChoice(ready.id, ready.name.to(language), note, price(points))
