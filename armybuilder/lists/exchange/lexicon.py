"""The meaning of words in one ruleset, and the problems of the lines that are read."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec
from django.utils.translation import gettext
from msgspec import Struct

from armybuilder.lists.exchange.words import KEYS, Key, Vocabulary, unquoted
from rules.core.catalogue import Catalogue
from rules.core.characters import is_writable, shown, writable
from rules.core.library import Kind
from rules.core.problem import Problem
from rules.core.spelling import closest

PROBLEMS_AT_MOST = 50
VALUE = re.compile(r"[+-]?\d{1,6}")
EVERY_KIND: tuple[Kind, ...] = ("weapon", "role", "kit", "class", "trait", "vehicle", "extra")

Fields = dict[str, Any]


class TooManyProblemsError(Exception):
    """So much could not be read that reading has ended."""


class Lexicon:
    """Says what words mean. `number` is that of the line being read, `problems` gather what means nothing."""

    def __init__(self, catalogue: Catalogue, problems: list[Problem]) -> None:
        self.catalogue, self.problems = catalogue, problems
        self.words = Vocabulary(catalogue)
        self.number = 0

    def trouble(self, text: str) -> None:
        """Say what is wrong with the line being read. Raises TooManyProblemsError at the last that is told."""
        self.problems.append(Problem(text, self.number))
        if len(self.problems) >= PROBLEMS_AT_MOST:
            raise TooManyProblemsError

    def made(self, kind: type[Struct], fields: Fields) -> Any:
        """Return a thing within the limits of the format; else that is said, and there is None."""
        try:
            return msgspec.convert(msgspec.to_builtins(kind(**fields)), kind)
        except msgspec.ValidationError:
            self.trouble(gettext("This is more than a list can hold, and is left out."))
            return None

    def key(self, words: str, keys: Sequence[Key]) -> tuple[Key, str] | None:
        """Return which key begins the words, and the value that follows; an item's whole name begins with none."""
        if self.words.find(words, EVERY_KIND):
            return None
        for key in keys:
            for word in (KEYS[key].it, KEYS[key].en):
                start = len(word)
                if words[:start].casefold() == word.casefold() and words[start : start + 1] in ("", " ", ":"):
                    return key, words[start:].lstrip(" :")
        return None

    def text(self, words: str) -> str:
        """Return a text as its owner wrote it."""
        meant = unquoted(words) if words.startswith('"') else None
        return self.kept(words if meant is None else meant)

    def kept(self, text: str) -> str:
        """Return a text without characters that cannot be kept: of these it is said."""
        if is_writable(text):
            return text
        said = gettext("“%(word)s” has a character that cannot be kept. Take it out.")
        self.trouble(said % {"word": shown(text)})
        return writable(text)

    def item(self, words: str, kinds: tuple[Kind, ...]) -> str:
        """Return the id of an item, "" where there is none: then that is said."""
        meant = self.find(words, kinds)
        return meant[1] if meant else ""

    def find(self, words: str, kinds: tuple[Kind, ...]) -> tuple[Kind, str] | None:
        """Return the kind and id of an item, None where there is none: then that is said."""
        meant = self.words.find(self.text(words), kinds)
        if meant is None:
            self.unknown(self.text(words), kinds)
        return meant

    def unknown(self, word: str, kinds: tuple[Kind, ...]) -> None:
        """Say that the ruleset has no such thing, and what may have been meant."""
        facts = {"word": shown(word), "game": self.catalogue.name.it}
        names = {name.lower(): name for name in self.words.names(kinds, "en") + self.words.names(kinds, "it")}
        near = names.get(closest(word, names), "")
        if near:
            text = gettext("%(game)s has no “%(word)s”. Did you mean “%(near)s”?") % (facts | {"near": near})
        else:
            text = gettext("%(game)s has no “%(word)s”.") % facts
        self.trouble(text)

    def set_number(self, fields: Fields, name: str, words: str) -> None:
        """Take a whole number as a field, or say that it is none."""
        if VALUE.fullmatch(words):
            fields[name] = int(words)
        else:
            self.trouble(gettext("A number stands here, not “%(word)s”.") % {"word": shown(words)})
