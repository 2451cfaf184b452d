"""A patch over a catalogue: what people's own rules say otherwise, cell by cell.

It maps places to values. A place is `table/row/field` (`weapons/lmg/points`, `extras/smoke/points.squad`), with the
code of a check in place of a row (`checks/squad-size/most`), and without a row for the game itself (`head//name`);
`rules.own.dice` has its own.
Fields of any row: `position` (a row of its own has one, a moved row too), and `retired` (true). What was typed and is
no value is kept at the place with "!" after it; the value before it still counts. `NONE` takes a value away.

An empty patch is the catalogue itself. An own game is a patch over `begun(…)`, which has no rows.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec

from rules.cells import Value
from rules.core.catalogue.catalogue import Catalogue
from rules.own.columns import HEAD, MEN, NONE, TABLES, WANTED, columns_of
from rules.own.dice import has_dice, set_dice
from rules.own.filling import FOLLOWING, TABLE_OF, fill_in, function_of

Patch = Mapping[str, Any]
POSITION, RETIRED, WRONG = "position", "retired", "!"
APART = 1000  # the positions of two rows of the parent: others fit between them
CARRIED_BY = "carried_by"  # one text in a cell: "figure vehicle"
LEVELS, MOVEMENT, ONLY = "level_points", "movement", "only"  # cells: "0 5 10", "30", ids of troops or sides
WAY = {"kind": "move", "name": {"it": "Movimento", "en": "Movement"}}  # of a vehicle that has a single one
CHECK_FIELDS = ("check", "severity", "source")  # all other fields of a check are its params


class Place(NamedTuple):
    """A cell: its table, its row and its field."""

    table: str
    row: str
    field: str

    def __str__(self) -> str:
        return "/".join(self)


def place_of(text: str) -> Place:
    """Return the place that a text names. Raises LookupError."""
    steps = text.split("/")
    if len(steps) != 3 or (steps[0] not in TABLES and steps[0] not in ("head", "checks", "dice")):
        raise LookupError(text)
    return Place(*steps)


def cells_of(catalogue: Catalogue) -> dict[str, Value]:
    """Return every cell of a catalogue that a patch can change and that has a value, by place, in order."""
    data = _plain(catalogue)
    found: dict[str, Value] = {}
    for field in HEAD:
        if field in data:
            found[f"head//{field}"] = data[field]
    for table in TABLES:
        columns = columns_of(catalogue, table)
        for row, entry in _rows(data, table).items():
            for column in columns:
                value = _listed(_get(entry, column.field))
                if value not in (None, "", []) and not _is_condition(value):
                    found[f"{table}/{row}/{column.field}"] = value
            if entry.get(RETIRED):
                found[f"{table}/{row}/{RETIRED}"] = True
    for check in data["checks"]:
        code = check["code"]
        found |= {f"checks/{code}/{name}": check[name] for name in CHECK_FIELDS if check.get(name)}
        params = check.get("params", {})
        found |= {f"checks/{code}/{name}": _listed(value) for name, value in params.items()}
    return found


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def rows_of(catalogue: Catalogue, patch: Patch, table: str) -> list[str]:
    """Return the ids of a table's rows in order: those of the catalogue and those of the patch."""
    return list(positions_of(catalogue, patch)[table])


def positions_of(catalogue: Catalogue, patch: Patch) -> dict[str, dict[str, float]]:
    """Return the position of each row, by table, in order."""
    data, positions = _plain(catalogue), _positions(patch)
    return {table: _placed(_rows(data, table), positions, table) for table in TABLES}


def _positions(patch: Patch) -> dict[str, dict[str, float]]:
    """Return the positions that a patch gives to rows, by table."""
    found: dict[str, dict[str, float]] = {table: {} for table in TABLES}
    for text, value in patch.items():
        if text.endswith(f"/{POSITION}"):
            at = place_of(text)
            found[at.table][at.row] = value
    return found


def _placed(rows: Iterable[str], positions: Mapping[str, Mapping[str, float]], table: str) -> dict[str, float]:
    here = {**{row: APART * number for number, row in enumerate(rows, 1)}, **positions[table]}
    return dict(sorted(here.items(), key=lambda item: (item[1], item[0])))


