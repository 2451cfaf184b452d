"""Standings of an evening: made anew from all its games each time, so that a corrected result moves them by itself."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from random import Random
from typing import Literal

from msgspec import Struct

TieBreak = Literal["difference", "opponents", "direct", "lot"]
TIE_BREAKS: tuple[TieBreak, ...] = ("difference", "opponents", "direct", "lot")
Reason = Literal["score"] | TieBreak


class Scoring(Struct, frozen=True):
    """The points of a game. It is drawn where the defeat points differ by at most `drawn_within`."""

    win: int = 3
    draw: int = 1
    loss: int = 0
    bye: int = 3
    drawn_within: int = 0


class Game(Struct, frozen=True):
    """A game that is over: the defeat points that each side took (the fewer win), or (no `second`) a bye."""

    first: int
    second: int | None = None
    first_lost: int = 0
    second_lost: int = 0


class Standing(Struct, frozen=True):
    """An entry in the standings.

    `difference`: defeat points inflicted less those taken. `opponents`: the scores of those it met, a bye being nobody.
    `direct`: points of the games among those who are level, None where not all of them met. `above`: what puts it above
    the next (None for the last).
    """

    place: int
    entry: int
    score: int
    won: int
    drawn: int
    lost: int
    byes: int
    difference: int
    opponents: int
    direct: int | None = None
    above: Reason | None = None


def standings(
    entries: Iterable[int],
    games: Sequence[Game],
    scoring: Scoring,
    tie_breaks: Sequence[TieBreak] = TIE_BREAKS,
    seed: int = 0,
) -> list[Standing]:
    """Return all entries, the first first. Who played nothing yet stands with nothing. The lot is drawn by the seed."""
    table = _Table(sorted(entries), games, scoring, seed)
    ranked = list(_ranked(table.entries, ("score", *tie_breaks), table))
    return [
        table.standing(place, entry, direct, above) for place, (entry, direct, above) in enumerate(ranked, 1)
    ]


class _Table:
    """What the games come to, entry by entry."""

    def __init__(self, entries: list[int], games: Sequence[Game], scoring: Scoring, seed: int) -> None:
        self.entries, self.games, self.scoring = entries, games, scoring
        self.outcomes: Counter[tuple[int, str]] = Counter()
        self.difference: Counter[int] = Counter()
        for game in games:
            for entry, outcome, difference in _outcomes(game, scoring.drawn_within):
                self.outcomes[entry, outcome] += 1
                self.difference[entry] += difference
        self.score = {entry: self._score(self.outcomes, entry) for entry in entries}
        self.opponents = self._opponents()
        drawn = Random(seed).sample(entries, len(entries))
        self.lot = {entry: place for place, entry in enumerate(drawn)}

    def values(self, reason: Reason, level: Sequence[int]) -> Mapping[int, int]:
        """Return by what those who are level are told apart, the larger first; nothing where it does not apply."""
        told: dict[Reason, Callable[[], Mapping[int, int]]] = {
            "score": lambda: self.score,
            "difference": lambda: self.difference,
            "opponents": lambda: self.opponents,
            "direct": lambda: self.direct(level),
            "lot": lambda: self.lot,
        }
        return told[reason]()

    def direct(self, level: Sequence[int]) -> Mapping[int, int]:
        """Return the points of the games among those who are level, nothing unless each met each."""
        among = [game for game in self.games if game.first in level and game.second in level]
        met = {frozenset((game.first, game.second)) for game in among}
        if len(met) < len(level) * (len(level) - 1) // 2:
            return {}
        outcomes = Counter(
            (entry, outcome)
            for game in among
            for entry, outcome, _difference in _outcomes(game, self.scoring.drawn_within)
        )
        return {entry: self._score(outcomes, entry) for entry in level}

    def standing(self, place: int, entry: int, direct: int | None, above: Reason | None) -> Standing:
        won, drawn, lost, byes = (self.outcomes[entry, kind] for kind in ("win", "draw", "loss", "bye"))
        difference, opponents = self.difference[entry], self.opponents[entry]
        return Standing(
            place, entry, self.score[entry], won, drawn, lost, byes, difference, opponents, direct, above
        )

    def _score(self, outcomes: Mapping[tuple[int, str], int], entry: int) -> int:
        each = {kind: getattr(self.scoring, kind) for kind in ("win", "draw", "loss", "bye")}
        return sum(points * outcomes.get((entry, kind), 0) for kind, points in each.items())

    def _opponents(self) -> Mapping[int, int]:
        opponents: Counter[int] = Counter()
        for game in self.games:
            if game.second is not None:
                opponents[game.first] += self.score.get(game.second, 0)
                opponents[game.second] += self.score.get(game.first, 0)
        return opponents


def _outcomes(game: Game, drawn_within: int) -> Iterator[tuple[int, str, int]]:
    """Return what a game is to each side: entry, outcome, difference of defeat points."""
    if game.second is None:
        yield game.first, "bye", 0
        return
    ahead = game.second_lost - game.first_lost
    if abs(ahead) <= drawn_within:
        first, second = "draw", "draw"
    else:
        first, second = ("win", "loss") if ahead > 0 else ("loss", "win")
    yield game.first, first, ahead
    yield game.second, second, -ahead


def _ranked(
    level: Sequence[int], reasons: Sequence[Reason], table: _Table
) -> Iterator[tuple[int, int | None, Reason | None]]:
    """Return those who are level in order, each with its direct points and what puts it above the next."""
    if len(level) == 1 or not reasons:
        yield from ((entry, None, None) for entry in level)
        return
    reason, *others = reasons
    values = table.values(reason, level)
    groups = [
        list(group)
        for _value, group in groupby(
            sorted(level, key=lambda entry: -values.get(entry, 0)), key=lambda entry: values.get(entry, 0)
        )
    ]
    for number, group in enumerate(groups, 1):
        ranked = list(_ranked(group, others, table))
        for place, (entry, direct, above) in enumerate(ranked, 1):
            last = place == len(ranked) and number < len(groups)
            shown = values.get(entry) if reason == "direct" else direct
            yield entry, shown, reason if last else above
