"""Advice as data: edits as steps, their words in both languages, suggestions of several rows with their points."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rules.core.document import edits
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.document.rows import EditRefusedError, can_merge
from rules.core.text import NOTHING, Text, fill

Fact = Text | str | int
WORDS = msgspec.yaml.decode(Path(__file__).with_name("words.yaml").read_bytes(), type=dict[str, Text])


def say(name: str, /, **facts: Fact) -> Text:
    """Return the words with a name in `words.yaml`, filled with facts (`{man}`)."""
    return Text(fill(WORDS[name], "it", facts), fill(WORDS[name], "en", facts))


def alike(pattern: str, /, **facts: Fact) -> Text:
    """Return words that differ only in their facts: `{squad}: {troops}`."""
    template = Text(pattern, pattern)
    return Text(fill(template, "it", facts), fill(template, "en", facts))


def men(number: int, name: Text) -> Text:
    """Return a number of men with the same name: “2 × rifleman”; for one man only the name."""
    return name if number == 1 else alike("{number} × {name}", number=number, name=name)


def capital(words: Text) -> Text:
    """Return words with a capital letter, for the start of a line."""
    return Text(words.it[:1].upper() + words.it[1:], words.en[:1].upper() + words.en[1:])


class Step(Struct, frozen=True):
    """An edit of `document.edits` by name: of the row (or squad) `row`, with `fields`, or adding `item`."""

    edit: str
    row: str = ""
    fields: Mapping[str, Any] = {}
    item: Figure | Vehicle | ExtraEntry | Squad | None = None


Steps = tuple[Step, ...]
Act = Callable[[Roster, Step, Iterator[str]], Roster]


def step(edit: str, row: str = "", item: Figure | Vehicle | ExtraEntry | Squad | None = None, **fields: Any) -> Step:
    """Return a step; rows that it adds need no ids."""
    return Step(edit, row, fields, item)


def _with_id(item: Any, ids: Iterator[str]) -> Any:
    return edits.squad_with_ids(item, ids) if isinstance(item, Squad) else replace(item, id=next(ids))


# How each edit is made. Ids of new rows are taken from `ids`.
ACTS: Mapping[str, Act] = {
    "add_extra": lambda roster, step, ids: edits.add_extra(roster, step.row, _with_id(step.item, ids)),
    "add_figure": lambda roster, step, ids: edits.add_figure(roster, step.row, _with_id(step.item, ids)),
    "add_squad": lambda roster, step, ids: edits.add_squad(roster, _with_id(step.item, ids)),
    "add_vehicle": lambda roster, step, ids: edits.add_vehicle(roster, step.row, _with_id(step.item, ids)),
    "choose_ruling": lambda roster, step, ids: edits.choose_ruling(roster, step.row, step.fields["option"]),
    "edit_extra": lambda roster, step, ids: edits.edit_extra(roster, step.row, **step.fields),
    "edit_figure": lambda roster, step, ids: edits.edit_figure(roster, step.row, **step.fields),
    "edit_one_figure": lambda roster, step, ids: edits.edit_one_figure(roster, step.row, next(ids), **step.fields),
    "edit_squad": lambda roster, step, ids: edits.edit_squad(roster, step.row, **step.fields),
    "edit_vehicle": lambda roster, step, ids: edits.edit_vehicle(roster, step.row, **step.fields),
    "move_to_squad": lambda roster, step, ids: edits.move_to_squad(roster, step.row, step.fields["to"]),
    "remove_row": lambda roster, step, ids: edits.remove_row(roster, step.row),
    "remove_squad": lambda roster, step, ids: edits.remove_squad(roster, step.row),
    "set_count": lambda roster, step, ids: edits.set_count(roster, step.row, step.fields["count"]),
}


def after(roster: Roster, steps: Iterable[Step], ids: Iterator[str]) -> Roster:
    """Return the list after some steps; new rows take their ids from `ids`. Raises EditRefusedError.

    Rows that became equal are merged.
    """
    before = {squad.id: squad for squad in roster.squads}
    for one in steps:
        roster = ACTS[one.edit](roster, one, ids)
    for squad in roster.squads:
        was = before.get(squad.id)
        if was is not None and was is not squad and can_merge(squad) and not can_merge(was):
            roster = edits.merge_rows(roster, squad.id)
    return roster


def tried(roster: Roster, steps: Iterable[Step]) -> Roster | None:
    """Return the list after some steps, with temporary ids for new rows; None if an edit refuses."""
    try:
        return after(roster, steps, (f"new-{number}" for number in count(1)))
    except EditRefusedError:
        return None


def key_of(steps: Iterable[Step]) -> str:
    """Return a key for some steps: the same for the same steps, and short enough for a button."""
    return digest(list(steps))


def digest(parts: list[Any]) -> str:
    return hashlib.blake2b(msgspec.json.encode(parts, order="sorted"), digest_size=8).hexdigest()


# ── Steps shared by several pieces of advice ───────────────────────────────────────────────────────────────────────


def change_men(squad: Squad, figure: Figure, men: int, **fields: Any) -> Steps:
    """Return the steps that set fields for some men of a row; the others stay."""
    if men >= figure.count:
        return (step("edit_figure", figure.id, **fields),)
    if men == 1:
        return (step("edit_one_figure", figure.id, **fields),)
    changed = replace(figure, id="", count=men, **fields)
    return (step("set_count", figure.id, count=figure.count - men), step("add_figure", squad.id, changed))


def take_men(figure: Figure | Vehicle | ExtraEntry, men: int = 1) -> Step:
    if men >= figure.count:
        return step("remove_row", figure.id)
    return step("set_count", figure.id, count=figure.count - men)


def without(items: tuple[str, ...], item: str) -> tuple[str, ...]:
    number = items.index(item)
    return items[:number] + items[number + 1 :]


Sign = Literal["more", "less", "same"]


class SuggestionLine(Struct, frozen=True):
    """A row that a suggestion changes: how, and by how many points."""

    words: Text
    points: int

    @property
    def sign(self) -> Sign:
        """Return whether the list then has more or less of something."""
        return "more" if self.points > 0 else "less" if self.points < 0 else "same"


class Suggestion(Struct, frozen=True):
    """A difference: its rows, its steps, the points of the list before and after.

    `effect`: its other effects. `is_clean`: it adds no finding.
    """

    kind: str
    title: Text
    lines: tuple[SuggestionLine, ...]
    steps: Steps
    before: int
    after: int
    effect: Text = NOTHING
    is_clean: bool = True

    @property
    def key(self) -> str:
        return key_of(self.steps)

    @property
    def points(self) -> int:
        """Return by how many points the list grows."""
        return self.after - self.before
