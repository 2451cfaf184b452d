"""The kit of a list for the table, to cut out: all of it follows from the list and from the data of its ruleset."""

from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext
from msgspec.structs import replace

from armybuilder.printing.kit.part import Part
from armybuilder.printing.kit.shelves import shelves
from armybuilder.printing.kit.sticks import Stick, stick_sheets
from armybuilder.printing.kit.tokens import Token, tokens, tokens_of_enemy
from armybuilder.printing.kit.tracks import SquadCard, Track, squad_cards, tracks
from armybuilder.printing.measure import fitted
from armybuilder.printing.options import Options
from armybuilder.printing.printout import Printout, file_name
from armybuilder.printing.sizes import TOKENS, tokens_down
from armybuilder.printing.top import Top
from rules.core.catalogue import Catalogue
from rules.core.report import Report
from rules.core.roster import Roster

Sheet = tuple[tuple[Token, ...], ...]  # rows of tokens
SHEETS_AT_MOST = 10  # of tokens
HEADING = 120.0  # mm for the name of the opponent's list


@dataclass(frozen=True, slots=True)
class Kit:
    """All sheets of a kit. `more`: says how many tokens have no sheet, if any has none.

    `enemy_sheets` are those of the opponent's list, whose name is `enemy`.
    """

    top: Top
    sheets: tuple[Sheet, ...]
    enemy: str
    enemy_sheets: tuple[Sheet, ...]
    more: str
    templates: list[list[list[Part]]]
    sticks: list[list[Stick]]
    tracks: tuple[Track, ...]
    cards: list[list[SquadCard]]


def kit_page(roster: Roster, catalogue: Catalogue, report: Report, options: Options) -> Printout:
    """Return the kit of a list as a page ready to be rendered."""
    with translation.override(options.language):
        html = render_to_string("printing/kit.html", {"kit": lay_out(roster, catalogue, options)})
        name = file_name(roster.name, report.total, gettext("table kit"))
    return Printout(html, "kit", options.paper, name)


def lay_out(roster: Roster, catalogue: Catalogue, options: Options) -> Kit:
    """Return the kit of a list, in the active language, which is `options.language`."""
    label = gettext("%(game)s · table kit, to cut out along the lines") % {
        "game": catalogue.name.to(options.language)
    }
    said = gettext("Squadra · table kit of %(list)s · %(game)s · %(credit)s")
    enemy = options.opponent if options.opponent and options.opponent.ruleset == roster.ruleset else None
    down, language = tokens_down(options.paper), options.language
    sheets, more = _sheets(list(tokens(roster, catalogue, language)), down)
    enemy_sheets, enemy_more = _sheets(
        list(tokens_of_enemy(enemy, catalogue, language)) if enemy else [], down
    )
    both = combined(roster, enemy) if enemy else roster
    return Kit(
        top=Top.of(roster, catalogue, options, label, said),
        sheets=sheets,
        enemy=fitted(enemy.name, "barlow-condensed-700-normal", 11, HEADING) if enemy else "",
        enemy_sheets=enemy_sheets,
        more=" ".join(filter(None, (more, enemy_more))),
        templates=shelves(both, catalogue, language, options.paper),
        sticks=stick_sheets(roster, catalogue, options),
        tracks=tuple(tracks(catalogue)),
        cards=squad_cards(roster, options.language),
    )


def combined(roster: Roster, enemy: Roster) -> Roster:
    """Return what both lists lay on the table as one."""
    return replace(roster, squads=(*roster.squads, *enemy.squads), extras=(*roster.extras, *enemy.extras))


def _sheets(found: list[Token], down: int) -> tuple[tuple[Sheet, ...], str]:
    """Return the tokens in rows and sheets of so many rows, and what is said of those that have none."""
    rows = [tuple(found[at : at + TOKENS.across]) for at in range(0, len(found), TOKENS.across)]
    sheets = [tuple(rows[at : at + down]) for at in range(0, len(rows), down)]
    more = len(found) - SHEETS_AT_MOST * down * TOKENS.across
    said = gettext("%(count)s more tokens are not printed: make them by hand.") % {"count": more}
    return tuple(sheets[:SHEETS_AT_MOST]), said if more > 0 else ""
