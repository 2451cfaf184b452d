"""The hostile alphabet: an attacker's, or an odd keyboard's, input where a text or a number is expected.

`TEXTS` and `NUMBERS` are for tests that try each, by name; `texts()` and `numbers()` let hypothesis mix them.
Trying all at every address or field takes `make fuzz` long: `make test` tries `some` of them.
"""

from collections.abc import Iterable
from itertools import islice
from typing import TypeVar

from hypothesis import settings
from hypothesis import strategies as st

T = TypeVar("T")

FUZZING = settings.get_current_profile_name() == "fuzz"

LONG = 10_000  # characters
LONE_SURROGATE = "\ud800"  # UTF-8 cannot contain it: it comes as `\ud800` in JSON, or as a decoding error

# One short example of each: a text of one kind consists of one of them.
SIGNS: dict[str, str] = {
    "NUL": "\x00",
    "bell": "\x07",
    "escape": "\x1b",
    "unit separator": "\x1f",
    "delete": "\x7f",
    "next line": "\x85",
    "tab": "\t",
    "carriage return": "\r",
    "line feed": "\n",
    "line separator": "\u2028",
    "paragraph separator": "\u2029",
    "no-break space": "\xa0",
    "ideographic space": "\u3000",
    "right-to-left override": "\u202e",
    "right-to-left mark": "\u200f",
    "first strong isolate": "\u2068",
    "zero-width space": "\u200b",
    "zero-width joiner": "\u200d",
    "byte order mark": "\ufeff",
    "soft hyphen": "\xad",
    "combining accent": "\u0301",
    "variation selector": "\ufe0f",
    "high surrogate": LONE_SURROGATE,
    "low surrogate": "\udc00",
    "noncharacter": "\uffff",
    "private use": "\ue000",
    "tag": "\U000e0041",
    "last code point": "\U0010ffff",
    "emoji": "👩‍👩‍👧‍👦",
    "dotted capital i": "İ",  # its lower case is two characters
    "sharp s": "ß",
    "ligature": "ﬃ",  # its capitals are three
}

TEXTS: dict[str, str] = {
    **{name: f"a{sign}b" for name, sign in SIGNS.items()},
    **{f"only {name}": sign for name, sign in SIGNS.items()},
    "empty": "",
    "spaces": "   ",
    "long": "a" * LONG,
    "long spaces": "a" + " " * LONG + "b",
    "pile of accents": "a" + "\u0301" * 300,
    "pile without a letter": "\u0301" * 300,
    "right to left": "מחלקה \u202eאבג\u202c 12",
    "markup": "<script>alert(1)</script>",
    "quotation marks": "\"'`“”«»",
    "backslashes": "\\",
    "percent": "%s %(name)s {0} {name} %",
    "template": "{{ settings.SECRET_KEY }}{% debug %}",
    "SQL": "'; DROP TABLE lists_armylist; --",
    "pattern": "(((((a*)*)*)*)*)$",
    "path": "../../../etc/passwd",
    "header": "a\r\nSet-Cookie: b=c",
    "JSON": '{"a": [1, null]}',
    "null": "null",
}

NUMBERS: dict[str, str] = {
    "beyond 64 bits": str(2**64),
    "least beyond 64 bits": str(-(2**63) - 1),
    "beyond 32 bits": str(2**31),
    "thousands of digits": "9" * 5_000,  # int() refuses more than 4,300
    "exponent": "1e400",
    "fraction": "0.5",
    "comma": "1,5",
    "minus": "-1",
    "plus": "+1",
    "minus zero": "-0",
    "zeros in front": "0000000001",
    "Arabic-Indic digits": "١٢",
    "Devanagari digits": "१२",
    "full-width digits": "\uff11\uff12",
    "mathematical digits": "𝟏𝟐",
    "superscript": "²",
    "Roman numeral": "Ⅻ",
    "underscore": "1_0",
    "hexadecimal": "0x10",
    "spaces around": " 1 ",
    "NUL inside": "1\x001",
    "infinity": "Infinity",
    "not a number": "NaN",
    "true": "true",
}

ALL: dict[str, str] = {**TEXTS, **NUMBERS}

# UTF-8 cannot carry a lone surrogate: this represents one in the bytes of a form or an address.
RAW_BYTES: dict[str, bytes] = {
    "surrogate in bytes": b"\xed\xa0\x80",
    "no UTF-8": b"\xff\xfe",
    "cut short": b"\xc3",
    "overlong": b"\xc0\x80",
}


def encodable(text: str) -> bool:
    """Whether UTF-8 can carry a text."""
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


ENCODABLE: dict[str, str] = {name: text for name, text in ALL.items() if encodable(text)}


def some(things: Iterable[T], step: int) -> list[T]:
    """Return every nth of some things; all of them in `make fuzz`."""
    return list(islice(things, None, None, 1 if FUZZING else step))


def texts(marks: str = "", *, surrogates: bool = True) -> st.SearchStrategy[str]:
    """Return texts of hostile pieces, plain ones and `marks` that a reader interprets."""
    pieces = [*SIGNS.values(), *"abc 019", *marks, *TEXTS.values(), *NUMBERS.values()]
    allowed = [piece for piece in pieces if surrogates or encodable(piece)]
    mixed = st.lists(st.sampled_from(allowed), max_size=12).map("".join)
    repeated = st.builds(str.__mul__, st.sampled_from([piece for piece in allowed if len(piece) < 3]), _many())
    return mixed | repeated


def _many() -> st.SearchStrategy[int]:
    return st.sampled_from([2, 30, 300, 1_000, LONG])


def numbers() -> st.SearchStrategy[str]:
    """Return inputs where a number is expected."""
    return st.sampled_from([*NUMBERS.values()]) | st.integers().map(str) | texts()
