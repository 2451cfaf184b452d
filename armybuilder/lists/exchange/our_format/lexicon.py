"""The meaning of words in one ruleset, as we write them."""

import re
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from armybuilder.lists.exchange.our_format.words import EARLIER, KEYS, Key, Vocabulary, unquoted
from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.entry import Kind
from rules.core.text import is_writable

VALUE = re.compile(r"[+-]?\d{1,6}")
EVERY_KIND: tuple[Kind, ...] = ("weapon", "role", "kit", "class", "trait", "vehicle", "extra")

Fields = dict[str, Any]
T = TypeVar("T", bound=Struct)


class NotExactError(Exception):
    """The line is not in our own format."""


class Lexicon:
    """Looks up the meaning of words. Words without a meaning raise NotExactError."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.words = Vocabulary(catalogue)

    def made(self, kind: type[T], fields: Fields) -> T:
        """Return a thing within the limits of the format. Raises NotExactError."""
        try:
            return msgspec.convert(msgspec.to_builtins(kind(**fields)), kind)
        except msgspec.ValidationError:
            raise NotExactError from None

    def key(self, words: str, keys: Sequence[Key]) -> tuple[Key, str] | None:
        """Return the key at the start of the words, and the value after it. The full name of an item has no key."""
        if self.words.find(words, EVERY_KIND):
            return None
        for key in keys:
            for word in (KEYS[key].it, KEYS[key].en, *EARLIER.get(key, ())):
                start = len(word)
                if words[:start].casefold() == word.casefold() and words[start : start + 1] in ("", " ", ":"):
                    return key, words[start:].lstrip(" :")
        return None

    def text(self, words: str) -> str:
        """Return a text as its owner wrote it. Raises NotExactError for a text that cannot be stored."""
        text = as_written(words)
        if not is_writable(text):
            raise NotExactError
        return text

    def item(self, words: str, kinds: tuple[Kind, ...]) -> str:
        """Return the id of an item. Raises NotExactError."""
        return self.find(words, kinds)[1]

    def find(self, words: str, kinds: tuple[Kind, ...]) -> tuple[Kind, str]:
        """Return the kind and id of an item. Raises NotExactError."""
        meant = self.words.find(self.text(words), kinds)
        if meant is None:
            raise NotExactError
        return meant

    def set_number(self, fields: Fields, name: str, words: str) -> None:
        """Take a whole number as a field. Raises NotExactError."""
        if not VALUE.fullmatch(words):
            raise NotExactError
        fields[name] = int(words)


def as_written(words: str) -> str:
    """Return the text in quotation marks, or the words themselves."""
    meant = unquoted(words) if words.startswith('"') else None
    return words if meant is None else meant
