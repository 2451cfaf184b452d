"""Use the sums that a row states: four riflemen at 15 = 60."""

from collections.abc import Sequence
from itertools import pairwise

from armybuilder.lists.recognition.pieces import Piece
from armybuilder.lists.recognition.tokens import points, times
from armybuilder.lists.recognition.words import HOW_MUCH, NUMBERS, OF_ONE, TIMES, UNITS


def without_sums(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces of a row with the results of its sums only: four at 15 = 60; 12 + 10 = 22."""
    kept = [*pieces]
    numbers = [(place, value) for place, piece in enumerate(pieces) if (value := _value(piece))]
    thing = next((place for place, piece in enumerate(pieces) if piece.match), 0)
    counts = {value for place, value in numbers if place < thing}
    for (place, value), (total, whole) in pairwise(numbers):
        if place > thing and whole > value and whole % value == 0 and whole // value in counts:
            return [*pieces[: _start(pieces, place)], *pieces[_end(pieces, place + 1, total) :]]
    if len(numbers) > 2 and "=" in pieces[numbers[-1][0]].first.before:
        total, whole = numbers.pop()
        added = 0
        while added < whole and numbers and numbers[-1][0] > thing:
            start, value = numbers.pop()
            added += value
            if added == whole and all(_adds(pieces[place]) for place in range(start + 1, total)):
                kept = [*pieces[:start], *pieces[total:]]
    return kept


def _adds(piece: Piece) -> bool:
    return piece.first.before in ("+", "&") or piece.word in UNITS


def _start(pieces: Sequence[Piece], place: int) -> int:
    """Return where the words before the price of one begin: x15, a 10."""
    while pieces[place - 1].word in (*TIMES, *HOW_MUCH, *UNITS) and not _value(pieces[place - 1]):
        place -= 1
    return place


def _end(pieces: Sequence[Piece], place: int, total: int) -> int:
    """Return where the words behind the price of one end: 7 points a man."""
    while place < total and pieces[place].first.key in (*UNITS, *OF_ONE):
        place += 1
    return place


def _value(piece: Piece) -> int:
    """Return the number that a piece is, 0 of anything else."""
    token = piece.first
    if piece.match:
        return 0
    if token.is_number:
        return int(token.key)
    word = NUMBERS.get(token.key, 0)
    return times(token) or points(token) or (word if word > 1 else 0)  # “a” is no number
