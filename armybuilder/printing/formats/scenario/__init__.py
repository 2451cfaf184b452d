"""The scenario sheet of a list: the table with deployment zones, objectives, the secret die."""

from django.utils.translation import gettext_lazy as _

from armybuilder.printing.formats.print_format import PrintFormat
from armybuilder.printing.formats.scenario.layout import lay_out
from armybuilder.printing.formats.scenario.sizes import sizes_of
from armybuilder.printing.layout.options import Options

FORMAT = PrintFormat(
    name="scenario",
    order=6,
    title=_("Scenario sheet"),
    line=_("The table with deployment zones, objectives and the secret die."),
    lay_out=lay_out,
    options=Options,
    sizes=sizes_of,
    file_word=_("scenario"),
)
