"""Read lines in our own format exactly, or reject them."""

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from armybuilder.lists.exchange.our_format.scanning import split, split_once, without_points
from armybuilder.lists.exchange.our_format.words import (
    COMMANDER,
    EARLIER,
    GEAR,
    KEYS,
    MOUNTED,
    MOVEMENT,
    SQUAD_KINDS,
    Key,
    Vocabulary,
    both,
    folded,
    unquoted,
)
from armybuilder.lists.recognition.tokens import points, tokens_of
from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.entry import Kind
from rules.core.catalogue.library import PRICE_TABLES, Library
from rules.core.document.naming import figure_label, squad_label
from rules.core.document.roster import ExtraEntry, Figure, Modifiers, Squad, Vehicle
from rules.core.text import is_writable

VALUE = re.compile(r"[+-]?\d{1,6}")
EVERY_KIND: tuple[Kind, ...] = ("weapon", "role", "kit", "class", "trait", "vehicle", "extra")
TIMES = ("x", "X", "×")

Fields = dict[str, Any]
T = TypeVar("T")
Made = TypeVar("Made", bound=Struct)


class NotExactError(Exception):
    """The line is not in our own format."""


class ExactReader:
    """Read single lines of a ruleset exactly. Other lines are None."""

    def __init__(self, catalogue: Catalogue, library: Library) -> None:
        self.catalogue, self.library = catalogue, library
        self.words = Vocabulary(catalogue)

    def _attempt(self, parse: Callable[[], T]) -> T | None:
        try:
            return parse()
        except NotExactError:
            return None

    def top(self, parts: Sequence[str]) -> tuple[str, str] | None:
        """Return the name and the role (or "") of a first line; its other parts name the game."""
        roles = {word: item.id for item in self.catalogue.formats for word in (*both(item.name), item.id)}
        others = [part for part in map(folded, parts[1:]) if part not in names_of(self.catalogue)]
        name = self._attempt(lambda: self._text(parts[0]))
        if name is None or len(others) > 1 or any(part not in roles for part in others):
            return None
        return name, next((roles[part] for part in others), "")

    def list_field(self, line: str) -> tuple[str, str | int] | None:
        """Return a field of the list and its value: limit, pair name, followed force, notes."""
        found = self._key(line, ("limit", "force", "held to", "notes"))
        if found is None:
            return None
        if found[0] == "limit":
            return ("limit", int(found[1])) if VALUE.fullmatch(found[1]) else None
        text = self._attempt(lambda: self._text(found[1]))
        return None if text is None else (found[0], text)

    def squad(self, title: str, number: int) -> Squad | None:
        """Return the squad of a heading, the `number`th of the list, without its rows."""
        made = self._attempt(lambda: self._squad(title, number))
        return made if made and self._knows_squad(made) else None

    def row(self, line: str, class_id: str) -> Figure | Vehicle | ExtraEntry | None:
        """Return the row of a squad of that class. A bare name is not a row: its meaning is unclear."""
        if self._is_extra(line):
            return self.extra(line)
        if not _counted(without_points(line))[1] or is_plain_number(line):
            return None
        row = self._attempt(lambda: self._figure_or_vehicle(line, class_id))
        if row is None or not self._knows(row):
            return None
        return row if isinstance(row, Vehicle) or not self._is_doubtful(line, row) else None

    def _is_doubtful(self, line: str, figure: Figure) -> bool:
        """Whether the text in place of a name may have another meaning: a nickname, a role."""
        label, rest = split_once(_counted(without_points(line))[1], ":")
        if label.startswith('"'):
            return unquoted(label) is None  # "Lupo" leader
        is_ours = rest and "," not in label and counts_first(line)
        return bool(figure.name) and (not is_ours or self.words.is_doubtful(label))

    def extra(self, line: str) -> ExtraEntry | None:
        """Return the extra of a row."""
        made = self._attempt(lambda: self._extra(line))
        return made if made and made.extra in self.library.known["extra"] else None

    def ruling(self, line: str) -> tuple[str, str] | None:
        """Return a ruling and its option."""
        parts = self._attempt(lambda: [self._text(part) for part in split_once(line, ":")])
        if parts is None:
            return None
        question, answer = map(folded, parts)
        for ruling in self.catalogue.rulings:
            for option in ruling.options:
                if question in (*both(ruling.name), ruling.id) and answer in (*both(option.name), option.id):
                    return ruling.id, option.id
        known = self.library.options_for(self.catalogue.id, parts[0])
        return (parts[0], parts[1]) if parts[1] in known else None

    def price(self, line: str) -> tuple[str, int] | None:
        """Return a club price: its key, and the points."""
        name, _, value = line.rpartition(" ")
        key = self._attempt(lambda: self._text(name)) or ""
        table, _, item = key.partition("/")
        known = self.library.known[PRICE_TABLES[table]] if table in PRICE_TABLES else frozenset("1234")
        if not VALUE.fullmatch(value) or item not in known or table not in (*PRICE_TABLES, "leadership"):
            return None
        return (key, int(value)) if -1_000 <= int(value) <= 1_000 else None

    # ── Squads and rows: other formats raise NotExactError ─────────────────────────────────────────────────────────

    def _squad(self, title: str, number: int) -> Squad:
        """Return the squad of a heading, the `number`th of the list. Raises NotExactError."""
        parts = split(title, "·")
        if not parts:
            raise NotExactError
        name, *attributes = parts
        squad: Fields = {"name": ""}
        for attribute in attributes:
            self._squad_word(squad, attribute)
        label = self._text(name)
        unnamed = squad_label(Squad(name="", kind=squad.get("kind", "squad")), number)
        if name.startswith('"') or folded(label) not in both(unnamed):
            squad["name"] = label
        return self._made(Squad, squad)

    def _squad_word(self, squad: Fields, word: str) -> None:
        found = self._key(word, ("list of", "in the force", "leader ability", "motivation", "fanatics"))
        kinds = {text: kind for kind, name in SQUAD_KINDS.items() for text in both(name)}
        if found and found[0] in ("list of", "leader ability"):
            field_name = {"list of": "list_class", "leader ability": "leader_ability"}[found[0]]
            squad[field_name] = self._item(found[1], ("class",))
        elif found and found[0] == "in the force":
            squad["force_squad"] = found[1]
        elif found:
            name = {"motivation": "motivation", "fanatics": "fanatic"}[found[0]]
            modifiers = msgspec.structs.asdict(squad.get("modifiers", Modifiers()))
            self._set_number(modifiers, name, found[1])
            squad["modifiers"] = Modifiers(**modifiers)
        elif folded(word) in kinds:
            squad["kind"] = kinds[folded(word)]
        else:
            kind, item = self._find(word, ("class", "trait"))
            if kind == "class":
                squad["class_"] = item
            else:
                squad.setdefault("traits", []).append(item)

    def _is_extra(self, line: str) -> bool:
        """Whether a row of a squad is marked as an extra."""
        return self._key(split_once(line, ":")[0], ("extra",)) is not None

    def _extra(self, line: str) -> ExtraEntry:
        """Return the extra of a row, even without the word "extra"."""
        name, rest = split_once(without_points(line), ":")
        found = self._key(name, ("extra",))
        fields: Fields = {"extra": self._item(found[1] if found else name, ("extra",))}
        for word in split(rest, ","):
            value = self._key(word, ("level", "count", "passes"))
            if value is None:
                raise NotExactError
            self._set_number(fields, value[0], value[1])
        return self._made(ExtraEntry, fields)

    def _figure_or_vehicle(self, line: str, class_id: str) -> Figure | Vehicle:
        """Return the content of a row of a squad; its men have the class `class_id` by default."""
        count, line = _counted(without_points(line))
        label, rest = split_once(line, ":")
        attributes = split(rest, ",")
        kind = self._vehicle_type(label, attributes)
        if kind is None:
            return self._figure(count, class_id, label, attributes)
        return self._vehicle(count, kind, label, attributes)

    def _vehicle_type(self, label: str, attributes: list[str]) -> str | None:
        """Return the vehicle id of a row, None for a figure. Its word is removed from the attributes."""
        for word in attributes:
            found = self._key(word, ("vehicle",))
            if found:
                attributes.remove(word)
                return self._item(found[1], ("vehicle",))
        meant = None if label.startswith('"') else self.words.find(label, ("vehicle",))
        return meant[1] if meant else None

    def _vehicle(self, count: int, type_: str, label: str, attributes: list[str]) -> Vehicle:
        fields: Fields = {"count": count, "type": type_}
        if label.startswith('"') or self.words.find(label, ("vehicle",)) is None:
            fields["name"] = self._text(label)
        for word in attributes:
            movement = next((way for way, name in MOVEMENT.items() if folded(word) in both(name)), None)
            if movement:
                fields["movement"] = movement
            elif not self._shared_word(fields, word):
                self._gear(fields, word, MOUNTED)
        return self._made(Vehicle, fields)

    def _figure(self, count: int, class_id: str, label: str, attributes: list[str]) -> Figure:
        fields: Fields = {"count": count}
        for word in attributes:
            self._figure_word(fields, word)
        figure = self._made(Figure, fields)
        unnamed = figure_label(figure, self.catalogue, figure.class_ or class_id)
        if label.startswith('"') or folded(label) not in both(unnamed):
            return self._made(Figure, fields | {"name": self._text(label)})
        return figure

    def _figure_word(self, fields: Fields, word: str) -> None:
        found = self._key(word, ("class", "ability", "leadership", "team"))
        if folded(word) in both(COMMANDER):
            fields["commander"] = True
        elif self._shared_word(fields, word):
            return
        elif found is None:
            self._gear(fields, word, GEAR)
        elif found[0] == "team":
            fields["team"] = self._text(found[1])
        elif found[0] == "leadership":
            self._set_number(fields, "leadership", found[1])
        else:
            name = {"class": "class_", "ability": "ability"}[found[0]]
            fields[name] = self._item(found[1], ("class",))

    def _shared_word(self, fields: Fields, word: str) -> bool:
        found = self._key(word, ("combat value", "notes"))
        if found and found[0] == "notes":
            fields["notes"] = self._text(found[1])
        elif found:
            self._set_number(fields, "combat_value", found[1])
        return found is not None

    def _gear(self, fields: Fields, word: str, kinds: tuple[Kind, ...]) -> None:
        kind, item = self._find(word, kinds)
        rows = {"weapon": "weapons", "role": "roles", "kit": "kit", "trait": "traits"}[kind]
        fields.setdefault(rows, []).append(item)

    # ── Ids ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _knows_squad(self, squad: Squad) -> bool:
        classes = (squad.class_, squad.list_class, squad.leader_ability)
        return self._all("class", classes) and self._all("trait", squad.traits)

    def _knows(self, row: Figure | Vehicle | ExtraEntry) -> bool:
        if isinstance(row, Figure):
            return (
                self._all("class", (row.class_, row.ability))
                and self._all("weapon", row.weapons)
                and self._all("role", row.roles)
                and self._all("kit", row.kit)
            )
        if isinstance(row, Vehicle):
            known = self._all("vehicle", (row.type,)) and self._all("weapon", row.weapons)
            return known and self._all("trait", row.traits)
        return self._all("extra", (row.extra,))

    def _all(self, kind: Kind, ids: Sequence[str]) -> bool:
        """Whether all ids are known, without duplicates."""
        known = all(not item or item in self.library.known[kind] for item in ids)
        return known and (kind in ("weapon", "class") or len(set(ids)) == len(ids))

    # ── Words without a meaning raise NotExactError ────────────────────────────────────────────────────────────────

    def _made(self, kind: type[Made], fields: Fields) -> Made:
        """Return a thing within the limits of the format. Raises NotExactError."""
        try:
            return msgspec.convert(msgspec.to_builtins(kind(**fields)), kind)
        except msgspec.ValidationError:
            raise NotExactError from None

    def _key(self, words: str, keys: Sequence[Key]) -> tuple[Key, str] | None:
        """Return the key at the start of the words, and the value after it. The full name of an item has no key."""
        if self.words.find(words, EVERY_KIND):
            return None
        for key in keys:
            for word in (KEYS[key].it, KEYS[key].en, *EARLIER.get(key, ())):
                start = len(word)
                if words[:start].casefold() == word.casefold() and words[start : start + 1] in ("", " ", ":"):
                    return key, words[start:].lstrip(" :")
        return None

    def _text(self, words: str) -> str:
        """Return a text as its owner wrote it. Raises NotExactError for a text that cannot be stored."""
        text = as_written(words)
        if not is_writable(text):
            raise NotExactError
        return text

    def _item(self, words: str, kinds: tuple[Kind, ...]) -> str:
        """Return the id of an item. Raises NotExactError."""
        return self._find(words, kinds)[1]

    def _find(self, words: str, kinds: tuple[Kind, ...]) -> tuple[Kind, str]:
        """Return the kind and id of an item. Raises NotExactError."""
        meant = self.words.find(self._text(words), kinds)
        if meant is None:
            raise NotExactError
        return meant

    def _set_number(self, fields: Fields, name: str, words: str) -> None:
        """Take a whole number as a field. Raises NotExactError."""
        if not VALUE.fullmatch(words):
            raise NotExactError
        fields[name] = int(words)


