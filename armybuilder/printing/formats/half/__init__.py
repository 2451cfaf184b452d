"""A list as half a page, twice on a sheet, for the opponent."""

from django.utils.translation import gettext_lazy as _

from armybuilder.printing.formats.half.layout import lay_out
from armybuilder.printing.formats.half.options import FIELDS, HalfOptions
from armybuilder.printing.formats.print_format import PrintFormat

FORMAT = PrintFormat(
    name="half",
    order=2,
    title=_("Half-page roster"),
    line=_("For your opponent, two to a sheet: who is there and what they carry."),
    lay_out=lay_out,
    options=HalfOptions,
    fields=FIELDS,
    file_word=_("half-page"),
)
