"""Use the facts in a row: sums (four riflemen at 15 = 60), and models used as something else."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from armybuilder.lists.recognition.pieces import Piece, count_at
from armybuilder.lists.recognition.tokens import points, times
from armybuilder.lists.recognition.words import AS, BEING, HOW_MUCH, NUMBERS, OF_ONE, TIMES, UNITS, USED


def without_sums(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces of a row with only the results of its sums: four at 15 = 60; 12 + 10 = 22."""
    pieces = _without_sum_before(pieces)
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


def _without_sum_before(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces of a row with a sum of prices before it replaced by its result: 11 + 10 = 21: leader."""
    thing = next((place for place, piece in enumerate(pieces) if not _value(piece)), len(pieces))
    values = [_value(piece) for piece in pieces[:thing]]
    if thing == len(pieces) or len(values) < 3 or "=" not in pieces[thing - 1].first.before:
        return [*pieces]
    if sum(values[:-1]) != values[-1] or not all(map(_adds, pieces[1 : thing - 1])):
        return [*pieces]
    total = pieces[thing - 1].first
    return [Piece((replace(total, key=f"{values[-1]}{UNITS[0]}"),)), *pieces[thing:]]


def _adds(piece: Piece) -> bool:
    return piece.first.before in ("+", "&") or piece.word in UNITS


def _start(pieces: Sequence[Piece], place: int) -> int:
    """Return the start of the words before a unit price: x15, a 10."""
    while pieces[place - 1].word in (*TIMES, *HOW_MUCH, *UNITS) and not _value(pieces[place - 1]):
        place -= 1
    return place


def _end(pieces: Sequence[Piece], place: int, total: int) -> int:
    """Return the end of the words after a unit price: 7 points a man."""
    while place < total and pieces[place].first.key in (*UNITS, *OF_ONE):
        place += 1
    return place


def without_models(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces of a row without proxy models: a Breda 30 used as an LMG."""
    for number, (piece, after) in enumerate(pairwise(pieces)):
        if piece.first.key in USED and after.first.key in AS and not after.first.before:
            model = number - 1
            while model > 0 and not _names_model(pieces[model]):
                model -= 1
            if _names_model(pieces[model]) and number + 2 < len(pieces):
                follows = pieces[number + 2]
                first = replace(follows.first, before=pieces[model].first.before)
                return [
                    *pieces[:model],
                    Piece((first, *follows.tokens[1:]), follows.match),
                    *pieces[number + 3 :],
                ]
    return [*pieces]


def aside_in(pieces: Sequence[Piece]) -> Sequence[Piece]:
    """Return the pieces of a row about some of its men: six men (one is the leader)."""
    for place in range(2, len(pieces)):
        is_counted = count_at(pieces, place - 1) and pieces[place - 1].first.before
        if is_counted and pieces[place].first.text in BEING:
            behind = range(place + 1, len(pieces))
            ends = (number for number in behind if pieces[number].first.before.strip("'’"))
            return pieces[place - 1 : next(ends, len(pieces))]
    return ()


def _names_model(piece: Piece) -> bool:
    return piece.kind in ("weapon", "vehicle")


def _value(piece: Piece) -> int:
    """Return the number in a piece, 0 if it is not a number."""
    token = piece.first
    if piece.match:
        return 0
    if token.is_number:
        return int(token.key)
    word = NUMBERS.get(token.key, 0)
    return times(token) or points(token) or (word if word > 1 else 0)  # “a” is not a number
