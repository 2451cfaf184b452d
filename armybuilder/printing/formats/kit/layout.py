"""The cut-out sheets of a list, derived from the list and its ruleset."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from django.utils.translation import gettext

from armybuilder.printing.formats.kit.pieces import standee_rows, token_rows
from armybuilder.printing.formats.kit.sizes import AROUND, HEAD, HEADING, KIT, packed
from armybuilder.printing.formats.kit.sticks import stick_rows
from armybuilder.printing.formats.kit.templates import Template, templates
from armybuilder.printing.layout.options import Paper
from armybuilder.printing.layout.pictures import pattern_of
from armybuilder.printing.layout.sizes import PAPERS, content_width
from armybuilder.printing.units.setting import Setting
from armybuilder.printing.units.top import Top

Kind = Literal["tokens", "templates", "sticks", "standees"]


@dataclass(frozen=True, slots=True)
class Block:
    """A row of pieces, `height` mm high: tokens, templates, sticks or standees.

    `heading` is printed above it, "" if the block above has the same heading.
    """

    kind: Kind
    heading: str
    height: float
    content: Any


@dataclass(frozen=True, slots=True)
class Kit:
    """All cut-out sheets. `tile` is the pattern of the pair. `empty`: the list has no figures or vehicles."""

    top: Top
    sheets: list[list[Block]]
    empty: bool
    tile: int


def lay_out(setting: Setting) -> Kit:
    """Return the sheets of a list."""
    roster = setting.roster
    label = gettext("%(game)s · cut out along the lines") % {"game": setting.say(setting.catalogue.name)}
    return Kit(
        top=Top.of(setting, label, gettext("cut-out sheets")),
        sheets=sheets_of(_blocks(setting), setting.options.paper),
        empty=not any(squad.figures or squad.vehicles for squad in roster.squads),
        tile=pattern_of(roster.pair_name or roster.name),
    )


def _blocks(setting: Setting) -> Iterator[Block]:
    for row in token_rows(setting):
        yield Block("tokens", gettext("Tokens"), KIT.token, row)
    for sticks in stick_rows(setting):
        yield Block("sticks", gettext("Range sticks · 3×: on three dice"), KIT.air + sticks[0].length, sticks)
    for shelf in rows_of(templates(setting), content_width(setting.options.paper)):
        yield Block("templates", gettext("Templates"), KIT.air + shelf[0].height, shelf)
    heading = gettext("Standees: fold along the dashed lines, the feet outwards")
    for standees in standee_rows(setting):
        yield Block("standees", heading, KIT.standee_height, standees)


# ── Rows and sheets ────────────────────────────────────────────────────────────────────────────────────────────────


def rows_of(found: Iterable[Template], room: float) -> list[list[Template]]:
    """Return templates in rows, tallest first, each in the first row with room for it."""
    tallest_first = sorted(found, key=lambda one: one.height, reverse=True)
    return packed(tallest_first, lambda row, place: sum(one.width for one in row) <= room)


def sheets_of(blocks: Iterable[Block], paper: Paper) -> list[list[Block]]:
    """Return blocks by sheet, in order, except blocks that fit an earlier sheet. The first sheet has the title."""
    room = PAPERS[paper].paper_height - PAPERS[paper].bottom - AROUND
    sheets = packed(blocks, lambda sheet, place: _high(sheet) + HEAD * (not place) <= room)
    return [_headed(sheet) for sheet in sheets or [[]]]


def _high(sheet: list[Block]) -> float:
    """Return the height of blocks including headings."""
    return sum(HEADING * bool(block.heading) + block.height for block in _headed(sheet))


def _headed(sheet: list[Block]) -> list[Block]:
    """Put blocks with the same heading together, and print the heading once."""
    sheet = sorted(sheet, key=lambda block: [one.kind for one in sheet].index(block.kind))
    above = ["", *(block.heading for block in sheet)]
    return [
        replace(block, heading="" if block.heading == before else block.heading)
        for before, block in zip(above, sheet, strict=False)
    ]
