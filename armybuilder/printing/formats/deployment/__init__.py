"""A list as a deployment sheet: a line for each squad and vehicle, the table to mark, room to sign."""

from django.utils.translation import gettext_lazy as _

from armybuilder.printing.formats.deployment.layout import lay_out
from armybuilder.printing.formats.print_format import PrintFormat
from armybuilder.printing.layout.options import Options

FORMAT = PrintFormat(
    name="deployment",
    order=5,
    title=_("Deployment sheet"),
    line=_("Where each squad starts, for the referee."),
    lay_out=lay_out,
    options=Options,
    file_word=_("deployment"),
)
