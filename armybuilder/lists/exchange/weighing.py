"""Choose the guesses about a row that match its price."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from msgspec.structs import replace as replace_row

from armybuilder.lists.exchange.proposal import ImportedRow, Question
from armybuilder.lists.recognition.draft import Draft
from armybuilder.lists.recognition.figures import make_row
from armybuilder.lists.recognition.numbers import prices_of
from armybuilder.lists.recognition.vocabulary import Meaning
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import ExtraEntry, Figure, Vehicle

NO_WORDS = ("apart", "team", "count", "price")  # questions about more than one row
COMBINED_AT_MOST = 60  # readings of one row


@dataclass(frozen=True, slots=True)
class RowReading:
    """A row as read: the meanings of its terms, and the answered weapons."""

    key: str
    draft: Draft
    meanings: list[Meaning]
    arms: Meaning | None

    def asked(self, row: ImportedRow) -> list[Question]:
        """Return the questions about the words of the row, and about the man's weapons."""
        return [
            one
            for one in row.questions
            if not one.answered and one.term.kind not in NO_WORDS and self.term(one)
        ]

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
        if not made or not any(
            price in (one, one * made.count) for one in prices_of(made, catalogue, (troops,))
        ):
            return None
        if isinstance(made, Figure):
            return replace_row(made, name="", class_=made.class_ or troops)
        return replace_row(made, name="") if isinstance(made, Vehicle) else made


def choose_by_price(
    row: ImportedRow, reading: RowReading, catalogue: Catalogue, classes: Sequence[str]
) -> None:
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
        row.questions[row.questions.index(asked[place])] = replace(asked[place], chosen=meaning)
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


def settle_class(rows: Sequence[ImportedRow], squad: ImportedRow, troops: str) -> None:
    """Drop the question about the class of a squad if only one class has the prices of its men."""
    priced = [row for row in rows if row.price is not None and row.place.table == "figures"]
    if priced and set.intersection(*(row.agrees for row in priced)) == {troops}:
        squad.questions = [one for one in squad.questions if one.answered or one.term.kind != "class"]
