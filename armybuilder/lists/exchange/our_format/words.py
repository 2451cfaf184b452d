"""The words of lists written as text, in both languages."""

import json
import re
from collections.abc import Iterable
from functools import cached_property
from typing import Literal

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.entry import Entry, Kind
from rules.core.document.roster import SquadKind
from rules.core.text import Language, Text, squeezed

Key = Literal[
    "leadership",
    "team",
    "class",
    "ability",
    "combat value",
    "notes",
    "vehicle",
    "level",
    "count",
    "passes",
    "list of",
    "leader ability",
    "motivation",
    "fanatics",
    "force",
    "held to",
    "in the force",
    "limit",
    "extra",
]

# Words before a value: "leadership 1", "team A".
KEYS: dict[Key, Text] = {
    "leadership": Text("leadership", "leadership"),
    "team": Text("gruppo", "team"),
    "class": Text("classe", "class"),
    "ability": Text("abilità", "ability"),
    "combat value": Text("valore di combattimento", "combat value"),
    "notes": Text("note", "notes"),
    "vehicle": Text("mezzo", "vehicle"),
    "level": Text("livello", "level"),
    "count": Text("numero", "number"),
    "passes": Text("passaggi", "passes"),
    "list of": Text("da una lista di", "from a list of"),
    "leader ability": Text("abilità del leader", "leader ability"),
    "motivation": Text("motivazione", "motivation"),
    "fanatics": Text("fanatici", "fanatics"),
    "force": Text("Nome della forza", "Pair name"),
    "held to": Text("Tenuta alla forza", "Follows the force"),
    "in the force": Text("nella forza", "in the force"),
    "limit": Text("Limite", "Limit"),
    "extra": Text("Extra", "Extra"),
}
# Words in lists written by earlier versions.
EARLIER: dict[Key, tuple[str, ...]] = {"force": ("Forza", "Force"), "held to": ("Held to the force",)}
COMMANDER = Text("comandante di plotone", "platoon commander")
MOVEMENT: dict[str, Text] = {
    "wheeled": Text("ruotato", "wheeled"),
    "tracked": Text("cingolato", "tracked"),
}
SQUAD_KINDS: dict[SquadKind, Text] = {
    "section": Text("sezione indipendente", "independent section"),
    "sniper-team": Text("tiratori scelti", "sniper team"),
    "observer-section": Text("sezione osservatori", "observer section"),
}
# Headings that are not squads.
EXTRAS = Text("Extra", "Extras")
RULINGS = Text("Interpretazioni", "Rulings")
PRICES = Text("Prezzi del club", "Club prices")
POINTS = Text("pt", "pts")
NOT_LEGAL = Text("non legale", "not legal")

GEAR: tuple[Kind, ...] = ("weapon", "role", "kit")  # names in a man's row without their kind
MOUNTED: tuple[Kind, ...] = ("weapon", "trait")

# Text that needs no quotation marks: nothing in it has a meaning for the reader or Discord.
PLAIN = re.compile(
    r"[^\s\"\\\[\]:;,+*_~`|<>#·()\x00-\x1f\x7f-\x9f](?:[^\"\\\[\]:;,+*_~`|<>#·()\t\n\r\x0b\x0c\x1c-\x1f\x85\u2028\u2029]*[^\s\"\\\[\]:;,+*_~`|<>#·])?"
)


def folded(text: str) -> str:
    """Return a text in the form used to compare words: no capitals, single spaces, plain dashes."""
    return " ".join(text.replace("−", "-").replace("–", "-").casefold().split())


def both(text: Text) -> tuple[str, str]:
    """Return a text's words in both languages, folded."""
    return folded(text.it), folded(text.en)


def quoted(text: str) -> str:
    """Return a text in quotation marks, on one line, that `unquoted` reads back."""
    return (
        json.dumps(text, ensure_ascii=False)
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029")
        .replace("\x85", "\\u0085")
    )


