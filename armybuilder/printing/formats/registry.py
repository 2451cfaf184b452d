"""All print formats, in the order of the print page. Each has a folder beside this file."""

from django.utils.translation import gettext_lazy as _

from armybuilder.printing.formats.cards import layout as cards
from armybuilder.printing.formats.cards.sizes import CARD
from armybuilder.printing.formats.kit import layout as kit
from armybuilder.printing.formats.kit.sizes import KIT
from armybuilder.printing.formats.print_format import PrintFormat
from armybuilder.printing.formats.reference import layout as reference
from armybuilder.printing.formats.roster import layout as roster
from armybuilder.printing.formats.scenario import layout as scenario

_formats = [
    PrintFormat(
        name="roster",
        title=_("Roster"),
        line=_("Squads, numbers needed, boxes"),
        lay_out=roster.lay_out,
        behind=lambda options: "blank" if options.opponent else "next",
    ),
    PrintFormat(
        name="cards",
        title=_("Cards"),
        line=_("Nine on a sheet, to cut out"),
        lay_out=cards.lay_out,
        sizes=CARD,
        file_word=_("cards"),
        pages=lambda sheet: len(sheet.sheets),
        pictures=True,
        behind=lambda options: "back" if options.duplex and not options.blank else "blank",
    ),
    PrintFormat(
        name="reference",
        title=_("Quick reference"),
        line=_("Only the tables of this list"),
        lay_out=reference.lay_out,
        file_word=_("reference"),
        pages=lambda sheet: len(sheet.pages),
        follows=True,
        cost=0.5,
    ),
    PrintFormat(
        name="kit",
        title=_("Cut-out sheets"),
        line=_("Range sticks, templates, tokens, standees"),
        lay_out=kit.lay_out,
        sizes=KIT,
        file_word=_("cut-out sheets"),
        pages=lambda sheet: len(sheet.sheets),
        pictures=True,
        behind=lambda options: "blank",
    ),
    PrintFormat(
        name="scenario",
        title=_("Scenario"),
        line=_("Map, zones, deployment"),
        lay_out=scenario.lay_out,
        file_word=_("scenario"),
        pages=lambda sheet: 2,
    ),
]
FORMATS = {found.name: found for found in _formats}
# Fields of old addresses, cookies and jobs, and what they are today.
OLD = {
    ("form", "half"): "form=roster&opponent=1",
    ("form", "table"): "form=roster&form=cards&form=reference",
    ("form", "stands"): "form=kit",
    ("form", "deployment"): "form=scenario",
    ("form", "odds"): "form=roster",
    ("kit", "1"): "form=kit",
    ("backs", "1"): "duplex=1",
}
OLD_FORMATS = [value for name, value in OLD if name == "form"]
