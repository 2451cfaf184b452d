"""The tables of a draft as the editor shows them: sections, rows and cells, with the parent's values beside."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from typing import Any

from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from armybuilder.cells import Cell, Row, Section
from armybuilder.own_rules.models import OwnRules
from rules.cells import DASH, CellError, Choice, Column, anchor_of
from rules.language import active_language
from rules.own.columns import HEAD, MEN, NONE, TABLES, Table, columns_of, may_lack
from rules.own.dice import has_dice
from rules.own.limits import column_at
from rules.own.patch import POSITION, RETIRED, WRONG, Patch, cells_of, place_of, positions_of
from rules.own.problems import faults_of

NEW = "+"  # begins the id of a row that is not there yet
MOST_IN_A_MENU = 12  # choices of a select in each row; more are listed below the row that is open
TWIN = ("triangle-alert", _("Another row has the same name."))
GONE = ("archive", _("Retired: new lists do not offer it, lists that have it keep it."))
# The columns that a table always shows, and those that it shows once a draft has values of its own in them.
SHOWN = ("name", "points", "points.squad", "points.list", "troops", MEN)
SELDOM = (
    *("rank", "kind", "carried_by", "tags", "in_full", "format"),
    *("movement", "level_points", "only.class", "only.side"),
)


class Editor:
    """Reads a draft for its pages.

    `also`: tables and columns (`roles`, `classes.reading`) that are shown though they are empty. `picking`: the place
    whose choices are listed. `blanks`: how many empty rows each table has at its foot.
    """

    def __init__(self, rules: OwnRules, also: Collection[str] = (), picking: str = "", blanks: int = 1) -> None:
        self.rules, self.also, self.picking, self.blanks = rules, frozenset(also), picking, blanks
        self.base = rules.base
        self.patch: Patch = rules.patch
        self.language = active_language()
        self.parents = cells_of(self.base)
        self.is_variant = bool(rules.parent_id)
        self._counted: dict[str, Counter[str]] = {}
        self._offered: dict[str, list[tuple[str, str]]] = {}

    @cached_property
    def catalogue(self) -> Any:
        return self.rules.catalogue

    @property
    def title(self) -> str:
        return self.catalogue.name.to(self.language) or gettext("Without a name")

    @cached_property
    def published(self) -> Patch:
        """The patch of the newest version: its rows are retired, never removed."""
        newest = self.rules.ruleset.versions.order_by("-number").values_list("own__patch", flat=True).first()
        return newest or {}

    @cached_property
    def positions(self) -> dict[str, dict[str, float]]:
        """The position of each row, by table, in order."""
        return positions_of(self.base, self.patch)

    def _is_twin(self, table: str, row: str) -> bool:
        """Whether another row of a table has the same name."""
        if table not in self._counted:
            names = (self.name_of(table, row).casefold() for row in self.positions[table])
            self._counted[table] = Counter(filter(None, names))
        return self._counted[table][self.name_of(table, row).casefold()] > 1

    @cached_property
    def _parent_rows(self) -> set[tuple[str, ...]]:
        """The rows that the parent has: each has a cell with a value."""
        return {at[:2] for at in map(place_of, self.parents)}

    @cached_property
    def _columns(self) -> dict[str, list[Column]]:
        return {table: columns_of(self.catalogue, table) for table in TABLES}

    @cached_property
    def _filled(self) -> set[tuple[str, str]]:
        """The tables and fields that any row has a value in; of those that are seldom changed, a value of its own."""
        own = ((at.table, at.field.removesuffix(WRONG)) for at in map(place_of, self.patch))
        had = ((at.table, at.field) for at in map(place_of, self.parents) if at.field not in SELDOM)
        return {*own, *had}

    def has_row(self, table: str, row: str) -> bool:
        return row in self.positions.get(table, ())

    def may_remove(self, table: str, row: str) -> bool:
        """Whether no version and no parent has a row."""
        return (table, row) not in self._parent_rows and f"{table}/{row}/{POSITION}" not in self.published

    def column(self, place: str) -> Column:
        """Return the column of a place. Raises LookupError."""
        if place.startswith("dice/") and not self.has_dice:
            raise LookupError(place)
        return column_at(self.base, self.patch, self.catalogue, place_of(place))

    def value(self, place: str, patch: Mapping[str, Any] | None = None) -> Any:
        """Return the value that counts at a place."""
        own = (self.patch if patch is None else patch).get(place)
        return self.parents.get(place) if own is None else own

    @property
    def has_dice(self) -> bool:
        """Whether the draft has dice of its own: it has none where its base has them."""
        return not (self.is_variant or has_dice(self.base))

    def name_of(self, table: str, row: str) -> str:
        if table == "leadership":
            return gettext("Level %(level)s") % {"level": row}
        if table == "dice":
            return self.name_of("weapons", row)
        return self._text(self.value(f"{table}/{row}/name"))

    def typed(self, place: str, patch: Mapping[str, Any]) -> list[str]:
        """Return what the box of a place contains in a patch, as a form posts it."""
        wrong, value, parent = patch.get(place + WRONG), patch.get(place), self.parents.get(place)
        if wrong is not None:
            return [wrong]
        if value is None and (isinstance(parent, list) or not self.is_variant):
            value = parent
        if isinstance(value, list):
            return list(value)
        if value == NONE and self.is_variant:
            return [DASH]
        text = self._text(value)
        return [text] if text else []

    def _text(self, value: Any) -> str:
        if isinstance(value, dict):
            return str(value.get(self.language, ""))
        return "" if value is None or isinstance(value, bool) else str(value)

    def words(self, place: str) -> str:
        """Return what a place is called: “Points, LMG”."""
        at = place_of(place)
        if at.table == "checks":
            return gettext("Limits")
        label = {
            POSITION: gettext("Place"),
            RETIRED: gettext("Retired"),
            "parent": gettext("Corrections of the game"),
        }.get(at.field, "")
        if not label:
            try:
                label = str(self.column(place.removesuffix(WRONG)).label)
            except LookupError:
                label = at.field.removesuffix(WRONG)
        name = self.name_of(at.table, at.row) if at.table != "head" else ""
        return f"{label}, {name}" if name else label

    def shown(self, column: Column, value: Any) -> str:
        """Return a value in words."""
        if column.options:
            ids = value if isinstance(value, list) else [str(value)]
            return ", ".join(str(label) for option, label in column.options if option in ids)
        if column.kind in ("one", "some"):
            ids = value if isinstance(value, list) else [value] if value else []
            return ", ".join(filter(None, (self.name_of(column.source, item) for item in ids)))
        return self._text(value)

    @cached_property
    def faults(self) -> Mapping[str, CellError]:
        """Why cells are wrong, by place."""
        return faults_of(self.base, self.patch, self.catalogue)

    @property
    def differences(self) -> int:
        """The number of rows that differ from the parent's."""
        return len(self._written)

    @cached_property
    def _written(self) -> set[tuple[str, ...]]:
        """The rows that the patch writes."""
        return {at[:2] for at in map(place_of, self.patch) if at.table in TABLES}

    def sections(self) -> list[Section]:
        return [self.section(table) for table in TABLES if self._is_shown(table)]

    def _is_shown(self, table: str) -> bool:
        if table == "formats" and not self.catalogue.has_points:
            return False
        if table == "leadership" and not self._columns[table]:
            return False
        return TABLES[table].always or bool(self.positions[table]) or table in self.also

    def hidden_tables(self) -> list[Table]:
        return [table for name, table in TABLES.items() if not self._is_shown(name) and self._columns[name]]

    def section(self, table: str) -> Section:
        columns = self._shown_columns(table)
        rows = (self._row(table, row, number) for number, row in enumerate(self.positions[table], 1))
        more = (column for column in self._columns[table] if column not in columns)
        return Section(
            table,
            TABLES[table].label,
            tuple(columns),
            tuple(rows),
            heading=pgettext("rules", "Level") if table == "leadership" else "",
            size=len(self.positions[table]),
            blank=tuple(self._blank(table)),
            more=tuple(more),
            is_numbered=True,
        )

    def _shown_columns(self, table: str) -> list[Column]:
        return [
            column
            for column in self._columns[table]
            if column.field in SHOWN
            or (table, column.field) in self._filled
            or f"{table}.{column.field}" in self.also
            or column.field.startswith("stats.")
        ]

    def _blank(self, table: str) -> Iterable[Row]:
        fixed = TABLES[table].rows
        if table == "formats":
            return
        if not fixed:
            yield from (self._row(table, f"{NEW}{number or ''}", 0) for number in range(self.blanks))
        elif left := [row for row in fixed if row not in self.positions[table]]:
            yield self._row(table, left[0], 0)

    def head(self) -> Section:
        """Return what is said of the game itself, as a table of one row."""
        columns, rows = tuple(HEAD.values()), (self.row("head", ""),)
        return Section("head", gettext("The game"), columns, rows, is_numbered=True)

    def row(self, table: str, row: str) -> Row:
        if table == "head":
            return self._row(table, row, 1)
        return self._row(table, row, list(self.positions[table]).index(row) + 1)

    def _row(self, table: str, row: str, number: int) -> Row:
        is_own = (table, row) not in self._parent_rows
        columns = HEAD.values() if table == "head" else self._shown_columns(table)
        cells = tuple(self.cell(table, row, column, is_own) for column in columns)
        retired = f"{table}/{row}/{RETIRED}"
        is_fixed = table == "head" or bool(TABLES[table].rows)
        if is_fixed:
            end = "remove" if is_own and table == "leadership" else ""
        else:
            end = "remove" if self.may_remove(table, row) else "retire"
        if self.value(retired):
            end = "restore"
        is_new = is_own and self.is_variant and bool(number)
        return Row(
            anchor=anchor_of(f"{table}/{row}"),
            id=f"{table}/{row}",
            number=number,
            name=self.name_of(table, row),
            cells=cells,
            heading=self.name_of(table, row) if table == "leadership" else "",
            is_new=is_new,
            is_changed=self.is_variant and (table, row) in self._written,
            is_retired=bool(self.value(retired)),
            end=end,
            is_movable=not is_fixed,
            advice=(TWIN,) * (not is_fixed and self._is_twin(table, row)) + (GONE,) * bool(self.value(retired)),
            picked=self.picked(cells),
        )

    def picked(self, cells: Iterable[Cell]) -> Cell | None:
        return next((cell for cell in cells if cell.place == self.picking), None)

    def cell(self, table: str, row: str, column: Column, is_own_row: bool) -> Cell:
        place = f"{table}/{row}/{column.field}"
        value, parent = self.patch.get(place), self.parents.get(place)
        wrong, fault = self.patch.get(place + WRONG), self.faults.get(place)
        is_own = (value is not None or wrong is not None) and not (is_own_row and not self.is_variant)
        parent_text = self.shown(column, parent)
        kind: str = column.kind
        choices: tuple[Choice, ...] = ()
        if kind == "one" and len(self._names(column.source)) > MOST_IN_A_MENU:
            kind = "some"
        if kind in ("one", "choice") or place == self.picking:
            choices = self._choices(table, row, column, parent if value is None else value)
        if kind == "some":
            text = self.shown(column, value) or (DASH if is_own else "")
        else:
            text = "".join(self.typed(place, self.patch))
        if not self.is_variant:  # what its game began with is its own
            text, parent_text, is_own = text or (parent_text if value is None else ""), "", False
        usual = gettext("New row") if kind == "name" and row.startswith(NEW) else str(column.usual)
        return Cell(
            place,
            column,
            kind,
            text,
            parent=parent_text or usual,
            was=parent_text if is_own else "",
            is_own=is_own,
            error=str(fault or ""),
            ways=fault.ways if fault else (),
            choices=choices,
        )

    def _choices(self, table: str, row: str, column: Column, value: Any) -> tuple[Choice, ...]:
        chosen = value if isinstance(value, list) else [value]
        names = [(item, str(label)) for item, label in column.options] or self._names(column.source)
        is_listed = f"{table}/{row}/{column.field}" == self.picking
        if column.kind == "one" and is_listed and may_lack(table, column.field):  # a menu has its own dash
            names, chosen = [(DASH, DASH), *names], chosen if any(chosen) else [DASH]
        return tuple(
            Choice(item, name, item in chosen) for item, name in names if (column.source, item) != (table, row)
        )

    def _names(self, table: str) -> list[tuple[str, str]]:
        """Return the rows of a table that a cell can name; none for a cell that names no rows."""
        if table not in self._offered:
            self._offered[table] = [
                (row, name)
                for row in self.positions.get(table, ())
                if (name := self.name_of(table, row)) and not self.value(f"{table}/{row}/{RETIRED}")
            ]
        return self._offered[table]
