"""What differs between two catalogues of a game, in words: versions of own rules, a variant and its parent.

`Versions`: a variant and a newer version of its parent, place by place, and the patch that is left.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Any, NamedTuple

from django.utils.text import Truncator
from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from rules.cells import Choice as Answer
from rules.cells import Column, Value
from rules.core.catalogue.catalogue import Catalogue
from rules.core.text import Language
from rules.own.columns import NONE, TABLES
from rules.own.dice import BANDS
from rules.own.filling import FOLLOWING
from rules.own.limits import column_at, limits_of
from rules.own.patch import APART, POSITION, RETIRED, Patch, Place, cells_of, place_of, reverted

NOTHING = "–"
NEW = {
    "classes": _("new troops"),
    "weapons": _("new weapon"),
    "vehicles": _("new vehicle"),
    "extras": _("new extra"),
    "roles": _("new role"),
    "ready_squads": _("new ready-made squad"),
    "kit": _("new equipment"),
    "sides": _("new side"),
    "characteristics": _("new characteristic"),
    "leadership": _("new level"),
    "formats": _("new role of a list"),
    "checks": _("new limit"),
}


class Difference(NamedTuple):
    """A row, what differs in it, and its value before and after ("": it has none)."""

    name: str
    kind: str
    before: str
    after: str


class Names(NamedTuple):
    """Two catalogues, to name rows, columns and values."""

    before: Catalogue
    after: Catalogue
    language: Language

    def row(self, place: Place) -> str:
        """Return the name of a row, as the later catalogue has it."""
        table, row, _field = place
        if table == "head":
            return gettext("The game")
        if table == "checks":
            return self._limit(row)
        if table == "leadership":
            return f"{TABLES[table].label} {row}"
        if table == "dice":
            return self._entry("weapons", row) if row and row not in BANDS else pgettext("rules", "Dice")
        return self._entry(table, row)

    def column(self, place: Place) -> str:
        """Return what a field is called, in small letters."""
        if place.field == RETIRED:
            return gettext("retired")
        column = self._column(place)
        return _small(str(column.label)) if column else place.field

    def value(self, place: Place, value: Any) -> str:
        """Return a cell's value in words."""
        if value is None:
            return NOTHING
        if isinstance(value, bool):
            return gettext("yes") if value else NOTHING
        if isinstance(value, dict):
            return str(value.get(self.language, "")) or NOTHING
        column = self._column(place)
        options, source = (dict(column.options), column.source) if column else ({}, "")
        items = value if isinstance(value, list) else [value]
        named = (_small(str(options[item])) if item in options else self._named(source, item) for item in items)
        return ", ".join(named) or NOTHING

    def _limit(self, code: str) -> str:
        """Return a limit as a sentence."""
        for catalogue in (self.after, self.before):
            for limit in limits_of(catalogue, {}, catalogue, self.language):
                if limit.code == code:
                    return limit.words.strip()
        return gettext("A limit")

    def _column(self, place: Place) -> Column | None:
        for catalogue in (self.after, self.before):
            with suppress(LookupError):
                return column_at(catalogue, {}, catalogue, place)
        return None

    def _named(self, source: str, value: Any) -> str:
        return self._entry(source, str(value)) if source else str(value)

    def _entry(self, table: str, row: str) -> str:
        for catalogue in (self.after, self.before):
            for entry in getattr(catalogue, table, ()):
                if entry.id == row:
                    return str(entry.name.to(self.language))
        return gettext("a row that is gone")


def differences(
    before: Catalogue, after: Catalogue, language: Language, dice: tuple[Patch, Patch] = ({}, {})
) -> list[Difference]:
    """Return what differs, in the order of the tables: rows that came and went as one line, others cell by cell.

    `dice`: two patches of an own game with its dice, which its catalogues do not have as cells.
    """
    names = Names(before, after, language)
    old, new = _cells(before, dice[0]), _cells(after, dice[1])
    places = sorted(old.keys() | new.keys(), key=_order(old, new))
    found: list[Difference] = []
    for _row, of_row in groupby(places, key=lambda place: place[:2]):
        changed = list(of_row)
        if any(old.get(place) != new.get(place) for place in changed):
            found += _of_row(changed, old, new, names)
    return found


def _cells(catalogue: Catalogue, patch: Patch) -> Mapping[Place, Value]:
    """Return the cells by place, without checks that follow from the tables, and the dice of a patch."""
    found = cells_of(catalogue) | {place: it for place, it in patch.items() if place.startswith("dice/")}
    cells = {place_of(text): value for text, value in found.items()}
    following = {
        place.row
        for place, value in cells.items()
        if place.table == "checks" and (place.row in FOLLOWING or value in FOLLOWING)
    }
    return {
        place: value
        for place, value in cells.items()
        if place.table != "checks" or (place.row not in following and place.field not in ("source", "check"))
    }


def _order(*cells: Mapping[Place, Value]) -> Any:
    """Return the key of a place: by table and row, those of dice as the weapons that they are of."""
    rows: dict[tuple[str, str], int] = {}
    for place in (place for some in reversed(cells) for place in some):
        rows.setdefault(place[:2], len(rows))
    tables = ["head", *TABLES, "dice", "checks"]

    def key(place: Place) -> tuple[int, int, str, str]:
        table = "weapons" if place.table == "dice" else place.table
        return tables.index(place.table), rows.get((table, place.row), -1), place.row, place.field

    return key


def _of_row(
    places: list[Place], old: Mapping[Place, Value], new: Mapping[Place, Value], names: Names
) -> Iterator[Difference]:
    first = places[0]
    name, table = names.row(first), first.table
    is_old, is_new = any(place in old for place in places), any(place in new for place in places)
    retired = Place(*first[:2], RETIRED)
    if table not in ("head", "dice") and is_old != is_new:
        kind = str(NEW[table]) if is_new else gettext("removed")
        price = names.value(first, _price(places, new if is_new else old)) if table != "checks" else ""
        yield Difference(name, kind, "" if is_new else price, price if is_new else NOTHING)
        return
    if old.get(retired) != new.get(retired):
        points = _price(places, new if new.get(retired) else old)
        shown = "" if points is None else str(points)
        if new.get(retired):
            yield Difference(name, gettext("retired"), shown, NOTHING)
        else:
            yield Difference(name, gettext("brought back"), NOTHING, shown)
    for place in places:
        if place.field != RETIRED and old.get(place) != new.get(place):
            before, after = (names.value(place, cells.get(place)) for cells in (old, new))
            yield Difference(name, names.column(place), before, after)


def _price(places: Iterable[Place], cells: Mapping[Place, Value]) -> Value | None:
    fields = ("points", "points.squad", "points.list")
    return next((cells[place] for place in places if place.field in fields and place in cells), None)


def _small(words: str) -> str:
    return words[:1].lower() + words[1:]


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
            of_row = {text: value for text, value in self.old_cells.items() if place_of(text)[:2] == (table, row)}
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
