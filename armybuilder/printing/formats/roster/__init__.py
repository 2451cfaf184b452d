"""A list as a roster: squads with their numbers, boxes to tick, extras, rulings, the verdict."""

from django.utils.translation import gettext_lazy as _

from armybuilder.printing.formats.print_format import PrintFormat
from armybuilder.printing.formats.roster.layout import lay_out

FORMAT = PrintFormat(
    name="roster",
    order=1,
    title=_("Roster"),
    line=_("Squads, numbers needed, boxes"),
    lay_out=lay_out,
    behind=lambda options: "blank" if options.opponent else "next",
)
