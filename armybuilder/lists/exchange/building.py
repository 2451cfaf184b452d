"""The list of an import in progress: its squads and rows, and the questions about them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from zlib import crc32

from msgspec.structs import replace

from armybuilder.lists.exchange.our_format.exact import Fields
from armybuilder.lists.exchange.proposal import ImportedLine, ImportedRow, Question, RosterPlace
from armybuilder.lists.recognition.heads import Head
from armybuilder.lists.recognition.pieces import Term
from armybuilder.lists.recognition.vocabulary import Meaning, meaning_of
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import ExtraEntry, Figure, Squad, Vehicle
from rules.core.text import writable

NOT_UNDERSTOOD_AT_MOST, PIECES_AT_MOST = 50, 200  # lines, and parts of lines
QUESTIONS_AT_MOST = 100
ROWS_AT_MOST = 1_000


class TooMuchError(Exception):
    """Reading stopped: too many questions, or too much is not understood."""


@dataclass(slots=True)
class SquadDraft:
    """A squad in progress. `class_row` is the row that asks for its class, if not the row of its heading.

    `announced` is the heading if it gives a number of men. They are bought only if no other men follow. `is_exact`:
    the heading is in our own format, and starts a squad even if nothing is below it.
    """

    squad: Squad
    row: ImportedRow
    class_key: str
    class_term: Term | None = None
    class_row: ImportedRow | None = None
    announced: ImportedLine | None = None
    is_exact: bool = False
    figures: list[Figure] = field(default_factory=list)
    vehicles: list[Vehicle] = field(default_factory=list)
    extras: list[ExtraEntry] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Whether its heading is only text, without rows below."""
        return not (self.is_exact or self.figures or self.vehicles or self.extras)


