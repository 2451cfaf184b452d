"""The scenario sheet of a list, double-sided: the table with zones and objectives, and the deployment."""

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
