"""The rows of a line: how many, of what, for how much, and what of it is not understood."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from armybuilder.lists.recognition.tokens import (
    ADDING,
    LEVEL,
    NUMBERS,
    TIMES,
    UNITS,
    WITH,
    Token,
    points,
    times,
    tokens_of,
)
from armybuilder.lists.recognition.vocabulary import LONGEST_PHRASE, Kind, Match, Meaning, Vocabulary
from rules.core.catalogue import Catalogue

MOST = 200  # men of a row
MOST_BEHIND = 20  # of a number without a word behind what it counts: a larger one is a price
OPENING = ("(", "[", "{", "<")
PRICED = ("=", "-", "–", "—", ":", "@", "+", "→", "~", "[", "{", "<")  # before a price at the end of a row
PARTING = frozenset(",;:()[]{}+|=·")  # no phrase goes on behind one of them
SEPARATING = (",", ";", "+", "/", "&", "|")
PEOPLE: tuple[Kind, ...] = ("preset", "leadership", "role")
GEAR: tuple[Kind, ...] = ("weapon", "vehicle", "extra", "class", *PEOPLE)


@dataclass(frozen=True, slots=True)
class Term:
    """Words of a line and what they may mean, the likeliest first.

    Not `sure`: it is a guess; `named`: a name of the ruleset, and no nickname.
    """

    text: str
    meanings: tuple[Meaning, ...]
    sure: bool = True
    named: bool = True

    @property
    def kind(self) -> Kind:
        """The kind of what is meant most likely."""
        return self.meanings[0].kind


@dataclass(slots=True)
class Draft:
    """A row as it was typed. `levels`: the numbers behind some terms, by the place of the term."""

    text: str = ""
    count: int = 0  # 0: none was typed
    price: int | None = None
    name: str = ""
    team: str = ""
    combat_value: int | None = None
    terms: list[Term] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    levels: dict[int, int] = field(default_factory=dict)

    def has(self, *kinds: Kind) -> bool:
        """Whether one of its terms is of one of these kinds."""
        return any(term.kind in kinds for term in self.terms)

    @property
    def is_sentence(self) -> bool:
        """Whether it is more of a sentence than of a row: no number, and it begins with words that mean nothing."""
        begins = self.unknown and self.text.startswith(self.unknown[0])
        return not self.count and bool(begins) and sum(len(text.split()) for text in self.unknown) >= 2

    def drop_ranks(self) -> None:
        """Leave out ranks, where the level of leadership is typed besides."""
        kept = [
            place
            for place, term in enumerate(self.terms)
            if term.kind != "leadership" or place in self.levels
        ]
        self.levels = {new: self.levels[old] for new, old in enumerate(kept) if old in self.levels}
        self.terms = [self.terms[place] for place in kept]

    def settle(self, catalogue: Catalogue) -> None:
        """Take of several men with one name the one who carries what is typed besides: a gunner with an LMG."""
        weapons = {term.meanings[0].id for term in self.terms if term.kind == "weapon" and term.sure}
        carriers = {item.id for item in catalogue.presets if weapons and weapons <= set(item.weapons)}
        for place, term in enumerate(self.terms):
            fits = tuple(meaning for meaning in term.meanings if meaning.id in carriers)
            if term.kind == "preset" and len(fits) == 1 and not term.sure:
                self.terms[place] = Term(term.text, fits, sure=True, named=term.named)


@dataclass(frozen=True, slots=True)
class Piece:
    """A phrase of a line: tokens, and what they mean (None: nothing)."""

    tokens: tuple[Token, ...]
    match: Match | None = None

    @property
    def first(self) -> Token:
        return self.tokens[0]


def pieces_of(line: str, vocabulary: Vocabulary, misspelt: bool = True) -> list[Piece]:
    """Return the phrases of a line, the longest that mean something; `misspelt`: with a typing error, too."""
    return list(_pieces(tokens_of(line), vocabulary, misspelt))


def _pieces(tokens: Sequence[Token], vocabulary: Vocabulary, misspelt: bool) -> Iterator[Piece]:
    place = 0
    while place < len(tokens):
        phrase, match = _phrase_at(tokens, place, vocabulary, misspelt)
        yield Piece(tuple(phrase), match)
        place += len(phrase)


def _phrase_at(
    tokens: Sequence[Token], place: int, vocabulary: Vocabulary, misspelt: bool
) -> tuple[Sequence[Token], Match | None]:
    """Return the longest phrase at a place that means something; a longer one with a typing error comes before."""
    for length in range(_longest(tokens, place), 0, -1):
        phrase = tokens[place : place + length]
        if match := vocabulary.find(phrase):
            return phrase, match
        compared = misspelt and length <= 3 and _may_be_misspelt(phrase, vocabulary)
        if compared and (match := vocabulary.near(phrase)):
            return phrase, match
    return tokens[place : place + 1], None


def _longest(tokens: Sequence[Token], place: int) -> int:
    """Return how many words can be one phrase at most: a sign that ends one stands behind them, or the line ends."""
    ahead = tokens[place + 1 : place + LONGEST_PHRASE]
    return 1 + next(
        (number for number, token in enumerate(ahead) if PARTING.intersection(token.before)), len(ahead)
    )


def _may_be_misspelt(phrase: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """Whether a phrase is worth comparing: it begins and ends with a word, and one of them means nothing by itself."""
    if all(map(vocabulary.knows, phrase)):
        return False
    ends = (phrase[0], phrase[-1])
    if any(token.is_common or token.is_number or len(token.key) == 1 or _quantity(token) for token in ends):
        return False
    return any(not vocabulary.knows(token) and not token.is_common for token in phrase)


def _quantity(token: Token) -> bool:
    return times(token) is not None or points(token) is not None or token.key in TIMES


# ── Rows ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def rows_of(line: str, vocabulary: Vocabulary) -> list[Draft]:
    """Return the rows that a line asks for."""
    pieces = pieces_of(line, vocabulary)
    return [_Reader(line, part, vocabulary).draft() for part in _parts(pieces, vocabulary)]


def _parts(pieces: Sequence[Piece], vocabulary: Vocabulary) -> Iterator[list[Piece]]:
    """Yield the pieces of each row: a new one begins with a number behind a comma or “and”, or with who does a job."""
    part: list[Piece] = []
    says_something = False
    for number, piece in enumerate(pieces):
        if says_something and _begins_row(pieces, number, vocabulary):
            yield part
            part, says_something = [], False
        part.append(piece)
        says_something = says_something or piece.match is not None
    if part:
        yield part


def _begins_row(pieces: Sequence[Piece], number: int, vocabulary: Vocabulary) -> bool:
    piece, before = pieces[number], pieces[number - 1]
    if NUMBERS.get(piece.first.key) == 1 and before.first.key in WITH:
        return False  # with a rifle
    added = before.first.key in ADDING or any(sign in piece.first.before for sign in SEPARATING)
    if not added:
        return False
    if piece.match:
        return _does_job(piece.match, vocabulary) and "," not in piece.first.before
    follows = pieces[number + 1] if number + 1 < len(pieces) else None
    counts = piece.first.is_number or times(piece.first) is not None or piece.first.key in NUMBERS
    if not counts or follows is None:
        return False
    unit = follows.first.is_number or points(follows.first) is not None or follows.first.key in UNITS
    return bool(follows.match) or not unit


def _does_job(match: Match, vocabulary: Vocabulary) -> bool:
    """Whether a word is of somebody beside the first: a medic, a crewman."""
    presets = {item.id: item for item in vocabulary.catalogue.presets}
    return match.meanings[0].kind == "preset" and bool(presets[match.meanings[0].id].roles)


class _Reader:
    """Reads the pieces of one row."""

    def __init__(self, line: str, pieces: Sequence[Piece], vocabulary: Vocabulary) -> None:
        self.line, self.pieces, self.catalogue = line, pieces, vocabulary.catalogue
        last = pieces[-1].tokens[-1]
        self.row = Draft(text=line[pieces[0].first.start : last.end].strip())
        self.words: list[Token] = []  # that mean nothing

    def draft(self) -> Draft:
        for number, piece in enumerate(self.pieces):
            self.read(number, piece)
        self.unknown_words()
        return self.row

    def read(self, number: int, piece: Piece) -> None:
        row, token = self.row, piece.first
        if self.is_team(number, piece):
            row.team = token.text
            row.terms.pop()
        elif piece.match:
            self.term(piece)
        elif (count := times(token)) is not None and count > MOST:
            row.unknown.append(token.text)
        elif count is not None:
            row.count = row.count or count
        elif (price := points(token)) is not None:
            row.price = price
        elif token.is_number:
            self.number(number, int(token.key))
        elif token.key in TIMES or token.key in UNITS:
            return
        elif token.key in NUMBERS and not row.terms and not row.count and not self.words:
            row.count = NUMBERS[token.key]
        elif not token.is_joining:
            self.words.append(token)

    def term(self, piece: Piece) -> None:
        assert piece.match
        text = self.line[piece.first.start : piece.tokens[-1].end]
        self.row.terms.append(Term(text, piece.match.meanings, is_sure(piece.match), piece.match.named))

    def number(self, number: int, value: int) -> None:
        """Take a number as what it stands for: a count, a price, or the level of the word before."""
        row, token = self.row, self.pieces[number].first
        after = self.pieces[number + 1].first if number + 1 < len(self.pieces) else None
        if after and after.key in UNITS:
            row.price = value
        elif self.is_level(number, value):
            row.levels[len(row.terms) - 1] = value
        elif row.terms and row.terms[-1].kind == "combat":
            row.combat_value = value
        elif self.is_times(number):
            row.count = row.count or min(value, MOST)
        elif not row.terms and not row.count and after and after.before.startswith((")", ".")):
            return  # the number of the line
        elif not row.terms and not row.count and value > MOST:
            row.unknown.append(token.text)
        elif not row.terms and not row.count:
            row.count = value
        elif row.count or token.before.endswith(PRICED) or value > MOST_BEHIND:
            row.price = value
        else:
            row.count = value

    def is_times(self, number: int) -> bool:
        token = self.pieces[number].first
        before = self.pieces[number - 1].first.key if number else ""
        return before in TIMES or (token.before.endswith(("×", "*")) and bool(self.row.terms))

    def is_level(self, number: int, value: int) -> bool:
        """Whether a number belongs to the word before it: “leader 2”, “intelligence level 2”."""
        if not self.row.terms or not number:
            return False
        before, term = self.pieces[number - 1], self.row.terms[-1]
        said = before.first.key in LEVEL
        if not (said or before.match) or self.pieces[number].first.before.startswith((*OPENING, "=")):
            return False
        if term.kind == "leadership":
            return value in self.catalogue.leadership
        extra = self.catalogue.extra_by_id.get(term.meanings[0].id) if term.kind == "extra" else None
        return said or bool(extra and value in (extra.levels or ()))

    def is_team(self, number: int, piece: Piece) -> bool:
        """Whether a letter says which section of the squad a man is in: “team A”."""
        before = self.pieces[number - 1].match if number else None
        is_letter = len(piece.tokens) == 1 and len(piece.first.key) <= 2
        said = before is not None and before.meanings[0].kind == "squad" and "team" in self.catalogue.reads
        return said and is_letter

    def unknown_words(self) -> None:
        """Take words that mean nothing as the name of somebody, if they are written as names, else as unknown."""
        named = self.row.has(*GEAR)
        for words in _runs(self.words, self.line):
            text = self.line[words[0].start : words[-1].end]
            labelled = self.line[words[-1].end :].lstrip().startswith(":")
            if (named or labelled) and not self.row.name and words[0].text[:1].isupper():
                self.row.name = self._with_rank(words, text)
            else:
                self.row.unknown.append(text)

    def _with_rank(self, words: Sequence[Token], text: str) -> str:
        """Return a name with the rank that stands before it: Sgt. Rossi."""
        for piece in self.pieces:
            last = piece.tokens[-1]
            rank = piece.match and piece.match.meanings[0].kind == "leadership" and not piece.match.named
            if rank and not self.line[last.end : words[0].start].strip(". "):
                return self.line[piece.first.start : words[-1].end]
        return text


def is_sure(match: Match) -> bool:
    """Whether a word can mean one thing only. Ranks and what troops are called say little of their level and class."""
    read_into = not match.named and match.meanings[0].kind in ("leadership", "class")
    return match.exact and len(match.meanings) == 1 and not read_into


def _runs(words: Sequence[Token], line: str) -> Iterator[list[Token]]:
    """Yield words that follow each other directly."""
    run: list[Token] = []
    for word in words:
        if run and line[run[-1].end : word.start].strip(" .'’-"):
            yield run
            run = []
        run.append(word)
    if run:
        yield run
