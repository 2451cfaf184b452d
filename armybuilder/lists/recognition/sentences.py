"""Distinguish sentences about a list from its rows."""

from collections.abc import Sequence

from armybuilder.lists.recognition.headings import MOST, OF_ROWS
from armybuilder.lists.recognition.pieces import Piece, count_at, number_in
from armybuilder.lists.recognition.tokens import points, times
from armybuilder.lists.recognition.words import (
    DENYING,
    GREETING,
    NOTES,
    NUMBERS,
    SAYING,
    THE,
    UNITS,
)

LONGEST_HEADING = 4  # lower-case words


def is_said(line: str, pieces: Sequence[Piece]) -> bool:
    """Return whether a line is a sentence about a list and not a row: it says more than a purchase."""
    is_note = pieces[0].word in NOTES and len(pieces) > 1 and ":" in pieces[1].first.before
    if is_note or _is_about(line, pieces):
        return True
    denies = not pieces[0].match and pieces[0].first.key in DENYING
    counted = (times(piece.first) is not None or points(piece.first) is not None for piece in pieces)
    numbers = (
        NUMBERS.get(piece.first.key, 0) > 1 or (piece.first.is_number and int(piece.first.key) <= MOST)
        for piece in pieces
        if not piece.match
    )
    if line.rstrip().endswith(":"):
        told = [piece.word for piece in pieces if piece.first.text.islower() and not piece.first.is_joining]
        return len(told) > LONGEST_HEADING and any(word in SAYING for word in told)
    if denies or any(counted) or any(numbers):
        return False
    is_of_thing = pieces[0].word in THE and len(pieces) > 1 and pieces[1].kind in OF_ROWS
    others = [piece.first for piece in pieces if not (piece.match and (piece.match.exact or not is_of_thing))]
    said_by_me = ("I",) if len(pieces) > 1 and not (pieces[0].first.text == "I" and pieces[1].match) else ()
    saying = sum((token.key in SAYING and token.text[-1:].islower()) or token.text in said_by_me for token in others)
    words = [
        token
        for token in others
        if token.key in SAYING or token.text in said_by_me or not (token.is_joining or token.key in NUMBERS)
    ]
    saying += is_of_thing  # the medic stays at home
    things = len(pieces) - len(others)
    ends = line.rstrip()[-1:] in (".", "!", "?")
    lower = sum(token.text.islower() for token in words)
    if not things:
        return lower >= 2  # nothing in it is known
    if words[:1] == [pieces[0].first] and words[0].text.islower() and lower > 2:
        return True  # oh great, traps again
    return len(words) + ends > things and (saying > 0 or (ends and lower >= 2 and len(words) > things))


def _is_about(line: str, pieces: Sequence[Piece]) -> bool:
    """Whether a line is a question, a greeting or a remark: it does not start with a count, and has no price."""
    if count_at(pieces, 0) or any(points(piece.first) is not None or piece.word in UNITS for piece in pieces):
        return False
    known = sum(piece.match is not None and piece.match.exact and piece.kind in OF_ROWS for piece in pieces)
    unknown = sum(not (piece.match or piece.first.is_number or piece.first.is_joining) for piece in pieces)
    bare = line.strip(" *_.")
    first = next((piece for piece in pieces if not piece.word or not piece.first.is_joining), pieces[0])
    greets = first.first.key in GREETING and not (first.match and first.match.exact)
    if greets or "?" in bare:
        return unknown + (bare[-1:] == "?") > known
    is_aside = bare[:1] + bare[-1:] in ("()", '""', "“”", "«»")
    numbers = any(piece.first.is_number and not piece.match for piece in pieces)
    counted = any(
        number_in(piece) is not None and after.kind in OF_ROWS and before.word not in THE  # not: the two tanks
        for before, piece, after in zip(pieces, pieces[1:], pieces[2:], strict=False)
    )
    ends = line.rstrip()[-1:] in (".", "!") and ":" not in line and not (known and numbers) and not counted
    return unknown >= 2 and unknown >= known and (is_aside or (ends and pieces[0].kind is None))
