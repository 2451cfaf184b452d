"""Read a line in several ways, and keep the reading that explains most of its words, numbers and prices."""

from collections import Counter
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

from armybuilder.lists.exchange.certainty import Certainty
from armybuilder.lists.exchange.head_lines import HeadingsReader
from armybuilder.lists.exchange.proposal import ImportedRow
from armybuilder.lists.exchange.shapes import LEAST_ROWS, Shape, shape_of
from armybuilder.lists.recognition.numbers import prices_of
from armybuilder.lists.recognition.pieces import count_at, number_in, pieces_of

ASKED = {"apart": 1.0, "number": 1.0, "count": 1.0, "price": 1.0, "arms": 0.4, "note": 0.8, "name": 0.5}
ASKED_LITTLE = 0.15  # any other question
CLEAR, MARGIN, AGAINST = 0.7, 0.3, 2.0
AS_ONE, AS_ONE_OFTEN = 1.2, 0.4  # the cost of reading a line as one thing; if most lines have one thing


Way = Literal["rows", "one", "note"]  # to read a line: as rows, as one thing, as a remark


@dataclass(frozen=True, slots=True)
class Saved:
    """The state of a reader before or after a line."""

    fields: dict[str, Any]
    lines: list[tuple[Any, dict[str, Any]]]


