"""Cells that people type in: what a cell can say, how it is read, and why it is refused.

A cell's value is plain data as in a ruleset's file: a number, a text in both languages, a list of ids, or true.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from django.utils.translation import gettext
from django_stubs_ext import StrOrPromise

from rules.core.catalogue.catalogue import Catalogue
from rules.core.text import is_writable, with_joined_units
from rules.loading.faults import MOST_LEVEL

Value = int | str | bool | dict[str, str] | list[str]

LONGEST_NAME, LONGEST_TEXT = 80, 300
LONGEST = {"name": LONGEST_NAME, "distance": 20}  # by kind; others are texts
DASH = "–"  # a cell that says: none
MOST_POINTS = 999

Kind = Literal["name", "text", "points", "number", "levels", "distance", "one", "some", "choice", "yes"]


class CellError(ValueError):
    """What was typed is no value of a cell. `ways`: texts that would be."""

    def __init__(self, sentence: str, ways: Sequence[str] = ()) -> None:
        super().__init__(sentence)
        self.ways = tuple(ways)


class Choice(NamedTuple):
    """A choice of a cell, mostly a row that it can name."""

    value: str
    label: str
    selected: bool


class Column(NamedTuple):
    """A column of a table. `field` is the place in the entry, with a dot before a key of a mapping (`points.squad`).

    `source` gives the entries that a cell of the kind "one" or "some" can name, `options` the values of a "choice".
    `usual`: what an empty cell says; `longest`: the letters of a text.
    """

    field: str
    label: StrOrPromise
    kind: Kind
    source: str = ""
    least: int = 0
    most: int = MOST_POINTS
    options: tuple[tuple[str, StrOrPromise], ...] = ()
    usual: StrOrPromise = ""
    longest: int = 0

    @property
    def letters(self) -> int:
        """Return how many letters a text has at most."""
        return self.longest or LONGEST.get(self.kind, LONGEST_TEXT)


def anchor_of(place: str) -> str:
    """Return the id of the element of a place, or of a row, on its page."""
    return place.replace("/", "-").replace(".", "_")


def read_cell(column: Column, typed: Sequence[str], catalogue: Catalogue) -> Value | None:
    """Return the value that was typed, None for an empty cell. Raises CellError."""
    words = [word.strip() for word in typed if word.strip()]
    if not all(map(is_writable, words)):
        raise CellError(gettext("A character in this text cannot be stored."))
    if column.kind == "some":
        return _known(words, column, catalogue) or None
    text = words[0] if words else ""
    if not text:
        return None
    match column.kind:
        case "yes":
            return True
        case "one" | "choice":
            return _known([text], column, catalogue)[0]
        case "points" | "number":
            return _number(text, column)
        case "levels":
            prices = text.replace(",", " ").replace(";", " ").split()
            if len(prices) > MOST_LEVEL:
                raise CellError(gettext("At most %(most)s levels.") % {"most": MOST_LEVEL})
            return " ".join(str(_number(price, column)) for price in prices)
        case _:
            longest = column.letters
            if len(text) > longest:
                sentence = gettext("At most %(most)s characters: this has %(here)s.")
                raise CellError(sentence % {"most": longest, "here": len(text)}, [text[:longest].strip()])
            one_line = with_joined_units(" ".join(text.split()))
            if column.kind == "distance":
                return one_line.removesuffix("cm").strip()
            return {"it": one_line, "en": one_line}


def fault_of(column: Column, typed: str, catalogue: Catalogue) -> CellError | None:
    """Return why a text is no value of a cell, None if it is one."""
    try:
        read_cell(column, [typed], catalogue)
    except CellError as error:
        return error
    return None


def _number(text: str, column: Column) -> int:
    from_sign = text.replace("−", "-").replace("–", "-")
    if column.field.startswith("stats."):
        from_sign = from_sign.removesuffix("+")
    digits = from_sign.removeprefix("-").removeprefix("+")
    if digits.isascii() and digits.isdigit() and len(digits) <= 6:
        number = int(digits) * (-1 if from_sign.startswith("-") else 1)
        if column.least <= number <= column.most:
            return number
    facts = {"text": text[:20], "least": column.least, "most": column.most}
    sentence = gettext("“%(text)s” is no whole number from %(least)s to %(most)s.") % facts
    raise CellError(sentence, _rounded(from_sign, column))


def _rounded(text: str, column: Column) -> list[str]:
    """Return the whole numbers around a decimal number."""
    if text[-4:-3] in (",", "."):
        return []  # "1.000" may be a thousand
    try:
        number = float(text.replace(",", "."))
    except ValueError:
        return []
    if not column.least <= number <= column.most:
        return []
    return [str(int(number // 1) + 1 if number % 1 >= 0.5 else int(number // 1))]


def _known(ids: list[str], column: Column, catalogue: Catalogue) -> list[str]:
    known = {value for value, _label in column.options}
    known |= {entry.id for entry in getattr(catalogue, column.source)} if column.source else set()
    if not known.issuperset(ids):
        raise CellError(gettext("One of these is no longer there. Choose again."))
    return list(dict.fromkeys(ids))
