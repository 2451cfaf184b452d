"""The backs of cards: owner, number, picture, and a summary of actions and saves."""

from collections.abc import Iterator
from dataclasses import dataclass

from armybuilder.printing.formats.cards.card import Card
from armybuilder.printing.formats.cards.fitting import SHORT
from armybuilder.printing.formats.cards.grid import Grid, rules_grid
from armybuilder.printing.formats.cards.sizes import CARD
from armybuilder.printing.layout import fit
from armybuilder.printing.layout.fit import Text, width, wrapped
from armybuilder.printing.layout.pictures import pattern_of
from armybuilder.printing.layout.words import map_sign
from armybuilder.printing.units.setting import Setting
from rules.core.catalogue.handbook import PrintedRow, PrintedTable, Topic
from rules.core.odds import printed_handbook

TOPICS: tuple[Topic, ...] = ("actions", "saves")  # abbreviated: the first table with numbers for each topic
STEPS = (13.0, 11.0, 9.0, 7.5, 7.0, fit.FLOOR)
NUMBER, GAP = 20.0, 2.0  # points; mm after it
AIR = 1.0  # mm below the tables


@dataclass(frozen=True, slots=True)
class Back:
    """The back of a card: `title` and `line` identify it. Without a `number` it has only the list's `sign`.

    `pattern` is the same for both lists of a pair.
    """

    pattern: int
    sign: str
    title: Text
    line: Text
    half: bool = False
    number: str = ""
    picture: str = ""
    short: str = ""
    tables: tuple[Grid, ...] = ()


class BackMaker:
    """Makes the backs of a list's cards."""

    def __init__(self, setting: Setting) -> None:
        roster = setting.roster
        self.name, self.sign = fit.clean(roster.name), map_sign(roster)
        self.pattern = pattern_of(roster.pair_name or roster.name)
        self.tables = [table for topic in TOPICS if (table := _first_table(topic, setting))]

    def back(self, card: Card) -> Back:
        """Return the back of a card."""
        whose, _, number = card.squad.rpartition(" · ")
        if card.kind not in ("figure", "vehicle"):
            whose = card.title if card.kind == "squad" else whose
            return Back(self.pattern, self.sign, _lines(self.name, 13.0), _lines(whose, 9.0), card.half)
        tables = () if card.half or card.kind == "vehicle" else tuple(self._fitting(card.short))
        return Back(
            self.pattern,
            self.sign,
            _lines(card.title, 11.0, beside=width(number, fit.TITLE, NUMBER) + GAP),
            fit.fit(f"{whose} · {self.name}", fit.MEDIUM, STEPS[3:], CARD.room),
            card.half,
            number=number,
            picture=card.icon,
            short="" if card.half else card.short,
            tables=tables,
        )

    def _fitting(self, short: str) -> Iterator[Grid]:
        """Yield the tables that fit below the picture and the characteristics."""
        around = 2 * (CARD.frame + CARD.border) + CARD.back_head + CARD.back_picture + CARD.back_pattern + AIR
        left = CARD.card_height - around - fit.height(len(wrapped(short, fit.HEAD, SHORT, CARD.room)), SHORT)
        for table in self.tables:
            if table.height <= left:
                left -= table.height
                yield table


def _lines(text: str, most: float, beside: float = 0.0) -> Text:
    """Return a text in at most two lines, as large as possible."""
    steps = [step for step in STEPS if step <= most]
    return fit.fit(text, fit.TITLE, steps, CARD.room - beside, fit.height(2, most))


def _first_table(topic: Topic, setting: Setting) -> Grid | None:
    """Return the first table of a topic with cells and for everyone, if the ruleset has such a table."""
    for table in printed_handbook(setting.catalogue):
        rows = [
            row for row in table.rows if row.about.everyone and any(cell is not None for cell in row.cells)
        ]
        if table.topic == topic and rows and not table.optional:
            told = [(setting.say(row.name), [", ".join(_cells(row, table, setting))]) for row in rows]
            return rules_grid(setting.say(table.name), (), told)
    return None


def _cells(row: PrintedRow, table: PrintedTable, setting: Setting) -> Iterator[str]:
    """Yield the cells; with several columns a number with its unit, and words after their subject."""
    heads = [setting.say(column) for column in table.columns]
    for place, cell in enumerate(row.cells):
        said = setting.cell(cell)
        if len(heads) < 2 and cell is not None:
            yield said
        elif cell is not None:
            yield f"{said} {heads[place]}" if isinstance(cell, int) else f"{heads[place].lower()}: {said}"
