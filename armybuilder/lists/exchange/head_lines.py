"""Read the headings of a list: the lines about the whole list, and the headings of squads."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from msgspec.structs import replace

from armybuilder.lists.exchange.our_format.words import both, folded
from armybuilder.lists.exchange.proposal import ImportedLine, ImportedRow, LinePart, RosterPlace
from armybuilder.lists.exchange.recognising import RowsReader
from armybuilder.lists.exchange.shapes import Layout, layout_of
from armybuilder.lists.quotas import LONGEST_NAME
from armybuilder.lists.recognition.headings import (
    is_numbered_squad,
    is_row,
    men_in_all,
    names_list,
    rows_begin,
    title_of,
    undecorated,
)
from armybuilder.lists.recognition.heads import LANGUAGE_WORDS, read_head_line
from armybuilder.lists.recognition.pieces import Piece, Term, pieces_of
from armybuilder.lists.recognition.titles import Title, left, make_title, team_of
from armybuilder.lists.recognition.tokens import tokens_of
from armybuilder.lists.recognition.vocabulary import Meaning
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.naming import squad_label
from rules.core.document.roster import Squad

LEAST_LIMIT = 50  # points of a list


class HeadingsReader(RowsReader):
    """Reads the headings of one list."""

    def __init__(self, catalogue: Catalogue, picks: Mapping[str, str]) -> None:
        super().__init__(catalogue, picks)
        self.numbered: tuple[tuple[int, str], ...] = ()  # all lines of the text
        self.limits = {item.id: item.limit for item in catalogue.formats if item.limit}
        self.has_head = False
        self.first: tuple[Title, ImportedLine] | None = None  # the first line, if it may be the heading of a squad
        self.first_is_only_squad = False  # it has nothing about the list
        self.first_is_squad = False  # it is the heading of the first squad only

    @cached_property
    def layout(self) -> Layout:
        """The layout of the text. It takes longer than all else, and lines in our own format are read without it."""
        return layout_of(self.numbered, self.vocabulary)

    def is_head(self, text: str, line: str, pieces: Sequence[Piece]) -> bool:
        """Whether a line is about the list: the first line, or a line with the game or the role."""
        if names_list(pieces):
            return True
        shape = self.layout.shape(self.line.number)
        if self.layout.is_numbered and shape.things and 0 < shape.largest < LEAST_LIMIT:
            return False  # Sgt Rock (Thompson) 20
        if not self.has_head:
            return not (rows_begin(pieces) == 0 or is_numbered_squad(pieces))
        return not is_row(pieces) and title_of(text, line, pieces) is None

    def keep_first(self, title: Title | None, rest: str) -> bool:
        """Store a line as the heading of the first squad if it has a class; return whether it has.

        `title` is None if the line also has the game or the role; `rest` is its other text.
        """
        is_sure = title is not None
        title = title or make_title(rest, pieces_of(rest, self.vocabulary))
        is_named = title.name[:1].isalnum() or (is_sure and not title.name)
        if title.classes and is_named and (is_sure or title.classes[0].text not in title.name):
            self.first, self.first_is_only_squad = (title, self.line), is_sure
            return True
        return False

    def open_first(self) -> None:
        """Start the squad of rows without a heading. The first line may have its class."""
        super().open_first()
        title, line = self.first or (None, self.line)
        if title:
            self.first_is_squad = self.first_is_only_squad
            term, squad = title.classes[0], self.squads[-1]
            squad.squad = replace(
                squad.squad, name=title.name[:LONGEST_NAME], class_=term.meanings[0].id if term.sure else ""
            )
            squad.class_term = term
            self.line.rows.remove(squad.row)
            line.rows.append(squad.row)
            line.parts.append(LinePart("title", line.said or line.text, [squad.row]))
            line.is_head = False

    def read_head(self, line: str, pieces: Sequence[Piece], is_first: bool = False, title: Title | None = None) -> None:
        self.has_head = True
        begins = rows_begin(pieces)
        end = len(pieces) if begins is None else begins
        stop = pieces[end].first.start if end < len(pieces) else len(line)
        spent = read_head_line(self.head, line[:stop], pieces[:end], self.limits)
        rest = " ".join(left(line[:stop], spent))
        if self.head.classes:
            self.class_line = self.class_line or self.line
        languages = {word for words in LANGUAGE_WORDS.values() for word in words}
        words = tokens_of(rest)
        starts, ends = [0, *(end for _start, end in spent)], [*(start for start, _end in spent), stop]
        others_said = "".join(line[start:end] for start, end in zip(starts, ends, strict=True))
        is_squad = is_first and self.keep_first(None if names_list(pieces) else title, undecorated(others_said))
        if all(token.is_common or token.key in languages for token in words) or (is_squad and self.head.name):
            pass
        elif not self.head.name:
            rest = (self.first[0].name if self.first and is_squad else rest).replace("**", "")
            rest += ")" * (rest.count("(") - rest.count(")"))
            self.head.name = rest[:1].upper() + rest[1:]
        else:
            self.not_understood(rest)
        if stop < len(line):
            self.recognise_rows(line[stop:])

    def is_team(self, title: Title) -> bool:
        """Whether a heading starts a section of the squad above, instead of a squad. The user is asked."""
        name = team_of(title)
        if name and self.first and not self.squads:
            self.open_first()
        above = self.squads[-1] if self.squads and self.section == "row" else None
        if not name or above is None or not (above.squad.class_ or above.class_term):
            return False
        rest = "" if " " in title.name else title.rest
        if team_of(Title(name=above.squad.name, rest=rest)):
            return False  # Alpha: …; Bravo: …
        row = ImportedRow(RosterPlace(None))
        self.line.rows.append(row)
        choices = (Meaning("team", "section"), Meaning("team", "squad"))
        asked = self.ask(row, f"{self.key}.team", Term(title.name, choices, sure=False))
        self.team = name if asked.chosen == choices[0] else ""
        return bool(self.team)

    def read_title(self, title: Title, text: str) -> None:
        """Read a heading. `text` is all of its line."""
        part = LinePart("title", text.removesuffix(title.rest), [])
        self.line.parts.append(part)
        if self.is_team(title):
            self.recognise_rows(title.rest)
            return
        term = title.classes[0] if title.classes else None
        is_open = self.section == "row" and bool(self.squads) and self.squads[-1].squad.name == title.name != ""
        if not (is_open and title.rest):  # every row of a table has its squad
            label = squad_label(Squad(name="", kind=title.kind), len(self.squads))
            squad = Squad(
                name="" if folded(title.name) in both(label) else title.name[:LONGEST_NAME],
                kind=title.kind,
                class_=term.meanings[0].id if term and term.sure else "",
                traits=tuple(dict.fromkeys(title.traits)),
            )
            self.open_squad(squad, term, title.price)
            part.rows.append(self.squads[-1].row)
        for text in title.unknown:
            self.not_understood(text)
        if title.rest:
            self.recognise_rows(title.rest)
            if men_in_all(pieces_of(title.rest, self.vocabulary)):
                self.squads[-1].announced = self.line
