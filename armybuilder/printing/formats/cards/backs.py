"""The backs of cards: whose each is, with his number, picture and what he does and saves with in short."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from armybuilder.lists.words import NO_BREAK
from armybuilder.printing.formats.cards.card import Card
from armybuilder.printing.formats.cards.sizes import CARD
from armybuilder.printing.formats.roster.fire import Setting
from armybuilder.printing.layout import fit
from armybuilder.printing.layout.fit import FLOOR, Text
from armybuilder.printing.layout.measure import Face, width, wrapped
from armybuilder.printing.layout.pictures import pattern_of
from armybuilder.printing.layout.words import Fact, map_sign
from rules.core.catalogue.handbook import PrintedRow, PrintedTable, Topic
from rules.core.document.roster import Roster
from rules.core.odds import printed_handbook
from rules.core.text import Text as Words

TOPICS: tuple[Topic, ...] = ("actions", "saves")  # in short: of each the first table that has numbers
STEPS = (7.5, 7.0, 6.5)  # points
GAP = 2.0  # mm before a value
AIR = 1.0  # mm above a table


@dataclass(frozen=True, slots=True)
class ShortTable:
    """A table in short: its title, the names of its rows and their values, line by line."""

    title: str
    names: str
    values: str


@dataclass(frozen=True, slots=True)
class Back:
    """The back of a card: `title` and `line` say whose it is. Without a `number` it has only the list's `sign`.

    `pattern` is the same for all lists of a force.
    """

    pattern: int
    sign: str
    title: Text
    line: Text
    number: str = ""
    picture: str = ""
    stats: Text | None = None
    tables: tuple[ShortTable, ...] = ()
    size: float = STEPS[0]

    @property
    def step(self) -> str:
        """The class that sets the size of the tables."""
        return f"t{int(self.size * 10)}"


class BackMaker:
    """Makes the backs of a list's cards."""

    def __init__(self, roster: Roster, setting: Setting) -> None:
        self.name, self.sign = fit.clean(roster.name), map_sign(roster)
        self.pattern = pattern_of(roster.pair_name or roster.name)
        self.short = {
            setting.say(item.name): setting.say(item.short) for item in setting.catalogue.characteristics
        }
        self.tables = [table for topic in TOPICS if (table := _first_table(topic, setting))]

    def back(self, card: Card) -> Back:
        whose, _, number = card.subject.squad.rpartition(" · ")
        if card.subject.kind not in ("figure", "vehicle"):
            whose = card.subject.title if card.subject.kind == "squad" else whose
            return Back(self.pattern, self.sign, self._lines(self.name, 13.0), self._lines(whose, 9.0))
        stats = self._stats(card.subject.stats)
        size, tables = self._fitting(self.tables if card.subject.kind == "figure" else [], stats)
        return Back(
            self.pattern,
            self.sign,
            self._lines(card.subject.title, 11.0, beside=self._number_width(number)),
            self._lines(f"{whose} · {self.name}", 7.5),
            number=number,
            picture=card.subject.icon,
            stats=stats,
            tables=tuple(tables),
            size=size,
        )

    def _number_width(self, number: str) -> float:
        return width(number, fit.TITLE, 20) + GAP

    def _lines(self, text: str, most: float, beside: float = 0.0) -> Text:
        """Return a text in two lines at most, as large as can be."""
        room = CARD.room - beside
        steps = [step for step in (13.0, 11.0, 9.0, 7.5, 7.0, FLOOR) if step <= most]
        high = fit.height(2, most)
        return fit.in_lines(fit.clean(text), fit.TITLE, steps, room, high) or fit.cut(
            text, fit.TITLE, room, 2
        )

    def _stats(self, stats: Sequence[Fact]) -> Text | None:
        """Return the characteristics in short, one after the other."""
        told = [
            f"{self.short.get(fact.label, fact.label)}{NO_BREAK}{fact.text}" for fact in stats if fact.text
        ]
        if not told:
            return None
        return Text(tuple(wrapped(f"{NO_BREAK}· ".join(told), fit.HEAD, 8.0, CARD.room)), 8.0)

    def _fitting(self, tables: Sequence[ShortTable], stats: Text | None) -> tuple[float, list[ShortTable]]:
        """Return the tables that fit below the picture, and the largest size for them."""
        left = CARD.back_room - CARD.back_picture
        left -= fit.height(len(stats.lines), stats.size) if stats else 0
        for count in range(len(tables), 0, -1):
            for size in STEPS:
                if self._stand(tables[:count], size, left):
                    return size, list(tables[:count])
        return STEPS[0], []

    def _stand(self, tables: Sequence[ShortTable], size: float, left: float) -> bool:
        lines = sum(table.names.count("\n") + 2 for table in tables)
        return fit.height(lines, size) + len(tables) * AIR <= left and all(
            self._row_width(*row, size) <= CARD.room
            for table in tables
            for row in zip(table.names.split("\n"), table.values.split("\n"), strict=True)
        )

    def _row_width(self, name: str, value: str, size: float) -> float:
        face: Face = fit.MEDIUM
        return width(name, face, size) + GAP + width(value, fit.TITLE, size)


def _first_table(topic: Topic, setting: Setting) -> ShortTable | None:
    """Return the first table of a topic that says something in cells and is for everyone, if the ruleset has one."""
    for table in printed_handbook(setting.catalogue):
        rows = [
            row for row in table.rows if row.about.everyone and any(cell is not None for cell in row.cells)
        ]
        if table.topic == topic and rows and not table.optional:
            return ShortTable(
                setting.say(table.name),
                "\n".join(fit.clean(setting.say(row.name)) for row in rows),
                "\n".join(", ".join(_cells(row, table, setting)) for row in rows),
            )
    return None


def _cells(row: PrintedRow, table: PrintedTable, setting: Setting) -> Iterator[str]:
    """Yield the cells; with several columns a number with its unit, and words after their subject."""
    heads = [setting.say(column) for column in table.columns]
    for place, cell in enumerate(row.cells):
        said = setting.say(cell) if isinstance(cell, Words) else str(cell)
        if len(heads) < 2 and cell is not None:
            yield said
        elif cell is not None:
            yield f"{said} {heads[place]}" if isinstance(cell, int) else f"{heads[place].lower()}: {said}"
