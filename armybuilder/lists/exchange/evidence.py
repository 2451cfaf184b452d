"""What the phrases of a line say by themselves: numbers, signs, and the names that they are."""

from collections.abc import Iterator, Sequence

from armybuilder.lists.recognition.pieces import HEADS, OF_ROW, Piece, number_in
from armybuilder.lists.recognition.words import AND, NUMBERS, TIMES
from rules.core.catalogue.building import Preset
from rules.core.text import squeezed

PARTING = ",;+/&|\\"


def may_be_plural(piece: Piece) -> bool:
    """Whether a phrase may be a plural of either language: fucilieri, riflemen, SMG."""
    texts = [token.text for token in piece.tokens]
    return texts[-1].isupper() or any(text.casefold().endswith(("i", "s", "men")) for text in texts)


def may_be_carried(part: Sequence[Piece], before: Sequence[Piece]) -> bool:
    """Whether a weapon may be that of the men before it: 3 AK, RPG; squad leader, M4 x1."""
    if any(piece.kind in HEADS or (value_of(piece) or 0) > 1 for piece in part):
        return False
    if any(value_of(piece) is not None for piece in part):
        return not any(value_of(piece) is not None for piece in before)
    return any(piece.kind in HEADS or value_of(piece) is not None for piece in before)


def starts_with_counts(pieces: Sequence[Piece]) -> list[int]:
    """Return the places where a number is followed by a thing."""
    starts = []
    for place, piece in enumerate(pieces):
        follows = place + 1
        while follows < len(pieces) and pieces[follows].word in (*TIMES, "di", "of", "con", "with"):
            follows += 1
        is_thing = follows < len(pieces) and pieces[follows].kind in (*OF_ROW, "class")
        if value_of(piece) and is_thing and not set(pieces[follows].first.before) & set(",;:)-–=|"):
            starts.append(place)
    return starts if starts[:1] == [0] else [0, *starts]


def starts_after_signs(pieces: Sequence[Piece]) -> list[int]:
    """Return the places with a thing after a sign or an “and”."""
    starts = [0]
    for place in range(1, len(pieces)):
        is_parted = set(pieces[place].first.before) & set(PARTING) or pieces[place - 1].word in AND
        if is_parted and any(piece.kind in OF_ROW for piece in pieces[place : place + 2]):
            starts.append(place)
    return starts


def value_of(piece: Piece) -> int | None:
    """Return the number of a phrase without another meaning."""
    token = piece.first
    if token.is_misread and not piece.match:
        return int(token.text[1:]) if token.text[:1] in "lL" and token.text[1:].isdecimal() else None
    value = number_in(piece)
    return NUMBERS.get(token.key) if value is None and not piece.match else value


def values_in(pieces: Sequence[Piece]) -> Iterator[int]:
    """Yield the numbers of a line, and of the levels in its names."""
    for piece in pieces:
        value = value_of(piece)
        if value is not None and not (value == 1 and piece.word in NUMBERS and piece.first.is_joining):
            yield value
        elif piece.match and piece.kind == "leadership":
            yield from (int(token.key) for token in piece.tokens if token.is_number)


def means(piece: Piece, item: str) -> bool:
    """Whether a phrase may mean the thing with this id."""
    return piece.match is not None and any(meaning.id == item for meaning in piece.match.meanings)


def calls_man(piece: Piece, preset: Preset) -> bool:
    """Whether a phrase is the name of a man in the ruleset, or starts it: fuc."""
    names = (squeezed(preset.name.it), squeezed(preset.name.en))
    return is_named(piece) or any(name.startswith(piece.first.key) for name in names)


def is_named(piece: Piece) -> bool:
    """Whether a phrase is a name in the ruleset, not a nickname."""
    return bool(piece.match and piece.match.named)


def is_exact(piece: Piece) -> bool:
    """Whether a phrase is a known word without a typing error."""
    return bool(piece.match and piece.match.exact)


def is_same(before: Piece, after: Piece) -> bool:
    """Whether two phrases may name the same thing."""
    return after.match is not None and any(means(before, meaning.id) for meaning in after.match.meanings)
