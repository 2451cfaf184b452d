"""Write a ruleset as YAML in the layout of the shipped files: `parse_ruleset(dump(c), …) == c`.

An entry is in braces, on one line if it fits. Otherwise its short fields share the first line, and each long field has
a line of its own. Long texts are folded. Default values are left out.
"""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import yaml
from yaml.resolver import Resolver

from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.force import Force
from rules.core.document.force import encode as encode_force
from rules.core.judging.checks import CHECKS
from rules.encoding import plain
from rules.loading.reasons import SECTIONS

WIDTH = 120
HEAD = (
    "# Distances in cm, prices in points; null: out of range, immune. A `reading` is ours: the text leaves it open.",
    "# `manage.py dump_rules` writes this file in this layout; `manage.py load_rules` reads any layout.",
)
HEADS = msgspec.yaml.decode(Path(__file__).with_name("heads.yaml").read_bytes(), type=dict[str, str])
BLOCKS = {"vehicles", "extras", "rulings", "handbook"}  # sections whose entries have one field per line
SPACED = {"handbook"}  # sections with an empty line between entries
FIRST = ("id", "code", "mode", "name")
LAST = (
    "stats",
    "fire",
    "movement",
    "saves",
    "conditions",
    "options",
    "columns",
    "rows",
    "text",
    "note",
    "reading",
    "figures",
    "effects",
)

BY_CLASS = {"by_class", "class_numbers"}  # fields of the odds that are numbers by class

