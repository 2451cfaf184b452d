"""The meanings of words in a ruleset: names and nicknames in both languages, plurals, typing errors."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any, Literal, NamedTuple, cast, get_args

from rapidfuzz import process
from rapidfuzz.distance import OSA

from armybuilder.lists.exchange.our_format.words import (
    COMMANDER,
    EXTRAS,
    KEYS,
    MOVEMENT,
    PRICES,
    RULINGS,
    SQUAD_KINDS,
)
from armybuilder.lists.recognition.tokens import Token, tokens_of
from armybuilder.lists.recognition.words import (
    COMBAT_WORDS,
    LEADERSHIP_WORDS,
    LEVEL_WORDS,
    PASS_WORDS,
    RESERVE_WORDS,
    SHORTENED_WORDS,
    SQUAD_WORDS,
    TOTAL_WORDS,
    UNARMED,
    UNIT_WORDS,
    VEHICLES,
)
from rules.core.catalogue.building import NicknameKind, Preset
from rules.core.catalogue.catalogue import Catalogue, TroopClass
from rules.core.catalogue.entry import Entry
from rules.core.text import squeezed

# Beside the things of a ruleset: words of lists, and choices (`arms`: ids of weapons with a + between).
Kind = (
    NicknameKind
    | Literal["commander", "combat", "passes", "movement", "squad", "section", "reserve", "total"]
    | Literal["arms", "name", "note", "count", "price", "apart", "team"]
)
CHOSEN = (*get_args(NicknameKind), "arms", "name", "note", "count", "price", "apart", "team")

# If things of several kinds share a name, the first kind is meant: a medic is a man before he is a role.
KINDS: tuple[Kind, ...] = (
    "total",
    "section",
    "reserve",
    "squad",
    "vehicle",
    "preset",
    "weapon",
    "arms",
    "leadership",
    "commander",
    "combat",
    "passes",
    "role",
    "kit",
    "movement",
    "extra",
    "class",
    "trait",
    "format",
    "ruleset",
)
LONGEST_PHRASE = 5  # words
SHORT, LONGEST_KEY = 3, 40  # lengths checked for typing errors; short words only against names
SHORTENED = 4  # letters of an abbreviated word
OF_ROWS: tuple[Kind, ...] = ("preset", "weapon", "vehicle", "leadership", "role", "extra", "kit")
OF_LISTS: tuple[Kind, ...] = (
    "total",
    "section",
    "reserve",
    "squad",
    "combat",
    "passes",
)  # short and similar to names: Tom, tot
WHOLE = {"d": "di", "w": "with"}
COMPARED_AT_MOST = 2_000  # unknown phrases of a text: a real list has fewer than a hundred
CHOICES_AT_MOST = 6


class Meaning(NamedTuple):
    """The meaning of a word: a thing in the ruleset, or a part of a list."""

    kind: Kind
    id: str

    def __str__(self) -> str:
        return f"{self.kind}/{self.id}"


def meaning_of(text: str) -> Meaning:
    """Return the meaning written as text. Raises ValueError."""
    kind, slash, item = text.partition("/")
    if not slash or kind not in CHOSEN:
        raise ValueError(text)
    return Meaning(cast(Kind, kind), item)


class Match(NamedTuple):
    """The meanings of a phrase, the likeliest first. `exact`: no typing error; `named`: a name, not a nickname."""

    meanings: tuple[Meaning, ...]
    exact: bool
    named: bool


Words = Iterable[tuple[str, Meaning]]
Table = dict[str, tuple[Meaning, ...]]


class Vocabulary:
    """The phrases of a ruleset, or of some kinds. `compared` is the number of comparisons for typing errors."""

    def __init__(self, catalogue: Catalogue, kinds: tuple[Kind, ...] = KINDS) -> None:
        self.catalogue = catalogue
        self.kinds = kinds
        self.compared = 0
        self.pieces: dict[tuple[str, bool], tuple[Any, ...]] = {}  # the phrases of lines, by `pieces_of`
        self._nearest: dict[tuple[str, bool], Match | None] = {}
        self._known: dict[str, bool] = {}
        self._only: dict[tuple[Kind, ...], Vocabulary] = {}

    def find(self, phrase: Sequence[Token]) -> Match | None:
        """Return the meanings of a phrase as written, in the singular or the plural."""
        key = "".join([token.key for token in phrase])
        if any(token.key in WHOLE for token in phrase[1:-1]):
            key = "".join([WHOLE.get(token.key, token.key) for token in phrase])  # regole d’ingaggio
        if len(phrase) == 1 and phrase[0].is_calibre:
            key = f"{key}cal"  # .50
        is_gun = len(phrase) == 2 and phrase[1].before == "/"  # 47/32
        if len(key) > self.longest or (key.isdecimal() and not is_gun):
            return None
        stem = "".join([stemmed(token.key) for token in phrase])
        is_common = len(phrase) == 1 and phrase[0].is_common  # “meno” is not the plural of “men”
        for table, sought, named in (
            (self.names, key, True),
            (self._stems_of_names, "" if is_common else stem, True),
            (self.nicknames, key, False),
            (self._stems_of_nicknames, "" if is_common else stem, False),
        ):
            is_man = table is self._stems_of_names and key in self.nicknames  # a sniper is not a team of snipers
            if sought in table and not (is_man and table[sought][0].kind == "squad"):
                return self._with_others(Match(table[sought], True, named), stem)
        is_short = len(phrase) == 1 or any(map(str.isdecimal, phrase[-1].key))
        if is_short and len(key) > 2 and key.endswith("s"):  # M4s, AK-47s
            meanings = self.names.get(key[:-1]) or self.nicknames.get(key[:-1])
            if meanings:
                return Match(meanings, True, False)
            key = key[:-1]  # Ptes
        if not key.isalpha():
            return None
        words = [token.key for token in phrase] if len(phrase) > 1 else [key]
        whole = "".join([SHORTENED_WORDS.get(word, word) for word in words])
        meanings = self.names.get(whole) or self.nicknames.get(whole) if whole != key else None
        return Match(meanings, True, False) if meanings else None

    def _with_others(self, match: Match, stem: str) -> Match:
        """Return a match with other purchases of the same name: mortars, as an extra and as weapons."""
        others = self._stems_of_nicknames.get(stem, ()) if match.named else ()
        kinds = {meaning.kind for meaning in (*match.meanings, *others)}
        if len(kinds) == 1 or not kinds <= {"weapon", "vehicle", "extra"}:
            return match
        return Match((*match.meanings, *others), True, True)

    def __contains__(self, key: object) -> bool:
        """Whether letters are exactly a name or a nickname, not a plural."""
        return key in self.names or key in self.nicknames

    def knows(self, token: Token) -> bool:
        """Whether a word has a meaning alone."""
        if token.key not in self._known:
            self._known[token.key] = self.find([token]) is not None
        return self._known[token.key]

    def near(self, phrase: Sequence[Token]) -> Match | None:
        """Return the meanings of a phrase with a typing error, the nearest first."""
        key = "".join(token.key for token in phrase)
        digits = _digits(key)
        if not SHORT <= len(key) <= LONGEST_KEY or (digits and len(key) - len(digits) < SHORTENED):
            return None  # an Mk48 is not an M48
        is_name = phrase[0].text[:1].isupper() and not phrase[0].text.isupper()
        if (key, is_name) not in self._nearest:
            if self.compared >= COMPARED_AT_MOST:
                return None
            self.compared += 1
            self._nearest[key, is_name] = self._compare(key, is_name)
        return self._nearest[key, is_name]

    def _compare(self, key: str, is_name: bool) -> Match | None:
        allowed = 1 if len(key) < 8 else 2
        is_short = len(key) == SHORT
        short = (word for word in self.names if word[:1] == key[:1] and len(word) >= SHORT)
        words = [*short] if is_short else self._keys
        found = process.extract(key, words, scorer=OSA.distance, score_cutoff=allowed, limit=CHOICES_AT_MOST)
        kept = (word for word, _distance, _place in found if _digits(word) == _digits(key))
        meanings = [
            meaning
            for word in kept
            for meaning in self._meanings(word)
            if len(word) > SHORTENED or meaning.kind not in OF_LISTS
        ]
        if not meanings and len(key) > 5:
            meanings = self._near_stems(stemmed(key))
        if not meanings and not is_name:
            meanings = self._shortened(key)
        distinct = tuple(dict.fromkeys(meanings))[:CHOICES_AT_MOST]
        return Match(distinct, False, False) if distinct else None

    def _beginning_with(self, key: str) -> list[str]:
        """Return the words that start with letters, in alphabetical order."""
        keys = self._sorted_keys
        return keys[bisect_left(keys, key) : bisect_left(keys, f"{key}\uffff")]

    @cached_property
    def _sorted_keys(self) -> list[str]:
        return sorted(self._keys)

    def _shortened(self, key: str) -> list[Meaning]:
        """Return the meanings of an abbreviated word: cecch, mitr."""
        first_words = self._kept("first words", _first_words, str)
        if not SHORTENED <= len(key) < LONGEST_KEY or key in first_words:
            return []
        words = self._beginning_with(key)
        return [meaning for word in words for meaning in self._meanings(word) if meaning.kind in OF_ROWS]

    def _near_stems(self, stem: str) -> list[Meaning]:
        """Return the meanings of a plural with a typing error: cecchni."""
        tables = {**self._stems_of_nicknames, **self._stems_of_names}
        found = process.extract(stem, [*tables], scorer=OSA.distance, score_cutoff=1, limit=CHOICES_AT_MOST)
        kept = (word for word, _distance, _place in found if len(word) > 4)
        return [meaning for word in kept for meaning in tables[word] if meaning.kind not in ("reserve", "class")]

    def _meanings(self, key: str) -> tuple[Meaning, ...]:
        return self.names.get(key) or self.nicknames[key]

    def only(self, kinds: tuple[Kind, ...]) -> "Vocabulary":
        """Return the phrases for things of some kinds."""
        return self._only.setdefault(kinds, Vocabulary(self.catalogue, kinds))

    @cached_property
    def names(self) -> Table:
        """Return the meanings of names and ids, by their letters."""
        return self._kept("names", _names, squeezed)

    @cached_property
    def nicknames(self) -> Table:
        """Return the meanings of nicknames, by their letters."""
        return self._kept("nicknames", _nicknames, squeezed)

    @cached_property
    def _stems_of_names(self) -> Table:
        return self._kept("stems of names", _names, _stem_of_phrase)

    @cached_property
    def _stems_of_nicknames(self) -> Table:
        return self._kept("stems of nicknames", _nicknames, _stem_of_phrase)

    def _kept(self, name: str, words: Callable[[Catalogue], Words], key: Callable[[str], str]) -> Table:
        """Return a table, created once for a catalogue."""
        tables = self.catalogue.cache
        if (name, self.kinds) not in tables:
            of_kinds = (word for word in words(self.catalogue) if word[1].kind in self.kinds)
            tables[name, self.kinds] = _table(of_kinds, key)
        table: Table = tables[name, self.kinds]
        return table

    @cached_property
    def longest(self) -> int:
        """The greatest length of a phrase in letters, with a plural ending."""
        return max(map(len, (*self.names, *self.nicknames)), default=0) + LONGEST_PHRASE

    @cached_property
    def _keys(self) -> list[str]:
        """The letters checked for typing errors: no players’ names of troops, no words for “not included”."""
        kept = {squeezed(phrase) for phrase in RESERVE_WORDS}
        others = (key for key, meanings in self.nicknames.items() if meanings[0].kind != "class")
        every = dict.fromkeys((*self.names, *others))
        return [key for key in every if len(key) >= SHORT and key not in kept]


def _digits(key: str) -> str:
    """Return the digits of a word, which never have typing errors: an MG34 is not an MG42."""
    return "".join(filter(str.isdecimal, key))


@lru_cache(maxsize=16_384)
def stemmed(word: str) -> str:
    """Return a word without its plural ending: fuciliere, fucilieri; sten, stens; granata, granate."""
    if word.endswith("men"):
        word = f"{word[:-3]}man"
    if len(word) <= 3 or not word.isalpha():
        return word
    singular = word.removesuffix("s")
    if singular[-1] not in "aeio":
        return singular
    stem = singular[:-1]
    stem = stem.removesuffix("i") if len(stem) > 3 else stem  # mortaio, mortai
    return f"{stem}-"  # “caro” is not the plural of “car”


def _stem_of_phrase(phrase: str) -> str:
    return "".join(stemmed(token.key) for token in tokens_of(phrase))


def _table(words: Words, key: Callable[[str], str]) -> Table:
    """Return the meanings of each phrase: all of the first kind of `KINDS`."""
    found: dict[str, list[Meaning]] = {}
    for phrase, meaning in words:
        meanings = found.setdefault(key(phrase), [])
        if meaning not in meanings:
            meanings.append(meaning)
    return {phrase: _of_first_kind(meanings) for phrase, meanings in found.items() if phrase}


def _of_first_kind(meanings: list[Meaning]) -> tuple[Meaning, ...]:
    first = min((meaning.kind for meaning in meanings), key=KINDS.index)
    return tuple(meaning for meaning in meanings if meaning.kind == first)


def _first_words(book: Catalogue) -> Iterator[tuple[str, Meaning]]:
    """Yield the first words of names that are complete words: half of half-track."""
    for phrase, meaning in (*_names(book), *_nicknames(book)):
        yield squeezed(phrase.replace("-", " ").partition(" ")[0]), meaning


def _nicknames(book: Catalogue) -> Iterator[tuple[str, Meaning]]:
    for item in book.offered.nicknames:
        for word in item.words:
            yield word, Meaning(item.kind, item.id)
    for phrase in (*SQUAD_WORDS, *UNIT_WORDS):
        yield phrase, Meaning("squad", "squad")


def _names(book: Catalogue) -> Iterator[tuple[str, Meaning]]:
    tables: dict[Kind, Sequence[Entry | Preset]] = {
        "vehicle": book.offered.vehicles,
        "preset": book.offered.presets,
        "weapon": book.offered.weapons,
        "role": book.offered.roles,
        "kit": book.offered.kit,
        "extra": book.offered.extras,
        "class": book.offered.classes,
        "trait": book.offered.traits,
        "format": book.offered.formats,
    }
    doing = {preset.roles: preset.id for preset in reversed(book.offered.presets)}
    for kind, items in tables.items():
        for item in items:
            preset = doing.get((item.id,)) if kind == "role" else None  # a job means a man
            for phrase in _names_of(item, kind):
                yield phrase, Meaning("preset", preset) if preset else Meaning(kind, item.id)
    editions = (book.edition, *([book.short_edition] if book.short_edition else []))
    names = (text for name in (book.name, *editions) for text in (name.it, name.en))
    for name in (*names, book.id):
        yield name, Meaning("ruleset", book.id)
    for way, text in MOVEMENT.items():
        yield from ((phrase, Meaning("movement", way)) for phrase in (text.it, text.en))
    for squad_kind, text in SQUAD_KINDS.items():
        yield from ((phrase, Meaning("squad", squad_kind)) for phrase in (text.it, text.en))
    for section, text in {"extras": EXTRAS, "rulings": RULINGS, "prices": PRICES}.items():
        yield from ((phrase, Meaning("section", section)) for phrase in (text.it, text.en))
    yield from ((phrase, Meaning("section", "vehicles")) for phrase in VEHICLES)
    if book.leadership:
        yield KEYS["leadership"].en, Meaning("leadership", "1")
        yield from ((word, Meaning("leadership", "1")) for word in LEADERSHIP_WORDS)
        for level in book.leadership:
            yield from ((f"{word} {level}", Meaning("leadership", str(level))) for word in LEVEL_WORDS)
    if "passes" in book.reads:
        yield from ((word, Meaning("passes", "")) for word in PASS_WORDS)
    yield from ((phrase, Meaning("reserve", "")) for phrase in RESERVE_WORDS)
    yield from ((phrase, Meaning("arms", "")) for phrase in UNARMED)
    combat = KEYS["combat value"]
    short = COMBAT_WORDS if "combat_value" in book.reads else ()
    yield from ((phrase, Meaning("combat", "")) for phrase in (combat.it, combat.en, *short))
    yield from ((phrase, Meaning("commander", "")) for phrase in (COMMANDER.it, COMMANDER.en))
    yield from ((phrase, Meaning("total", "")) for phrase in TOTAL_WORDS)


def _names_of(item: Entry | Preset, kind: Kind) -> Iterator[str]:
    """Yield the names of a thing: complete, and without the part in parentheses."""
    for name in (item.name.it, item.name.en):
        yield name
        yield name.partition("(")[0]
    if isinstance(item, TroopClass) and item.code:
        yield item.code
    if kind != "preset":
        yield item.id
