"""The cut-out sheets of a list, derived from the list and its ruleset."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext

from armybuilder.printing.formats.kit.sheets import Block, sheets_of
from armybuilder.printing.formats.kit.sizes import KIT
from armybuilder.printing.formats.kit.standees import standee_rows
from armybuilder.printing.formats.kit.sticks import sticks_of
from armybuilder.printing.formats.kit.templates import shelves
from armybuilder.printing.formats.kit.tokens import Run, token_rows
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.pictures import pattern_of
from armybuilder.printing.layout.top import Top
from armybuilder.printing.units.setting import Setting
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster
from rules.core.judging.report import Report

ROWS_AT_MOST = 100  # of tokens


@dataclass(frozen=True, slots=True)
class Kit:
    """All cut-out sheets. `tile` is the pattern of the pair.

    `more` says how many tokens are left out, "" if all are printed. `empty`: the list has no figures or vehicles.
    """

    top: Top
    sheets: list[list[Block]]
    more: str
    empty: bool
    tile: int


def lay_out(roster: Roster, catalogue: Catalogue, report: Report, options: Options) -> Kit:
    """Return the sheets of a list, in the active language, which is `options.language`."""
    label = gettext("%(game)s · cut out along the lines") % {"game": catalogue.name.to(options.language)}
    said = gettext("Squadra · cut-out sheets of %(list)s · %(game)s · %(credit)s")
    rows = token_rows(roster, catalogue, options.language)
    return Kit(
        top=Top.of(roster, catalogue, options, label, said),
        sheets=sheets_of(_blocks(rows[:ROWS_AT_MOST], roster, catalogue, options), options.paper),
        more=_more(rows[ROWS_AT_MOST:]),
        empty=not any(squad.figures or squad.vehicles for squad in roster.squads),
        tile=pattern_of(roster.pair_name or roster.name),
    )


def _blocks(
    rows: list[tuple[Run, ...]], roster: Roster, catalogue: Catalogue, options: Options
) -> Iterator[Block]:
    language = options.language
    for row in rows:
        yield Block("tokens", gettext("Tokens"), KIT.token, row)
    if sticks := sticks_of(roster, catalogue, options):
        yield Block("sticks", gettext("Range sticks · 3×: on three dice"), KIT.air + sticks[0].length, sticks)
    for shelf in shelves(roster, catalogue, language, options.paper):
        yield Block("templates", gettext("Templates"), KIT.air + shelf[0].height, shelf)
    heading = gettext("Standees: fold along the dashed lines, the feet outwards")
    for standees in standee_rows(Setting(roster, catalogue, language)):
        yield Block("standees", heading, KIT.standee_height, standees)


def _more(rows: list[tuple[Run, ...]]) -> str:
    """Return the note on tokens left out."""
    count = sum(len(run.numbers) for row in rows for run in row)
    said = gettext("%(count)s more tokens are not printed: make them by hand.") % {"count": count}
    return said if count else ""