def own_rows(catalogue: Catalogue, patch: Patch) -> set[tuple[str, str]]:
    """Return the rows (table, id) that the patch adds to a catalogue."""
    had = {table: ids_of(catalogue, table) for table in TABLES}
    added = {(at.table, at.row) for at in map(place_of, patch) if at.field == POSITION}
    return {(table, row) for table, row in added if row not in had[table]}


def ids_of(catalogue: Catalogue, table: str) -> set[str]:
    """Return the ids of the rows that a catalogue has in a table."""
    if table == "leadership":
        return set(map(str, catalogue.leadership))
    return {entry.id for entry in getattr(catalogue, table)}


def applied(catalogue: Catalogue, patch: Patch, **head: Any) -> Catalogue:
    """Return a catalogue as a patch changes it. `head`: fields of the catalogue that the patch does not write (`id`).

    Rows that are not complete yet (no name, or troops without a price where there are points) are left out, and with
    them whatever names them; so are checks that lack something. What follows from the rows is filled in
    (`rules.own.filling`). Raises msgspec.ValidationError if the patch has values of the wrong type.
    """
    data = _plain(catalogue)
    rows = {table: _rows(data, table) for table in TABLES}
    known = {table: frozenset(rows[table]) for table in TABLES}
    positions = _positions(patch)
    order = {table: _placed(rows[table], positions, table) for table in TABLES}
    checks = checks_of(data, patch)
    for text, value in patch.items():
        table, row, field = place_of(text)
        if text.endswith(WRONG) or field == POSITION:
            continue
        if table == "head":
            data[field] = value
        elif table in TABLES and (row in known[table] or row in positions[table]):
            _set(rows[table].setdefault(row, _new(table, row)), field, value)
    kept = {
        table: [
            rows[table][row]
            for row in order[table]
            if row in known[table] or (row in rows[table] and _is_complete(table, rows[table][row], catalogue))
        ]
        for table in TABLES
    }
    _without_lost(kept)
    for table, entries in kept.items():
        if table == "leadership":
            data[table] = {int(entry["id"]): entry["points"] for entry in entries}
        else:
            data[table] = entries
    data["checks"] = [
        check for check in checks.values() if not check.pop(RETIRED, False) or function_of(check) in FOLLOWING
    ]
    fill_in(data, known)
    if not has_dice(catalogue):
        set_dice(data, patch)
    for nickname in data.get("nicknames", ()):
        if nickname["kind"] == "ruleset":
            nickname["id"] = head.get("id", nickname["id"])
    return msgspec.convert(data | msgspec.to_builtins(head), Catalogue)


def checks_of(data: Mapping[str, Any], patch: Patch) -> dict[str, dict[str, Any]]:
    """Return the checks of plain data as a patch changes them, by code; also those that are not complete."""
    checks = {check["code"]: check for check in data["checks"]}
    for text, value in patch.items():
        if text.startswith("checks/") and not text.endswith(WRONG):
            _table, code, field = place_of(text)
            check = checks.setdefault(code, {"code": code, "severity": "error", "source": ""})
            if field in (*CHECK_FIELDS, RETIRED):
                check[field] = value
            else:
                check["params"] = {**check.get("params", {}), field: value}
    return checks


def reverted(patch: Patch, places: Iterable[str]) -> dict[str, Any]:
    """Return a patch without its values at some places."""
    without = {name for place in places for name in (place, place + WRONG)}
    return {place: value for place, value in patch.items() if place not in without}


def _plain(catalogue: Catalogue) -> dict[str, Any]:
    """Return a catalogue as plain data of its own."""
    data: dict[str, Any] = msgspec.to_builtins(catalogue)
    return data


def _rows(data: Mapping[str, Any], table: str) -> dict[str, dict[str, Any]]:
    """Return the entries of a table of plain data by id; a level of leadership is an entry with its points."""
    if table == "leadership":
        levels = data.get(table, {})
        return {str(level): {"id": str(level), "points": points} for level, points in levels.items()}
    return {entry["id"]: entry for entry in data.get(table, ())}


def _new(table: str, row: str) -> dict[str, Any]:
    """Return an entry with what the editor does not ask for."""
    entry: dict[str, Any] = {"id": row}
    if table not in ("leadership", "ready_squads"):
        entry["source"] = ""
    if table == "classes":
        entry["stats"] = {}
    return entry


