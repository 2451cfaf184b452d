"""The quick reference of a list: what its own troops, weapons, vehicles and extras need at the table, and a ruler."""

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext

from armybuilder.printing.formats.reference.layout import lay_out
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.printout import Printout, file_name
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster
from rules.core.judging.report import Report


def reference_page(roster: Roster, catalogue: Catalogue, report: Report, options: Options) -> Printout:
    """Return the quick reference of a list as a page ready to be rendered."""
    sheet = lay_out(roster, catalogue, options)
    with translation.override(options.language):
        html = render_to_string("printing/reference.html", {"sheet": sheet})
        name = file_name(roster.name, report.total, gettext("reference"))
    return Printout(html, "reference", options.paper, name, "large" if options.large else "")
