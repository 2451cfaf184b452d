"""Read the first lines of a list: the game, the role, the points, the name."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from armybuilder.lists.recognition.headings import names_list
from armybuilder.lists.recognition.pieces import Piece, Term, is_sure, kind_at, pieces_of
from armybuilder.lists.recognition.titles import by_certainty
from armybuilder.lists.recognition.tokens import Token, points, tokens_of
from armybuilder.lists.recognition.vocabulary import Kind, Vocabulary
from armybuilder.lists.recognition.words import EDITION, LIMIT, UNITS
from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.library import Library
from rules.core.text import Language, squeezed

OF_HEAD: tuple[Kind, ...] = ("ruleset", "format", "class")
LINES_OF_HEAD = 12  # that may name the game
LINES_COMPARED = 60  # used to guess the game
LEAST_KNOWN = 2  # items needed to guess a game
LANGUAGE_WORDS: dict[Language, tuple[str, ...]] = {
    "it": ("it", "ita", "italiana", "italiano", "italian"),
    "en": ("en", "eng", "inglese", "english"),
}
MOST_POINTS = 10_000
WORDS_OF_TOTAL = 7
OF_LIMIT = frozenset(("su", "of", "out", "di", "from"))
LIMIT_FOLLOWS = LIMIT | {"da"}
LIMITS = range(50, 1000, 10)  # limits without a unit: not a year or a regiment's number


@dataclass(frozen=True, slots=True)
class Game:
    """The ruleset of a text. It is not `sure` if the game or the edition is not named."""

    ruleset: str
    sure: bool


@dataclass(slots=True)
class Head:
    """The content of the first lines. `total` and `limit` are points; `classes` are the names of the troops.

    `is_worked_out`: the total is in our own brackets, so it is not a limit. `unlike` is a named role with a different
    limit from the list.
    """

    name: str = ""
    role: str = ""
    role_sure: bool = True
    total: int | None = None
    limit: int | None = None
    is_worked_out: bool = False
    unlike: str = ""
    classes: list[Term] = field(default_factory=list)

    def add_total(self, points: int) -> None:
        """Record the total of a line of its own. The points in the first lines were the limit."""
        if not self.is_worked_out and self.limit is None and (self.role == "open" or self.total != points):
            self.limit = self.total
        self.total, self.is_worked_out = points, True


# ── The game ───────────────────────────────────────────────────────────────────────────────────────────────────────


def find_game(lines: Sequence[str], library: Library, language: Language) -> Game | None:
    """Return the game named in the first lines, otherwise the only game with all their words, or None."""
    books = list(library.catalogues.values())
    named = _named(lines[:LINES_OF_HEAD], books)
    if named:
        return _edition(named, lines[:LINES_OF_HEAD], language)
    return _guessed(lines[:LINES_COMPARED], books, language)


def _named(lines: Sequence[str], books: Sequence[Catalogue]) -> list[Catalogue]:
    """Return the games of the first line that names a game: spelt correctly, otherwise with a typing error."""
    vocabularies = {book.id: Vocabulary(book, ("ruleset",)) for book in books}
    for misspelt in (False, True):
        for line in lines:
            found = [book for book in books if _names(line, vocabularies[book.id], misspelt)]
            if found:
                return found
    return []


def _names(line: str, vocabulary: Vocabulary, misspelt: bool) -> bool:
    return any(piece.match and (piece.match.exact or misspelt) for piece in pieces_of(line[:400], vocabulary, misspelt))


def _edition(books: Sequence[Catalogue], lines: Sequence[str], language: Language) -> Game:
    """Return the named edition of a game, otherwise the edition in the reader's language."""
    if len(books) == 1:
        return Game(books[0].id, True)
    text = squeezed(" ".join(lines))
    for book in books:
        short = (book.short_edition.it, book.short_edition.en) if book.short_edition else ()
        words = (book.edition.it, book.edition.en, *short, *_words_of_edition(book))
        if any(squeezed(word) in text for word in words) or _says_id(lines, book):
            return Game(book.id, True)
    if said := _language_of(lines, books):
        return Game(next((book for book in books if book.language == said), books[0]).id, True)
    own = [book for book in books if book.language == language]
    return Game((own or list(books))[0].id, False)


def _says_id(lines: Sequence[str], book: Catalogue) -> bool:
    """Whether the lines name a game by its id, even with spaces: RTH it."""
    tokens = [token.key for line in lines for token in tokens_of(line[:400])]
    whole = squeezed(book.id)
    return whole in tokens or any("".join(pair) == whole for pair in pairwise(tokens))


