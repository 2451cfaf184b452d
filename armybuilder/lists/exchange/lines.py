"""Read a text line by line: exactly in our own format, otherwise word by word."""

from collections.abc import Mapping, Sequence
from dataclasses import replace as replace_term

from msgspec.structs import replace

from armybuilder.lists.exchange.building import NOT_UNDERSTOOD_AT_MOST, TooMuchError
from armybuilder.lists.exchange.choosing import ChoosingReader
from armybuilder.lists.exchange.columns import Typed
from armybuilder.lists.exchange.our_format.exact import ExactReader, is_bare_number, rows_in, typed_points
from armybuilder.lists.exchange.our_format.scanning import heading, without_points
from armybuilder.lists.exchange.our_format.words import EXTRAS, PRICES, RULINGS, both, folded
from armybuilder.lists.exchange.proposal import ImportedRow, LinePart, RosterPlace
from armybuilder.lists.recognition.figures import NOTE, WITH_NOTHING, weapons_of
from armybuilder.lists.recognition.headings import (
    OF_ROWS,
    denies_all,
    is_row,
    men_in_all,
    names_game,
    names_list,
    says_total,
    slashed,
    title_of,
    undecorated,
)
from armybuilder.lists.recognition.heads import read_points, spent_of
from armybuilder.lists.recognition.markup import unmarked, without_box, without_struck
from armybuilder.lists.recognition.pieces import Piece, Term, count_at, number_in, number_of, pieces_of
from armybuilder.lists.recognition.sentences import is_said
from armybuilder.lists.recognition.titles import Title, make_title
from armybuilder.lists.recognition.vocabulary import Meaning
from armybuilder.lists.recognition.words import LABELS, ON, THE, VEHICLES
from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.library import Library
from rules.core.document.roster import ExtraEntry, Figure, Vehicle
from rules.core.text import writable

SECTIONS = {"extras": EXTRAS, "rulings": RULINGS, "prices": PRICES}
LEAST_TOTAL = 50  # points of a list
RESERVE = "reserve"  # the section of left-out items


