"""Sheets to cut out: tokens, range sticks, templates, standees."""

from django.utils.translation import gettext_lazy as _

from armybuilder.printing.formats.kit.layout import lay_out
from armybuilder.printing.formats.kit.sizes import sizes_of
from armybuilder.printing.formats.print_format import PrintFormat

FORMAT = PrintFormat(
    name="kit",
    order=4,
    title=_("Cut-out sheets"),
    line=_("Range sticks, templates, tokens, standees"),
    lay_out=lay_out,
    sizes=sizes_of,
    file_word=_("cut-out sheets"),
    pages=lambda sheet: len(sheet.sheets),
    pictures=True,
    behind=lambda options: "blank",
)
