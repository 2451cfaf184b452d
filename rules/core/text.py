"""Texts in both languages, their templates, and hostile texts.

A template is filled with facts: `{weapon}` prints one, `{over:punto|punti}` a number with its noun, the singular for 1.
A number and its unit are joined by U+00A0.
"""

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from string import Formatter
from typing import Any, Literal

from msgspec import Struct

Language = Literal["it", "en"]
LANGUAGES: tuple[Language, ...] = ("it", "en")
MINUS = "\N{MINUS SIGN}"


class Text(Struct, frozen=True, forbid_unknown_fields=True):
    """One name or sentence, in Italian and in English."""

    it: str
    en: str

    def to(self, language: Language) -> str:
        return self.it if language == "it" else self.en


NOTHING = Text("", "")


@cache
def _parts(template: str) -> tuple[tuple[str, str | None, str, str], ...]:
    """Split a template into parts: text, name of the fact (None at the end), singular, plural."""
    parts = []
    for literal, name, spec, _ in Formatter().parse(template):
        one, _, many = (spec or "").partition("|")
        parts.append((literal, name, one, many))
    return tuple(parts)


def parts_of(template: str) -> list[tuple[str, str]]:
    """Return the parts of a template: a text, and the name of the fact after it ("" at the end)."""
    return [(literal, name or "") for literal, name, _one, _many in _parts(template)]


def fill(template: Text, language: Language, facts: Mapping[str, Any]) -> str:
    sentence = ""
    for literal, name, one, many in _parts(template.to(language)):
        sentence += literal
        if name is not None:
            fact = facts[name]
            sentence += fact.to(language) if isinstance(fact, Text) else str(fact)
            if many:
                sentence += f"\u00a0{one if fact == 1 else many}"
    return sentence


# The spaces of "25 cm", "12 pt", "60 × 20 cm": a line never breaks between a number and its unit.
_SPACE_AFTER_NUMBER = re.compile(r"(?<=[\d½]) (?=(?:cm|mm|pt|punt[io]|points?|×)(?!\w))|(?<=\d[ \xa0]×) (?=\d)")


def with_joined_units(text: str) -> str:
    """Return a text with numbers joined to their units by U+00A0."""
    return _SPACE_AFTER_NUMBER.sub("\N{NO-BREAK SPACE}", text)


def is_writable(text: str) -> bool:
    """Whether a text can be stored: PostgreSQL cannot store U+0000, and no encoding a lone surrogate."""
    try:
        return b"\0" not in text.encode()
    except UnicodeEncodeError:
        return False


def writable(text: str) -> str:
    """Return a text without the characters that cannot be stored."""
    return text.encode(errors="ignore").replace(b"\0", b"").decode()


def shown(text: str, most: int = 60) -> str:
    """Return a text that fits one line: no control characters, no endless words."""
    short = text if len(text) <= most else text[: most - 1] + "…"
    return "".join(letter if letter.isprintable() else "·" for letter in short)


def plain(text: str) -> str:
    """Return a text without accents and capitals: `Reparti d’Élite` is reparti d’elite."""
    if text.isascii():  # most are, and this is five times as fast
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter)).casefold()


def squeezed(text: str) -> str:
    """Return the letters and digits of a text without separators: `MG-42`, `MG 42` are mg42."""
    return "".join(filter(str.isalnum, plain(text)))


def minus(number: int) -> str:
    """Return a whole number with a true minus sign: 5, −5. Never a thousands separator."""
    return str(number).replace("-", MINUS)


def signed(number: int) -> str:
    return f"{number:+d}".replace("-", MINUS)


LONGEST_WORD = 60  # no id is longer, and comparing takes quadratic time


def closest(word: str, candidates: Iterable[str]) -> str:
    """Return the candidate most like `word`, ignoring case; "" if none is."""
    close = get_close_matches(word.lower(), list(candidates), n=1) if len(word) <= LONGEST_WORD else []
    return close[0] if close else ""


Schema = dict[str, Any]


def published(schema: Schema) -> Schema:
    """Return a schema of our types with its patterns in ECMAScript syntax."""
    made: Schema = json.loads(json.dumps(schema), object_hook=lambda part: _ending(part, r"\Z", "$"))
    return made


def in_python(part: Schema) -> Schema:
    """Return a part of a published schema with its pattern in Python syntax: for `object_hook` of `json.loads`."""
    return _ending(part, "$", r"\Z")


def _ending(part: Schema, old: str, new: str) -> Schema:
    pattern = part.get("pattern")
    if isinstance(pattern, str) and pattern.endswith(old):
        return part | {"pattern": pattern.removesuffix(old) + new}
    return part
