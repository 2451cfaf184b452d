"""The sheets of a kit: each piece is on the first sheet with room for it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from armybuilder.printing.formats.kit.part import TemplatePart
from armybuilder.printing.formats.kit.sizes import KIT_ROOM
from armybuilder.printing.formats.kit.standees import Standee
from armybuilder.printing.formats.kit.sticks import Stick
from armybuilder.printing.formats.kit.tokens import Token
from armybuilder.printing.formats.kit.tracks import SquadCard, Track
from armybuilder.printing.layout.options import Paper
from armybuilder.printing.layout.sizes import PAPERS

Rows = tuple[tuple[Token, ...], ...]  # of tokens
Kind = Literal["tokens", "shelf", "sticks", "track", "cards", "standees"]


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a sheet, `height` mm high, as the template of its `kind` prints it.

    `heading` stands above it, "" where the block above has the same.
    """

    kind: Kind
    heading: str
    height: float
    content: Rows | list[TemplatePart] | list[Stick] | Track | list[SquadCard] | list[Standee]

    @property
    def template(self) -> str:
        """Return the template that sets it."""
        return f"formats/kit/_{self.kind}.html"


def sheets_of(blocks: Iterable[Block], paper: Paper) -> list[list[Block]]:
    """Return blocks by sheet, in their order but for those that fill a sheet before; the first sheet has the title."""
    room = PAPERS[paper].paper_height - PAPERS[paper].bottom - KIT_ROOM.around
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
    """Return the height of blocks with their headings."""
    headed = _headed(sheet)
    headings = sum(bool(block.heading) for block in headed)
    return KIT_ROOM.head * first + KIT_ROOM.heading * headings + sum(block.height for block in headed)


def _headed(sheet: list[Block]) -> list[Block]:
    """Leave out repeated headings."""
    before = [""] + [block.heading for block in sheet]
    return [
        replace(block, heading="" if block.heading == above else block.heading)
        for above, block in zip(before, sheet, strict=False)
    ]
