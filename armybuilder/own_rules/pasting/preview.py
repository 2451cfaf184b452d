"""The lines of a pasted table as the preview of an import shows them."""

from collections import defaultdict
from collections.abc import Iterator

from django.utils.translation import gettext

from armybuilder.lists.exchange.preview import Asked, Choice, ShownLine, ShownRow
from armybuilder.own_rules.pasting.reading import Line, Reading


def shown_lines(reading: Reading) -> Iterator[ShownLine]:
    """Yield each line with what it has become, and with the questions about it."""
    asked: dict[int, list[Asked]] = defaultdict(list)
    for one in reading.questions:
        choices = (Choice(value, str(words), value == one.answer) for value, words in one.options)
        asked[one.line].append(Asked(one.key, one.sentence, tuple(choices), answered=True))
    for line in reading.lines:
        row = _row(line, tuple(asked[line.number]))
        yield ShownLine(
            number=line.number,
            text=line.text,
            rows=(row,),
            notes=(line.text,) if line.sort == "note" else (),
            left_out=(),
            is_head=False,
            is_guess=bool(row.asked),
            check="",
            is_confirmed=False,
        )


def _row(line: Line, asked: tuple[Asked, ...]) -> ShownRow:
    entry = line.entry
    if entry:
        stats = (f"{stat.name} {stat.written}" for stat in entry.stats)
        name, gear = entry.name, tuple(filter(None, [str(entry.label), *stats, entry.note]))
    elif line.sort == "heading":
        name, gear = str(line.heading), (gettext("heading"),)
    elif line.sort == "name":
        name, gear = line.text, (gettext("Name of the game"),)
    else:
        name, gear = "", ()
    return ShownRow(
        is_squad=line.sort == "heading",
        count=0,
        name=name,
        gear=gear,
        points=entry.points if entry else None,
        typed=None,
        unarmed=False,
        asked=asked,
    )
