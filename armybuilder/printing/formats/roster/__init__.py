"""A list as a roster: squads with what they roll, boxes to tick, extras, rulings, the verdict."""

from django.template.loader import render_to_string
from django.utils import translation

from armybuilder.printing.formats.roster.layout import lay_out
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.printout import Printout, file_name
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster
from rules.core.judging.report import Report


def roster_page(roster: Roster, catalogue: Catalogue, report: Report, options: Options) -> Printout:
    """Return the roster of a list as a page ready to be rendered."""
    sheet = lay_out(roster, catalogue, report, options)
    with translation.override(options.language):
        html = render_to_string("printing/roster.html", {"sheet": sheet, "book": catalogue})
    return Printout(html, "roster", options.paper, file_name(roster.name, report.total))
