"""A list as a roster: squads with their numbers, boxes to tick, extras, rulings, the verdict."""

from django.utils.translation import gettext_lazy as _

from armybuilder.printing.formats.print_format import PrintFormat
from armybuilder.printing.formats.roster.layout import lay_out
from armybuilder.printing.formats.roster.options import FIELDS, RosterOptions

FORMAT = PrintFormat(
    name="roster",
    order=1,
    title=_("Roster"),
    line=_("Squads, figures and vehicles with what they roll, boxes to tick, extras and rulings."),
    lay_out=lay_out,
    options=RosterOptions,
    fields=FIELDS,
)
