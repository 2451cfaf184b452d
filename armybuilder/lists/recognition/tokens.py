"""The words and numbers of a line, and the signs between them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rules.core.text import squeezed


def words_in(text: str) -> tuple[str, ...]:
    """Return the words of a text, for tables of them."""
    return tuple(text.split())


TIMES = ("x", "×", "*")
UNITS = ("pt", "pts", "p", "pti", "punto", "punti", "point", "points")
NUMBERS = {
    word: number
    for number, words in enumerate(
        (
            "un uno una one a an", "due two", "tre three", "quattro four", "cinque five", "sei six", "sette seven",
            "otto eight", "nove nine", "dieci ten", "undici eleven", "dodici twelve", "tredici thirteen",
            "quattordici fourteen", "quindici fifteen", "sedici sixteen", "diciassette seventeen",
            "diciotto eighteen", "diciannove nineteen", "venti twenty",
        ),
        1,
    )
    for word in words.split()
}  # fmt: skip
# Numbers of several words, the longest first.
GROUPS = {
    ("half", "a", "dozen"): 6,
    ("mezza", "dozzina"): 6,
    ("half", "dozen"): 6,
    ("una", "dozzina"): 12,
    ("a", "dozen"): 12,
    ("una", "coppia"): 2,
    ("un", "paio"): 2,
    ("a", "couple"): 2,
    ("a", "pair"): 2,
    ("dozzina",): 12,
    ("dozen",): 12,
    ("coppia",): 2,
    ("paio",): 2,
    ("couple",): 2,
    ("pair",): 2,
    ("zero",): 0,
}
LIKE_DIGITS = str.maketrans("oil", "011")  # letters that are typed, or read by a scanner, for digits

WITH = frozenset(words_in("con col coi with w"))
AND = frozenset(("e", "ed", "and", "plus", "piu", "ne", "nor"))
OF_THEM = frozenset(
    words_in("cui which whom them including incl compresi comprese inclusi incluse")
)  # of which
OR = frozenset(("o", "or", "oppure"))
ADDING = WITH | AND
# Words that say that a thing is not bought.
DENYING = frozenset(
    words_in(
        "no nope nah non not neanche nemmeno neppure nessun nessuno nessuna niente senza without none zero minus "
        "meno tranne except "
        "escluso esclusa esclusi escluse"
    )
)
# Words for numbers: a count follows, or a price; the price of each man.
HOW_MANY = frozenset(words_in("n nr num numero number qty qta quantita quantity"))
HOW_MUCH = frozenset(words_in("costo costa costano cost costs prezzo price valore value at a"))
EACH = frozenset(
    words_in("each ea cad cadauno cadauna ciascuno ciascuna testa ognuno apiece tutti tutte all")
)
# Words before a colon that say nothing of what follows: “Support: 1 howitzer”.
LABELS = frozenset(
    words_in(
        "support supporto vehicle veicolo mezzo attached aggregati armour armor transport trasporto rinforzi"
    )
)
# Words of sentences: who speaks, and what someone is, has or does.
SAYING = frozenset(
    words_in(
        "is are was were am be been being has have had having will would could should do does did don dont doesnt "
        "didnt im ive we you your he she they them let lets this that these those here there "
        "because so when since while if what who where how someone anyone everyone everybody"
    )
) | frozenset(
    words_in(
        "io porto portiamo mando faccio ciao allora ecco grazie saluti "
        "sono siamo siete era erano sara ho hai ha abbiamo avete hanno mi ti ci vi noi voi loro chi qualcuno dove "
        "questo questa questi queste che perche pero quindi quando invece anche ancora qui"
    )
)
# Words before a condition: the item before them is uncertain.
IF = frozenset(("if", "se"))
# Words that say whose weapon someone serves: loader for the BAR.
FOR = frozenset(words_in("for per del della dello of"))
# Words that say on which vehicle a weapon stands.
ON = frozenset(words_in("on onto atop aboard su sul sulla sullo sopra"))
MOUNTED = frozenset(words_in("mounted montato montata montati montate"))
# Words that join others and mean nothing by themselves.
JOINING = frozenset(
    (
        *ADDING,
        *OR,
        *HOW_MANY,
        *EACH,
        *words_in("per for su on ogni di da del dello della dei degli delle d of"),
        *words_in("al alla in nel nella the il lo la i gli le l si yes ok pz pezzi pcs"),
        *(*ON, *MOUNTED),
        *words_in("suo sua suoi sue his her their its mio mia my"),
        *words_in("a an un uno una no classe class mezzo vehicle livello level liv lvl lv"),
    )
)
# Words of lists that are no typing errors of anything.
COMMON = frozenset(
    (
        *DENYING,
        *SAYING,
        *HOW_MUCH - {"at"},
        *words_in("se if ma but che tra among porta portano carries carry brings bring attached"),
        *OF_THEM,
        *words_in("comando command hq lista list forza force nota note punti points gioco game ruolo role"),
        *words_in("regole rules ruleset regolamento edizione edition ed edn"),
    )
)
LIMIT = frozenset(("limite", "limit", "max", "massimo", "maximum"))
LEVEL = frozenset(("livello", "level", "liv", "lvl", "lv"))


@dataclass(frozen=True, slots=True)
class Token:
    """A run of letters and digits: as typed, as compared, and the signs before it, without spaces.

    `is_calibre`: a number with a point before it, as in .50. `is_misread`: letters stand for some of its digits.
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
        """Whether it is a number that a list can mean."""
        return self.key.isdecimal() and len(self.key) <= 4 and not self.is_calibre

    @property
    def is_common(self) -> bool:
        """Whether it is a word of lists, which is not compared with the words of the rules."""
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
    return _with_groups(found, line)


