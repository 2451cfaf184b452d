"""A list as cards: figures or groups, vehicles, squads, extras; or nine blank ones."""

from django.utils.translation import gettext_lazy as _

from armybuilder.printing.formats.cards.layout import lay_out
from armybuilder.printing.formats.cards.sizes import sizes_of
from armybuilder.printing.formats.print_format import PrintFormat

FORMAT = PrintFormat(
    name="cards",
    order=2,
    title=_("Cards"),
    line=_("Nine on a sheet, to cut out"),
    lay_out=lay_out,
    sizes=sizes_of,
    file_word=_("cards"),
    pages=lambda sheet: len(sheet.sheets),
    pictures=True,
    behind=lambda options: "back" if options.duplex and not options.blank else "blank",
)
