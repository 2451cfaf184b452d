"""Tables of cells as pages show them: sections, rows and cells, as typed values (`rules.cells`)."""

from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from armybuilder.widgets import Chips, Input, Notes, Select, Stepper
from rules.cells import DASH, LONGEST_TEXT, CellError, Choice, Column, anchor_of, read_cell
from rules.core.catalogue.catalogue import Catalogue

MOVES = (
    ("above", "plus", _("A row above")),
    ("copy", "copy", _("Duplicate")),
    ("up", "arrow-up", _("Move up")),
    ("down", "arrow-down", _("Move down")),
)
ENDS = {"retire": ("archive", _("Retire: lists keep it")), "remove": ("trash-2", _("Remove"))}
FIRST = ("points", "points.squad", "limit", "men")  # beside the name on a phone
CSS = {
    "name": "name",
    "text": "more text",
    "said": "n more said",
    **dict.fromkeys(("points", "number"), "n more"),
    **dict.fromkeys(("levels", "distance"), "n more long"),
}


class Cell(NamedTuple):
    """A cell. `text` is in its box, `parent` behind it; `was`: the parent's value, beside one's own.

    `kind`: of its column, or "said" for one that is only read, "pick" for a few choices side by side. `ways`: what
    would be right instead.
    """

    place: str
    column: Column
    kind: str
    text: str
    parent: str = ""
    was: str = ""
    is_own: bool = False
    error: str = ""
    ways: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()

    @property
    def css(self) -> str:
        sort = "n points" if self.column.field in FIRST else CSS.get(self.kind, "more choose")
        return sort + " is-own" * self.is_own + " is-wrong" * bool(self.error)

    @property
    def box(self) -> str:
        """Return the type of the boxes of its choices."""
        return "radio" if self.column.kind == "one" else "checkbox"

    @property
    def options(self) -> list[Choice]:
        """Return what its menu has, if it has one: the value without an own one, none, and the choices."""
        if self.kind not in ("one", "choice"):
            return []
        none = [Choice(DASH, DASH, self.text == DASH)] if self.parent and not self.column.usual else []
        chosen = (choice._replace(selected=choice.selected and bool(self.text)) for choice in self.choices)
        return [Choice("", self.parent or DASH, False), *none, *chosen]

    @property
    def anchor(self) -> str:
        return anchor_of(self.place)


class Row(NamedTuple):
    """A row. `heading`: its name, where that is no cell; `picked`: the cell whose choices are listed below it.

    `number`: None in a table without numbers, 0 for a row to type a new one in. `end`: how it goes: "retire" if a
    version or the parent has it, else "remove", "" where it must stay. `advice`: what is said of the row, each with
    its sign.
    """

    anchor: str
    id: str
    number: int | None
    name: str
    cells: tuple[Cell, ...]
    heading: str = ""
    note: str = ""
    is_new: bool = False
    is_changed: bool = False
    is_retired: bool = False
    end: str = ""
    is_movable: bool = False
    advice: tuple[tuple[str, StrOrPromise], ...] = ()
    picked: Cell | None = None

    @property
    def css(self) -> str:
        marks = {"new-row": self.number == 0, "is-new": self.is_new, "is-changed": self.is_changed}
        marks["is-retired"] = self.is_retired
        return " ".join(["row", *(mark for mark, is_on in marks.items() if is_on)])

    @property
    def errors(self) -> list[Cell]:
        return [cell for cell in self.cells if cell.error]

    @property
    def acts(self) -> list[tuple[StrOrPromise, ...]]:
        """Return what can be done with the row, each with its sign and its words."""
        return [*MOVES, (self.end, *ENDS[self.end])] if self.is_movable else [(self.end, *ENDS[self.end])]

    @property
    def span(self) -> int:
        return len(self.cells) + bool(self.heading) + (0 if self.number is None else 2)


class Section(NamedTuple):
    """A table. `heading`: of the names of its rows, where those are no cells; `size`: how many it has, if that is said.

    `blank`: the rows to type new ones in; `more`: the columns that can be added.
    """

    name: str
    label: StrOrPromise
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    heading: str = ""
    note: str = ""
    size: int | None = None
    blank: tuple[Row, ...] = ()
    more: tuple[Column, ...] = ()
    is_numbered: bool = False


class CellField(forms.Field):
    """A cell of a form that is sent as a whole: it takes and refuses what its column does.

    A name must be there, and a number unless its column says what an empty cell means.
    """

    def __init__(self, column: Column, catalogue: Catalogue, initial: Any = None) -> None:
        widget: forms.Widget = Input()
        if column.kind in ("one", "choice", "some"):
            widget = Chips() if column.kind == "some" else Select()
            widget.choices = column.options
        elif column.kind == "number":
            widget = Stepper()
        elif column.letters > LONGEST_TEXT:
            widget = Notes()
        is_wanted = column.kind in ("name", "number") and not column.usual
        super().__init__(label=column.label, help_text=column.usual, required=is_wanted, initial=initial, widget=widget)
        self.column, self.catalogue = column, catalogue
        if column.kind in ("name", "text"):
            self.widget.attrs["maxlength"] = column.letters

    def clean(self, value: Any) -> Any:
        """Return the value of what was typed. Raises ValidationError."""
        try:
            read = read_cell(self.column, value if isinstance(value, list) else [str(value or "")], self.catalogue)
        except CellError as error:
            raise ValidationError(str(error)) from None
        if read is None and self.required:
            raise ValidationError(self.error_messages["required"])
        return read
