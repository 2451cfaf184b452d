"""Recognise rows in other formats, with questions about them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import replace as replace_term
from itertools import product

from msgspec.structs import replace

from armybuilder.lists.exchange.building import ListDraft
from armybuilder.lists.exchange.our_format.words import POINTS
from armybuilder.lists.exchange.proposal import ImportedRow, LinePart, Question, RosterPlace
from armybuilder.lists.recognition.carrying import Carrying
from armybuilder.lists.recognition.draft import Draft
from armybuilder.lists.recognition.figures import NOTE, make_row
from armybuilder.lists.recognition.numbers import (
    doubt_lead,
    doubt_plural,
    prices_of,
    settle_numbers,
)
from armybuilder.lists.recognition.pieces import Term
from armybuilder.lists.recognition.rows import rows_of
from armybuilder.lists.recognition.vocabulary import Meaning, Vocabulary
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import ExtraEntry, Figure, Vehicle

NO_WORDS = ("apart", "team", "count", "price")  # questions about more than one row
COMBINED_AT_MOST = 60  # readings of one row


class RowsReader(ListDraft):
    """Reads the rows of a line word by word."""

    def __init__(self, catalogue: Catalogue, picks: Mapping[str, str]) -> None:
        super().__init__(catalogue, picks)
        self.vocabulary = Vocabulary(catalogue)
        self.is_row = False  # the line is from a table
        self.is_one = False  # the line is about one thing
        self.lost = 0.0  # the cost of reading several parts as one thing
        self.ordinal = 0  # the number of the previous line, if lines are numbered

    def recognise_rows(self, line: str) -> None:
        """Read the rows of a line, separately or joined to the previous row, depending on the answers."""
        before = len(self.line.rows)
        rows: list[tuple[Draft, str, list[Question]]] = []
        for draft in rows_of(line, self.vocabulary, self.is_row):
            key = f"{self.key}.{self.drafts}"
            self.drafts += 1
            questions: list[Question] = []
            if self.is_one and rows and not (draft.left_out or rows[-1][0].left_out):
                self.lost += Carrying(self.catalogue).loss_of_joining(rows[-1][0], draft)
                rows[-1][0].absorb(draft)
                continue
            if draft.apart and rows:
                asked = self.question(f"{key}.apart", draft.apart)
                questions = [asked]
                if questions[0].chosen.id == "with":
                    rows[-1][0].absorb(draft)
                    rows[-1][2].extend(questions)
                    continue
            rows.append((draft, key, questions))
        for draft, key, questions in rows:
            self.add_draft(draft, key, questions)
        self.line.parts.append(LinePart("rows", line, self.line.rows[before:]))

    def add_draft(self, draft: Draft, key: str, questions: list[Question]) -> None:
        """Add the row of a draft, with questions about its guesses."""
        for text in draft.left_out:
            if draft.is_perhaps:
                self.not_understood(text)  # maybe a medic: unclear whether it is included
            else:
                self.leave_out(text)
        if not (draft.terms or draft.name or draft.unknown):
            is_number = draft.count or draft.loose or draft.passes is not None
            self.not_understood(draft.text if is_number else "")  # a price alone is no row
            return
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
        row = ImportedRow(RosterPlace(None), draft.price, questions)
        meanings = [self.meaning(row, f"{key}.{place}", draft, place) for place in range(len(draft.terms))]
        for term, meaning in zip(draft.terms, meanings, strict=True):
            if meaning == NOTE:
                self.not_understood(term.text)
            elif meaning.kind == "name":
                draft.name = draft.name or term.text
        arms = self.picked(f"{key}.arms")
        self.settle_numbers(row, key, draft, meanings, arms)
        if draft.is_only_left_out:  # medic: 0
            (self.not_understood if draft.is_perhaps else self.leave_out)(draft.text)
            return
        reading = RowReading(key, draft, meanings, arms)
        own = [one.id for one in meanings if one.kind == "class"]  # a man may have a different class from his squad
        classes = own[:1] or self.classes()
        choose_by_price(row, reading, self.catalogue, classes)
        made = make_row(draft, meanings, self.catalogue, arms)
        if made.row is None:
            self.line.rows.append(row)
        else:
            self.place(row, self.without_class_of_squad(made.row), self.is_of_list(made.row))
            if made.arms:
                self.ask(row, f"{key}.arms", made.arms)
            weigh(row, reading, self.catalogue, classes)
            if made.row.count != max(1, draft.count):
                self.not_understood(str(draft.count))
        passes = made.row.passes if isinstance(made.row, ExtraEntry) else None
        if draft.passes not in (None, passes):
            self.not_understood(str(draft.passes))
        if draft.price is not None and not self.catalogue.has_points:
            self.not_understood(f"{draft.price} {POINTS.en}")
        for text in (*draft.unknown, *made.unused):
            self.not_understood(text)

    def settle_numbers(
        self, row: ImportedRow, key: str, draft: Draft, meanings: Sequence[Meaning], arms: Meaning | None
    ) -> None:
        """Decide which numbers are counts and which are prices; if both fit, ask."""
        one = make_row(draft, meanings, self.catalogue, arms).row
        every = prices_of(one, self.catalogue, [item.id for item in self.catalogue.classes])
        prices = prices_of(one, self.catalogue, self.classes())
        settle_numbers(draft, prices, self.catalogue.has_points, every)
        doubt_lead(draft, prices)
        doubt_plural(draft, prices, self.vocabulary)
        if draft.number:
            meaning = self.ask(row, f"{key}.number", draft.number).chosen
            if meaning.kind == "count":
                draft.count = int(meaning.id)
            elif meaning.kind == "price":
                draft.price = int(meaning.id)
                draft.count = 0 if draft.count == draft.price else draft.count
            else:
                draft.count = 0
                self.not_understood(draft.number.text)
        is_next = draft.ordinal in (None, 1, self.ordinal + 1)
        self.ordinal = draft.ordinal or self.ordinal
        if not is_next:
            self.not_understood(str(draft.ordinal))
        row.price = draft.price

    def classes(self) -> Sequence[str]:
        """Return the possible classes of the squad's men."""
        squad = self.squads[-1] if self.squads else None
        if squad and squad.squad.class_:
            return (squad.squad.class_,)
        term = squad.class_term if squad and squad.class_term else next(iter(self.head.classes), None)
        likely = [meaning.id for meaning in term.meanings] if term and term.sure else []
        return likely or [item.id for item in self.catalogue.offered.classes]

    def without_class_of_squad(self, made: Figure | Vehicle | ExtraEntry) -> Figure | Vehicle | ExtraEntry:
        """Return a row. A man has his squad's class by default, so the class is dropped if typed beside him."""
        known = self.squads[-1].squad.class_ if self.squads else None
        is_known = isinstance(made, Figure) and made.class_ and made.class_ == known
        return replace(made, class_="") if is_known else made

    def unknown_term(self, draft: Draft) -> Term:
        """Return the possible meanings of unknown words: a note, a name, or a preset."""
        text = " ".join(draft.unknown)
        draft.unknown.clear()
        name = Meaning("name", "")
        choices = [name, NOTE] if text[:1].isupper() else [NOTE, name]
        presets = [Meaning("preset", item.id) for item in self.catalogue.offered.presets]
        return Term(text, tuple(dict.fromkeys((*choices, *presets))), sure=False)

    def meaning(self, row: ImportedRow, key: str, draft: Draft, place: int) -> Meaning:
        """Return the meaning of a word in a row, with a question for a guess."""
        term = draft.terms[place]
        if term.kind == "leadership" and place in draft.levels:
            return Meaning("leadership", str(draft.levels[place]))
        if term.sure and not (term.kind == "leadership" and term.named):
            return term.meanings[0]
        squad = self.squads[-1].squad if self.squads else None
        if squad and (of_squad := Meaning("class", squad.class_)) in term.meanings:
            return of_squad  # a man with the name of his squad
        if squad and squad.class_ and term.kind == "class" and not term.named:  # 8 guards, in a squad of regulars
            term = replace_term(term, meanings=tuple(dict.fromkeys((of_squad, *term.meanings))))
        return self.ask(row, key, self.with_choices(term)).chosen

    def with_choices(self, term: Term) -> Term:
        """Return a guess with its alternatives."""
        more: list[Meaning] = []
        if term.kind == "leadership":
            more = [Meaning("leadership", str(level)) for level in (*self.catalogue.leadership, 0)]
        elif term.kind == "class":
            more = [Meaning("class", item.id) for item in self.catalogue.offered.classes]
        choices = dict.fromkeys((*term.meanings, *more, NOTE))
        return Term(term.text, tuple(choices), sure=False, named=term.named, misspelt=term.misspelt)


