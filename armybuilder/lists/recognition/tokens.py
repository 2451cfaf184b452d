"""The words and numbers of a line, and the signs between them."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.core.folding import squeezed

TIMES = ("x", "×", "*")
UNITS = ("pt", "pts", "p", "pti", "punto", "punti", "point", "points")
NUMBERS = {
    word: number
    for number, words in enumerate(
        (
            ("un", "uno", "una", "one", "a", "an"),
            ("due", "two"),
            ("tre", "three"),
            ("quattro", "four"),
            ("cinque", "five"),
            ("sei", "six"),
            ("sette", "seven"),
            ("otto", "eight"),
            ("nove", "nine"),
            ("dieci", "ten"),
        ),
        1,
    )
    for word in words
}
# Words that join others and mean nothing by themselves.
JOINING = frozenset(
    (
        *(
            "e",
            "ed",
            "and",
            "con",
            "with",
            "w",
            "plus",
            "piu",
            "o",
            "or",
            "per",
            "for",
            "su",
            "on",
            "ogni",
            "each",
        ),
        *("di", "da", "del", "dello", "della", "dei", "degli", "delle", "d", "of"),
        *("al", "alla", "in", "nel", "nella", "the", "il", "lo", "la", "i", "gli", "le", "l"),
        *("a", "an", "un", "uno", "una", "n", "nr", "num", "no"),
        *("classe", "class", "mezzo", "vehicle", "livello", "level", "liv", "lvl", "lv"),
    )
)
# Words of lists that are no typing errors of anything.
COMMON = frozenset(
    (
        *("comando", "command", "hq", "lista", "list", "forza", "force", "nota", "note", "punti", "points"),
        *("gioco", "game", "ruolo", "role", "regole", "rules"),
    )
)
LIMIT = frozenset(("limite", "limit", "max", "massimo", "maximum"))
LEVEL = frozenset(("livello", "level", "liv", "lvl", "lv"))
WITH = frozenset(("con", "with", "w"))
ADDING = WITH | {"e", "ed", "and", "plus", "piu"}


@dataclass(frozen=True, slots=True)
class Token:
    """A run of letters and digits: as it is typed, as it is compared, and the signs before it, spaces left out."""

    text: str
    key: str
    start: int
    end: int
    before: str

    @property
    def is_number(self) -> bool:
        """Whether it is a number that a list can mean."""
        return self.key.isdecimal() and len(self.key) <= 4

    @property
    def is_common(self) -> bool:
        """Whether it is a word of lists, which is not compared with the words of the rules."""
        return self.key in JOINING or self.key in COMMON

    @property
    def is_joining(self) -> bool:
        """Whether it is a word that means nothing by itself."""
        return self.key in JOINING


def tokens_of(line: str) -> list[Token]:
    """Return the words and numbers of a line."""
    found: list[Token] = []
    last = 0
    for start, end in _runs(line):
        key = squeezed(line[start:end])
        if key:
            found.append(Token(line[start:end], key, start, end, "".join(line[last:start].split())))
            last = end
    return found


def _runs(line: str) -> Iterator[tuple[int, int]]:
    start = -1
    for place, letter in enumerate(line):
        if letter.isalnum() and start < 0:
            start = place
        elif not letter.isalnum() and start >= 0:
            yield from _parted(line, start, place)
            start = -1
    if start >= 0:
        yield from _parted(line, start, len(line))


def _parted(line: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield a run of letters and digits; a number that is written together with a word apart: 4xRifleman."""
    times = start
    while times < end and line[times].isdecimal():
        times += 1
    if (
        start < times <= start + 3
        and line[times : times + 1] in ("x", "X")
        and line[times + 1 : end].isalpha()
    ):
        yield start, times + 1
        start = times + 1
    yield start, end


def times(token: Token) -> int | None:
    """Return the number of `4x` or `x4`, None of anything else."""
    if token.key[:1] == "x" and token.key[1:].isdecimal() and len(token.key) <= 4:
        return int(token.key[1:])
    if token.key[-1:] == "x" and token.key[:-1].isdecimal() and len(token.key) <= 4:
        return int(token.key[:-1])
    return None


def points(token: Token) -> int | None:
    """Return the number of `40pt`, None of anything else."""
    digits = 0
    while digits < len(token.key) and token.key[digits].isdecimal():
        digits += 1
    return int(token.key[:digits]) if 1 <= digits <= 4 and token.key[digits:] in UNITS else None
