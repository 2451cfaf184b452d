"""The quick reference of a list: the rules of its troops, weapons, vehicles and extras, and a ruler."""

from django.utils.translation import gettext_lazy as _

from armybuilder.printing.formats.print_format import PrintFormat
from armybuilder.printing.formats.reference.layout import lay_out, sizes_of

FORMAT = PrintFormat(
    name="reference",
    order=3,
    title=_("Quick reference"),
    line=_("Only the tables of this list"),
    lay_out=lay_out,
    sizes=sizes_of,
    file_word=_("reference"),
    pages=lambda sheet: len(sheet.pages),
    follows=True,
    cost=0.5,
)
