"""The cut-out sheets of a list, derived from the list and its ruleset.

Pieces share sheets, the tallest first: each is in the upper left corner of the first free room that it fits.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from django.utils.translation import gettext

from armybuilder.printing.formats.kit.pieces import KIT, Standee, Token, standees, tokens
from armybuilder.printing.formats.kit.sticks import Stick, sticks_of
from armybuilder.printing.formats.kit.templates import Template, templates
from armybuilder.printing.layout.options import Paper
from armybuilder.printing.layout.pictures import pattern_of
from armybuilder.printing.layout.sizes import PAPERS, content_width
from armybuilder.printing.units.setting import Setting
from armybuilder.printing.units.top import Top

AROUND, HEAD = 19.0, 15.0  # mm around a sheet, and for the title on the first
Kind = Literal["token", "template", "stick", "standee"]
Content = Token | Template | Stick | Standee


class Piece(NamedTuple):
    """Something to cut out, in millimetres."""

    kind: Kind
    content: Content
    width: float
    height: float


class Room(NamedTuple):
    """Free room on a sheet, in millimetres."""

    sheet: int
    left: float
    top: float
    width: float
    height: float

    def fits(self, piece: Piece) -> bool:
        return piece.width <= self.width and piece.height <= self.height

    def without(self, piece: Piece) -> list["Room"]:
        """Return what is left beside and below a piece in its corner."""
        right, below = self.left + piece.width, self.top + piece.height
        return [
            Room(self.sheet, right, self.top, self.width - piece.width, piece.height),
            Room(self.sheet, self.left, below, self.width, self.height - piece.height),
        ]


class Place(NamedTuple):
    """A piece on a sheet, in millimetres from its upper left corner."""

    piece: Piece
    left: float
    top: float


@dataclass(frozen=True, slots=True)
class Kit:
    """All cut-out sheets. `tile` is the pattern of the pair."""

    top: Top
    sheets: list[list[Place]]
    tile: int


def lay_out(setting: Setting) -> Kit:
    """Return the sheets of a list."""
    roster, pieces = setting.roster, list(_pieces(setting))
    kinds = {piece.kind for piece in pieces}
    is_empty = not any(squad.figures or squad.vehicles for squad in roster.squads)
    notes = [
        setting.say(setting.catalogue.name),
        gettext("cut out along the lines"),
        gettext("sticks: 3× means three dice") if "stick" in kinds else "",
        gettext("standees: fold along the dashed lines, the feet outwards") if "standee" in kinds else "",
        gettext("There is nobody in this list yet.") if is_empty else "",
    ]
    return Kit(
        top=Top.of(setting, " · ".join(filter(None, notes)), gettext("cut-out sheets")),
        sheets=sheets_of(pieces, setting.options.paper),
        tile=pattern_of(roster.pair_name or roster.name),
    )


def _pieces(setting: Setting) -> Iterator[Piece]:
    for stick in sticks_of(setting):
        yield Piece("stick", stick, KIT.stick, stick.length)
    for template in templates(setting):
        yield Piece("template", template, template.width, template.height)
    for standee in standees(setting):
        yield Piece("standee", standee, KIT.standee_width, KIT.standee_height)
    for token in tokens(setting):
        yield Piece("token", token, KIT.token, KIT.token)


def sheets_of(pieces: Iterable[Piece], paper: Paper) -> list[list[Place]]:
    """Return pieces by sheet, the tallest first. The first sheet has the title."""
    wide, high = content_width(paper), PAPERS[paper].paper_height - PAPERS[paper].bottom - AROUND
    sheets: list[list[Place]] = [[]]
    rooms = [Room(0, 0.0, HEAD, wide, high - HEAD)]
    at, before = 0, (0.0, 0.0)
    for piece in sorted(pieces, key=lambda piece: piece.height, reverse=True):
        size = (piece.width, piece.height)
        if size != before:  # an equal piece does not fit where the last one did not either
            at, before = 0, size
        while at < len(rooms) and not rooms[at].fits(piece):
            at += 1
        if at == len(rooms):
            rooms.append(Room(len(sheets), 0.0, 0.0, wide, high))
            sheets.append([])
        room = rooms[at]
        rooms[at : at + 1] = room.without(piece)
        sheets[room.sheet].append(Place(piece, round(room.left, 2), round(room.top, 2)))
    return sheets
