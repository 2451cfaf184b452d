"""Read a hostile `odds/1`: bytes to a question, or a line that says what is wrong."""

import json
from functools import cache
from pathlib import Path
from typing import Any, Literal, NoReturn, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from rules.core.catalogue.library import Library
from rules.core.catalogue.odds.effects import QUESTIONS
from rules.core.document.breaches import bounded, first_breach, first_validator
from rules.core.document.problem import UnreadableListError, dotted
from rules.core.document.reader import MOST_BYTES, parse
from rules.core.odds.format.questions import TYPES, AnyQuestion
from rules.core.text import Text, closest

Status = Literal["may-not", "out-of-range", "unseen", "cannot", "immune", "ok"]

WORDS = msgspec.yaml.decode(Path(__file__).with_name("words.yaml").read_bytes(), type=dict[str, dict[str, Text]])
T = TypeVar("T")


class UnreadableQuestionError(UnreadableListError):
    """A document that is not a question, or a question that its ruleset cannot answer: where, why, and its facts."""


def refuse(path: str, reason: str, meant: str = "", **facts: object) -> NoReturn:
    """Refuse a question because of the value at a path."""
    raise UnreadableQuestionError(path, reason, meant, **facts)


def given(value: T | UnsetType, path: str, name: str) -> T:
    """Return a value that this question needs; refuse a missing or empty one."""
    if value is UNSET or value == "":
        refuse(path, "missing", word=name)
    return value


SCHEMA = Path(__file__).with_name("odds-1.schema.json")


def read_question(data: bytes, library: Library) -> AnyQuestion:
    """Return the question in `data`. Raises UnreadableListError if it is not a question of a known ruleset."""
    if len(data) > MOST_BYTES:
        refuse("", "question-size", most=MOST_BYTES // 1_000)
    return question_of(parse(data), library)


def question_of(raw: Any, library: Library) -> AnyQuestion:
    """Return the question of a JSON value. Raises UnreadableListError if it is not a question of a known ruleset."""
    kind = raw.get("question") if isinstance(raw, dict) else None
    expected = TYPES.get(kind) if isinstance(kind, str) else None
    if expected is None:
        _explain_kind(raw, kind)
    try:
        question = msgspec.convert(raw, expected)
    except (msgspec.ValidationError, OverflowError, RecursionError):
        _explain(raw, str(kind))
    catalogue = library.catalogues.get(question.ruleset)
    if catalogue is None:
        known = library.catalogues
        refuse("ruleset", "ruleset", closest(question.ruleset, known), word=question.ruleset)
    if question.question not in catalogue.odds.questions:
        refuse("question", "foreign-question", word=question.question, ruleset=question.ruleset)
    return question


def _explain_kind(raw: Any, kind: Any) -> NoReturn:
    if not isinstance(raw, dict):
        refuse("", "type", expected="{…}")
    if "question" not in raw:
        refuse("", "missing", word="question")
    if not isinstance(kind, str):
        refuse("question", "type", expected="“…”")
    refuse("question", "question", closest(kind, QUESTIONS), word=kind)


def _explain(raw: Any, kind: str) -> NoReturn:
    """Refuse a value that does not have its question's type, at the first place that breaks the schema."""
    try:
        breach = first_breach(raw, _validator(kind))
    except RecursionError:
        raise UnreadableListError("", "nesting") from None
    if breach is None:
        refuse("", "question-shape")
    raise UnreadableQuestionError(dotted(breach.path), breach.key, breach.meant, **breach.facts)


@cache
def _validator(kind: str) -> Any:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"), object_hook=bounded)
    target = schema["$defs"]["target"]
    del target["oneOf"], target["dependentSchemas"]  # with sentences of our own
    return first_validator({"$ref": f"#/$defs/{kind}", "$defs": schema["$defs"]}, {})