def _is_complete(table: str, entry: Mapping[str, Any], catalogue: Catalogue) -> bool:
    if TABLES[table].rows and entry["id"] not in TABLES[table].rows:
        return False
    wanted = WANTED.get(table, ("name",))
    if table == "classes" and not catalogue.has_points:
        wanted = ("name",)
    return all(field in entry for field in wanted)


def _without_lost(rows: Mapping[str, list[dict[str, Any]]]) -> None:
    """Leave out ids of rows that are not there (yet), and fill in what follows from a row."""
    ids = {table: {entry["id"] for entry in entries} for table, entries in rows.items()}
    for table in TABLES.values():
        for column in table.columns:
            if not column.source:
                continue
            for entry in rows[table.name]:
                value = entry.get(column.field)
                if column.kind == "some" and value is not None:
                    entry[column.field] = [item for item in value if item in ids[column.source]]
                elif value and value not in ids[column.source]:
                    del entry[column.field]
    rows["ready_squads"][:] = [
        squad for squad in rows["ready_squads"] if "troops" in squad and not squad.pop(RETIRED, False)
    ]
    for own in rows["characteristics"]:
        own.setdefault("short", {language: name[:3] for language, name in own["name"].items()})
    for entry in rows["classes"]:
        entry["stats"] = {item: value for item, value in entry["stats"].items() if item in ids["characteristics"]}
    for extra in rows["extras"]:
        extra.setdefault("text", {"it": "", "en": ""})
        if not extra.get("points") and not extra.get("scopes"):
            extra["scopes"] = ["squad", "list"]
        for kind, wanted in extra.pop(ONLY, {}).items():
            _set_condition(extra, kind, [item for item in wanted if item in ids[TABLE_OF[kind]]])


def _conditions(extra: Mapping[str, Any], kind: str) -> list[dict[str, Any]]:
    """Return the conditions of an extra for troops (`class`) or sides, without those of a single level."""
    conditions = extra.get("conditions", ())
    return [it for it in conditions if it["need"].endswith(f"-{kind}") and it.get("level") is None]


def _set_condition(extra: dict[str, Any], kind: str, any_of: list[str]) -> None:
    """Say which troops or sides an extra is only for; its code has no words of another game's check."""
    former = _conditions(extra, kind)
    extra["conditions"] = [it for it in extra.get("conditions", ()) if it not in former]
    if any_of:
        is_of_squads = kind == "class" and list(extra.get("points", ())) == ["squad"]
        need = "squad-all-of-class" if is_of_squads else f"list-has-{kind}"
        extra["conditions"] += [{"need": need, "any_of": any_of, "code": f"{ONLY}-{extra['id']}"}]


def _set(entry: dict[str, Any], field: str, value: Any) -> None:
    name, _, key = field.partition(".")
    if key:
        entry[name] = dict(entry.get(name, {}))
    within, last = (entry[name], key) if key else (entry, name)
    if field == LEVELS:
        prices = dict(enumerate(map(int, value.split()), 1))
        entry |= {LEVELS: prices, "levels": list(prices), "per_level": False}
    elif value == NONE:
        within.pop(last, None)
    elif field == CARRIED_BY:
        within[last] = value.split()
    elif field == MOVEMENT:
        ways = within.get(last, ())
        within[last] = [{**(ways[0] if len(ways) == 1 else WAY), "distance": value}]
    else:
        within[last] = value


def _get(entry: Mapping[str, Any], field: str) -> Any:
    if field == MEN:
        return sum(row.get("count", 1) for row in entry["figures"])
    name, _, key = field.partition(".")
    value = entry.get(name)
    if field == CARRIED_BY and value:
        return " ".join(value)
    if name == ONLY:
        asked = _conditions(entry, key)
        return asked[0]["any_of"] if len(asked) == 1 else None
    if field == LEVELS and value:
        return " ".join(map(str, value.values())) if list(value) == [*range(1, len(value) + 1)] else None
    if field == MOVEMENT and value:
        return " / ".join(way["distance"] for way in value)
    return value.get(key) if key and isinstance(value, dict) else value


def _is_condition(value: Any) -> bool:
    """Whether a characteristic has a condition ("−1 on aimed fire"), which a cell cannot show."""
    return isinstance(value, dict) and "value" in value
