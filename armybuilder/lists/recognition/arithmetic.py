"""Use the sums that a row states: four riflemen at 15 = 60."""

from collections.abc import Sequence
from itertools import pairwise

from armybuilder.lists.recognition.pieces import Piece
from armybuilder.lists.recognition.tokens import points, times
from armybuilder.lists.recognition.words import HOW_MUCH, NUMBERS, OF_ONE, TIMES, UNITS


def without_each(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces of a row without the price of one, if how many times that is the price behind it."""
    numbers = [(place, value) for place, piece in enumerate(pieces) if (value := _value(piece))]
    thing = next((place for place, piece in enumerate(pieces) if piece.match), 0)
    counts = {value for place, value in numbers if place < thing}
    for (each, price), (total, whole) in pairwise(numbers):
        if each > thing and whole > price and whole % price == 0 and whole // price in counts:
            start, end = each, each + 1
            while pieces[start - 1].word in (*TIMES, *HOW_MUCH, *UNITS) and _value(pieces[start - 1]) <= 1:
                start -= 1
            while end < total and pieces[end].first.key in (*UNITS, *OF_ONE):
                end += 1
            return [*pieces[:start], *pieces[end:]]
    return list(pieces)


def _value(piece: Piece) -> int:
    """Return the number that a piece is, 0 of anything else."""
    token = piece.first
    if piece.match:
        return 0
    if token.is_number:
        return int(token.key)
    word = NUMBERS.get(token.key, 0)
    return times(token) or points(token) or (word if word > 1 else 0)  # “a” is no number
