"""A variant and a newer version of its parent: what both changed, place by place, and the patch that is left."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.text import Truncator
from django.utils.translation import gettext, ngettext

from rules.cells import Choice as Answer
from rules.core.catalogue.catalogue import Catalogue
from rules.core.text import Language
from rules.own.columns import NONE, TABLES
from rules.own.differences import NOTHING, Difference, Names, differences
from rules.own.patch import APART, POSITION, Patch, Place, cells_of, place_of, reverted

Row = tuple[str, str]  # its table and its id
LONGEST_ANSWER = 16


class Choice(NamedTuple):
    """A cell that both changed, or (its place without a field) a row that the parent no longer has."""

    place: str
    name: str
    what: str
    before: str
    theirs: str
    mine: str

    @property
    def answers(self) -> tuple[Answer, Answer]:
        """Return what can be said: take theirs, or keep mine, which is chosen first."""
        if self.place.endswith("/"):
            theirs, mine = gettext("Remove"), gettext("Keep")
        else:
            words = [Truncator(value).chars(LONGEST_ANSWER) for value in (self.theirs, self.mine)]
            theirs = gettext("Take %(value)s") % {"value": words[0]}
            mine = gettext("Keep %(value)s") % {"value": words[1]}
        return Answer("theirs", theirs, False), Answer("mine", mine, True)


class Rebase(NamedTuple):
    """What a newer version of the parent changes: `both` and `gone` are choices, `taken` is taken as it is."""

    both: Sequence[Choice]
    gone: Sequence[Choice]
    taken: Sequence[Difference]


class Versions:
    """The version of the parent that a patch changes, and the newer one."""

    def __init__(self, old: Catalogue, new: Catalogue, patch: Patch) -> None:
        self.old, self.new, self.patch = old, new, patch
        self.old_cells: Mapping[str, Any] = cells_of(old)
        self.new_cells: Mapping[str, Any] = cells_of(new)

    def both(self) -> list[str]:
        """Return the places that the parent changed and the patch has another value for."""
        gone = self.gone()
        return [
            text
            for text, mine in self.patch.items()
            if self.old_cells.get(text) != (theirs := self.new_cells.get(text))
            and not _is_same(theirs, mine)
            and place_of(text)[:2] not in gone
        ]

    def gone(self) -> set[Row]:
        """Return the rows that the parent no longer has."""
        return _rows(self.old_cells) - _rows(self.new_cells)

    def used(self, named: Collection[str]) -> list[Row]:
        """Return the rows that are gone and that the patch writes or names, or whose ids lists name."""
        written = {place_of(text)[:2] for text in self.patch}
        values = {item for value in self.patch.values() if isinstance(value, list) for item in value}
        return sorted(row for row in self.gone() if row in written or row[1] in values or row[1] in named)

    def rebased(self, kept: Collection[str], rows: Collection[Row]) -> dict[str, Any]:
        """Return the patch over the newer version, with the own values at `kept` and these `rows` as own ones."""
        patch = reverted(self.patch, [place for place in self.both() if place not in kept])
        gone = self.gone()
        patch = {
            text: value
            for text, value in patch.items()
            if not _is_same(self.new_cells.get(text), value)
            and (place_of(text)[:2] in rows or place_of(text)[:2] not in gone)
        }
        for table, row in rows:
            of_row = {
                text: value for text, value in self.old_cells.items() if place_of(text)[:2] == (table, row)
            }
            last = APART * (1 + sum(name == table for name, _id in _rows(self.new_cells)))
            patch = of_row | {str(Place(table, row, POSITION)): last} | patch
        return patch

    def shown(self, language: Language, named: Mapping[str, int]) -> Rebase:
        """Return the choices and what is taken, in words. `named`: ids of rows, and how many lists name each."""
        names = Names(self.old, self.new, language)
        both = [self._cell(text, names) for text in self.both()]
        gone = [
            Choice(
                f"{table}/{row}/",
                names.row(Place(table, row, "")),
                _of_lists(named.get(row, 0)) + gettext("keep it, and it becomes a row of your own"),
                "",
                gettext("gone"),
                gettext("kept"),
            )
            for table, row in self.used(named)
        ]
        asked = {(choice.name, choice.what) for choice in both} | {(choice.name, None) for choice in gone}
        taken = [
            change
            for change in differences(self.old, self.new, language)
            if (change.name, change.kind) not in asked and (change.name, None) not in asked
        ]
        return Rebase(both, gone, taken)

    def _cell(self, text: str, names: Names) -> Choice:
        place = place_of(text)
        before, theirs = (names.value(place, cells.get(text)) for cells in (self.old_cells, self.new_cells))
        mine = names.value(place, self.patch[text])
        return Choice(text, names.row(place), names.column(place), before, theirs, mine or NOTHING)


def _of_lists(number: int) -> str:
    words = ngettext("in %(lists)s list", "in %(lists)s lists", number)
    return f"{words % {'lists': number}}; " if number else ""


def _is_same(theirs: Any, mine: Any) -> bool:
    return theirs == mine or (theirs is None and mine in (NONE, []))


def _rows(cells: Mapping[str, Any]) -> set[Row]:
    return {place[:2] for place in map(place_of, cells) if place.table in TABLES}
