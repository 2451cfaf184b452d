"""Refusing a question: where it is wrong, and why."""

from typing import NoReturn, TypeVar

from msgspec import UNSET, UnsetType

from rules.core.document.problem import UnreadableListError

T = TypeVar("T")


class UnreadableQuestionError(UnreadableListError):
    """A document that is no question, or a question that its ruleset cannot answer: where, why, and its facts."""


def refuse(path: str, reason: str, meant: str = "", **facts: object) -> NoReturn:
    """Refuse a question for what is at a path."""
    raise UnreadableQuestionError(path, reason, meant, **facts)


def given(value: T | UnsetType, path: str, name: str) -> T:
    """Return a value that this question needs; a missing or empty one is refused."""
    if value is UNSET or value == "":
        refuse(path, "missing", word=name)
    return value
