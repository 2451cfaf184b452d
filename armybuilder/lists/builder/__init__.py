"""The sheet: the builder's view of a list, as typed values for the templates. It does not use the database."""

from armybuilder.lists.builder.context import Context, abbreviations
from armybuilder.lists.builder.head import (
    begin_with,
    breakdown,
    club_prices,
    head,
    meter,
    new_squads,
    rulings,
)
from armybuilder.lists.builder.palette import Offers, extras, palette, ready_squad, ready_squads
from armybuilder.lists.builder.report import report_panel
from armybuilder.lists.builder.squads import squad_cards
from armybuilder.lists.builder.values import Sheet
from armybuilder.lists.forms import BuilderForm
from rules.core.advice import preset_figure
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster
from rules.core.judging.report import Report
from rules.core.text import Language


def build_sheet(
    roster: Roster,
    catalogue: Catalogue,
    report: Report,
    language: Language,
    *,
    editing: str = "",
    squad: str = "",
    refused: BuilderForm | None = None,
) -> Sheet:
    """Return the builder's view of `roster` with its `report`.

    `editing` is the row in its edit state (an id, or "list"), `squad` the palette's squad, `refused` a refused form.
    Unknown ids count as none.
    """
    context = Context(roster, catalogue, language, report, editing, squad, refused)
    offers = Offers(context)
    points = meter(context)
    ready = () if roster.squads else ready_squads(context)
    return Sheet(
        head=head(context),
        meter=points,
        breakdown=breakdown(context),
        report=report_panel(context, points),
        squads=squad_cards(context),
        palette=palette(context, offers),
        extras=extras(context, offers),
        rulings=rulings(context),
        prices=club_prices(context),
        begin_with=begin_with(context),
        new_squads=new_squads(context),
        can_complete=bool(catalogue.offered.completion.plain) and roster.force is None,
        ready_squads=tuple(choice for choice in ready if not choice.over),
        ready_over=tuple(choice for choice in ready if choice.over),
        abbreviations=abbreviations(catalogue, language),
        has_points=context.has_points,
    )