class ListReader(ChoosingReader):
    """Reads the lines of one list."""

    def __init__(self, catalogue: Catalogue, library: Library, picks: Mapping[str, str]) -> None:
        super().__init__(catalogue, picks)
        self.exact = ExactReader(catalogue, library)
        self.last = 0  # the number of the previous line

    def read(self, typed: Typed) -> None:
        """Read a line. Raises TooMuchError if too much is not understood to continue."""
        self.begin(typed.number, typed.text)
        if typed.is_part:
            self.line.is_head, self.line.is_part = False, True
            return
        self.is_row = typed.is_row
        is_exact = not typed.is_row
        for line in map(writable, typed.lines):
            if not self.read_exactly(line):
                is_exact = False
                self.recognise_marked(line)
        self.line.is_head = self.line.is_head or not typed.lines  # names of columns
        said = self.line.rows or self.line.unknown or self.line.left_out or self.line.is_head
        if not said and any(map(str.isalnum, unmarked(typed.text))):
            self.not_understood(writable(typed.text))
        bare, _struck = without_struck(unmarked(without_box(typed.said)))
        self.line.said, self.line.is_exact = bare, is_exact and self.is_ours
        self.line.is_row, self.line.is_counted = typed.is_row, typed.has_head
        self.line.is_clear = typed.is_clear
        if typed.is_row:
            titles = [part for part in self.line.parts if part.kind == "title"]
            self.line.parts = [*titles, LinePart("rows", typed.said, self.line.rows)]
        self.not_read += bool(self.line.unknown)
        if self.not_read >= NOT_UNDERSTOOD_AT_MOST:
            raise TooMuchError

    # ── Our own format ─────────────────────────────────────────────────────────────────────────────────────────────

    def read_exactly(self, line: str) -> bool:
        top = heading(line)
        if top is None or top.marks == 2:
            return self.section != RESERVE and self.read_row_exactly(line)
        title, closed = without_points(top.text), line.count("+") > 1
        if not closed or not self.open_exactly(title, typed_points(top.text)):
            pieces = pieces_of(title, self.vocabulary)
            if not closed or is_row(pieces):
                return False  # + 1 medic
            self.read_title(make_title(title, pieces), title)
        for row in rows_in(top.rest):
            if not self.read_row_exactly(row):
                self.recognise_marked(row)
        return True

    def open_exactly(self, title: str, price: int | None) -> bool:
        if folded(title) in VEHICLES:
            self.line.is_head = True
            return True
        for section, name in SECTIONS.items():
            if folded(title) in both(name):
                self.section = section
                self.line.is_head = True
                return True
        squad = self.exact.squad(title, len(self.squads))
        if squad is None:
            return False
        self.open_squad(squad, None if squad.class_ else self.class_in(title), price, is_exact=self.is_ours)
        self.line.parts.append(LinePart("title", title, [self.squads[-1].row]))
        return True

    def class_in(self, title: str) -> Term | None:
        """Guess the class of a squad from its name."""
        terms = make_title(title, pieces_of(title, self.vocabulary)).classes
        return replace_term(terms[0], sure=False) if terms else None

    def read_row_exactly(self, line: str) -> bool:
        if self.section == "head":
            found = self.exact.list_field(line)
            if found and found[0] == "held to":
                self.force = str(found[1])
            elif found:
                self.fields["pair_name" if found[0] == "force" else found[0]] = found[1]
            return bool(found)
        if self.section == "rulings":
            ruling = self.exact.ruling(line)
            if ruling:
                self.fields.setdefault("rulings", {})[ruling[0]] = ruling[1]
                self.line.is_head = True
            return bool(ruling)
        if self.section == "prices":
            priced = self.exact.price(line)
            if priced:
                self.fields.setdefault("prices", {})[priced[0]] = priced[1]
                self.line.is_head = True
            return bool(priced)
        return self.read_thing_exactly(line)

    def read_thing_exactly(self, line: str) -> bool:
        if self.section == "extras":
            made: ExtraEntry | Figure | Vehicle | None = self.exact.extra(line)
        else:
            made = self.exact.row(line, self.squads[-1].squad.class_ if self.squads else "")
        is_named = self.is_row and isinstance(made, Figure) and made.name  # in a table it may be a vehicle
        is_motto = isinstance(made, Figure) and line.startswith('"') and not self.is_ours
        if made is None or is_named or is_motto or is_bare_number(line):
            return False
        row = ImportedRow(RosterPlace(None), typed_points(line))
        self.place(row, made, of_list=self.section == "extras")
        if isinstance(made, Figure) and not made.weapons:
            self.ask_for_weapons(row, made)
        if not (self.is_ours or self.is_row):
            self.line.parts.append(LinePart("rows", line, [row]))
        return True

    def ask_for_weapons(self, row: ImportedRow, figure: Figure) -> None:
        """Ask for the weapons of a man if the text gives none."""
        weapons = [item.id for item in self.catalogue.offered.weapons if "figure" in item.carried_by]
        term = Term("", (WITH_NOTHING, *(Meaning("arms", item) for item in weapons)), sure=False)
        question = self.ask(row, f"{self.key}.{len(self.line.rows)}.arms", term)
        if question.chosen.id:
            squad = self.squads[row.place.squad or 0]
            squad.figures[row.place.number] = replace(figure, weapons=weapons_of(question.chosen))

    # ── Word by word ───────────────────────────────────────────────────────────────────────────────────────────────

    def recognise_marked(self, line: str) -> None:
        """Read a line in another format, with forum markup and struck-out words."""
        line = without_box(line)
        line, struck = without_struck(unmarked(line))
        for text in struck:
            self.leave_out(text)
        for part in slashed(line):
            self.recognise(part)

    def recognise_as(self, text: str) -> None:
        """Read a line, or part of a line, in the likeliest way."""
        line = undecorated(text)
        pieces = pieces_of(line, self.vocabulary)
        if not pieces:
            return
        is_numbered = number_of(pieces) > 0 and len(pieces) > 1
        match = pieces[is_numbered].match
        first = match.meanings[0] if match else NOTE
        spent, men = spent_of(pieces), men_in_all(pieces)
        is_title = self.section != "extras" and (title_of(text, line, pieces) or self.named_title(line, pieces))
        if spent:
            self.line.is_head = True
            self.head.add_total(spent)
        elif men > 1 and men in self.men_so_far():
            self.leave_out(line)  # a total
        elif men and any(piece.kind == "total" for piece in pieces):
            self.line.is_head = True
        elif (says_total(text, pieces) or self.may_be_total(pieces)) and not self.line.left_out:
            self.read_total(pieces)
        elif first.kind == "section" and first.id not in ("rulings", "prices") and ":" in line.split()[0]:
            self.section = "extras" if first.id == "extras" else self.section
            self.line.is_head = True
            self.recognise_rows(line.partition(":")[2])
        elif first.kind == "section" and len(pieces) == 1 + is_numbered:
            self.section = first.id if first.id in SECTIONS else "row" if self.section == RESERVE else self.section
            self.line.is_head = True
        elif denies_all(text, pieces):
            self.read_reserve(line, pieces, is_open=text.rstrip().endswith(":"))
        elif self.section == RESERVE and not is_title and not names_list(pieces):
            self.leave_out(line)
        elif self.section in ("rulings", "prices"):
            self.not_understood(text)
        elif self.is_row and not ((is_title and not count_at(pieces, 0)) or names_list(pieces)):
            self.recognise_rows(line)
        elif self.section == "head" and self.is_head(text, line, pieces):
            is_first = not (self.has_head and (self.first or not names_list(pieces))) and not is_said(text, pieces)
            self.read_head(line, pieces, is_first, is_title or None)
        elif names_game(pieces):
            self.line.is_head = True
            self.read_head(line, pieces)
        elif is_said(text, pieces):
            self.not_understood(line)
        elif is_title:
            self.ordinal = number_of(pieces) or self.ordinal
            self.read_title(is_title, line)
        else:
            label, colon, rest = line.partition(":")
            self.recognise_rows(rest if colon and label.casefold() in LABELS else line)

    def may_be_total(self, pieces: Sequence[Piece]) -> bool:
        """Whether a line is only a number, below all rows of a list with points."""
        is_below = self.line.number > self.layout.last_row > 0 and self.catalogue.has_points
        return is_below and len(pieces) == 1 and (number_in(pieces[0]) or 0) >= LEAST_TOTAL

    def named_title(self, line: str, pieces: Sequence[Piece]) -> Title | None:
        """Return the heading in a line with the name of a thing and a class: Recce – elite."""
        is_heading = not self.is_row and self.layout.is_named_heading(self.line.number)
        return make_title(line, pieces) if is_heading and pieces[-1].kind == "class" else None

    def read_reserve(self, line: str, pieces: Sequence[Piece], is_open: bool) -> None:
        """Leave out the items that a line excludes: those struck out or named on it, otherwise everything below.

        `is_open`: a colon ends the line.
        """
        says_more = any(map(str.isalnum, line.partition(":")[2])) or bool(self.line.left_out)
        if says_more or (
            not is_open and any(piece.kind != RESERVE and piece.word not in (*ON, *THE) for piece in pieces)
        ):
            self.leave_out(line)
        else:
            self.section = RESERVE
            self.line.is_head = True

    def read_total(self, pieces: Sequence[Piece]) -> None:
        """Record the points of a line: for the squad if it says so, otherwise for the list."""
        points = read_points(pieces)
        is_of_squad = any(piece.kind == "squad" for piece in pieces) and bool(self.squads)
        self.line.is_head = True
        if is_of_squad:
            self.squads[-1].row.price = points or self.squads[-1].row.price
        elif points:
            self.head.add_total(points)
        words = [piece.first.text for piece in pieces if not (piece.match or piece.first.is_joining)]
        if points is None or (words and any(piece.kind in OF_ROWS for piece in pieces)):
            self.not_understood(" ".join(piece.first.text for piece in pieces))
