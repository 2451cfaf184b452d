"""Line by line: what is written as we print it is taken to the letter, the rest is recognised word by word."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as replace_term
from zlib import crc32

from msgspec.structs import replace

from armybuilder.lists.exchange.exact import ExactReader, rows_in, typed_points
from armybuilder.lists.exchange.lexicon import Fields, as_written
from armybuilder.lists.exchange.proposal import Line, Place, Question, Row
from armybuilder.lists.exchange.scanning import heading, split, without_points
from armybuilder.lists.exchange.words import EXTRAS, PRICES, RULINGS, both, folded
from armybuilder.lists.forms import LONGEST_NAME
from armybuilder.lists.recognition.figures import NOTE, WITH_NOTHING, make_row, weapons_of
from armybuilder.lists.recognition.headings import (
    Title,
    is_row,
    make_title,
    names_list,
    rows_begin,
    says_nothing_else,
    slashed,
    title_of,
    undecorated,
)
from armybuilder.lists.recognition.heads import Head, read_head_line, read_points
from armybuilder.lists.recognition.rows import Draft, Piece, Term, pieces_of, rows_of
from armybuilder.lists.recognition.tokens import tokens_of
from armybuilder.lists.recognition.vocabulary import Meaning, Vocabulary, meaning_of
from rules.core.catalogue import Catalogue
from rules.core.characters import writable
from rules.core.library import Library
from rules.core.roster import ExtraEntry, Figure, Squad, Vehicle

NOT_UNDERSTOOD_AT_MOST, PIECES_AT_MOST = 50, 200  # lines, and pieces of them
QUESTIONS_AT_MOST = 100
ROWS_AT_MOST = 1_000

SECTIONS = {"extras": EXTRAS, "rulings": RULINGS, "prices": PRICES}


class TooMuchError(Exception):
    """So much is not understood or is asked that reading has ended."""


@dataclass(slots=True)
class SquadDraft:
    """A squad that is being read. `asked`: the question of its class, which stands on a row of its heading."""

    squad: Squad
    row: Row
    class_key: str
    class_term: Term | None = None
    figures: list[Figure] = field(default_factory=list)
    vehicles: list[Vehicle] = field(default_factory=list)
    extras: list[ExtraEntry] = field(default_factory=list)


class ListReader:
    """Reads the lines of one list. `fields` are those of the roster, `head` what the first lines say."""

    def __init__(self, catalogue: Catalogue, library: Library, picks: Mapping[str, str]) -> None:
        self.catalogue, self.picks = catalogue, picks
        self.exact = ExactReader(catalogue, library)
        self.vocabulary = Vocabulary(catalogue)
        self.head = Head()
        self.fields: Fields = {}
        self.force = ""  # that the list is held to, by its name
        self.squads: list[SquadDraft] = []
        self.extras: list[ExtraEntry] = []
        self.lines: list[Line] = []
        self.limits = {item.id: item.limit for item in catalogue.formats if item.limit}
        self.section = "head"
        self.has_head = False
        self.seen: Counter[str] = Counter()
        self.key = ""
        self.asked = self.rows = self.not_read = self.pieces = 0

    # ── Lines ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def read(self, number: int, text: str) -> None:
        """Read a line. Raises TooMuchError where so much is not understood that the rest is not worth reading."""
        self.begin(number, text)
        line = writable(text)
        if not self.read_exactly(line):
            for part in slashed(line):
                self.recognise(part)
        self.not_read += bool(self.line.unknown)
        if self.not_read >= NOT_UNDERSTOOD_AT_MOST:
            raise TooMuchError

    def begin(self, number: int, text: str) -> None:
        """Open a line; the questions about it are known by its text, so that they stay where others are changed."""
        self.lines.append(Line(number, text, is_head=self.section == "head"))
        digest = f"{crc32(text.encode(errors='replace')):08x}"
        self.key = f"{digest}.{self.seen[digest]}"
        self.seen[digest] += 1

    @property
    def line(self) -> Line:
        """The line that is being read."""
        return self.lines[-1]

    def not_understood(self, text: str) -> None:
        """Keep a piece of a line as a note."""
        if text.strip():
            self.line.unknown.append(text.strip())
            self.pieces += 1
        if self.pieces > PIECES_AT_MOST:
            raise TooMuchError

    # ── To the letter ──────────────────────────────────────────────────────────────────────────────────────────────

    def read_exactly(self, line: str) -> bool:
        top = heading(line)
        if top is None or top.marks == 2:
            return self.read_row_exactly(line)
        title, closed = without_points(top.text), line.count("+") > 1
        if not (closed and self.open_exactly(title, typed_points(top.text))):
            self.read_title(make_title(title, pieces_of(title, self.vocabulary)))
        for row in rows_in(top.rest):
            if not self.read_row_exactly(row):
                self.recognise(row)
        return True

    def open_exactly(self, title: str, price: int | None) -> bool:
        for section, name in SECTIONS.items():
            if folded(title) in both(name):
                self.section = section
                return True
        squad = self.exact.squad(title, len(self.squads))
        if squad is None:
            return False
        self.open_squad(squad, None if squad.class_ else self.class_in(title), price)
        return True

    def class_in(self, title: str) -> Term | None:
        """Return what troops the name of a squad calls them, as a guess."""
        terms = make_title(title, pieces_of(title, self.vocabulary)).classes
        return replace_term(terms[0], sure=False) if terms else None

    def read_row_exactly(self, line: str) -> bool:
        if self.section == "head":
            found = self.exact.list_field(line)
            if found and found[0] == "held to":
                self.force = str(found[1])
            elif found:
                self.fields[found[0]] = found[1]
            return bool(found)
        if self.section == "rulings":
            ruling = self.exact.ruling(line)
            if ruling:
                self.fields.setdefault("rulings", {})[ruling[0]] = ruling[1]
            return bool(ruling)
        if self.section == "prices":
            priced = self.exact.price(line)
            if priced:
                self.fields.setdefault("prices", {})[priced[0]] = priced[1]
            return bool(priced)
        return self.read_thing_exactly(line)

    def read_thing_exactly(self, line: str) -> bool:
        if self.section == "extras":
            made: ExtraEntry | Figure | Vehicle | None = self.exact.extra(line)
        else:
            made = self.exact.row(line, self.squads[-1].squad.class_)
        if made is None:
            return False
        row = Row(Place(None), typed_points(line))
        self.place(row, made, of_list=self.section == "extras")
        if isinstance(made, Figure) and not made.weapons:
            self.ask_for_weapons(row, made)
        return True

    def ask_for_weapons(self, row: Row, figure: Figure) -> None:
        """Ask what a man carries of whom the text says no weapon; for now he has none."""
        weapons = [item.id for item in self.catalogue.weapons if "figure" in item.carried_by]
        term = Term("", (WITH_NOTHING, *(Meaning("arms", item) for item in weapons)), sure=False)
        question = self.ask(row, f"{self.key}.{self.number_of_row()}.arms", term)
        if question.chosen.id:
            squad = self.squads[row.place.squad or 0]
            squad.figures[row.place.number] = replace(figure, weapons=weapons_of(question.chosen))

    # ── Word by word ───────────────────────────────────────────────────────────────────────────────────────────────

    def recognise(self, text: str) -> None:
        """Read a line, or a part of one, that is not written as we print it."""
        line = undecorated(text)
        pieces = pieces_of(line, self.vocabulary)
        if not pieces:
            return
        first = pieces[0].match.meanings[0] if pieces[0].match else NOTE
        if first.kind == "total":
            self.head.total = read_points(pieces) or self.head.total
            self.line.is_head = True
        elif first.kind == "section" and len(pieces) == 1:
            self.section = first.id if first.id in SECTIONS else self.section
        elif self.section in ("rulings", "prices"):
            self.not_understood(text)
        elif self.section == "head" and self.is_head(text, line, pieces):
            self.read_head(line, pieces)
        elif self.section != "extras" and (title := title_of(text, line, pieces)):
            self.read_title(title)
        else:
            self.recognise_rows(line)

    def is_head(self, text: str, line: str, pieces: Sequence[Piece]) -> bool:
        """Whether a line says something of the list: the first does, and one that names the game or the role."""
        if names_list(pieces):
            return True
        if not self.has_head:
            return not (rows_begin(pieces) == 0 or says_nothing_else(pieces))
        return not is_row(pieces) and title_of(text, line, pieces) is None

    def read_head(self, line: str, pieces: Sequence[Piece]) -> None:
        self.has_head = True
        begins = rows_begin(pieces)
        end = len(pieces) if begins is None else begins
        stop = pieces[end].first.start if end < len(pieces) else len(line)
        rest = read_head_line(self.head, line[:stop], pieces[:end], self.limits)
        if "·" in line[:stop]:
            rest = as_written(split(line[:stop], "·")[0])
        if all(token.is_common for token in tokens_of(rest)):
            pass
        elif not self.head.name:
            self.head.name = rest[:1].upper() + rest[1:]
        else:
            self.not_understood(rest)
        if stop < len(line):
            self.recognise_rows(line[stop:])

    def read_title(self, title: Title) -> None:
        term = title.classes[0] if title.classes else None
        squad = Squad(
            name=title.name[:LONGEST_NAME],
            kind=title.kind,
            class_=term.meanings[0].id if term and term.sure else "",
            traits=tuple(dict.fromkeys(title.traits)),
        )
        self.open_squad(squad, term, title.price)
        if title.rest:
            self.recognise_rows(title.rest)

    def recognise_rows(self, line: str) -> None:
        for draft in rows_of(line, self.vocabulary):
            self.add_draft(draft)

    def add_draft(self, draft: Draft) -> None:
        """Add the row of a draft, and ask for what is guessed in it."""
        if not (draft.terms or draft.name or draft.unknown):
            return  # a price alone
        if draft.is_sentence:
            self.not_understood(draft.text)
            return
        if any(term.kind == "leadership" and place in draft.levels for place, term in enumerate(draft.terms)):
            draft.drop_ranks()
        if not draft.terms and not draft.name:
            if not draft.count:
                self.not_understood(draft.text)
                return
            draft.terms.append(self.unknown_term(draft))
        draft.settle(self.catalogue)
        row = Row(Place(None), draft.price)
        key = f"{self.key}.{self.number_of_row()}"
        meanings = [self.meaning(row, f"{key}.{place}", draft, place) for place in range(len(draft.terms))]
        for term, meaning in zip(draft.terms, meanings, strict=True):
            if meaning == NOTE:
                self.not_understood(term.text)
            elif meaning.kind == "name":
                draft.name = draft.name or term.text
        made = make_row(draft, meanings, self.catalogue, self.picked(f"{key}.arms"))
        if made.row is None:
            self.line.rows.append(row)
        else:
            self.place(row, self.without_class_of_squad(made.row), self.is_of_list(made.row))
            if made.arms:
                self.ask(row, f"{key}.arms", made.arms)
        for text in draft.unknown:
            self.not_understood(text)

    def without_class_of_squad(self, made: Figure | Vehicle | ExtraEntry) -> Figure | Vehicle | ExtraEntry:
        """Return a row; a man is of his squad's class anyway, whether that is typed beside him or not."""
        known = self.squads[-1].squad.class_ if self.squads else None
        is_known = isinstance(made, Figure) and made.class_ and made.class_ == known
        return replace(made, class_="") if is_known else made

    def number_of_row(self) -> int:
        return len(self.line.rows)

    def unknown_term(self, draft: Draft) -> Term:
        """Return what words that mean nothing may be: a note, somebody's name, or any of the quick figures."""
        text = " ".join(draft.unknown)
        draft.unknown.clear()
        name = Meaning("name", "")
        choices = (name, NOTE) if text[:1].isupper() else (NOTE, name)
        presets = (Meaning("preset", item.id) for item in self.catalogue.presets)
        return Term(text, (*choices, *presets), sure=False)

    def meaning(self, row: Row, key: str, draft: Draft, place: int) -> Meaning:
        """Return what a word of a row means; where that is a guess, it is asked."""
        term = draft.terms[place]
        if term.kind == "leadership" and place in draft.levels:
            return Meaning("leadership", str(draft.levels[place]))
        if term.sure and not (term.kind == "leadership" and term.named):
            return term.meanings[0]
        return self.ask(row, key, self.with_choices(term)).chosen

    def with_choices(self, term: Term) -> Term:
        """Return a guess with all that it may be instead."""
        more: list[Meaning] = []
        if term.kind == "leadership":
            more = [Meaning("leadership", str(level)) for level in (*self.catalogue.leadership, 0)]
        elif term.kind == "class":
            more = [Meaning("class", item.id) for item in self.catalogue.classes]
        choices = dict.fromkeys((*term.meanings, *more, NOTE))
        return Term(term.text, tuple(choices), sure=False, named=term.named)

    # ── What is asked ──────────────────────────────────────────────────────────────────────────────────────────────

    def picked(self, key: str) -> Meaning | None:
        """Return what somebody answered to a question."""
        try:
            return meaning_of(self.picks[key])
        except (KeyError, ValueError):
            return None

    def ask(self, row: Row, key: str, term: Term) -> Question:
        """Put a question on a row: its answer, if it is one of the choices, else the likeliest."""
        self.asked += 1
        if self.asked > QUESTIONS_AT_MOST:
            raise TooMuchError
        picked = self.picked(key)
        is_answer = picked is not None and picked in term.meanings
        chosen = picked if picked is not None and is_answer else term.meanings[0]
        question = Question(key, term, chosen, is_answer)
        row.questions.append(question)
        return question

    # ── Squads and rows ────────────────────────────────────────────────────────────────────────────────────────────

    def open_squad(self, squad: Squad, class_term: Term | None, price: int | None) -> None:
        self.section = "row"
        row = Row(Place(len(self.squads)), price)
        self.line.rows.append(row)
        self.squads.append(SquadDraft(squad, row, f"{self.key}.class", class_term))
        self.count_row()

    def place(self, row: Row, made: Figure | Vehicle | ExtraEntry, of_list: bool) -> None:
        """Put a row where it belongs: into the squad that is open, or with what the list buys."""
        self.count_row()
        if isinstance(made, ExtraEntry) and of_list:
            row.place = Place(None, "extras", len(self.extras))
            self.extras.append(made)
        else:
            if not self.squads or self.section == "head":
                self.open_squad(Squad(name=""), None, None)
            squad, number = self.squads[-1], len(self.squads) - 1
            if isinstance(made, Figure):
                row.place = Place(number, "figures", len(squad.figures))
                squad.figures.append(made)
            elif isinstance(made, Vehicle):
                row.place = Place(number, "vehicles", len(squad.vehicles))
                squad.vehicles.append(made)
            else:
                row.place = Place(number, "extras", len(squad.extras))
                squad.extras.append(made)
        self.line.rows.append(row)

    def is_of_list(self, made: Figure | Vehicle | ExtraEntry) -> bool:
        """Whether a row is an extra that is bought for the list: under its heading, or where no squad can buy it."""
        known = self.catalogue.extra_by_id.get(made.extra) if isinstance(made, ExtraEntry) else None
        by_squad = known is not None and known.sold_for("squad")
        return self.section in ("extras", "head") or not (self.squads and by_squad)

    def count_row(self) -> None:
        self.rows += 1
        if self.rows > ROWS_AT_MOST:
            raise TooMuchError
