"""A list as cards of one of three sizes: figures or groups, vehicles, squads, extras, blank ones."""

from django.utils.translation import gettext_lazy as _

from armybuilder.printing.formats.cards.layout import lay_out
from armybuilder.printing.formats.cards.options import FIELDS, CardsOptions
from armybuilder.printing.formats.cards.sizes import sizes_of
from armybuilder.printing.formats.print_format import PrintFormat

FORMAT = PrintFormat(
    name="cards",
    order=3,
    title=_("Cards"),
    line=_("One card per figure or group, to cut out, in three sizes."),
    lay_out=lay_out,
    options=CardsOptions,
    fields=FIELDS,
    sizes=sizes_of,
    file_word=_("cards"),
    pictures=True,
)
