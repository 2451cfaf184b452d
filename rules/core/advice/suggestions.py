"""Suggestions: differences of several rows, each with its points, taken with one button."""

from typing import Literal

from msgspec import Struct

from rules.core.advice.steps import Steps, key_of
from rules.core.text import NOTHING, Text

Sign = Literal["more", "less", "same"]


class SuggestionLine(Struct, frozen=True):
    """A row that a suggestion changes: what becomes of it, by how many points."""

    words: Text
    points: int

    @property
    def sign(self) -> Sign:
        """Return whether the list has more or less of something then."""
        return "more" if self.points > 0 else "less" if self.points < 0 else "same"


class Suggestion(Struct, frozen=True):
    """A difference: its rows, the steps that make it, the points of the list before and after.

    `effect`: what it does besides.
    """

    kind: str
    title: Text
    lines: tuple[SuggestionLine, ...]
    steps: Steps
    before: int
    after: int
    effect: Text = NOTHING

    @property
    def key(self) -> str:
        """Return a name for what it does."""
        return key_of(self.steps)

    @property
    def points(self) -> int:
        """Return by how many points the list grows."""
        return self.after - self.before
