"""The words and numbers of a line, and the signs between them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from armybuilder.lists.recognition.words import (
    ABOUT,
    BEGINNING,
    CALIBRES,
    COMBAT_WORDS,
    COMMON,
    GROUPS,
    HOW_MANY,
    JOINING,
    LEADERSHIP_WORDS,
    LIKE_DIGITS,
    OF_CALIBRES,
    OF_ONE,
    SHORT_FORMS,
    UNITS,
)
from rules.core.text import squeezed

LEAST_ADDED = 5  # points of a price written as a sum; fewer may be men: 4+1


@dataclass(frozen=True, slots=True)
class Token:
    """A run of letters and digits: as typed, as compared, and with the signs before it, without spaces.

    `is_calibre`: the calibre of a machine gun, such as .50 or 12,7. `is_misread`: letters replace
    some of its digits, or it is a round number.
    """

    text: str
    key: str
    start: int
    end: int
    before: str
    is_calibre: bool = False
    is_misread: bool = False

    @property
    def is_number(self) -> bool:
        """Whether it is a number that can occur in a list."""
        return self.key.isdecimal() and len(self.key) <= 4 and not self.is_calibre

    @property
    def is_common(self) -> bool:
        """Whether it is a word of lists, not compared with the words of the rules."""
        return self.key in JOINING or self.key in COMMON

    @property
    def is_joining(self) -> bool:
        """Whether it is a joining word."""
        return self.key in JOINING


def tokens_of(line: str) -> list[Token]:
    """Return the words and numbers of a line."""
    found: list[Token] = []
    last = 0
    for start, end in _runs(line):
        key = squeezed(line[start:end])
        if key:
            before = "".join(line[last:start].split())
            token = Token(line[start:end], key, start, end, before, _is_calibre(line, start, key))
            last = end
            if not _joins(found, token, line):
                found.append(token)
    found = _with_groups(found, line)
    return list(_with_sums(found, line)) if "+" in line else found


def _is_calibre(line: str, start: int, key: str) -> bool:
    """Whether a number follows a single point at the start of a word, such as `.50`."""
    begins = start == 1 or (start > 1 and (line[start - 2].isspace() or line[start - 2] == "("))
    return key.isdecimal() and start > 0 and line[start - 1] == "." and begins


def _joins(found: list[Token], token: Token, line: str) -> bool:
    """Join a token with the previous token if they belong together: 40,0 and 1.000 are numbers, w/o is a word."""
    if not found or found[-1].end + 1 != token.start:
        return False
    before, sign = found[-1], line[token.start - 1]
    text = line[before.start : token.end]
    if before.key.isdecimal() and token.key in OF_CALIBRES and not sign.strip():
        found[-1] = replace(before, text=text, key=before.key + token.key, end=token.end)  # 66 mm
        return True
    if before.key == "o" and sign in "'’" and token.text[:1].isupper():
        found[-1] = replace(before, text=text, key=f"o{token.key}", end=token.end)  # O’Neill
        return True
    if sign == "." and len(before.key) == 1 and before.key + token.key in SHORT_FORMS:
        found[-1] = replace(before, text=text, key=SHORT_FORMS[before.key + token.key], end=token.end)
        return True
    if before.key == "w" and token.key == "o" and sign == "/":
        found[-1] = replace(before, text=text, key="without", end=token.end)
        return True
    digits, ending = token.key, ""
    while digits and not digits[-1].isdecimal():
        digits, ending = digits[:-1], digits[-1] + ending
    if sign not in ".," or not before.key.isdecimal() or not digits.isdecimal():
        return False
    if f"{before.key}.{digits}" in CALIBRES and ending in ("", "mm"):
        found[-1] = replace(before, text=text, key=before.key + digits, end=token.end, is_calibre=True)
        return True
    if ending not in ("", *UNITS):
        return False
    if len(digits) > 3 or (sign == "," and len(digits) == 3 and digits != "000"):
        return False
    if len(digits) < 3 and digits.strip("0"):
        key = f"{before.key}.{digits}{ending}"  # not a whole number: no meaning
    else:
        key = before.key + (digits if len(digits) == 3 else "") + ending
    found[-1] = replace(before, text=text, key=key, end=token.end)
    return True


def _with_groups(tokens: list[Token], line: str) -> list[Token]:
    """Return tokens with numbers of several words joined: “a dozen”."""
    result: list[Token] = []
    place = 0
    while place < len(tokens):
        groups = (*GROUPS, *ABOUT) if tokens[place].key in BEGINNING else ()
        words = next((words for words in groups if _says(tokens, place, words)), ())
        if words:
            last = tokens[place + len(words) - 1]
            text, value = line[tokens[place].start : last.end], GROUPS.get(words) or ABOUT.get(words, 0)
            result.append(replace(tokens[place], text=text, key=str(value), end=last.end, is_misread=words in ABOUT))
        else:
            result.append(tokens[place])
        place += len(words) or 1
    return result


def _with_sums(tokens: Sequence[Token], line: str) -> Iterator[Token]:
    """Yield tokens with a price written as a sum as one number: BAR 12+7, medic (10 + 10 pts)."""
    place = 0
    while place < len(tokens):
        end = place + 1
        while end < len(tokens) and tokens[end].before == "+" and (end > place + 1 or tokens[place].is_number):
            end += 1
        values = [
            points(token) if token.key[-1:].isalpha() else int(token.key) if token.is_number else None
            for token in tokens[place:end]
        ]
        follows = tokens[end] if end < len(tokens) else None
        written = line[tokens[place].start : tokens[end - 1].end]
        is_price = written.replace("+", "").isdecimal() and (values[-1] or 0) >= LEAST_ADDED
        is_alone = is_price or follows is None or bool(follows.before) or follows.key in (*UNITS, *OF_ONE)
        if place > 0 and len(values) > 1 and None not in values and is_alone:
            total = sum(filter(None, values))
            last = tokens[end - 1]
            text, unit = line[tokens[place].start : last.end], last.key.lstrip("0123456789")
            unit = unit or (UNITS[0] if total >= LEAST_ADDED else "")
            yield replace(tokens[place], text=text, key=f"{total}{unit}", end=last.end)
        else:
            yield from tokens[place:end]
        place = end


def _says(tokens: Sequence[Token], place: int, words: tuple[str, ...]) -> bool:
    return tuple(token.key for token in tokens[place : place + len(words)]) == words


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
    """Yield a run of letters and digits, splitting a number from an attached word: 4xRifleman."""
    times = start
    while times < end and line[times].isdecimal():
        times += 1
    if start < times <= start + 3 and line[times : times + 1] in ("x", "X") and line[times + 1 : end].isalpha():
        yield start, times + 1
        start = times + 1
    yield start, end


def glued(token: Token) -> list[Token]:
    """Return the number and the word, or the two numbers, attached in a token: 4riflemen, riflemen4, 4x12."""
    word, x, number = token.key.rpartition("x")
    is_counted = word.isalpha() or (word.isdecimal() and len(word) <= 2)
    if x and is_counted and number.isdecimal() and len(number) <= 2 and len(token.text) == len(token.key):
        cut = len(word) + word.isdecimal()  # RPGx2, 4x12
        return [
            replace(token, text=token.text[:cut], key=word, end=token.start + cut),
            replace(token, text=token.text[cut:], key=token.key[cut:], start=token.start + cut, before=""),
        ]
    letters = [letter.isalpha() for letter in token.key]
    is_number = token.key.strip("0123456789") in (
        *HOW_MANY,
        *LEADERSHIP_WORDS,
        *COMBAT_WORDS,
    )  # nr3, ld2, cv2
    if len(token.text) != len(token.key) or not (letters.count(True) >= 3 or is_number):
        return [token]
    cuts = [place for place in range(1, len(letters)) if letters[place] != letters[place - 1]]
    if len(cuts) != 1 or min(cuts[0], len(letters) - cuts[0]) > 2:
        return [token]
    cut = cuts[0]
    return [
        replace(token, text=token.text[:cut], key=token.key[:cut], end=token.start + cut),
        replace(token, text=token.text[cut:], key=token.key[cut:], start=token.start + cut, before=""),
    ]


def misread(token: Token) -> Token | None:
    """Return the number behind a misread token such as I0: letters look like digits, and there is a digit."""
    is_short = 2 <= len(token.key) <= 3 and any(map(str.isdecimal, token.key)) and not token.key.isdecimal()
    digits = token.key.translate(LIKE_DIGITS)
    return replace(token, key=digits, is_misread=True) if is_short and digits.isdecimal() else None


def times(token: Token) -> int | None:
    """Return the number of `4x` or `x4`, None for other tokens."""
    if token.key[:1] == "x" and token.key[1:].isdecimal() and len(token.key) <= 4:
        return int(token.key[1:])
    if token.key[-1:] == "x" and token.key[:-1].isdecimal() and len(token.key) <= 4:
        return int(token.key[:-1])
    return None


def points(token: Token) -> int | None:
    """Return the number of `40pt`, None for other tokens."""
    digits = 0
    while digits < len(token.key) and token.key[digits].isdecimal():
        digits += 1
    return int(token.key[:digits]) if 1 <= digits <= 4 and token.key[digits:] in UNITS else None
