"""Read lines in our own format exactly, or reject them."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from armybuilder.lists.exchange.our_format.lexicon import VALUE, Lexicon, NotExactError
from armybuilder.lists.exchange.our_format.rows import RowReader, counts_first, is_plain_number
from armybuilder.lists.exchange.our_format.scanning import split, split_once, without_points
from armybuilder.lists.exchange.our_format.squads import squad_fields
from armybuilder.lists.exchange.our_format.words import both, folded, unquoted
from armybuilder.lists.recognition.tokens import points, tokens_of
from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.entry import Kind
from rules.core.catalogue.library import PRICE_TABLES, Library
from rules.core.document.roster import ExtraEntry, Figure, Squad, Vehicle

T = TypeVar("T")


class ExactReader:
    """Read single lines of a ruleset exactly. Other lines are None."""

    def __init__(self, catalogue: Catalogue, library: Library) -> None:
        self.catalogue, self.library = catalogue, library
        self.lexicon = Lexicon(catalogue)
        self.rows = RowReader(self.lexicon)

    def _attempt(self, parse: Callable[[], T]) -> T | None:
        try:
            return parse()
        except NotExactError:
            return None

    def top(self, parts: Sequence[str]) -> tuple[str, str] | None:
        """Return the name and the role (or "") of a first line; its other parts name the game."""
        roles = {word: item.id for item in self.catalogue.formats for word in (*both(item.name), item.id)}
        others = [part for part in map(folded, parts[1:]) if part not in names_of(self.catalogue)]
        name = self._attempt(lambda: self.lexicon.text(parts[0]))
        if name is None or len(others) > 1 or any(part not in roles for part in others):
            return None
        return name, next((roles[part] for part in others), "")

    def list_field(self, line: str) -> tuple[str, str | int] | None:
        """Return a field of the list and its value: limit, pair name, followed force, notes."""
        found = self.lexicon.key(line, ("limit", "force", "held to", "notes"))
        if found is None:
            return None
        if found[0] == "limit":
            return ("limit", int(found[1])) if VALUE.fullmatch(found[1]) else None
        text = self._attempt(lambda: self.lexicon.text(found[1]))
        return None if text is None else (found[0], text)

    def squad(self, title: str, number: int) -> Squad | None:
        """Return the squad of a heading, the `number`th of the list, without its rows."""
        made = self._attempt(lambda: self.lexicon.made(Squad, squad_fields(self.lexicon, title, number)))
        return made if made and self._knows_squad(made) else None

    def row(self, line: str, class_id: str) -> Figure | Vehicle | ExtraEntry | None:
        """Return the row of a squad of that class. A bare name is not a row: its meaning is unclear."""
        if self.rows.is_extra(line):
            return self.extra(line)
        if not self.rows.without_count(line) or is_plain_number(line):
            return None
        row = self._attempt(lambda: self.rows.figure_or_vehicle(line, class_id))
        if row is None or not self._knows(row):
            return None
        return row if isinstance(row, Vehicle) or not self._is_doubtful(line, row) else None

    def _is_doubtful(self, line: str, figure: Figure) -> bool:
        """Whether the text in place of a name may have another meaning: a nickname, a role."""
        label, rest = split_once(self.rows.without_count(line), ":")
        if label.startswith('"'):
            return unquoted(label) is None  # "Lupo" leader
        is_ours = rest and "," not in label and counts_first(line)
        return bool(figure.name) and (not is_ours or self.lexicon.words.is_doubtful(label))

    def extra(self, line: str) -> ExtraEntry | None:
        """Return the extra of a row."""
        made = self._attempt(lambda: self.rows.extra(line))
        return made if made and made.extra in self.library.known["extra"] else None

    def ruling(self, line: str) -> tuple[str, str] | None:
        """Return a ruling and its option."""
        parts = self._attempt(lambda: [self.lexicon.text(part) for part in split_once(line, ":")])
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
        key = self._attempt(lambda: self.lexicon.text(name)) or ""
        table, _, item = key.partition("/")
        known = self.library.known[PRICE_TABLES[table]] if table in PRICE_TABLES else frozenset("1234")
        if not VALUE.fullmatch(value) or item not in known or table not in (*PRICE_TABLES, "leadership"):
            return None
        return (key, int(value)) if -1_000 <= int(value) <= 1_000 else None

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