# ── Guesses that match the price of a row ──────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class RowReading:
    """A row as read: the meanings of its terms, and the answered weapons."""

    key: str
    draft: Draft
    meanings: list[Meaning]
    arms: Meaning | None

    def asked(self, row: ImportedRow) -> list[Question]:
        """Return the questions about the words of the row, and about the man's weapons."""
        return [one for one in row.questions if not one.answered and one.term.kind not in NO_WORDS and self.term(one)]

    def term(self, question: Question) -> str:
        """Return the term of a question, or “arms”; "" if it is not about this row."""
        key, _, term = question.key.rpartition(".")
        return term if key == self.key and (term == "arms" or term.isdecimal()) else ""

    def paid(
        self, asked: Sequence[Question], chosen: Sequence[Meaning], catalogue: Catalogue, troops: str
    ) -> Figure | Vehicle | ExtraEntry | None:
        """Return the row with these answers and this class, without its name; None if its price differs."""
        meanings, arms = [*self.meanings], self.arms
        for question, meaning in zip(asked, chosen, strict=True):
            if question.term.kind == "arms":
                arms = meaning
            else:
                meanings[int(self.term(question))] = meaning
        made = make_row(self.draft, meanings, catalogue, arms).row
        price = self.draft.price
        if not made or not any(price in (one, one * made.count) for one in prices_of(made, catalogue, (troops,))):
            return None
        if isinstance(made, Figure):
            return replace(made, name="", class_=made.class_ or troops)
        return replace(made, name="") if isinstance(made, Vehicle) else made


