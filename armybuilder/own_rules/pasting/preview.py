"""The lines of a pasted table for the preview of imports (`lists/_import_line.html`)."""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext

from armybuilder.lists.exchange.preview import Asked, Choice
from armybuilder.own_rules.pasting.reading import Line, Reading


class ShownRow(NamedTuple):
    """What a line has become: a heading (`is_squad`), or a row with its price, its table, numbers and note (`gear`).

    `typed`: the price in the text, if it is another.
    """

    name: str
    gear: tuple[str, ...]
    is_squad: bool = False
    points: int | None = None
    typed: str | None = None
    asked: tuple[Asked, ...] = ()


class ShownLine(NamedTuple):
    """A line, what it has become, or the note that it is kept as. `kind`: its mark."""

    number: int
    text: str
    rows: tuple[ShownRow, ...]
    notes: tuple[str, ...]
    kind: str


def shown_lines(reading: Reading) -> Iterator[ShownLine]:
    """Yield each line with what it has become, and with the questions about it."""
    asked: dict[int, list[Asked]] = defaultdict(list)
    for one in reading.questions:
        choices = (Choice(value, str(words), value == one.answer) for value, words in one.options)
        asked[one.line].append(Asked(one.key, one.sentence, tuple(choices), answered=True))
    for line in reading.lines:
        questions, is_note = tuple(asked[line.number]), line.sort == "note"
        row = _row(line)._replace(asked=questions)
        kind = "is-guess" if questions or row.typed else "is-note" if is_note else ""
        yield ShownLine(line.number, line.text, (row,), (line.text,) if is_note else (), kind)


def _row(line: Line) -> ShownRow:
    entry = line.entry
    if entry:
        stats = (f"{stat.name} {stat.written}" for stat in entry.stats)
        gear = tuple(filter(None, [str(entry.label), *stats, entry.note]))
        return ShownRow(entry.name, gear, points=entry.points, typed=entry.typed or None)
    if line.sort == "heading":
        return ShownRow(str(line.heading), (gettext("heading"),), is_squad=True)
    return ShownRow(line.text, (gettext("Name of the game"),)) if line.sort == "name" else ShownRow("", ())
