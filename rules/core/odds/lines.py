"""An answer on the command line: as a line of JSON, and as a few lines for people."""

import json
from collections.abc import Iterator
from typing import Any

from rules.core.checklist import CONTROL
from rules.core.odds.words import OUTCOMES, PARTS
from rules.core.text import Language

Answer = dict[str, Any]


def json_line(answer: Answer, file: str, line: int | None = None) -> bytes:
    """Return an answer on one line, with the file (and the line) that its question stood in."""
    where: Answer = {"file": file} if line is None else {"file": file, "line": line}
    return json.dumps(where | answer).encode() + b"\n"


def text_for_people(answer: Answer, where: str, language: Language) -> str:
    """Return an answer as a few lines; control characters are shown as dots."""
    named = f" “{answer['id']}”" if answer.get("id") else ""
    lines = [f"{where}: {answer['ruleset']}, {answer['question']}{named}"]
    if "because" in answer:
        lines.append(f"  {answer['because']['text']} ({answer['because']['source']})")
    lines += (f"  {line}" for line in _lines(answer, language))
    return "".join(CONTROL.sub("·", line) + "\n" for line in lines)


def _lines(part: Answer, language: Language) -> Iterator[str]:
    """Yield a line for each field of an answer that is for people, those within it further in."""
    for name, value in part.items():
        if name == "distances":
            yield from (line for one in value for line in _distance(one, language))
        elif name == "staying_power":
            both = ", ".join(
                f"{_word(place, language)} {_number(value[place]['hits'])}" for place in ("open", "cover")
            )
            yield f"{_word(name, language)}: {both}"
        elif name == "morale":
            yield from (
                f"{_word('squad', language)} {one['squad'] + 1}: {_curve(one['curve'])}" for one in value
            )
        elif name in PARTS and value not in (None, []):
            yield from _field(name, value, language)


def _field(name: str, value: Any, language: Language) -> Iterator[str]:
    label = _word(name, language)
    if name in ("target", "attackers", "defenders", "platoon"):
        yield f"{label}:"
        yield from (f"  {line}" for line in _lines(value, language))
    elif name == "modifiers":
        yield f"{label}: " + ", ".join(map(_modifier, value))
    elif name == "gates":
        yield f"{label}: " + ", ".join(f"{gate['id']} {_need(gate['need'])}" for gate in value)
    elif name in ("need", "save", "penetration"):
        yield f"{label}: {_need(value)}"
    elif name in ("hits", "casualties", "curve"):
        yield f"{label}: {_curve(value)}"
    elif name in ("outcomes", "landing", "expected"):
        show = _number if name == "expected" else _percent
        yield f"{label}: " + ", ".join(f"{_outcome(key, language)} {show(one)}" for key, one in value.items())
    elif isinstance(value, dict):
        yield f"{label}: {_number(value) if name.startswith('expected') else _percent(value)}"
    else:
        yield f"{label}: {value}"


def _distance(one: Answer, language: Language) -> Iterator[str]:
    for motion in ("still", "moved"):
        cells = [
            f"{_word(place, language)} {_number(one[motion][place]['hits'])}"
            f" ({_number(one[motion][place]['kills'])} {_word('kills', language)})"
            for place in ("open", "cover")
        ]
        yield f"{one['distance']} cm, {_word(motion, language)}: " + ", ".join(cells)


def _word(name: str, language: Language) -> str:
    return PARTS[name].to(language)


def _outcome(name: str, language: Language) -> str:
    return OUTCOMES[name].to(language) if name in OUTCOMES else name


def _modifier(one: Answer) -> str:
    change = "½" if "times" in one else f"{one['by']:+d}".replace("-", "−")
    return f"{one['id']} {change} ({one['source']})"


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