class ListDraft:
    """The list so far. `fields` are the fields of the roster, `head` is the content of the first lines."""

    def __init__(self, catalogue: Catalogue, picks: Mapping[str, str]) -> None:
        self.catalogue, self.picks = catalogue, picks
        self.head = Head()
        self.fields: Fields = {}
        self.force = ""  # the name of the force that the list follows
        self.squads: list[SquadDraft] = []
        self.extras: list[ExtraEntry] = []
        self.lines: list[ImportedLine] = []
        self.section = "head"
        self.is_ours = False  # the first line is in our own format
        self.class_line: ImportedLine | None = None  # the first line with the class of the list's troops
        self.team = ""  # the section of the open squad
        self.seen: Counter[str] = Counter()
        self.key = ""
        self.drafts = 0  # of the line
        self.asked = self.rows = self.not_read = self.pieces = 0

    # ── Lines ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def begin(self, number: int, text: str) -> None:
        """Start a line. Its text identifies its questions, so that they survive changes to other lines."""
        self.lines.append(ImportedLine(number, text, is_head=self.section == "head"))
        digest = f"{crc32(text.encode(errors='replace')):08x}"
        self.key = self.lines[-1].key = f"{digest}.{self.seen[digest]}"
        self.seen[digest] += 1
        self.drafts = 0

    @property
    def line(self) -> ImportedLine:
        """The current line."""
        return self.lines[-1]

    def not_understood(self, text: str) -> None:
        """Store a part of a line as a note."""
        if text.strip():
            self.line.unknown.append(text.strip())
            self.pieces += 1
        if self.pieces > PIECES_AT_MOST:
            raise TooMuchError

    def leave_out(self, text: str) -> None:
        """Mark a part of a line as left out by the text."""
        text = text.strip(" _*~.,;")
        text = text if text.count("(") >= text.count(")") else text.rstrip(")")
        if any(map(str.isalnum, text)):
            self.line.left_out.append(text)
            self.pieces += 1
        if self.pieces > PIECES_AT_MOST:
            raise TooMuchError

    # ── Questions ──────────────────────────────────────────────────────────────────────────────────────────────────

    def picked(self, key: str) -> Meaning | None:
        """Return the answer to a question."""
        try:
            return meaning_of(self.picks[key])
        except (KeyError, ValueError):
            return None

    def question(self, key: str, term: Term) -> Question:
        """Return a question with its answer, if it is a valid choice, otherwise with the likeliest choice."""
        self.asked += 1
        if self.asked > QUESTIONS_AT_MOST:
            raise TooMuchError
        picked = self.picked(key)
        is_answer = picked is not None and picked in term.meanings
        chosen = picked if picked is not None and is_answer else term.meanings[0]
        return Question(key, term, chosen, is_answer)

    def ask(self, row: ImportedRow, key: str, term: Term) -> Question:
        """Add a question to a row."""
        question = self.question(key, term)
        row.questions.append(question)
        return question

    # ── Squads and rows ────────────────────────────────────────────────────────────────────────────────────────────

    def open_squad(self, squad: Squad, class_term: Term | None, price: int | None, is_exact: bool = False) -> None:
        """Start a squad. Below a heading without men, it has the class in that heading."""
        self.section, self.team = "row", ""
        above = self.squads[-1] if self.squads else None
        if above and above.is_empty and not (squad.class_ or class_term):
            squad, class_term = replace(squad, class_=above.squad.class_), above.class_term
        row = ImportedRow(RosterPlace(len(self.squads)), price)
        self.line.rows.append(row)
        self.squads.append(SquadDraft(squad, row, f"{self.key}.class", class_term, is_exact=is_exact))
        self.count_row()

    def open_first(self) -> None:
        """Start the squad of rows without a heading."""
        self.open_squad(Squad(name=""), None, None)

    def drop_empty_squads(self) -> None:
        """Treat headings without rows and without a class as words not understood."""
        kept = [number for number, squad in enumerate(self.squads) if not squad.is_empty or squad.class_term]
        if not kept or len(kept) == len(self.squads):
            return
        places = {number: place for place, number in enumerate(kept)}
        for line in self.lines:
            rows, line.rows = line.rows, []
            for row in rows:
                if row.place.squad is None or row.place.squad in places:
                    squad = None if row.place.squad is None else places[row.place.squad]
                    row.place = RosterPlace(squad, row.place.table, row.place.number)
                    line.rows.append(row)
                else:
                    line.unknown.append(writable(line.text))
                    line.parts = []
        self.squads = [self.squads[number] for number in kept]

    def place(self, row: ImportedRow, made: Figure | Vehicle | ExtraEntry, of_list: bool) -> None:
        """Add a row to the open squad, or to the list itself."""
        self.count_row()
        if isinstance(made, ExtraEntry) and of_list:
            row.place = RosterPlace(None, "extras", len(self.extras))
            self.extras.append(made)
        else:
            if not self.squads or self.section == "head":
                self.open_first()
            squad, number = self.squads[-1], len(self.squads) - 1
            if isinstance(made, Figure):
                self.forget_announced(squad)
                made = replace(made, team=made.team or self.team[:20])
                row.place = RosterPlace(number, "figures", len(squad.figures))
                squad.figures.append(made)
            elif isinstance(made, Vehicle):
                row.place = RosterPlace(number, "vehicles", len(squad.vehicles))
                squad.vehicles.append(made)
            else:
                row.place = RosterPlace(number, "extras", len(squad.extras))
                squad.extras.append(made)
        self.line.rows.append(row)

    def forget_announced(self, squad: SquadDraft) -> None:
        """Treat the number of men in a heading as a total if the men follow below: squad A, 8 men."""
        line, squad.announced = squad.announced, None
        if line and len(squad.figures) == 1:
            squad.figures.clear()
            line.left_out.append(line.text)
            line.rows = [row for row in line.rows if row.place.table != "figures" or row.place.number < 0]

    def is_of_list(self, made: Figure | Vehicle | ExtraEntry) -> bool:
        """Whether a row is an extra of the list: under the heading of extras, or not available to a squad."""
        known = self.catalogue.extra_by_id.get(made.extra) if isinstance(made, ExtraEntry) else None
        by_squad = known is not None and known.sold_for("squad") and bool(self.squads)
        if known and by_squad and not known.sold_for("list"):
            return False
        return self.section in ("extras", "head") or not by_squad

    def men_so_far(self) -> set[int]:
        """Return the number of men in the open squad, and in the list."""
        men = [sum(figure.count for figure in squad.figures) for squad in self.squads]
        return {sum(men), *men[-1:]}

    def thing_at(self, place: RosterPlace) -> Figure | Vehicle | ExtraEntry | None:
        """Return the figure, vehicle or extra at a place."""
        found: Figure | Vehicle | ExtraEntry | None = None if place.number < 0 else place.of(self)
        return found

    def count_row(self) -> None:
        """Count a row. Raises TooMuchError."""
        self.rows += 1
        if self.rows > ROWS_AT_MOST:
            raise TooMuchError
