"""What differs between two catalogues of a game, in words: the versions of own rules, a variant and its parent."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import groupby
from typing import Any, NamedTuple

from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from rules.cells import Column, Value
from rules.core.catalogue.catalogue import Catalogue
from rules.core.text import Language
from rules.own.columns import TABLES
from rules.own.dice import BANDS
from rules.own.filling import FOLLOWING
from rules.own.limits import column_at, limits_of
from rules.own.patch import RETIRED, Patch, Place, cells_of, place_of

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
        named = (
            _small(str(options[item])) if item in options else self._named(source, item) for item in items
        )
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
