"""The phrases of a line, with their possible meanings."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from armybuilder.lists.recognition.tokens import Token, glued, misread, points, times, tokens_of
from armybuilder.lists.recognition.vocabulary import LONGEST_PHRASE, SHORT, Kind, Match, Meaning, Vocabulary
from armybuilder.lists.recognition.words import (
    ADDING,
    HOW_MANY,
    LEVEL,
    NUMBERS,
    OR,
    TIMES,
    UNITS,
)

PARTING = frozenset(",;:()[]{}+|=·?!")  # no phrase continues after these
PEOPLE: tuple[Kind, ...] = ("preset", "leadership", "role")
HEADS: tuple[Kind, ...] = (
    "vehicle",
    "extra",
    *PEOPLE,
)  # separate things, not equipment or roles
OF_ROW: tuple[Kind, ...] = (*HEADS, "weapon")
GEAR: tuple[Kind, ...] = ("weapon", "vehicle", "extra", "class", *PEOPLE)


@dataclass(frozen=True, slots=True)
class Term:
    """Words of a line with their possible meanings, the likeliest first.

    Not `sure`: a guess. `named`: a name in the ruleset, not a nickname. `misspelt`: only similar to a known word.
    """

    text: str
    meanings: tuple[Meaning, ...]
    sure: bool = True
    named: bool = True
    misspelt: bool = False

    @property
    def kind(self) -> Kind:
        """The kind of the likeliest meaning."""
        return self.meanings[0].kind


@dataclass(frozen=True, slots=True)
class Piece:
    """A phrase of a line: tokens with their meanings (None: unknown)."""

    tokens: tuple[Token, ...]
    match: Match | None = None

    @property
    def first(self) -> Token:
        """The first word. An unknown phrase has only one."""
        return self.tokens[0]

    @property
    def word(self) -> str:
        """The word of an unknown piece, in the form used to compare words."""
        return "" if self.match else self.first.key

    @property
    def kind(self) -> Kind | None:
        """The kind of the likeliest meaning, None if unknown."""
        return self.match.meanings[0].kind if self.match else None


def pieces_of(line: str, vocabulary: Vocabulary, misspelt: bool = True) -> list[Piece]:
    """Return the longest known phrases of a line; `misspelt` also allows typing errors."""
    known = vocabulary.pieces
    if (line, misspelt) not in known:
        tokens = [part for token in tokens_of(line) for part in _apart(token, vocabulary)]
        known[line, misspelt] = tuple(_pieces(tokens, vocabulary, misspelt))
    return list(known[line, misspelt])


def _apart(token: Token, vocabulary: Vocabulary) -> Sequence[Token]:
    """Split a number from an attached word, if that gives a known word."""
    parts = glued(token)
    means = any(vocabulary.knows(part) or part.key in (*LEVEL, *HOW_MANY) for part in parts)
    means = means or token.key.replace("x", "").isdecimal()
    if len(parts) == 2 and not vocabulary.knows(token) and means:
        return parts
    return [token]


def is_sure(match: Match) -> bool:
    """Whether a word has only one meaning. Ranks and names of troops say little about level and class."""
    read_into = not match.named and match.meanings[0].kind in ("leadership", "class")
    return match.exact and len(match.meanings) == 1 and not read_into


def term_of(piece: Piece, line: str) -> Term:
    """Return the term for a phrase with a meaning."""
    assert piece.match
    text = line[piece.first.start : piece.tokens[-1].end]
    return Term(text, piece.match.meanings, is_sure(piece.match), piece.match.named, not piece.match.exact)


def _pieces(tokens: Sequence[Token], vocabulary: Vocabulary, misspelt: bool) -> Iterator[Piece]:
    place = 0
    while place < len(tokens):
        phrase, match = _phrase_at(tokens, place, vocabulary, misspelt)
        yield Piece(tuple(phrase) if match else (misread(phrase[0]) or phrase[0],), match)
        place += len(phrase)


def _phrase_at(
    tokens: Sequence[Token], place: int, vocabulary: Vocabulary, misspelt: bool
) -> tuple[Sequence[Token], Match | None]:
    """Return the longest known phrase at a place, preferring a longer phrase with a typing error."""
    for length in range(_longest(tokens, place), 0, -1):
        phrase = tokens[place : place + length]
        if match := vocabulary.find(phrase):
            is_counted = place > 0 and not phrase[0].before and _is_quantity(tokens[place - 1])
            if is_counted and match.meanings[0].kind == "section":
                return phrase, vocabulary.only(OF_ROW).find(phrase) or match  # 2 vehicles
            return phrase, match
        compared = misspelt and length <= 3 and _may_be_misspelt(phrase, vocabulary)
        if compared and (match := vocabulary.near(phrase)):
            return phrase, match
    return tokens[place : place + 1], None


def _longest(tokens: Sequence[Token], place: int) -> int:
    """Return the greatest possible length of a phrase in words, up to an ending sign or the end of the line."""
    ahead = tokens[place + 1 : place + LONGEST_PHRASE]
    return 1 + next((number for number, token in enumerate(ahead) if PARTING.intersection(token.before)), len(ahead))


def _may_be_misspelt(phrase: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """Whether a phrase is worth comparing: it starts and ends with a word, and one of its words is unknown."""
    if all(map(vocabulary.knows, phrase)):
        return False
    last = phrase[-1].text
    if len(phrase) > 1 and vocabulary.knows(phrase[0]) and last[:1].isupper() and not last.isupper():
        return False  # Serg. Neri
    ends = (phrase[0], phrase[-1])
    if any(_is_quantity(token) or token.is_common or len(token.key) == 1 for token in ends):
        return False
    if any(len(token.key) < SHORT for token in ends) and any(map(vocabulary.knows, phrase)):
        return False
    return any(not vocabulary.knows(token) and not token.is_common for token in phrase)


def _is_quantity(token: Token) -> bool:
    is_number = token.is_number or token.is_calibre or misread(token) is not None
    is_number = is_number or token.key in NUMBERS
    return is_number or times(token) is not None or points(token) is not None or token.key in TIMES


def is_surname(before: Piece | None, piece: Piece) -> bool:
    """Whether a word directly behind a rank is a name, although it is a common word: Corporal Testa, Sgt. Di Marco."""
    is_rank = before is not None and before.kind == "leadership"
    is_word = piece.match is None and piece.first.text.istitle() and piece.first.key[1:].isalpha()
    return is_rank and is_word and not piece.first.before.strip(".") and piece.word not in (*ADDING, *OR, *UNITS)


def number_in(piece: Piece) -> int | None:
    """Return the number of a phrase without another meaning: 4, x4, 40pt, four, but not “one”."""
    token = piece.first
    if piece.match or token.is_number:
        return None if piece.match else int(token.key)
    value = times(token)
    value = points(token) if value is None else value
    return NUMBERS.get(token.key, 1) if value is None and NUMBERS.get(token.key, 1) > 1 else value


def count_at(pieces: Sequence[Piece], number: int) -> bool:
    """Return the count at a place: 4, x4, 4x, four."""
    if number >= len(pieces) or pieces[number].match or points(pieces[number].first) is not None:
        return False
    token = pieces[number].first
    behind = pieces[number + 1].first.before if number + 1 < len(pieces) else ":"
    if kind_at(pieces, number - 1) == "squad" and (token.text == "A" or ":" in behind):
        return False  # squad A, squad 2:
    after = pieces[number + 1].first if number + 1 < len(pieces) else None
    if token.text == "A" and after and after.text.istitle() and not pieces[number + 1].match:
        return False  # A Troop
    follows = after.key if after else ""
    return follows not in UNITS and (token.is_number or times(token) is not None or token.key in NUMBERS)


def kind_at(pieces: Sequence[Piece], number: int) -> Kind | None:
    """Return the kind of the phrase at a place, None if unknown."""
    match = pieces[number].match if 0 <= number < len(pieces) else None
    return match.meanings[0].kind if match else None


def number_of(pieces: Sequence[Piece]) -> int:
    """Return the number of a numbered line, 0 without a number: “2. Alpha squad”."""
    if not pieces or pieces[0].match or not pieces[0].first.is_number or "(" in pieces[0].first.before:
        return 0
    is_behind = len(pieces) == 1 or pieces[1].first.before.startswith((")", "."))
    return int(pieces[0].first.key) if is_behind else 0
