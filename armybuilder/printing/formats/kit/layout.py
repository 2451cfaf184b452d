"""The cut-out sheets of a list, derived from the list and its ruleset."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext

from armybuilder.printing.formats.kit.sheets import Block, sheets_of
from armybuilder.printing.formats.kit.sizes import KIT
from armybuilder.printing.formats.kit.standees import standee_rows
from armybuilder.printing.formats.kit.sticks import stick_rows
from armybuilder.printing.formats.kit.templates import shelves
from armybuilder.printing.formats.kit.tokens import token_rows
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.pictures import pattern_of
from armybuilder.printing.layout.top import Top
from armybuilder.printing.units.setting import Setting
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster
from rules.core.judging.report import Report


@dataclass(frozen=True, slots=True)
class Kit:
    """All cut-out sheets. `tile` is the pattern of the pair. `empty`: the list has no figures or vehicles."""

    top: Top
    sheets: list[list[Block]]
    empty: bool
    tile: int


def lay_out(roster: Roster, catalogue: Catalogue, report: Report, options: Options) -> Kit:
    """Return the sheets of a list, in the active language, which is `options.language`."""
    label = gettext("%(game)s · cut out along the lines") % {"game": catalogue.name.to(options.language)}
    return Kit(
        top=Top.of(roster, catalogue, options, label, gettext("cut-out sheets")),
        sheets=sheets_of(_blocks(roster, catalogue, options), options.paper),
        empty=not any(squad.figures or squad.vehicles for squad in roster.squads),
        tile=pattern_of(roster.pair_name or roster.name),
    )


def _blocks(roster: Roster, catalogue: Catalogue, options: Options) -> Iterator[Block]:
    language = options.language
    for row in token_rows(roster, catalogue, language):
        yield Block("tokens", gettext("Tokens"), KIT.token, row)
    for sticks in stick_rows(roster, catalogue, options):
        yield Block("sticks", gettext("Range sticks · 3×: on three dice"), KIT.air + sticks[0].length, sticks)
    for shelf in shelves(roster, catalogue, language, options.paper):
        yield Block("templates", gettext("Templates"), KIT.air + shelf[0].height, shelf)
    heading = gettext("Standees: fold along the dashed lines, the feet outwards")
    for standees in standee_rows(Setting(roster, catalogue, language)):
        yield Block("standees", heading, KIT.standee_height, standees)