class ChoosingReader(HeadingsReader):
    """Reads each line in the way that explains most of it."""

    def recognise_as(self, text: str) -> None:
        raise NotImplementedError

    def recognise(self, text: str) -> None:
        """Read a line, or part of a line, that is not in our own format."""
        start = self.saved()
        before = len(self.line.rows), len(self.line.unknown), len(self.line.left_out), len(self.squads)
        picks, self.picks = self.picks, {}
        self.recognise_as(text)
        chosen = self.choose(text, start, before)
        if chosen or picks:
            self.restore(start)
            self.picks = picks
            parts = len(self.line.parts)
            self.read_as(chosen or "rows", text)
            for part in self.line.parts[parts:]:
                part.text = text  # as typed
        self.picks = picks

    def choose(self, text: str, start: Saved, before: tuple[int, ...]) -> Way | None:
        """Return the reading to use instead of the likeliest, if any."""
        best = self.cost(text, before, 0)
        if best <= CLEAR or self.line.is_head or self.head != start.fields["head"]:
            return None
        kept, chosen, first = self.saved(), None, self.bought_since(before[0])
        if len(self.line.rows) == before[0] and not self.line.left_out:
            return None  # nothing in it is bought
        for way, least in self.ways(text):
            self.restore(start)
            self.read_as(way, text)
            cost = least if way == "note" else self.cost(text, before, least + self.lost)
            made = self.bought_since(before[0])
            if cost + MARGIN < best and made != first and (made or way == "note"):
                best, chosen = cost, way
        self.restore(kept)
        return chosen

    def bought_since(self, row: int) -> list[Any]:
        """Return the things and squads of the line's rows, from a row on."""
        rows = [one.place for one in self.line.rows[row:]]
        squads = [one.squad for one in self.squads[-1:]]
        return [self.thing_at(place) if place.number >= 0 else squads for place in rows]

    def read_as(self, way: Way, text: str) -> None:
        if way == "note":
            self.not_understood(text)
            return
        self.is_one, self.lost = way == "one", 0.0
        self.recognise_as(text)
        self.is_one = False

    def ways(self, text: str) -> Iterator[tuple[Way, float]]:
        """Yield other readings of a line, and their least cost."""
        pieces = pieces_of(text, self.vocabulary)
        shape, counts_first = shape_of(pieces, text), count_at(pieces, 0)
        is_known = self.layout.is_numbered or self.line.number > self.layout.last_row > 0
        if is_known and self.section != "head" and not (self.is_row and shape.things and shape.numbers):
            yield "note", self.cost_of_note(shape, text) + 1.2 * counts_first
        counts = (number_in(piece) and after.match and not after.first.before for piece, after in pairwise(pieces))
        if sum(map(bool, counts)) < 2:
            is_likely = (self.layout.is_numbered or self.are_single()) and shape.numbers <= 2
            yield "one", AS_ONE_OFTEN if is_likely else AS_ONE

    def cost_of_note(self, shape: Shape, text: str) -> float:
        """Return how unlikely it is that a line is a remark."""
        cost = 1.2 + 1.5 * shape.things + (1.0 if shape.things else 0.2) * (shape.numbers > 0)
        cost -= 0.4 * shape.saying + 0.3 * shape.ends
        if self.line.number > self.layout.last_row > 0:
            return cost - 0.4
        return cost + 0.4 * (shape.things > 0) + 1.8 * (": " in text and text.split(": ")[0].istitle())

    # ── The cost of a reading ──────────────────────────────────────────────────────────────────────────────────────

    def cost(self, text: str, before: tuple[int, ...], cost: float) -> float:
        """Return how much of a line a reading leaves open, or reads against its prices."""
        line, shape = self.line, shape_of(pieces_of(text, self.vocabulary), text)
        rows = line.rows[before[0] :]
        bought = [row for row in rows if row.place.number >= 0]
        cost += sum(ASKED.get(one.term.kind, ASKED_LITTLE) for row in rows for one in row.questions)
        unknown = sum(len(words.split()) for words in line.unknown[before[1] :])
        cost += min(0.75 + 0.25 * unknown, 2.6) if unknown else 0.0
        cost += 0.3 * len(line.left_out[before[2] :])
        cost += self.cost_of_prices(bought, text)
        if len(bought) > max(1, shape.numbers) and self.are_single():
            cost += 0.8  # every other line has only one thing
        elif self.layout.is_numbered:
            cost += 0.4 * max(0, len(bought) - max(1, shape.numbers))
        certainty = Certainty(self, self.classes(), is_strict=False)
        cost += 1.4 * (not certainty.explains(pieces_of(text, self.vocabulary), rows))
        if not rows and not line.left_out:
            return self.cost_of_note(shape, text)
        if bought and not shape.things:
            cost += 1.0  # only a name, or a word with a typing error
        has_men = any(row.place.table == "figures" for row in bought)
        if has_men and not shape.numbers and self.layout.is_numbered:
            cost += 0.5 + 0.5 * (line.number > self.layout.last_row)
        if len(self.squads) > before[3] and not (bought or shape.classes):
            cost += 0.6 if self.layout.follows_row(line.number) else 2.0
        return cost

    def are_single(self) -> bool:
        """Whether each line so far has only one thing."""
        made = [sum(row.place.number >= 0 for row in line.rows) for line in self.lines[:-1]]
        return made.count(1) >= LEAST_ROWS and max(made) == 1

    def cost_of_prices(self, rows: Sequence[ImportedRow], text: str) -> float:
        """Return what the typed prices of a line say against its rows."""
        if not self.catalogue.has_points:
            return 0.0
        cost, every = 0.0, [self.price_of(row) for row in rows]
        typed = [row.price for row in rows if row.price is not None]
        if len(rows) > 1 and len(typed) == 1 and any(typed[0] == sum(one) for one in zip(*every, strict=False)):
            return -1.0  # the price of all
        if typed:
            cost += 0.8 * (len(rows) - len(typed))  # each has a price, or the sum is that of all
        if len(rows) > 1 and typed:
            said = Counter(map(number_in, pieces_of(text, self.vocabulary)))
            if any(Counter(one) <= said for one in zip(*every, strict=False)):
                return -1.0  # each has its price somewhere in the line
        for row, prices in zip(rows, every, strict=True):
            thing = self.thing_at(row.place)
            if row.price is not None and thing is not None:
                is_all = abs(row.price) in prices
                is_one = any(abs(row.price) * thing.count == one for one in prices)
                cost += -1.0 if is_all else -0.2 if is_one else AGAINST
        return cost

    def price_of(self, row: ImportedRow) -> list[int]:
        """Return the prices of a row in the possible classes of its squad."""
        thing = self.thing_at(row.place)
        if thing is None:
            return []
        return [next(iter(prices_of(thing, self.catalogue, (one,))), 0) * thing.count for one in self.classes()]

    # ── The state ──────────────────────────────────────────────────────────────────────────────────────────────────

    def saved(self) -> Saved:
        """Return a copy of the state of the list."""
        fields = {}
        for name, value in self.__dict__.items():
            fields[name] = value.copy() if isinstance(value, list | dict) else value
        fields["head"] = copy(self.head)
        if self.squads:
            last = copy(self.squads[-1])
            last.figures, last.vehicles, last.extras = [*last.figures], [*last.vehicles], [*last.extras]
            fields["squads"][-1] = last
        touched = [self.line, *([self.first[1]] if self.first else [])]
        if self.squads and self.squads[-1].announced:
            touched.append(self.squads[-1].announced)
        return Saved(fields, [(line, _copied(line)) for line in touched])

    def restore(self, saved: Saved) -> None:
        """Go back to a state."""
        fields = {}
        for name, value in saved.fields.items():
            fields[name] = value.copy() if isinstance(value, list | dict) else value
        for name in saved.fields["head"].__slots__:
            setattr(self.head, name, getattr(saved.fields["head"], name))
        if fields["squads"]:
            last = copy(fields["squads"][-1])
            last.figures, last.vehicles, last.extras = [*last.figures], [*last.vehicles], [*last.extras]
            fields["squads"][-1] = last
        for name in ("seen", "picks", "head", "lines"):
            del fields[name]
        self.__dict__.update(fields)
        for line, content in saved.lines:
            for name, value in content.items():
                setattr(line, name, value.copy() if isinstance(value, list) else value)


def _copied(line: Any) -> dict[str, Any]:
    names = ("rows", "unknown", "left_out", "is_head", "parts")
    return {name: [*value] if isinstance(value := getattr(line, name), list) else value for name in names}
