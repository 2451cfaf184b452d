"""Read a hostile `armylist/1`: bytes to a roster, or one line that says what is wrong and where."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, NoReturn

import msgspec

from rules.core.catalogue.entry import Kind
from rules.core.catalogue.library import PRICE_TABLES, Library
from rules.core.document.force import Force, named_ids
from rules.core.document.problem import UnreadableListError, dotted
from rules.core.document.roster import ExtraEntry, Figure, Roster, Row, Squad, Vehicle, has_ids
from rules.core.text import closest, is_writable

Known = dict[Kind, frozenset[str]]

MOST_BYTES = 400_000  # a player's largest possible list is a tenth of that


def read(data: bytes, library: Library, most_bytes: int = MOST_BYTES) -> Roster:
    """Return the roster in `data`. Raises `UnreadableListError` for anything that breaks the format."""
    if len(data) > most_bytes:
        raise UnreadableListError("", "size", most=most_bytes // 1_000)
    roster = _read_quickly(data)
    if roster is None:
        raw = parse(data)
        try:
            roster = msgspec.convert(raw, Roster)
        except (msgspec.ValidationError, OverflowError):
            _explain(raw)
        if _has_ids(roster):
            _explain(raw)
    _check_ids(roster, library)
    return roster


def _read_quickly(data: bytes) -> Roster | None:
    """Return the roster of a clearly valid document, otherwise None: then `parse` decides, and explains.

    msgspec is several times faster than the standard parser, but lets a duplicate key win. Without a backslash every
    colon of the text is written as it is; a dropped key therefore leaves one colon less.
    Rows have an `id` in stored documents only.
    """
    if b"\\" in data or b'"id"' in data:
        return None
    try:
        raw = msgspec.json.decode(data)
        roster = msgspec.convert(raw, Roster)
    except (msgspec.MsgspecError, RecursionError, OverflowError, UnicodeDecodeError):
        return None
    return roster if msgspec.json.encode(raw).count(b":") == data.count(b":") else None


def _has_ids(roster: Roster) -> bool:
    """Whether a row has an id: the format does not have the field, which only stored documents have."""
    return any(row.id for row in roster.extras) or any(map(has_ids, roster.squads))


def parse(data: bytes) -> Any:
    """Return the JSON value of `data`. Whole numbers can be written `7.0`; duplicate keys and NaN are refused."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableListError("", "utf-8", byte=error.start + 1) from None
    try:
        raw = _decoder.decode(text)
    except json.JSONDecodeError as error:
        raise UnreadableListError("", "json", line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise UnreadableListError("", "nesting") from None
    for place, value in _walk(raw):
        path = place.path if place else str
        if isinstance(value, _Mark):
            raise UnreadableListError(path(), value.reason, word=value.word)
        if isinstance(value, str) and not is_writable(value):
            raise UnreadableListError(path(), "characters")
    return raw


class _Mark:
    """Stands for a value that JSON has, but no list: an object with a duplicate key, NaN, an endless number."""

    def __init__(self, reason: str, word: str) -> None:
        self.reason = reason
        self.word = word


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any] | _Mark:
    made: dict[str, Any] = {}
    for key, value in pairs:
        if key in made:
            return _Mark("twice", key)
        made[key] = value
    return made


def _whole(digits: str) -> int | float:
    value = float(digits)
    return int(value) if value.is_integer() else value


def _int_or_mark(digits: str) -> int | _Mark:
    try:
        return int(digits)
    except ValueError:  # int() refuses thousands of digits
        return _Mark("digits", "")


_decoder = json.JSONDecoder(
    object_pairs_hook=_unique,
    parse_float=_whole,
    parse_int=_int_or_mark,
    parse_constant=lambda word: _Mark("constant", word),
)


class _Place(NamedTuple):
    """The place of a value. Its path is written out only when needed: there can be a million long ones."""

    above: "_Place | None"
    step: str | int

    def path(self) -> str:
        steps: list[str | int] = []
        place: _Place | None = self
        while place:
            steps.append(place.step)
            place = place.above
        written = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in reversed(steps))
        return written.removeprefix(".").encode("utf-8", "replace").decode()


_LOOKED_AT = (dict, list, str, _Mark)