# Signs that may start a plain text, and signs that need quotes.
OPENING = "§©"
SPECIAL = set(":?#{}[],&*!|>'\"%@`\\")
# Signs that YAML has no room for, or takes for the end of a line.
UNPRINTABLE = re.compile("[^\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_resolver = Resolver()


def dump(catalogue: Catalogue) -> str:
    return "".join(f"{line}\n" for line in _lines(catalogue))


def dump_odds(catalogue: Catalogue) -> str:
    """Return the YAML of a ruleset's odds alone, as `parse_odds` reads it."""
    return "".join(f"{line}\n" for line in _fields(_odds(catalogue), ""))


def dump_force(force: Force) -> str:
    lines: list[str] = []
    for name, value in json.loads(encode_force(force)).items():
        if name == "squads":
            lines += ["squads:", *(line for squad in value for line in _block(squad))]
        elif name in {"extras", "limits"}:
            lines += [f"{name}:", *(line for item in value for line in _entry(item, "  - "))]
        else:
            lines += _spread(f"{name}: ", value)
    return "".join(f"{line}\n" for line in lines)


def _lines(catalogue: Catalogue) -> Iterator[str]:
    yield "# " + " ".join(f"{catalogue.name.en}: {catalogue.edition.en}.".split())
    yield from HEAD
    yield ""
    for name, value in _ordered(catalogue).items():
        if name in HEADS:
            yield ""
            yield f"# {HEADS[name]}"
        if name in SECTIONS or name in {"abbreviations", "states", "vehicle_states", "markers"}:
            yield f"{name}:"
            yield from _section(name, value)
        elif name in {"odds", "completion"}:
            yield f"{name}:"
            yield from _fields(value, "  ")
        else:
            yield from _spread(f"{name}: ", value)


def _section(name: str, items: list[Any]) -> Iterator[str]:
    for number, item in enumerate(items):
        if number and name in SPACED:
            yield ""
        yield from _block(item) if name in BLOCKS else _entry(item, "  - ")


def _fields(fields: dict[str, Any], indent: str) -> Iterator[str]:
    """Yield the lines of fields, one below the other; things in a list have one a line."""
    for name, value in fields.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            yield f"{indent}{name}:"
            for item in value:
                yield from _entry(item, f"{indent}  - ")
        elif isinstance(value, dict) and any(isinstance(item, dict | list) for item in value.values()):
            yield f"{indent}{name}:"
            yield from _fields(value, f"{indent}  ")
        else:
            yield from _spread(f"{indent}{name}: ", value)


# The layout


def _block(item: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of a thing with one field a line, and what hangs on it one below the other."""
    for place, (name, value) in enumerate(item.items()):
        start = f"{'    ' if place else '  - '}{name}:"
        if isinstance(value, list) and value and isinstance(value[0], dict) and name != "columns":
            yield start
            for part in value:
                yield from _entry(part, "      - ")
        else:
            yield from _spread(f"{start} ", value)


def _entry(item: dict[str, Any], start: str) -> list[str]:
    """Return the lines of a thing in braces: its short fields on the first, each long one on one of its own."""
    line = start + _flow(item)
    if len(line) <= WIDTH:
        return [line]
    long = [name for name in item if name in LAST]
    short = {name: value for name, value in item.items() if name not in LAST}
    lines = _packed(start + "{", short, "," if long else "}")
    for name in long:
        end = "}" if name == long[-1] else ","
        lines += _spread(f"{' ' * len(start)} {name}: ", item[name], end)
    return lines


def _spread(start: str, value: Any, end: str = "") -> list[str]:
    """Return the lines of a value between two pieces of text; what does not fit on a line has one part a line."""
    line = f"{start}{_flow(value)}{end}"
    if len(line) <= WIDTH:
        return [line]
    if isinstance(value, dict) and "it" not in value:
        return _packed(start + "{", value, "}" + end)
    if isinstance(value, dict):
        parts = [(f"{name}: ", item) for name, item in value.items()]
        return _between("{", "}", parts, start, end)
    if isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
        return _between("[", "]", [("", item) for item in value], start, end)
    return _folded(f"{start}{_quoted(value) if isinstance(value, str) else _flow(value)}{end}", len(start) + 1)


def _packed(start: str, fields: dict[Any, Any], end: str) -> list[str]:
    """Return the lines of fields, as many on a line as fit."""
    lines, line = [], start
    for place, (name, value) in enumerate(fields.items()):
        last = place == len(fields) - 1
        piece = f"{_scalar(name)}: {_flow(value)}{end if last else ','}"
        if place and len(line) + 1 + len(piece) > WIDTH:
            lines.append(line)
            line = " " * len(start)
        elif place:
            line += " "
        if len(line) + len(piece) > WIDTH:  # a field that fits on no line
            *before, line = _spread(f"{line}{_scalar(name)}: ", value, end if last else ",")
            lines += before
        else:
            line += piece
    return [*lines, line]


def _between(opening: str, closing: str, parts: list[tuple[str, Any]], start: str, end: str) -> list[str]:
    lines = []
    for place, (name, value) in enumerate(parts):
        before = f"{' ' * len(start)} " if place else start + opening
        after = closing + end if place == len(parts) - 1 else ","
        lines += _spread(before + name, value, after)
    return lines


def _folded(line: str, indent: int) -> list[str]:
    """Return a line broken at spaces: inside of brackets and of quoted texts YAML takes a break for one space."""
    lines, rest = [], line
    while len(rest) > WIDTH and "  " not in rest.lstrip():
        cut = rest.rfind(" ", indent, WIDTH + 1)
        if cut < 0:
            break
        lines.append(rest[:cut])
        rest = " " * indent + rest[cut + 1 :]
    return [*lines, rest]


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_scalar(key)}: {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return _scalar(value)


def _scalar(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    return value if _is_plain(value) else _quoted(value)


def _is_plain(text: str) -> bool:
    """Return whether a text needs no quotes: it begins with a letter or digit and is no number, date or boolean."""
    if not text or text != text.strip() or not (text[0].isalnum() or text[0] in OPENING):
        return False
    tag: str = _resolver.resolve(yaml.ScalarNode, text, (True, False))  # type: ignore[no-untyped-call]
    return SPECIAL.isdisjoint(text) and not UNPRINTABLE.search(text) and tag.endswith(":str")


def _quoted(text: str) -> str:
    return UNPRINTABLE.sub(lambda sign: f"\\u{ord(sign[0]):04x}", json.dumps(text, ensure_ascii=False))


# The order of fields


def _ordered(catalogue: Catalogue) -> dict[str, Any]:
    """Return a ruleset's plain data with every field in its place."""
    data: dict[str, Any] = plain(catalogue)
    for name in SECTIONS:
        if name in data:
            data[name] = [_in_order(item) for item in data[name]]
    columns = [item.id for item in catalogue.characteristics]
    options = {ruling.id: [option.id for option in ruling.options] for ruling in catalogue.rulings}
    for item in data["classes"]:
        item["stats"] = _by(item["stats"], columns)
    for weapon in data["weapons"]:
        if under := weapon.get("points_under"):
            weapon["points_under"] = {name: _by(under[name], options[name]) for name in _by(under, options)}
    for extra in data.get("extras", ()):
        if "points" in extra:
            extra["points"] = _by(extra["points"], ("squad", "list"))
        if "level_points" in extra:
            extra["level_points"] = _by_number(extra["level_points"])
    if "leadership" in data:
        data["leadership"] = _by_number(data["leadership"])
    if "odds" in data:
        data["odds"] = _odds(catalogue)
    for check in data["checks"]:
        if "params" in check:
            names = CHECKS[check.get("check") or check["code"]].params.__struct_fields__
            check["params"] = _by(check["params"], names)
    return data


def _odds(catalogue: Catalogue) -> Any:
    """Return the plain data of the odds, their numbers by class in the order of the classes."""
    return _by_classes(plain(catalogue.odds), [item.id for item in catalogue.classes])


def _by_classes(value: Any, classes: list[str]) -> Any:
    if isinstance(value, list):
        return [_by_classes(item, classes) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        name: _by(item, classes) if name in BY_CLASS else _by_classes(item, classes) for name, item in value.items()
    }


def _in_order(value: Any) -> Any:
    if isinstance(value, list):
        return [_in_order(item) for item in value]
    if not isinstance(value, dict):
        return value
    middle = [name for name in value if name not in (*FIRST, *LAST)]
    names = [*FIRST, *middle, *LAST]
    return {name: _in_order(value[name]) for name in names if name in value}


def _by_number(data: dict[str, Any]) -> dict[int, Any]:
    return {number: data[str(number)] for number in sorted(map(int, data))}


def _by(data: dict[str, Any], names: Iterable[str]) -> dict[str, Any]:
    return {name: data[name] for name in names if name in data}
