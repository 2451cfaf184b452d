"""What the tables of a draft show: sections, rows and cells, as typed values."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from rules.own.columns import LONGEST, LONGEST_TEXT, Choice, Column, Table
from rules.own.patch import anchor_of

MOVES = (
    ("above", "plus", _("A row above")),
    ("copy", "copy", _("Duplicate")),
    ("up", "arrow-up", _("Move up")),
    ("down", "arrow-down", _("Move down")),
)
TWIN = ("triangle-alert", _("Another row has the same name."))
GONE = ("archive", _("Retired: new lists do not offer it, lists that have it keep it."))
ENDS = {"retire": ("archive", _("Retire: lists keep it")), "remove": ("trash-2", _("Remove"))}
FIRST = ("points", "points.squad", "limit", "men")  # beside the name on a phone
CSS = {
    "name": "name",
    "text": "more text",
    **dict.fromkeys(("points", "number"), "n more"),
    **dict.fromkeys(("levels", "distance"), "n more long"),
}


class Cell(NamedTuple):
    """A cell. `text` is in its box, `parent` behind it; `was`: the parent's value, beside one's own."""

    place: str
    column: Column
    label: str
    kind: str
    text: str
    parent: str
    was: str
    is_own: bool
    error: str
    ways: tuple[str, ...]
    choices: tuple[Choice, ...]

    @property
    def css(self) -> str:
        sort = "n points" if self.column.field in FIRST else CSS.get(self.kind, "more choose")
        return sort + " is-own" * self.is_own + " is-wrong" * bool(self.error)

    @property
    def box(self) -> str:
        """Return the type of the boxes of its choices."""
        return "radio" if self.column.kind == "one" else "checkbox"

    @property
    def longest(self) -> int:
        return LONGEST.get(self.column.kind, LONGEST_TEXT)

    @property
    def anchor(self) -> str:
        return anchor_of(self.place)


class Row(NamedTuple):
    """A row. `heading`: its name, where that is no cell; `picked`: the cell whose choices are listed below it.

    `end`: how it goes: "retire" if a version or the parent has it, else "remove", "" where it must stay. `is_twin`:
    another row of the table has the same name.
    """

    anchor: str
    table: str
    id: str
    number: int
    name: str
    cells: tuple[Cell, ...]
    heading: str = ""
    is_new: bool = False
    is_changed: bool = False
    is_retired: bool = False
    end: str = ""
    is_movable: bool = False
    is_twin: bool = False
    picked: Cell | None = None

    @property
    def css(self) -> str:
        marks = {"new-row": not self.number, "is-new": self.is_new, "is-changed": self.is_changed}
        marks["is-retired"] = self.is_retired
        return " ".join(["row", *(mark for mark, is_on in marks.items() if is_on)])

    @property
    def errors(self) -> list[Cell]:
        return [cell for cell in self.cells if cell.error]

    @property
    def advice(self) -> Sequence[tuple[str, StrOrPromise]]:
        """Return what is said of the row, each with its sign."""
        return [TWIN] * self.is_twin + [GONE] * self.is_retired

    @property
    def acts(self) -> list[tuple[StrOrPromise, ...]]:
        """Return what can be done with the row, each with its sign and its words."""
        return [*MOVES, (self.end, *ENDS[self.end])] if self.is_movable else [(self.end, *ENDS[self.end])]

    @property
    def act(self) -> str:
        return f"{self.table}/{self.id}"

    @property
    def span(self) -> int:
        return len(self.cells) + 2


class Section(NamedTuple):
    """A table. `heading`: of the names of its rows, where those are no cells.

    `blank`: the rows to type new ones in; `more`: the columns that can be added.
    """

    table: Table
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    heading: str = ""
    note: str = ""
    blank: tuple[Row, ...] = ()
    more: tuple[Column, ...] = ()