def _language_of(lines: Sequence[str], books: Sequence[Catalogue]) -> Language | None:
    """Return the language named after the game: RTH (english), RTH versione inglese."""
    vocabulary = Vocabulary(books[0], ("ruleset",))
    for line in lines:
        pieces = pieces_of(line[:400], vocabulary, misspelt=False)
        game = next((number for number, piece in enumerate(pieces) if piece.match), len(pieces))
        said = [after.first.key for before, after in pairwise(pieces[game:]) if _says_edition(before)]
        for language, words in LANGUAGE_WORDS.items():
            if any(word in words for word in said):
                return language
    return None


def _says_edition(piece: Piece) -> bool:
    """Whether a language after these words is that of the rules."""
    return piece.match is not None or piece.first.key in EDITION


def _words_of_edition(book: Catalogue) -> Iterator[str]:
    nickname = book.nickname_by_thing.get(("ruleset", book.id))
    yield from (word for word in (nickname.words if nickname else ()) if "edi" in word)


def _guessed(lines: Sequence[str], books: Sequence[Catalogue], language: Language) -> Game | None:
    """Return the game that recognises the most items in a text, if there are a few and no other game has as many."""
    if any(_has_points(line) for line in lines):
        books = [book for book in books if book.has_points]
    known = {book.id: _things_known(lines, book) for book in books}
    most = max(known.values(), default=0)
    best = [book for book in books if known[book.id] == most]
    if most < LEAST_KNOWN or len({book.name.en for book in best}) > 1:
        return None
    return Game(_edition(best, (), language).ruleset, False)


def _has_points(line: str) -> bool:
    """Whether a line has a number of points: 22 pts."""
    tokens = tokens_of(line[:400])
    counted = any(before.is_number and after.key in UNITS for before, after in pairwise(tokens))
    return counted or any(points(token) is not None for token in tokens)


def _things_known(lines: Iterable[str], book: Catalogue) -> int:
    vocabulary = Vocabulary(book)
    kinds: tuple[Kind, ...] = ("weapon", "vehicle", "preset", "class", "extra", "role")
    meanings = {
        piece.match.meanings[0]
        for line in lines
        for piece in pieces_of(line[:400], vocabulary, misspelt=False)
        if piece.match
    }
    return sum(meaning.kind in kinds for meaning in meanings)


# ── The rest ───────────────────────────────────────────────────────────────────────────────────────────────────────


def read_head_line(head: Head, line: str, pieces: Sequence[Piece], limits: Mapping[str, int]) -> list[tuple[int, int]]:
    """Read the data of a line about the list; return the places of its words. `limits` are the points by role."""
    spent: list[tuple[int, int]] = []
    for number, piece in enumerate(pieces):
        if piece.match and _take(head, piece, line):
            spent.append(_span(piece))
        elif (price := _points_at(pieces, number, limits)) is not None:
            before = [one.first.key for one in pieces[max(0, number - 2) : number]]
            _take_points(head, price, piece.first, is_limit=any(word in LIMIT_FOLLOWS for word in before))
            spent.append(_span(piece))
        elif (
            (spent and spent[-1][1] <= piece.first.start and piece.first.key in UNITS)
            or piece.first.key in LIMIT
            or (number and _names_language(pieces[number - 1], piece))
        ):
            spent.append(_span(piece))
    head.classes = by_certainty(head.classes, line)
    if head.total is None and head.limit is None:
        spent += _take_bare_limit(head, pieces, limits.get(head.role, 0))
    return sorted(spent)


def _names_language(before: Piece, piece: Piece) -> bool:
    """Whether a word names the edition of the game before it."""
    return (before.kind == "ruleset" or before.first.key in EDITION) and any(
        piece.word in words for words in LANGUAGE_WORDS.values()
    )


def _take_bare_limit(head: Head, pieces: Sequence[Piece], of_role: int) -> list[tuple[int, int]]:
    """Use a number without a unit as the limit, as a guess, in a line with the game or the role."""
    if not names_list(pieces):
        return []
    numbers = [number for number in range(len(pieces)) if _may_be_limit(pieces, number, of_role)]
    if not numbers:
        return []
    head.limit, head.role_sure = int(pieces[numbers[-1]].first.key), False
    return [_span(pieces[numbers[-1]])]


def _may_be_limit(pieces: Sequence[Piece], number: int, of_role: int) -> bool:
    """Whether a number may be a limit: marked by a word, or above the role's limit and no name (101 Airborne)."""
    piece = pieces[number]
    if piece.match or not piece.first.is_number or int(piece.first.key) not in LIMITS:
        return False
    if number and pieces[number - 1].first.key in LIMIT_FOLLOWS:
        return True
    follows = pieces[number + 1] if number + 1 < len(pieces) else None
    is_last = follows is None or bool(follows.first.before) or kind_at(pieces, number + 1) in OF_HEAD
    return is_last and int(piece.first.key) > of_role


