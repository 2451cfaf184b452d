"""An answer on the command line: as a line of JSON, and as a few lines in the players' words."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from rules.core.assess import CONTROL
from rules.core.catalogue.catalogue import Catalogue
from rules.core.odds.format.reading import WORDS
from rules.core.text import Language, Text, signed

Answer = dict[str, Any]


def json_line(answer: Answer, file: str, line: int | None = None) -> bytes:
    where: Answer = {"file": file} if line is None else {"file": file, "line": line}
    return json.dumps(where | answer).encode() + b"\n"


def text_for_people(answer: Answer, where: str, catalogue: Catalogue, language: Language) -> str:
    """Return an answer as a few lines; control characters become dots."""

    def known(table: Mapping[str, Text]) -> dict[str, str]:
        return {name: text.to(language) for name, text in table.items()}

    facts = known({fact.id: fact.name for fact in catalogue.odds.situations})
    names = _Names(known(WORDS["parts"]), known(WORDS["untold"]) | facts, known(WORDS["outcomes"]))
    named = f" “{answer['id']}”" if answer.get("id") else ""
    question = WORDS["questions"][answer["question"]].to(language)
    lines = [f"{where}: {catalogue.title.to(language)}, {question}{named}"]
    if "because" in answer:
        lines.append(f"  {answer['because']['text']} ({answer['because']['source']})")
    lines += (f"  {line}" for line in _lines(answer, names))
    return "".join(CONTROL.sub("·", line) + "\n" for line in lines)


class _Names(NamedTuple):
    """The names of the parts of an answer, of situations and outcomes in a language."""

    parts: dict[str, str]
    facts: dict[str, str]
    outcomes: dict[str, str]


def _lines(part: Answer, names: _Names) -> Iterator[str]:
    """Yield a line for each readable field of an answer, with inner ones indented."""
    for name, value in part.items():
        label = names.parts.get(name)
        if name == "distances":
            yield from (line for one in value for line in _distance(one, names))
        elif name == "staying_power":
            places = (f"{names.parts[place]} {_number(value[place]['hits'])}" for place in ("open", "cover"))
            yield f"{label}: {', '.join(places)}"
        elif name == "morale":
            yield from (f"{names.parts['squad']} {one['squad'] + 1}: {_curve(one['curve'])}" for one in value)
        elif label and name in ("target", "attackers", "defenders", "platoon") and value:
            yield f"{label}:"
            yield from (f"  {line}" for line in _lines(value, names))
        elif label and value not in (None, []):
            yield f"{label}: {_said(name, value, names)}"


def _said(name: str, value: Any, names: _Names) -> str:
    """Return the value of a field as text, by its form."""
    number = _number if name.startswith("expected") else _percent
    match value:
        case {"fraction": _}:
            return number(value)
        case {"at_least": _} | {"at_most": _}:
            return _need(value)
        case [{"id": _, "need": _}, *_]:
            gates = (f"{names.facts.get(gate['id'], gate['id'])} {_need(gate['need'])}" for gate in value)
            return ", ".join(gates)
        case [{"id": _}, *_]:
            return ", ".join(_modifier(one, names) for one in value)
        case [*_]:
            return _curve(value)
        case dict():
            return ", ".join(f"{names.outcomes.get(key, key)} {number(one)}" for key, one in value.items())
    return str(value)


def _distance(one: Answer, names: _Names) -> Iterator[str]:
    for motion in ("still", "moved"):
        cells = [
            f"{names.parts[place]} {_number(one[motion][place]['hits'])}"
            f" ({_number(one[motion][place]['kills'])} {names.parts['kills']})"
            for place in ("open", "cover")
        ]
        yield f"{one['distance']} cm, {names.parts[motion]}: " + ", ".join(cells)


def _modifier(one: Answer, names: _Names) -> str:
    change = "½" if "times" in one else signed(one["by"])
    return f"{names.facts.get(one['id'], one['id'])} {change} ({one['source']})"


def _need(need: dict[str, int] | None) -> str:
    if need is None:
        return "–"
    return f"{need['at_least']}+" if "at_least" in need else f"≤ {need['at_most']}"


def _curve(values: list[Answer]) -> str:
    return ", ".join(f"{number}: {_percent(one)}" for number, one in enumerate(values))


def _percent(one: Answer) -> str:
    return f"{one['fraction']} ({one['decimal'] * 100:.2f}%)"


def _number(one: Answer) -> str:
    return f"{one['decimal']:.2f}"
