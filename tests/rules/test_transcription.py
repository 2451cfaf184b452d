"""Every number in the rules, against a second transcription typed from the sources.

`tests/transcription/<ruleset>-<table>.csv` holds what the sources print, with the line in the source and its words. A
test compares whole tables, so a number that is on one side only also fails it; `figures` takes the numbers of no
other table: each number in a note, a name, a ruling or a limit.
"""

import csv
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from rules.core.catalogue.catalogue import Catalogue, Extra, FireRow, Scope, Stat
from rules.core.text import Text

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "fixtures" / "rules"
TYPED = ROOT / "tests" / "transcription"

Table = dict[tuple[str, ...], tuple[str, ...]]  # key columns -> the other columns, as printed

BOOKS = {
    path.stem: msgspec.convert(yaml.load(path.read_text(), Loader=yaml.CSafeLoader), Catalogue)
    for path in sorted(RULES.glob("*.yaml"))
}
NOTHING = "-"  # no such number: out of range, not priced, not sold


def printed(number: int | None) -> str:
    return NOTHING if number is None else str(number)


def plain(cell: str) -> str:
    """Return a printed cell as a bare number: 3+ and +1 are saves and bonuses, NO is immune."""
    cell = cell.replace("−", "-").replace("NO", NOTHING)
    return re.sub(r"^\+(\d)", r"\1", re.sub(r"(\d)\+$", r"\1", cell))


def classes(book: Catalogue) -> Table:
    def stat(value: int | Stat | None) -> str:
        return f"{value.value} {value.note.en}" if isinstance(value, Stat) else printed(value)

    return {
        (item.id,): (
            *([item.code] if item.code else []),
            printed(item.rank),
            *[stat(item.stats.get(column.id)) for column in book.characteristics],
            *([printed(item.points)] if book.has_points else []),
        )
        for item in book.classes
    }


def points(book: Catalogue) -> Table:
    if not book.has_points:
        return {}
    prices = {f"leadership/{level}": price for level, price in book.leadership.items()}
    tables = (
        ("classes", book.classes),
        ("roles", book.roles),
        ("weapons", book.weapons),
        ("vehicles", book.vehicles),
    )
    under = {
        f"weapons/{weapon.id} {ruling}={option}": price
        for weapon in book.weapons
        for ruling, options in weapon.points_under.items()
        for option, price in options.items()
    }
    return {
        (item,): (printed(price),)
        for item, price in [
            *prices.items(),
            *((f"{table}/{item.id}", item.points) for table, items in tables for item in items),
            *under.items(),
        ]
    }


def fire(book: Catalogue) -> Table:
    def limit(cm: int | None) -> str:
        return "" if cm is None else str(cm)

    def cells(row: FireRow) -> tuple[str, ...]:
        numbers = [printed(number) for number in row.needs or row.reach]
        return (str(row.dice), *numbers, limit(row.least), limit(row.most))

    return {
        (weapon.id, plain(row.mode.it) if row.mode else ""): cells(row)
        for weapon in book.weapons
        for row in weapon.fire
    }


def covering(book: Catalogue) -> Table:
    return {
        (weapon.id,): tuple(printed(value) for value in weapon.covering) for weapon in book.weapons if weapon.covering
    }


def saves(book: Catalogue) -> Table:
    return {
        (vehicle.id, str(place)): tuple(printed(number) for number in row.needs)
        for vehicle in book.vehicles
        for place, row in enumerate(vehicle.saves, start=1)
    }


def movement(book: Catalogue) -> Table:
    return {
        (vehicle.id, move.kind): (plain(move.distance).replace("×", "x"),)
        for vehicle in book.vehicles
        for move in vehicle.movement
    }


def extras(book: Catalogue) -> Table:
    def sold(extra: Extra, scope: Scope) -> str:
        return "sold" if scope in extra.scopes else printed(extra.points.get(scope))

    def levels(extra: Extra) -> str:
        return "ignored" if extra.levels is None else " ".join(map(str, extra.levels))

    def shared(extra: Extra) -> str:
        limit = extra.shared_limit
        return f"{limit.most} {' '.join(limit.also)}" if limit else ""

    return {
        (extra.id,): (
            sold(extra, "squad"),
            sold(extra, "list"),
            "yes" if extra.per_level else "",
            " ".join(f"{level}:{price}" for level, price in extra.level_points.items()),
            levels(extra),
            printed(extra.most),
            shared(extra),
        )
        for extra in book.extras
    }


