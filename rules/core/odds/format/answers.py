"""An answer on the command line: as a line of JSON, and as a few lines in the players' words."""

import json
from collections.abc import Iterator
from typing import Any

from rules.core.assess import CONTROL
from rules.core.catalogue.catalogue import Catalogue
from rules.core.odds.format.reading import WORDS
from rules.core.text import Language, signed

Answer = dict[str, Any]


def json_line(answer: Answer, file: str, line: int | None = None) -> bytes:
    where: Answer = {"file": file} if line is None else {"file": file, "line": line}
    return json.dumps(where | answer).encode() + b"\n"


def text_for_people(answer: Answer, where: str, catalogue: Catalogue, language: Language) -> str:
    """Return an answer as a few lines; control characters become dots."""
    named = f" “{answer['id']}”" if answer.get("id") else ""
    names = _Names(catalogue, language)
    question = WORDS["questions"][answer["question"]].to(language)
    lines = [f"{where}: {catalogue.title.to(language)}, {question}{named}"]
    if "because" in answer:
        lines.append(f"  {answer['because']['text']} ({answer['because']['source']})")
    lines += (f"  {line}" for line in _lines(answer, names))
    return "".join(CONTROL.sub("·", line) + "\n" for line in lines)


class _Names:
    """The names of situations, outcomes and parts of an answer in a language."""

    def __init__(self, catalogue: Catalogue, language: Language) -> None:
        self.language = language
        self.known = WORDS["untold"] | {fact.id: fact.name for fact in catalogue.odds.situations}

    def fact(self, name: str) -> str:
        known = self.known.get(name)
        return known.to(self.language) if known else name

    def part(self, name: str) -> str:
        return WORDS["parts"][name].to(self.language)

    def outcome(self, name: str) -> str:
        known = WORDS["outcomes"].get(name)
        return known.to(self.language) if known else name


def _lines(part: Answer, names: _Names) -> Iterator[str]:
    """Yield a line for each readable field of an answer, with inner ones indented."""
    for name, value in part.items():
        if name == "distances":
            yield from (line for one in value for line in _distance(one, names))
        elif name == "staying_power":
            both = ", ".join(
                f"{names.part(place)} {_number(value[place]['hits'])}" for place in ("open", "cover")
            )
            yield f"{names.part(name)}: {both}"
        elif name == "morale":
            yield from (f"{names.part('squad')} {one['squad'] + 1}: {_curve(one['curve'])}" for one in value)
        elif name in WORDS["parts"] and value not in (None, []):
            yield from _field(name, value, names)


def _field(name: str, value: Any, names: _Names) -> Iterator[str]:
    label = names.part(name)
    if name in ("target", "attackers", "defenders", "platoon"):
        yield f"{label}:"
        yield from (f"  {line}" for line in _lines(value, names))
    elif name == "modifiers":
        yield f"{label}: " + ", ".join(_modifier(one, names) for one in value)
    elif name == "gates":
        yield f"{label}: " + ", ".join(f"{names.fact(gate['id'])} {_need(gate['need'])}" for gate in value)
    elif name in ("need", "save", "penetration"):
        yield f"{label}: {_need(value)}"
    elif name in ("hits", "casualties", "curve"):
        yield f"{label}: {_curve(value)}"
    elif name in ("outcomes", "landing", "expected"):
        show = _number if name == "expected" else _percent
        yield f"{label}: " + ", ".join(f"{names.outcome(key)} {show(one)}" for key, one in value.items())
    elif isinstance(value, dict):
        yield f"{label}: {_number(value) if name.startswith('expected') else _percent(value)}"
    else:
        yield f"{label}: {value}"


def _distance(one: Answer, names: _Names) -> Iterator[str]:
    for motion in ("still", "moved"):
        cells = [
            f"{names.part(place)} {_number(one[motion][place]['hits'])}"
            f" ({_number(one[motion][place]['kills'])} {names.part('kills')})"
            for place in ("open", "cover")
        ]
        yield f"{one['distance']} cm, {names.part(motion)}: " + ", ".join(cells)


def _modifier(one: Answer, names: _Names) -> str:
    change = "½" if "times" in one else signed(one["by"])
    return f"{names.fact(one['id'])} {change} ({one['source']})"


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
