"""A list as cards of one of three sizes: figures or groups, vehicles, squads, extras, blank ones."""

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext

from armybuilder.printing.formats.cards.layout import lay_out
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.printout import Printout, file_name
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster
from rules.core.judging.report import Report


def cards_page(roster: Roster, catalogue: Catalogue, report: Report, options: Options) -> Printout:
    """Return the cards of a list as a page ready to be rendered."""
    sheet = lay_out(roster, catalogue, report, options)
    with translation.override(options.language):
        html = render_to_string("printing/cards.html", {"sheet": sheet})
        name = file_name(roster.name, report.total, gettext("cards"))
    return Printout(html, "cards", options.paper, name, "" if options.size == "63x88" else options.size)
