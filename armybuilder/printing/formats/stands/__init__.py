"""A list as paper standees to cut out and fold."""

from django.utils.translation import gettext_lazy as _

from armybuilder.printing.formats.print_format import PrintFormat
from armybuilder.printing.formats.stands.layout import lay_out
from armybuilder.printing.formats.stands.sizes import sizes_of
from armybuilder.printing.layout.options import Options

FORMAT = PrintFormat(
    name="stands",
    order=7,
    title=_("Paper standees"),
    line=_("A paper figure for each man and vehicle, to fold up: 30 mm wide, 42 mm high."),
    lay_out=lay_out,
    options=Options,
    sizes=sizes_of,
    file_word=_("standees"),
    pictures=True,
)
