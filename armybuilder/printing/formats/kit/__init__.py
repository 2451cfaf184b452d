"""The cut-out sheets of a list."""

from django.utils.translation import gettext_lazy as _

from armybuilder.printing.formats.kit.layout import lay_out
from armybuilder.printing.formats.kit.options import FIELDS, KitOptions
from armybuilder.printing.formats.kit.sizes import sizes_of
from armybuilder.printing.formats.print_format import PrintFormat

FORMAT = PrintFormat(
    name="kit",
    order=8,
    title=_("Cut-out sheet"),
    line=_(
        "To cut out: as many tokens as this list needs, its blast templates and range sticks, at actual size."
    ),
    lay_out=lay_out,
    options=KitOptions,
    fields=FIELDS,
    sizes=sizes_of,
    file_word=_("cut-out sheet"),
)
