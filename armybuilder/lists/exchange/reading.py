"""A list from plain text: our own shapes, written by people too. What cannot be read is said, with its line.

    read_text(text, library) -> Reading

The first line names the list and its game; a heading opens a squad, and a row is a man, several alike, a vehicle or an
extra. Points are not read: they follow from the rest. A line that begins with a backslash goes on from the one before.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import cast

import msgspec
from django.utils.translation import gettext

from armybuilder.lists.exchange import words as vocabulary
from armybuilder.lists.exchange.lexicon import VALUE, Fields, Lexicon, TooManyProblemsError
from armybuilder.lists.exchange.rows import RowReader
from armybuilder.lists.exchange.scanning import (
    heading,
    joined,
    plain_line,
    split,
    split_once,
    without_points,
)
from armybuilder.lists.exchange.words import both, folded
from armybuilder.lists.forms import LONGEST_NAME
from rules.core import reader
from rules.core.catalogue import Catalogue
from rules.core.characters import shown
from rules.core.library import Library
from rules.core.naming import squad_label
from rules.core.problem import Problem
from rules.core.roster import Modifiers, Roster, Squad, Vehicle, encode
from rules.language import active_language

LINES_AT_MOST = (
    2_000  # and rows: several may stand in one line. The longest list of a player has a tenth of that
)
LONGEST_LINE = 2_000  # characters


@dataclass(slots=True)
class Reading:
    """A list as far as it could be read (None: not even its game), and what could not.

    `stopped`: there was so much of that that the rest was not read.
    """

    roster: Roster | None = None
    problems: list[Problem] = field(default_factory=list)
    stopped: bool = False


def read_text(text: str, library: Library) -> Reading:
    """Return the list that a text holds, and all that could not be read in it."""
    raw = text.rstrip().replace("\r\n", "\n").split("\n")
    if too_large := _too_large(raw):
        return Reading(problems=[too_large])
    lines = _lines(raw)
    if not lines:
        return Reading(problems=[Problem(gettext("There is no text."), 1)])
    number, line = lines[0]
    top = heading(line)
    parts = split(without_points(top.text if top and top.marks == 2 else line), "·")
    catalogue = _game(parts[1:], library)
    if catalogue is None:
        names = ", ".join(_full_name(book)[0] for book in library.catalogues.values())
        said = gettext("The first line does not name a game. Write one of: %(games)s.") % {"games": names}
        return Reading(problems=[Problem(said, number)])
    reading = Reading()
    made = _Reader(catalogue, reading.problems)
    try:
        made.top(number, parts)
        for number, line in lines[1:]:
            made.line(number, line)
        reading.roster = made.roster()
    except TooManyProblemsError:
        reading.stopped = True
    _check(reading, library)
    return reading


def _too_large(lines: Sequence[str]) -> Problem | None:
    if len(lines) > LINES_AT_MOST:
        return Problem(_too_many_lines(), LINES_AT_MOST + 1)
    long = next((number for number, line in enumerate(lines, 1) if len(line) > LONGEST_LINE), 0)
    if not long:
        return None
    said = gettext("A line has %(most)s characters at most. Begin a new line for each figure.")
    return Problem(said % {"most": LONGEST_LINE}, long)


def _too_many_lines() -> str:
    return gettext("A text has %(most)s lines at most: a list is far shorter.") % {"most": LINES_AT_MOST}


def _check(reading: Reading, library: Library) -> None:
    """Hold what was read to the format: an id that somebody wrote himself may be nobody's."""
    if reading.roster is None:
        return
    try:
        reader.read(encode(reading.roster), library)
    except reader.UnreadableListError as error:
        reading.roster = None
        reading.problems.append(Problem(error.line(active_language()), 1))


def _lines(raw: Sequence[str]) -> list[tuple[int, str]]:
    """The lines that say something, with their numbers, without what a forum or Discord adds."""
    first = next((line for line in raw if line.strip()), "")
    as_it_is = vocabulary.unescaped if first.lstrip().startswith("**++") else str
    lines = ((number, as_it_is(plain_line(line))) for number, line in joined(raw))
    return [(number, line) for number, line in lines if line]


def _game(parts: Sequence[str], library: Library) -> Catalogue | None:
    """The game that the first of the parts that names one names. Of editions of one name the first is meant."""
    books = list(reversed(library.catalogues.values()))
    games = {word: book for book in books for word in both(book.name)}
    games |= {word: book for book in books for word in (*map(folded, _full_name(book)), book.id)}
    return next((games[word] for word in map(folded, parts) if word in games), None)


def _full_name(book: Catalogue) -> tuple[str, str]:
    return f"{book.name.it} ({book.edition.it})", f"{book.name.en} ({book.edition.en})"