def _is_calibre(line: str, start: int, key: str) -> bool:
    """Whether a number follows a single point at the start of a word, as in `.50`."""
    begins = start == 1 or (start > 1 and (line[start - 2].isspace() or line[start - 2] == "("))
    return key.isdecimal() and start > 0 and line[start - 1] == "." and begins


def _joins(found: list[Token], token: Token, line: str) -> bool:
    """Join a token with the one before, where both are one: 40,0 and 1.000 are numbers, w/o is a word."""
    if not found or found[-1].end + 1 != token.start:
        return False
    before, sign = found[-1], line[token.start - 1]
    text = line[before.start : token.end]
    if before.key == "o" and sign in "'’" and token.text[:1].isupper():
        found[-1] = replace(before, text=text, key=f"o{token.key}", end=token.end)  # O’Neill
        return True
    if before.key == "w" and token.key == "o" and sign == "/":
        found[-1] = replace(before, text=text, key="without", end=token.end)
        return True
    digits, ending = token.key, ""
    while digits and not digits[-1].isdecimal():
        digits, ending = digits[:-1], digits[-1] + ending
    if sign not in ".," or not before.key.isdecimal() or not digits.isdecimal() or ending not in ("", *UNITS):
        return False
    if len(digits) > 3 or (sign == "," and len(digits) == 3 and digits != "000"):
        return False
    if len(digits) < 3 and digits.strip("0"):
        key = f"{before.key}.{digits}{ending}"  # no whole number: it means nothing
    else:
        key = before.key + (digits if len(digits) == 3 else "") + ending
    found[-1] = replace(before, text=text, key=key, end=token.end)
    return True


def _with_groups(tokens: list[Token], line: str) -> list[Token]:
    """Return tokens with the numbers that are written in several words as one: “a dozen”."""
    result: list[Token] = []
    place = 0
    while place < len(tokens):
        words = next((words for words in GROUPS if _says(tokens, place, words)), ())
        if words:
            last = tokens[place + len(words) - 1]
            text = line[tokens[place].start : last.end]
            result.append(replace(tokens[place], text=text, key=str(GROUPS[words]), end=last.end))
        else:
            result.append(tokens[place])
        place += len(words) or 1
    return result


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


def glued(token: Token) -> list[Token]:
    """Return the number and the word that are written together in a token: 4riflemen, riflemen4."""
    word, x, number = token.key.rpartition("x")
    if x and word.isalpha() and number.isdecimal() and len(number) <= 2 and len(token.text) == len(token.key):
        cut = len(word)  # RPGx2
        return [
            replace(token, text=token.text[:cut], key=word, end=token.start + cut),
            replace(token, text=token.text[cut:], key=token.key[cut:], start=token.start + cut, before=""),
        ]
    letters = [letter.isalpha() for letter in token.key]
    if len(token.text) != len(token.key) or letters.count(True) < 3:
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
    """Return the number that a token is misread of, as in I0: letters look like digits, and one digit is there."""
    is_short = 2 <= len(token.key) <= 3 and any(map(str.isdecimal, token.key)) and not token.key.isdecimal()
    digits = token.key.translate(LIKE_DIGITS)
    return replace(token, key=digits, is_misread=True) if is_short and digits.isdecimal() else None


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
