"""A list’s odds on one page: the hits of each weapon by distance, in the hands that carry it."""

from django.utils.translation import gettext_lazy as _

from armybuilder.printing.formats.odds.layout import lay_out
from armybuilder.printing.formats.print_format import PrintFormat
from armybuilder.printing.layout.options import Options

FORMAT = PrintFormat(
    name="odds",
    order=9,
    title=_("Odds"),
    line=_("What each weapon hits in these troops’ hands, on one page."),
    lay_out=lay_out,
    options=Options,
    file_word=_("odds"),
)