def _take(head: Head, piece: Piece, line: str) -> bool:
    """Use a role, a game or a class; return whether the words are not part of the list's name."""
    assert piece.match
    meaning = piece.match.meanings[0]
    if meaning.kind == "format" and head.role not in ("", meaning.id):
        head.role_sure = False  # Free French Commandos
        return False
    if meaning.kind == "format":
        head.role, head.role_sure = meaning.id, piece.match.exact
        return True
    if meaning.kind == "class":
        text = line[piece.first.start : piece.tokens[-1].end]
        head.classes.append(Term(text, piece.match.meanings, is_sure(piece.match), piece.match.named))
    return meaning.kind in ("ruleset", "total")


def read_points(pieces: Sequence[Piece]) -> int | None:
    """Return the points in a total line."""
    numbers = (points(piece.first) or (int(piece.first.key) if piece.first.is_number else 0) for piece in pieces)
    found = [number for number in numbers if 1 <= number <= MOST_POINTS]
    is_sum = bool(found) and any(piece.first.before.endswith("+") for piece in pieces)
    return found[-1 if is_sum else 0] if found else None


def _points_at(pieces: Sequence[Piece], number: int, limits: Mapping[str, int]) -> int | None:
    """Return the points of a word in the first lines: a number with its unit, or the limit of a role."""
    token = pieces[number].first
    if (value := points(token)) is not None:
        return value
    follows = pieces[number + 1].first.key if number + 1 < len(pieces) else ""
    is_plain = token.is_number and not pieces[number].match
    if is_plain and (follows in UNITS or "/" in _before(pieces, number + 1) or int(token.key) in limits.values()):
        return int(token.key)
    return int(token.key) if is_plain and "/" in token.before else None


def spent_of(pieces: Sequence[Piece]) -> int | None:
    """Return the points of a line with only spent points and limit: 87/90, 87 of 90 points."""
    numbers = [number for number, piece in enumerate(pieces) if not piece.match and piece.first.is_number]
    is_about_points = all(piece.kind in (None, "total") for piece in pieces)
    if len(numbers) != 2 or not is_about_points or len(pieces) > WORDS_OF_TOTAL:
        return None
    first, second = numbers
    between = [piece.first.key for piece in pieces[first + 1 : second] if piece.first.key not in UNITS]
    spent, limit = int(pieces[first].first.key), int(pieces[second].first.key)
    is_said = between in [[word] for word in OF_LIMIT] or (not between and "/" in pieces[second].first.before)
    return spent if is_said and 20 <= spent <= 2 * limit and limit in LIMITS else None


def _before(pieces: Sequence[Piece], number: int) -> str:
    return pieces[number].first.before if number < len(pieces) else ""


def _take_points(head: Head, value: int, token: Token, is_limit: bool) -> None:
    """Read `147/150 pt` as the total and the limit, and a single number as the total, or as the limit after “max”."""
    if not 1 <= value <= MOST_POINTS:
        return
    if is_limit or ("/" in token.before and head.total is not None):
        head.limit = value
    else:
        head.total = value
        head.is_worked_out = "[" in token.before


def settle_role(head: Head, catalogue: Catalogue) -> None:
    """Guess an unnamed role from the points. A number equal to the role's limit is not a total."""
    if not head.role:
        stated = head.limit or head.total
        fits = (item.id for item in catalogue.formats if stated and item.limit == stated)
        head.role, head.role_sure = next(fits, "open"), False
        if head.role == "open":
            head.limit, head.total = stated, None
    elif head.role == "open" and head.limit is None and not head.is_worked_out:
        head.limit, head.total = head.total, None
    known = catalogue.format_by_id.get(head.role)
    if known and known.limit is not None and _has_own_limit(head, known.limit):
        head.unlike, head.role, head.role_sure = head.role, "open", False
        head.limit, head.total = head.limit or head.total, head.total if head.limit else None
    elif known and known.limit is not None:
        if head.limit is None and head.total == known.limit:
            head.total = None
        head.limit = None


def _has_own_limit(head: Head, of_role: int) -> bool:
    """Whether the limit differs from that of the role: explicitly, or by a larger round number."""
    if head.limit is not None:
        return head.limit != of_role
    return head.total is not None and not head.is_worked_out and head.total > of_role and head.total in LIMITS


def _span(piece: Piece) -> tuple[int, int]:
    return piece.first.start, piece.tokens[-1].end