def choose_by_price(row: ImportedRow, reading: RowReading, catalogue: Catalogue, classes: Sequence[str]) -> None:
    """Choose the one meaning that matches the typed price, if the likeliest does not."""
    asked = reading.asked(row)
    if not catalogue.has_points or row.price is None or not asked or len(classes) != 1:
        return
    likeliest = [one.chosen for one in asked]
    if reading.paid(asked, likeliest, catalogue, classes[0]):
        return
    others = [
        (place, meaning)
        for place, question in enumerate(asked)
        for meaning in question.term.meanings
        if meaning.kind == question.chosen.kind
        and reading.paid(asked, [*likeliest[:place], meaning, *likeliest[place + 1 :]], catalogue, classes[0])
    ]
    if len(others) == 1:
        ((place, meaning),) = others
        row.questions[row.questions.index(asked[place])] = replace_term(asked[place], chosen=meaning)
        reading.meanings[int(reading.term(asked[place]))] = meaning


def weigh(row: ImportedRow, reading: RowReading, catalogue: Catalogue, classes: Sequence[str]) -> None:
    """Record the classes that match the price of a row, and the questions that this answers."""
    if not catalogue.has_points or row.price is None:
        return
    asked = reading.asked(row)
    chosen = tuple(one.chosen for one in asked)
    for troops in classes:
        made = reading.paid(asked, chosen, catalogue, troops)
        if not made:
            continue
        row.agrees.add(troops)
        others = ((one, reading.paid(asked, one, catalogue, troops)) for one in _choices(asked))
        fitting = [one for one, other in others if other not in (None, made)]
        row.decided[troops] = {
            question.key
            for place, question in enumerate(asked)
            if all(one[place] == question.chosen for one in fitting)
        }


def _choices(asked: Sequence[Question]) -> Iterator[tuple[Meaning, ...]]:
    """Yield the possible combinations of answers; if there are too many, those that change a single answer."""
    count = 1
    for question in asked:
        count *= len(question.term.meanings)
    if count <= COMBINED_AT_MOST:
        yield from product(*(question.term.meanings for question in asked))
        return
    chosen = tuple(question.chosen for question in asked)
    for place, question in enumerate(asked):
        yield from ((*chosen[:place], one, *chosen[place + 1 :]) for one in question.term.meanings)
