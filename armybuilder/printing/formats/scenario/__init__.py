"""The scenario of a list on a sheet of two sides: the table with its zones and objectives; the deployment."""

from django.utils.translation import gettext_lazy as _

from armybuilder.printing.formats.print_format import PrintFormat
from armybuilder.printing.formats.scenario.layout import lay_out

FORMAT = PrintFormat(
    name="scenario",
    order=5,
    title=_("Scenario"),
    line=_("Map, zones, deployment"),
    lay_out=lay_out,
    file_word=_("scenario"),
    pages=lambda sheet: 2,
)