# The columns of each section in the tables above; `figures` has the rest, except what test_handbook_transcription.py
# checks. Presets, ready squads, nicknames and the order of games are our own.
IN_TABLES = {
    "classes": {"code", "rank", "stats", "points"},
    "weapons": {"points", "points_under", "fire", "covering"},
    "vehicles": {"points", "saves", "movement"},
    "extras": {
        "points",
        "level_points",
        "levels",
        "most",
        "shared_limit",
        "initiative",
    },  # also in its text
    "roles": {"points"},
}
# The odds are compared with rolls that are counted one at a time (tests/core/odds); `suits` is ours.
ELSEWHERE = {"leadership", "procedures", "handbook", "odds", "suits"}
OUR_OWN = {
    "completion",
    "id",
    "order",
    "presets",
    "ready_squads",
    "nicknames",
    "states",
    "vehicle_states",
    "markers",
    "abbreviations",
}


def numbers_in(value: Any) -> Iterator[str]:
    """Yield every number in a value, words in Italian included; ids and citations hold none of the game's."""
    if isinstance(value, dict):
        for key, part in value.items():
            if key not in {"id", "code", "source", "en"}:
                yield from numbers_in(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from numbers_in(part)
    elif isinstance(value, str):
        yield from re.findall(r"[+-]?\d+(?:d\d+)?", value.replace("−", "-"))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield str(value)


def figures(book: Catalogue) -> Table:
    held: dict[str, list[str]] = {"die": [str(book.die)]}
    for section, content in msgspec.to_builtins(book).items():
        if section in ELSEWHERE | OUR_OWN:
            continue
        if not (isinstance(content, tuple) and isinstance(content[0], dict)):
            held[section] = list(numbers_in(content))
            continue
        for item in content:
            elsewhere = IN_TABLES.get(section, set()) | {"reading"}  # ours, not the source's
            rest = {field: part for field, part in item.items() if field not in elsewhere}
            held[f"{section}/{item.get('id') or item['code']}"] = list(numbers_in(rest))
    return {(item,): (" ".join(sorted(numbers)),) for item, numbers in held.items() if numbers}


TABLES: dict[str, Callable[[Catalogue], Table]] = {
    "classes": classes,
    "points": points,
    "fire": fire,
    "covering": covering,
    "saves": saves,
    "movement": movement,
    "extras": extras,
    "figures": figures,
}
KEYS = {"fire": 2, "saves": 2, "movement": 2}


def rows_of(path: Path) -> list[list[str]]:
    return list(csv.reader(path.read_text().splitlines()))[1:]


def typed(ruleset: str, table: str) -> Table:
    path = TYPED / f"{ruleset}-{table}.csv"
    if not path.exists():
        return {}
    rows = [row[:-1] for row in rows_of(path)]
    if table == "figures":
        rows = [[item, " ".join(sorted(numbers.split()))] for item, numbers in rows]
    else:
        rows = [[plain(cell) for cell in row] for row in rows]
    width = KEYS.get(table, 1)
    found = {tuple(row[:width]): tuple(row[width:]) for row in rows}
    assert len(found) == len(rows), f"{path.name} has a row twice"
    return found


@pytest.mark.parametrize("ruleset", BOOKS)
def test_the_rules_hold_what_the_source_prints(ruleset: str) -> None:
    for table, held in TABLES.items():
        assert held(BOOKS[ruleset]) == typed(ruleset, table), table


def test_every_file_is_one_that_is_compared() -> None:
    compared = {f"{ruleset}-{table}.csv" for ruleset in BOOKS for table in [*TABLES, "handbook"]}

    assert {path.name for path in TYPED.iterdir()} <= compared


def test_every_row_says_where_the_source_prints_it() -> None:
    origins = [(path.stem, row[-1]) for path in sorted(TYPED.glob("*.csv")) for row in rows_of(path)]

    assert [place for place in origins if not re.match(r"\d+ \S|house$|reading: \S", place[1])] == []


def texts_in(value: Any) -> Iterator[Text]:
    if isinstance(value, Text):
        yield value
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from texts_in(getattr(value, field))
    elif isinstance(value, tuple):
        for part in value:
            yield from texts_in(part)


@pytest.mark.parametrize("ruleset", BOOKS)
def test_both_languages_give_the_same_figures(ruleset: str) -> None:
    def numbers(words: str) -> list[str]:
        return sorted(re.findall(r"[+−]?\d+(?:d\d+)?", words))

    differ = [text for text in texts_in(BOOKS[ruleset]) if numbers(text.it) != numbers(text.en)]

    assert differ == []