def _walk(raw: Any) -> Iterator[tuple[_Place | None, Any]]:
    """Yield every value that can have a fault, with its place; a key is a value too.

    Without recursion: the nesting is hostile.
    """
    stack: list[tuple[_Place | None, Any]] = [(None, raw)]
    while stack:
        place, value = stack.pop()
        yield place, value
        if isinstance(value, dict):
            stack += [
                (_Place(place, key), item) for key, item in reversed(value.items()) if isinstance(item, _LOOKED_AT)
            ]
            stack += [(place, key) for key in value]
        elif isinstance(value, list):
            stack += [
                (_Place(place, i), value[i]) for i in range(len(value) - 1, -1, -1) if isinstance(value[i], _LOOKED_AT)
            ]


def _explain(raw: Any) -> NoReturn:
    from rules.core.document.breaches import (
        breach_of_list,  # the schema and its library are loaded only for this
    )

    try:
        raise breach_of_list(raw)
    except RecursionError:
        raise UnreadableListError("", "nesting") from None


def _check_ids(roster: Roster, library: Library) -> None:
    """Refuse unknown names: ruleset, ids, rulings, options, keys of prices; and figures without a class."""
    if roster.ruleset not in library.catalogues:
        raise _unknown("ruleset", "ruleset", roster.ruleset, library.catalogues)
    if roster.limit is not None and roster.role != "open":
        raise UnreadableListError("limit", "limit-without-open")
    _check_rulings(roster, library)
    _check_prices(roster, library.known)
    if roster.force is not None:
        _check_force(roster.force, roster.ruleset, library.known)
    _check_rows(roster.extras, "extras", library.known)
    for number, squad in enumerate(roster.squads):
        path = f"squads[{number}]"
        _check_row(squad, path, library.known)
        for place, figure in enumerate(squad.figures):
            if not squad.class_of(figure):
                raise UnreadableListError(f"{path}.figures[{place}]", "no-class")
            _check_row(figure, f"{path}.figures[{place}]", library.known)
        _check_rows(squad.vehicles, f"{path}.vehicles", library.known)
        _check_rows(squad.extras, f"{path}.extras", library.known)


def _check_force(force: Force, ruleset: str, known: Known) -> None:
    """Refuse a force of another ruleset, and one with unknown names."""
    if force.ruleset != ruleset:
        raise UnreadableListError("template.ruleset", "force-ruleset", word=force.ruleset)
    for named in named_ids(force):
        if named.id not in known[named.kind]:
            raise _unknown(f"template.{dotted(named.path)}", named.kind, named.id, known[named.kind])


# The fields of a row that name things of a ruleset, and the kind of each.
NAMING: dict[type[Row], tuple[tuple[str, Kind], ...]] = {
    Squad: (("class_", "class"), ("list_class", "class"), ("leader_ability", "class"), ("traits", "trait")),
    Figure: (
        ("class_", "class"),
        ("ability", "class"),
        ("weapons", "weapon"),
        ("roles", "role"),
        ("kit", "kit"),
    ),
    Vehicle: (("type", "vehicle"), ("weapons", "weapon"), ("traits", "trait")),
    ExtraEntry: (("extra", "extra"),),
}


def _check_rows(rows: Iterable[Row], path: str, known: Known) -> None:
    for number, row in enumerate(rows):
        _check_row(row, f"{path}[{number}]", known)


def _check_row(row: Row, path: str, known: Known) -> None:
    """Refuse unknown names, and the same one twice; a man can carry a weapon twice."""
    for field, kind in NAMING[type(row)]:
        value, place = getattr(row, field), f"{path}.{field.rstrip('_')}"
        if isinstance(value, str):
            if value and value not in known[kind]:
                raise _unknown(place, kind, value, known[kind])
            continue
        if kind != "weapon" and len(set(value)) != len(value):
            raise UnreadableListError(place, "repeated")
        for number, item in enumerate(value):
            if item not in known[kind]:
                raise _unknown(f"{place}[{number}]", kind, item, known[kind])


def _check_rulings(roster: Roster, library: Library) -> None:
    for ruling, option in roster.rulings.items():
        if ruling not in library.options:
            raise _unknown(f"rulings.{ruling}", "ruling", ruling, library.options)
        options = library.options_for(roster.ruleset, ruling)
        if option not in options:
            raise _unknown(f"rulings.{ruling}", "option", option, options)


def _check_prices(roster: Roster, known: Known) -> None:
    for key in roster.prices:
        table, _, item = key.partition("/")
        items = (
            frozenset("1234") if table == "leadership" else known[PRICE_TABLES[table]] if table in PRICE_TABLES else ()
        )
        if item not in items:
            raise _unknown(f"prices.{key}", "price", key, [f"{table}/{one}" for one in items])


def _unknown(path: str, reason: str, word: str, candidates: Any) -> UnreadableListError:
    return UnreadableListError(path, reason, meant=closest(word, candidates), word=word)