def as_written(words: str) -> str:
    """Return the text in quotation marks, or the words themselves."""
    meant = unquoted(words) if words.startswith('"') else None
    return words if meant is None else meant


def counts_first(line: str) -> bool:
    """Return whether a row starts with a count in our own format."""
    return _counted(line)[1] != line


def is_plain_number(line: str) -> bool:
    """Return whether a row starts with a number without a count sign, which may be a line number."""
    rest = line.lstrip("0123456789")
    return rest != line and not rest.lstrip().startswith(TIMES)


def _counted(line: str) -> tuple[int, str]:
    """Return the number of a row and the rest of it: `2x Rossi`, `2 Rossi`, `2 x Rossi`, `x2 Rossi`, `x 2 Rossi`."""
    before = line.startswith(TIMES)
    rest = line[1:].lstrip() if before else line
    digits = next((place for place, sign in enumerate(rest) if not sign.isdecimal()), len(rest))
    label = rest[digits:]
    if not before and label.lstrip().startswith(TIMES):
        after = label.lstrip()[1:]
        label = after if after[:1].isspace() else label
    if 1 <= digits <= 4 and label[:1].isspace():
        return int(rest[:digits]), label.strip()
    return 1, line


def names_of(book: Catalogue) -> tuple[str, ...]:
    """Return the names of a game in a list's first line: name, name with edition, id."""
    editions = (
        f"{book.name.it} ({book.edition.it})",
        f"{book.name.en} ({book.edition.en})",
    )
    return (*both(book.name), *map(folded, editions), book.id)


def typed_points(line: str) -> int | None:
    """Return the points in brackets at the end of a line, None without points."""
    text = line.strip()
    for token in tokens_of(text[len(without_points(text)) :]):
        sign = -1 if token.before.endswith(("-", "−")) else 1
        if token.is_number:
            return sign * int(token.key)
        if (value := points(token)) is not None:
            return sign * value
    return None


def is_bare_number(line: str) -> bool:
    """Whether a line ends with a number in brackets without a unit: it may be a count."""
    text = line.strip()
    words = tokens_of(text[len(without_points(text)) :])
    return len(words) == 1 and words[0].is_number


def rows_in(text: str) -> list[str]:
    """Return the rows on one line."""
    return split(text, ";")