def plain_or_quoted(text: str) -> str:
    """Return a plain text unchanged, and any other text in quotation marks."""
    return text if PLAIN.fullmatch(text) else quoted(text)


def said(name: str) -> str:
    """Return an item's name as a word of a row, in quotation marks if it has a comma outside parentheses."""
    outside = 0
    for letter in name:
        outside += {"(": 1, ")": -1}.get(letter, 0)
        if letter in ';:·[]"' or (letter == "," and not outside):
            return quoted(name)
    return name


def unquoted(text: str) -> str | None:
    """Return the text in quotation marks, None if they do not close or an escape is invalid."""
    try:
        value = json.loads(text, strict=False)
    except ValueError:
        return None
    return value if isinstance(value, str) else None


def escaped(text: str) -> str:
    """Return a line with Discord's markup escaped by backslashes."""
    return re.sub(r"([\\*_~`|])", r"\\\1", text)


def unescaped(text: str) -> str:
    """Undo `escaped`."""
    return re.sub(r"\\([\\*_~`|])", r"\1", text)


class Vocabulary:
    """The names of one ruleset with their meanings in both languages. An id always means itself."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue

    @cached_property
    def _tables(self) -> dict[Kind, dict[str, Entry]]:
        book = self.catalogue
        return {
            "weapon": dict(book.weapon_by_id),
            "role": dict(book.role_by_id),
            "kit": dict(book.kit_by_id),
            "class": dict(book.class_by_id),
            "trait": {**book.squad_traits, **book.vehicle_traits},
            "vehicle": dict(book.vehicle_by_id),
            "extra": dict(book.extra_by_id),
        }

    @cached_property
    def _meanings(self) -> dict[Kind, dict[str, str]]:
        return {kind: dict(_meanings(table.values())) for kind, table in self._tables.items()}

    def say(self, kind: Kind, item: str, language: Language, among: Iterable[Kind] = ()) -> str:
        """Return an item's name if it is read back as the same item `among` these kinds; otherwise `kind/id`."""
        entry = self._tables[kind].get(item)
        kinds = tuple(among) or (kind,)
        if entry is None:
            return f"{kind}/{item}"
        name = entry.name.to(language)
        return name if self.find(name, kinds) == (kind, item) else f"{kind}/{item}"

    def find(self, words: str, kinds: Iterable[Kind]) -> tuple[Kind, str] | None:
        """Return the meaning of a name or an id, None if these kinds have no match."""
        wanted = folded(words)
        for kind in kinds:
            if wanted in self._meanings[kind]:
                return kind, self._meanings[kind][wanted]
            if wanted.startswith(f"{kind}/"):
                return kind, words.strip().partition("/")[2].strip()
        return None

    @cached_property
    def preset_names(self) -> dict[str, int]:
        """The positions of presets by their names in both languages."""
        presets = reversed(list(enumerate(self.catalogue.presets)))
        return {folded(name): place for place, item in presets for name in (item.name.it, item.name.en)}

    def is_word(self, text: str) -> bool:
        """Whether the label of a row would not be read as a name."""
        return folded(text) in self.preset_names or self.find(text, ("vehicle", "class")) is not None

    def is_doubtful(self, text: str) -> bool:
        """Whether the label of a figure may be its gear or role: a nickname, a weapon, a role."""
        word = squeezed(text)
        is_nickname = word in self._nicknames or word.rstrip("0123456789") in self._nicknames  # leader 2
        gear = is_nickname or self.find(text, GEAR) is not None
        return gear or self.is_word(text)

    @cached_property
    def _nicknames(self) -> frozenset[str]:
        return frozenset(squeezed(word) for item in self.catalogue.nicknames for word in item.words)


def _meanings(entries: Iterable[Entry]) -> Iterable[tuple[str, str]]:
    """Return the id of each name: an id before a name, an earlier entry before a later one."""
    listed = list(entries)
    for entry in reversed(listed):
        yield folded(entry.name.it), entry.id
        yield folded(entry.name.en), entry.id
    for entry in listed:
        yield folded(entry.id), entry.id
