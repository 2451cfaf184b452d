"""The sheets of a list to cut out: all of them follow from the list and from the data of its ruleset."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext
from msgspec.structs import replace

from armybuilder.printing.formats.kit.sheets import Block, Rows, sheets_of
from armybuilder.printing.formats.kit.shelves import shelves
from armybuilder.printing.formats.kit.sizes import KIT, KIT_ROOM, STANDEES, TOKENS, tokens_down
from armybuilder.printing.formats.kit.standees import standees
from armybuilder.printing.formats.kit.sticks import stick_sheets
from armybuilder.printing.formats.kit.tokens import Token, tokens, tokens_of_enemy
from armybuilder.printing.formats.kit.tracks import squad_cards, tracks
from armybuilder.printing.layout.measure import fitted
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.pictures import pattern_of
from armybuilder.printing.layout.top import Top
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster
from rules.core.judging.report import Report

SHEETS_AT_MOST = 10  # of tokens
HEADING = 120.0  # mm for the name of the opponent's list


@dataclass(frozen=True, slots=True)
class Kit:
    """All sheets to cut out. `tile`: the pattern of the force.

    `more`: how many tokens have no sheet, "" where all have. `empty`: nobody is in the list.
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
    own, enemy = list(tokens(roster, catalogue, options.language)), _enemy(roster, options)
    others = list(tokens_of_enemy(enemy, catalogue, options.language)) if enemy else []
    down = tokens_down(options.paper)
    blocks = [
        *_token_blocks(own, gettext("Tokens"), down),
        *(_token_blocks(others, _heading(enemy), down) if enemy else ()),
        *_template_blocks(combined(roster, enemy) if enemy else roster, catalogue, options),
        *_stick_blocks(roster, catalogue, options),
        *(_track_blocks(roster, catalogue, options) if own else ()),
        *_standee_blocks(roster, catalogue, options),
    ]
    return Kit(
        top=Top.of(roster, catalogue, options, label, said),
        sheets=sheets_of(blocks, options.paper),
        more=" ".join(filter(None, (_more(own, down), _more(others, down)))),
        empty=not own,
        tile=pattern_of(roster.pair_name or roster.name),
    )


def combined(roster: Roster, enemy: Roster) -> Roster:
    """Return the templates and tokens of both lists together."""
    return replace(roster, squads=(*roster.squads, *enemy.squads), extras=(*roster.extras, *enemy.extras))


def _enemy(roster: Roster, options: Options) -> Roster | None:
    return options.enemy if options.enemy and options.enemy.ruleset == roster.ruleset else None


def _heading(enemy: Roster) -> str:
    name = fitted(enemy.name, "barlow-condensed-700-normal", 11, HEADING)
    return gettext("Opponent’s tokens: %(name)s") % {"name": name}


def _token_blocks(found: list[Token], heading: str, down: int) -> Iterator[Block]:
    """Yield tokens by sheets of rows, without those that are too many."""
    rows: Rows = tuple(tuple(found[at : at + TOKENS.across]) for at in range(0, len(found), TOKENS.across))
    for at in range(0, min(len(rows), SHEETS_AT_MOST * down), down):
        sheet = rows[at : at + down]
        yield Block("tokens", heading, KIT.marks + len(sheet) * TOKENS.token, sheet)


def _more(found: list[Token], down: int) -> str:
    """Return the note on tokens without a sheet."""
    more = len(found) - SHEETS_AT_MOST * down * TOKENS.across
    said = gettext("%(count)s more tokens are not printed: make them by hand.") % {"count": more}
    return said if more > 0 else ""


def _template_blocks(roster: Roster, catalogue: Catalogue, options: Options) -> Iterator[Block]:
    for shelf in shelves(roster, catalogue, options.language, options.paper):
        yield Block("shelf", gettext("Templates"), KIT.air + shelf[0].height, shelf)


def _stick_blocks(roster: Roster, catalogue: Catalogue, options: Options) -> Iterator[Block]:
    for sticks in stick_sheets(roster, catalogue, options):
        yield Block("sticks", gettext("Range sticks · 3×: on three dice"), KIT.air + sticks[0].length, sticks)


def _track_blocks(roster: Roster, catalogue: Catalogue, options: Options) -> Iterator[Block]:
    for track in tracks(catalogue):
        yield Block(
            "track", gettext("Tracks"), KIT_ROOM.track_head + len(track.lines) * KIT.track_line, track
        )
    heading = gettext("Squads, to turn over once they have acted")
    for row in squad_cards(roster, options.language):
        yield Block("cards", heading, KIT.air + KIT.squad_card_height, row)


def _standee_blocks(roster: Roster, catalogue: Catalogue, options: Options) -> Iterator[Block]:
    heading = gettext("Standees: fold along the dashed lines, the feet outwards")
    for sheet in standees(roster, catalogue, options.language):
        rows = -(-len(sheet) // STANDEES.across)
        yield Block("standees", heading, KIT.air + rows * STANDEES.standee_height, sheet)
