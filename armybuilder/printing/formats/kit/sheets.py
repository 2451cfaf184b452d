"""The cut-out sheets: each piece is placed on the first sheet with room for it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

from armybuilder.printing.formats.kit.sizes import HEAD, HEADING, sheet_room
from armybuilder.printing.layout.options import Paper

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


def sheets_of(blocks: Iterable[Block], paper: Paper) -> list[list[Block]]:
    """Return blocks by sheet, in order, except blocks that fit an earlier sheet. The first sheet has the title."""
    room = sheet_room(paper)
    sheets: list[list[Block]] = [[]]
    for block in blocks:
        fitting = (
            sheet for place, sheet in enumerate(sheets) if _high([*sheet, block], first=not place) <= room
        )
        sheet = next(fitting, None)
        if sheet is None:
            sheet = []
            sheets.append(sheet)
        sheet.append(block)
    return [_headed(sheet) for sheet in sheets]


def _high(sheet: list[Block], *, first: bool) -> float:
    """Return the height of blocks including headings."""
    headings = sum(bool(block.heading) for block in _headed(sheet))
    return HEAD * first + HEADING * headings + sum(block.height for block in sheet)


def _headed(sheet: list[Block]) -> list[Block]:
    """Put blocks with the same heading together, and print the heading once."""
    sheet = sorted(sheet, key=lambda block: [one.kind for one in sheet].index(block.kind))
    before = [""] + [block.heading for block in sheet]
    return [
        replace(block, heading="" if block.heading == above else block.heading)
        for above, block in zip(before, sheet, strict=False)
    ]
