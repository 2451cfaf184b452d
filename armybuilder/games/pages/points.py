"""The current defeat points of both sides, and the result that both sign."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import Literal

from django.utils.translation import gettext
from msgspec import Struct
from msgspec.structs import replace

from armybuilder.games.words.events import Button, event_text
from armybuilder.games.words.names import score_words
from rules.core.defeat_points import DefeatRow, Sum
from rules.core.game.events import SIDES, TIMES_AT_MOST, Scored, Side, Signed, other_side
from rules.core.game.fold import GameState
from rules.core.game.side_status import SideStatus, rows_added_by_hand, tally
from rules.core.procedures import Readings
from rules.core.text import Language


class Score(Struct, frozen=True):
    """The points of a side, or its losses in a ruleset without points. `is_ahead`: it has fewer than the other."""

    name: str
    points: int
    is_ahead: bool


class Adder(Struct, frozen=True):
    """Points added by hand, once more and once less. `is_rare`: of an extra that the side does not have.

    `most`: how often it can happen; a rule can apply only once.
    """

    name: str
    worth: str
    text: str
    times: int
    more: Button
    less: Button
    is_rare: bool
    most: int

    @property
    def is_full(self) -> bool:
        """Whether it cannot happen once more."""
        return self.times >= self.most


class Signing(Struct, frozen=True):
    """The signing of a side. `theirs`: the other side's answer; `dispute`: the button against it, if it has signed."""

    side: Side
    name: str
    theirs: str
    buttons: tuple[Button, ...]
    dispute: Button | None

    @property
    def is_done(self) -> bool:
        return any(button.pressed for button in self.buttons)


class Points(Struct, frozen=True, dict=True):
    """The points of both sides of a game. `heads`: their names on the page ("You").

    `extras` are those of their lists, `sides` their order, the reader's own first.
    """

    rows: tuple[DefeatRow, ...]
    state: GameState
    statuses: Mapping[Side, SideStatus]
    names: Mapping[Side, str]
    heads: Mapping[Side, str]
    extras: Mapping[Side, AbstractSet[str]]
    language: Language
    readings: Readings
    sides: tuple[Side, ...] = SIDES

    @property
    def counts_points(self) -> bool:
        """Whether the ruleset has defeat points; otherwise lost men are compared."""
        return bool(self.rows)

    @property
    def scores(self) -> list[Score]:
        return [
            Score(self.heads[side], self.total(side), self.total(side) < self.total(other_side(side)))
            for side in self.sides
        ]

    @property
    def score(self) -> str:
        return score_words({side: self.total(side) for side in SIDES}, self.sides)

    @property
    def unit(self) -> str:
        return gettext("defeat points lost") if self.counts_points else gettext("men lost")

    @property
    def verdict(self) -> str:
        """Return the side that is ahead, or has won once both have signed: fewer points are better."""
        first, second = self.scores
        if first.points == second.points:
            return gettext("level")
        ahead = min(first, second, key=lambda score: score.points)
        words = {"name": ahead.name, "points": abs(first.points - second.points)}
        said = gettext("%(name)s: won by %(points)s") if self.agreed else gettext("%(name)s: ahead by %(points)s")
        return said % words

    @property
    def tally_rows(self) -> list[tuple[DefeatRow, list[str]]]:
        """The rows of the sum, each with its points for each side ("–": nothing)."""
        happened = {step.row.id for made in self._sums.values() for step in made.steps}
        return [
            (row, [_points(row, self._sums[side]) for side in self.sides]) for row in self.rows if row.id in happened
        ]

    def adders(self, side: Side) -> list[Adder]:
        times, own = self.state.scored(side), self.extras[side]
        return [
            _adder(row, times.get(row.id, 0), own, self.language)
            for row in rows_added_by_hand(self.rows, self.statuses.get(side))
        ]

    def signing(self, side: Side) -> Signing:
        """Return the signing of a side for the current totals, with a choice for each holder of the field.

        The result signed by the other side comes first.
        """
        own, theirs = self.state.signed(side), self.state.signed(other_side(side))
        results = [self._result("a"), self._result("b"), self._result("")]
        results.sort(key=lambda said: said != theirs)
        buttons = tuple(
            Button(
                gettext("Sign: %(held)s") % {"held": self._held(said)},
                event_text(said),
                pressed=own == said,
                state="theirs" if said == theirs else "",
            )
            for said in results
        )
        dispute = Button(gettext("Dispute"), event_text(replace(theirs, on=False))) if theirs and not own else None
        return Signing(side, self.names[side], self.theirs(side), buttons, dispute)

    def theirs(self, side: Side) -> str:
        other = other_side(side)
        words, said = f"{self.names[other]}: {self.signed_words(other)}", self.state.signed(other)
        if said and {"a": said.a, "b": said.b} != {one: self.total(one) for one in SIDES}:
            return f"{words} {gettext('The points have changed since.')}"
        return words

    @property
    def signatures(self) -> list[tuple[str, str]]:
        """The name of each side, and what it signed."""
        return [(self.names[side], self.signed_words(side)) for side in self.sides]

    @property
    def agreed(self) -> Signed | None:
        return self.state.agreed

    def _result(self, field: Side | Literal[""]) -> Signed:
        return Signed(a=self.total("a"), b=self.total("b"), field=field)

    def _held(self, said: Signed) -> str:
        if not said.field:
            return gettext("Nobody held the field")
        return gettext("%(name)s held the field") % {"name": self.names[said.field]}

    def signed_words(self, side: Side) -> str:
        said = self.state.said.get((side, ("signed",)))
        if not isinstance(said, Signed):
            return gettext("has not signed yet")
        score = score_words({"a": said.a, "b": said.b}, self.sides)
        if not said.on:
            return gettext("does not agree with %(score)s.") % {"score": score}
        return gettext("signed %(score)s. %(held)s.") % {"score": score, "held": self._held(said)}

    @cached_property
    def _sums(self) -> dict[Side, Sum]:
        return {side: tally(self.rows, self.state, side, self.statuses.get(side), self.readings) for side in SIDES}

    def total(self, side: Side) -> int:
        """Return the points of a side, or its lost men in a ruleset without points."""
        if self.rows:
            return self._sums[side].total
        own = self.statuses.get(side)
        return len(own.lost) if own else 0


def _points(row: DefeatRow, made: Sum) -> str:
    return next((str(step.points) for step in made.steps if step.row.id == row.id), "–")


def _adder(row: DefeatRow, times: int, own: AbstractSet[str], language: Language) -> Adder:
    def button(to: int) -> Button:
        return Button(str(to), event_text(Scored(row=row.id, times=to)), times == to)

    text = row.text.to(language) if row.text else ""
    more, less = button(min(times + 1, TIMES_AT_MOST)), button(max(times - 1, 0))
    most = 1 if row.is_rule else TIMES_AT_MOST
    is_rare = bool(row.extras) and not times and own.isdisjoint(row.extras)
    return Adder(row.name.to(language), row.worth, text, times, more, less, is_rare, most)
