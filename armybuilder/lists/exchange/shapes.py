"""The layout of a whole text, decided before its lines are read: which lines have numbers, and where the list ends."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from armybuilder.lists.recognition.headings import OF_ROWS, undecorated
from armybuilder.lists.recognition.markup import unmarked
from armybuilder.lists.recognition.pieces import Piece, number_in, pieces_of
from armybuilder.lists.recognition.tokens import points, times
from armybuilder.lists.recognition.vocabulary import Vocabulary
from armybuilder.lists.recognition.words import NUMBERS, SAYING

LEAST_ROWS, SHARE = 3, 0.65


@dataclass(frozen=True, slots=True)
class Shape:
    """A line: its known things, its numbers and the largest of them, its classes, and its words without a meaning."""

    things: int = 0
    numbers: int = 0
    largest: int = 0
    classes: int = 0
    unknown: int = 0
    saying: int = 0
    is_total: bool = False
    ends: bool = False
    in_block: bool = False  # the line before it has content, too


@dataclass(frozen=True)
class Layout:
    """The shapes of all lines. `is_numbered`: rows have a count or a price."""

    shapes: dict[int, Shape]
    is_numbered: bool = False
    last_row: int = 0  # the last line that is surely a row
    total: int = 0  # the line with the total

    def shape(self, number: int) -> Shape:
        return self.shapes.get(number, Shape())

    def follows_row(self, number: int) -> bool:
        """Whether a row with a number follows within the next two lines with content."""
        behind = [place for place in self.shapes if place > number][:2]
        return any(self.shapes[place].things and self.shapes[place].numbers for place in behind)

    def is_named_heading(self, number: int) -> bool:
        """Whether a line with a thing and a class is a heading like others, or starts a block: Recce – elite."""
        shape = self.shape(number)
        is_alone = (shape.things, shape.classes, shape.numbers, shape.unknown) == (1, 1, 0, 0)
        if not is_alone or (shape.in_block and not self.has_headings):
            return False
        behind = next((self.shapes[place] for place in self.shapes if place > number), Shape())
        return behind.things > 0 and not behind.classes

    @cached_property
    def has_headings(self) -> bool:
        """Whether a line below the first has only words and a class."""
        below = [*self.shapes.values()][1:]
        return any(shape.classes and not (shape.things or shape.numbers) for shape in below)


def shape_of(pieces: Sequence[Piece], line: str, in_block: bool = False) -> Shape:
    """Return the shape of a line."""
    known = [piece for piece in pieces if piece.match and piece.match.exact]
    numbers = [piece for piece in pieces if is_number(piece)]
    unknown = [
        piece.first
        for piece in pieces
        if not (piece.match and piece.match.exact) and not piece.first.is_joining and not is_number(piece)
    ]
    return Shape(
        things=sum(piece.kind in OF_ROWS and piece.kind != "class" for piece in known),
        numbers=len(numbers),
        largest=max((number_in(piece) or 0 for piece in numbers), default=0),
        classes=sum(piece.kind == "class" for piece in known),
        unknown=len(unknown),
        saying=sum(token.key in SAYING for token in unknown),
        is_total=any(piece.kind == "total" for piece in known),
        ends=line.rstrip(' *_"”)')[-1:] in (".", "!", "?"),
        in_block=in_block,
    )


def is_number(piece: Piece) -> bool:
    """Whether a piece is a number without another meaning."""
    token = piece.first
    if piece.match:
        return False
    is_said = token.is_number or times(token) is not None or points(token) is not None
    return is_said or NUMBERS.get(token.key, 0) > 1


def layout_of(lines: Sequence[tuple[int, str]], vocabulary: Vocabulary) -> Layout:
    """Return the layout of the numbered lines of a text."""
    shapes, before = {}, -1
    for number, line in lines:
        plain = undecorated(unmarked(line))
        shapes[number] = shape_of(pieces_of(plain, vocabulary), line, number == before + 1)
        before = number
    rows = [shape for shape in shapes.values() if shape.things]
    numbered = [number for number, shape in shapes.items() if shape.things and shape.numbers]
    totals = [number for number, shape in shapes.items() if shape.is_total and not shape.things]
    return Layout(
        shapes,
        len(numbered) >= max(LEAST_ROWS, SHARE * len(rows)),
        max(numbered, default=0),
        totals[-1] if totals else 0,
    )