class _Reader:
    """Reads the lines of one list."""

    def __init__(self, catalogue: Catalogue, problems: list[Problem]) -> None:
        self.lexicon = Lexicon(catalogue, problems)
        self.rows = RowReader(self.lexicon)
        self.fields: Fields = {}
        self.squads: list[Fields] = []
        self.section: Callable[[str], None] = self.list_field
        self.rows_read = 0

    def roster(self) -> Roster | None:
        squads = tuple(made for squad in self.squads if (made := self.lexicon.made(Squad, squad)))
        fields: Fields = {"format": "armylist/1", "ruleset": self.lexicon.catalogue.id, "squads": squads}
        return cast("Roster | None", self.lexicon.made(Roster, self.fields | fields))

    # ── The list ───────────────────────────────────────────────────────────────────────────────────────────────────

    def top(self, number: int, parts: Sequence[str]) -> None:
        self.lexicon.number = number
        self.fields["name"] = self.lexicon.text(parts[0])[:LONGEST_NAME] or gettext("New list")
        roles = {
            word: item.id for item in self.lexicon.catalogue.formats for word in (*both(item.name), item.id)
        }
        for part in parts[2:]:
            if folded(part) in roles:
                self.fields["role"] = roles[folded(part)]

    def line(self, number: int, line: str) -> None:
        self.lexicon.number = number
        line = self.lexicon.kept(line)
        top = heading(line)
        if top is None:
            self.read_rows([line])
            return
        self.open(without_points(top.text))
        self.read_rows(split(top.rest, ";"))

    def read_rows(self, rows: Sequence[str]) -> None:
        self.rows_read += len(rows)
        if self.rows_read > LINES_AT_MOST:
            self.lexicon.trouble(_too_many_lines())
            raise TooManyProblemsError
        for row in rows:
            self.section(row)

    def open(self, title: str) -> None:
        """Take what follows as a squad's, or as what the heading names."""
        sections = (
            (vocabulary.EXTRAS, self.extra_of_list),
            (vocabulary.RULINGS, self.ruling),
            (vocabulary.PRICES, self.price),
        )
        for name, section in sections:
            if folded(title) in both(name):
                self.section = section
                return
        self.section = self.row
        self.open_squad(title)

    def list_field(self, line: str) -> None:
        found = self.lexicon.key(line, ("limit", "force", "notes"))
        if found is None:
            self.lexicon.trouble(
                gettext("This line stands before the first squad and says nothing of the list.")
            )
        elif found[0] == "limit":
            self.lexicon.set_number(self.fields, "limit", found[1])
        else:
            self.fields[found[0]] = self.lexicon.text(found[1])

    def ruling(self, line: str) -> None:
        question, answer = (folded(self.lexicon.text(part)) for part in split_once(line, ":"))
        for ruling in self.lexicon.catalogue.rulings:
            for option in ruling.options:
                if question in (*both(ruling.name), ruling.id) and answer in (*both(option.name), option.id):
                    self.fields.setdefault("rulings", {})[ruling.id] = option.id
                    return
        plain = [self.lexicon.text(part) for part in split_once(line, ":")]
        self.fields.setdefault("rulings", {})[plain[0]] = plain[1]

    def price(self, line: str) -> None:
        name, _, points = line.rpartition(" ")
        if VALUE.fullmatch(points):
            self.fields.setdefault("prices", {})[self.lexicon.text(name)] = int(points)
        else:
            self.lexicon.trouble(gettext("A price is a name and a number: %(line)s") % {"line": shown(line)})

    # ── Squads ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def open_squad(self, title: str) -> None:
        parts = split(title, "·")
        if not parts:
            self.lexicon.trouble(gettext("This heading is empty. Write the name of the squad: + Alpha +"))
        name, *attributes = parts or [""]
        squad: Fields = {"name": ""}
        for attribute in attributes:
            self.squad_word(squad, attribute)
        label = self.lexicon.text(name)
        unnamed = squad_label(Squad(name="", kind=squad.get("kind", "squad")), len(self.squads))
        if name.startswith('"') or folded(label) not in both(unnamed):
            squad["name"] = label
        self.squads.append(squad)

    def squad_word(self, squad: Fields, word: str) -> None:
        found = self.lexicon.key(word, ("list of", "leader ability", "motivation", "fanatics"))
        kinds = {text: kind for kind, name in vocabulary.SQUAD_KINDS.items() for text in both(name)}
        if found and found[0] in ("list of", "leader ability"):
            field_name = {"list of": "list_class", "leader ability": "leader_ability"}[found[0]]
            squad[field_name] = self.lexicon.item(found[1], ("class",))
        elif found:
            name = {"motivation": "motivation", "fanatics": "fanatic"}[found[0]]
            modifiers = msgspec.structs.asdict(squad.get("modifiers", Modifiers()))
            self.lexicon.set_number(modifiers, name, found[1])
            squad["modifiers"] = Modifiers(**modifiers)
        elif folded(word) in kinds:
            squad["kind"] = kinds[folded(word)]
        elif meant := self.lexicon.find(word, ("class", "trait")):
            if meant[0] == "class":
                squad["class_"] = meant[1]
            else:
                squad.setdefault("traits", []).append(meant[1])

    def row(self, line: str) -> None:
        squad = self.squads[-1]
        if self.rows.is_extra(line):
            _append(squad, "extras", self.rows.extra(line))
            return
        row = self.rows.figure_or_vehicle(line, squad.get("class_", ""))
        _append(squad, "vehicles" if isinstance(row, Vehicle) else "figures", row)

    def extra_of_list(self, line: str) -> None:
        _append(self.fields, "extras", self.rows.extra(line))


def _append(fields: Fields, name: str, item: object) -> None:
    if item:
        fields.setdefault(name, []).append(item)
