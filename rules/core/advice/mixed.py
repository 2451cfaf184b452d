"""What can be taken from one row in several ways at once: some go, some of the others are changed, each in his way."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from msgspec.structs import replace

from rules.core.advice.fixes.definition import men, say
from rules.core.advice.steps import Step, Steps, step
from rules.core.document.roster import Figure, Vehicle
from rules.core.text.text import Text


class Change(NamedTuple):
    """What one man or vehicle of a row may become: fields, what that loses, how many points it saves.

    `is_plain`: only his gear or only his class changes.
    """

    fields: dict[str, Any]
    lost: Sequence[Text]
    saved: int
    is_plain: bool = False


class Mix(NamedTuple):
    """How many of a row go, and how many of the others are changed in which way."""

    gone: int
    changed: tuple[tuple[int, Change], ...]

    def saving(self, each: int) -> int:
        """Return how many points it saves where one of the row costs `each`."""
        return self.gone * each + sum(number * change.saved for number, change in self.changed)

    def steps(self, row: Figure | Vehicle, squad_id: str) -> Steps:
        """Return the steps that make it: who is changed apart from the others stands in a row of his own."""
        kind = "figure" if isinstance(row, Figure) else "vehicle"
        left, steps = row.count - self.gone, list[Step]()
        for number, change in self.changed:
            if number == left:
                steps.append(step(f"edit_{kind}", row.id, **change.fields))
            else:
                left -= number
                changed = replace(row, id="", count=number, **change.fields)
                steps.append(step(f"add_{kind}", squad_id, item=changed))
        return (step("set_count", row.id, count=left), *steps) if left < row.count else tuple(steps)

    def words(self, label: Text, count: int) -> Text:
        """Return what becomes of a row of so many, who are called `label`."""
        parts = []
        if self.gone:
            parts.append(say("{men} in meno", "{men} fewer", men=men(self.gone, label)))
        for number, change in self.changed:
            lost = joined(change.lost)
            if self.gone and self.gone + number == count:
                parts.append(say("gli altri {lost}", "the others {lost}", lost=lost))
            else:
                parts.append(say("{men}: {lost}", "{men}: {lost}", men=men(number, label), lost=lost))
        return joined(parts, "; ")


def mixes(changes: Sequence[Change], count: int) -> Iterator[Mix]:
    """Yield the ways to have less of a row of so many, but for the plain ones: those of few different changes first."""
    for ways in range(1, count + 1):
        for chosen in combinations(changes, ways):
            for numbers in _numbers(ways, count):
                for gone in range(count - sum(numbers), -1, -1):
                    if gone or ways > 1 or not chosen[0].is_plain:
                        yield Mix(gone, tuple(zip(numbers, chosen, strict=True)))


def joined(parts: Sequence[Text], by: str = ", ") -> Text:
    """Return texts one after the other."""
    return Text(by.join(text.it for text in parts), by.join(text.en for text in parts))


def _numbers(ways: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield so many numbers of one or more that are `most` together at most, great ones first."""
    if ways == 0:
        yield ()
        return
    for first in range(most - ways + 1, 0, -1):
        for others in _numbers(ways - 1, most - first):
            yield (first, *others)
