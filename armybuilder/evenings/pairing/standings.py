"""Standings of a games night, computed from all its games each time, which includes corrected results."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from msgspec import Struct, structs

TieBreak = Literal["difference", "opponents", "direct", "lot"]
TIE_BREAKS: tuple[TieBreak, ...] = ("difference", "opponents", "direct", "lot")
Reason = Literal["score"] | TieBreak
ScoredBy = Literal["result", "defeat-points"]


class Scoring(Struct, frozen=True):
    """The points of a game: by its result, or the defeat points of the other side. `drawn_within`: a draw."""

    by: ScoredBy = "result"
    win: int = 3
    draw: int = 1
    loss: int = 0
    bye: int = 3
    drawn_within: int = 0


class PlayedGame(Struct, frozen=True):
    """A finished game: the defeat points that each side took (the fewer win), or (no `second`) a bye."""

    first: int
    second: int | None = None
    first_lost: int = 0
    second_lost: int = 0


class Ranking(Struct, frozen=True):
    """An entry in the standings.

    `difference`: defeat points inflicted minus those taken. `opponents`: its opponents' total score, without byes.
    `direct`: its points in the head-to-head games of level players, None if they did not all meet. `above`: the
    tie-break that puts it above the next (None for the last). `has_dropped`: the player has dropped out.
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
    has_dropped: bool = False


def standings(
    entries: Iterable[int],
    games: Sequence[PlayedGame],
    scoring: Scoring,
    tie_breaks: Sequence[TieBreak] = TIE_BREAKS,
    lots: Mapping[int, int] | None = None,
) -> list[Ranking]:
    """Return all entries in order. `lots`: the smaller lot is ahead; an entry without a lot has 0."""
    table = _Table(sorted(entries), games, scoring, lots or {})
    ranked = list(_ranked(table.entries, ("score", *tie_breaks), table))
    return [table.standing(place, entry, direct, above) for place, (entry, direct, above) in enumerate(ranked, 1)]


class _Table:
    """The results of the games, entry by entry."""

    def __init__(
        self, entries: list[int], games: Sequence[PlayedGame], scoring: Scoring, lots: Mapping[int, int]
    ) -> None:
        self.entries, self.games, self.scoring = entries, games, scoring
        self.outcomes: Counter[tuple[int, str]] = Counter()
        self.difference: Counter[int] = Counter()
        for game in games:
            for side in _sides(game, scoring.drawn_within):
                self.outcomes[side.entry, side.outcome] += 1
                self.difference[side.entry] += side.ahead
        scores = self._scores(games)
        self.score = {entry: scores[entry] for entry in entries}
        self.opponents = self._opponents()
        drawn = sorted(entries, key=lambda entry: (lots.get(entry, 0), entry))
        self.lot = {entry: -place for place, entry in enumerate(drawn)}

    def values(self, reason: Reason, level: Sequence[int]) -> Mapping[int, int]:
        """Return the tie-break values, the larger first; empty if none applies."""
        values: Mapping[int, int] = self.direct(level) if reason == "direct" else getattr(self, reason)
        return values

    def direct(self, level: Sequence[int]) -> Mapping[int, int]:
        """Return the points of the games among level players, nothing unless all met each other."""
        among = [game for game in self.games if game.first in level and game.second in level]
        met = {frozenset((game.first, game.second)) for game in among}
        if len(met) < len(level) * (len(level) - 1) // 2:
            return {}
        scores = self._scores(among)
        return {entry: scores[entry] for entry in level}

    def standing(self, place: int, entry: int, direct: int | None, above: Reason | None) -> Ranking:
        won, drawn, lost, byes = (self.outcomes[entry, kind] for kind in ("win", "draw", "loss", "bye"))
        difference, opponents = self.difference[entry], self.opponents[entry]
        return Ranking(place, entry, self.score[entry], won, drawn, lost, byes, difference, opponents, direct, above)

    def _scores(self, games: Iterable[PlayedGame]) -> Counter[int]:
        scores = Counter[int]()
        for game in games:
            for side in _sides(game, self.scoring.drawn_within):
                scores[side.entry] += self._points(side)
        return scores

    def _points(self, side: "_Side") -> int:
        if self.scoring.by == "defeat-points" and side.outcome != "bye":
            return side.inflicted
        points: int = getattr(self.scoring, side.outcome)
        return points

    def _opponents(self) -> Mapping[int, int]:
        opponents: Counter[int] = Counter()
        for game in self.games:
            if game.second is not None:
                opponents[game.first] += self.score.get(game.second, 0)
                opponents[game.second] += self.score.get(game.first, 0)
        return opponents


_Outcome = Literal["win", "draw", "loss", "bye"]


class _Side(NamedTuple):
    """A game from one side: the defeat points of the other, and the difference."""

    entry: int
    outcome: _Outcome
    inflicted: int
    ahead: int


def _sides(game: PlayedGame, drawn_within: int) -> Iterator[_Side]:
    if game.second is None:
        yield _Side(game.first, "bye", 0, 0)
        return
    ahead = game.second_lost - game.first_lost
    first: _Outcome = "draw"
    second: _Outcome = "draw"
    if abs(ahead) > drawn_within:
        first, second = ("win", "loss") if ahead > 0 else ("loss", "win")
    yield _Side(game.first, first, game.second_lost, ahead)
    yield _Side(game.second, second, game.first_lost, -ahead)


def _ranked(
    level: Sequence[int], reasons: Sequence[Reason], table: _Table
) -> Iterator[tuple[int, int | None, Reason | None]]:
    """Return level players in order, with their head-to-head points and why each is ahead of the next."""
    if len(level) == 1 or not reasons:
        yield from ((entry, None, None) for entry in level)
        return
    reason, *others = reasons
    values = table.values(reason, level)
    ordered = sorted(level, key=lambda entry: -values.get(entry, 0))
    groups = [list(group) for _value, group in groupby(ordered, key=lambda entry: values.get(entry, 0))]
    for number, group in enumerate(groups, 1):
        ranked = list(_ranked(group, others, table))
        for place, (entry, direct, above) in enumerate(ranked, 1):
            last = place == len(ranked) and number < len(groups)
            shown = values.get(entry) if reason == "direct" else direct
            yield entry, shown, reason if last else above


CountedBy = Literal["points", "places"]


class Night(Struct, frozen=True):
    """The result of a person (a key) at a games night, and the number of players below them."""

    evening: int
    person: str
    row: Ranking
    below: int
    has_dropped: bool = False


class SeasonRow(Struct, frozen=True):
    """A player of a season. `counted`: the games nights that count; `dropped`: how many they dropped out of."""

    place: int
    person: str
    points: int
    played: int
    won: int
    drawn: int
    lost: int
    difference: int
    counted: tuple[int, ...]
    dropped: int = 0

    @property
    def signed(self) -> str:
        return f"{self.difference:+}".replace("-", "−") if self.difference else "0"


def season_table(nights: Sequence[Night], by: CountedBy = "points", best: int | None = None) -> list[SeasonRow]:
    """Return the table: by the points of the games nights, or ("places") one for each player below.

    `best`: only each player's best results count, this many; None: all. Won, lost and difference are those of all
    games nights. Players with equal points and difference share a place.
    """
    mine: defaultdict[str, list[Night]] = defaultdict(list)
    for night in nights:
        mine[night.person].append(night)
    rows = [_row(person, played, by, best) for person, played in mine.items()]
    rows.sort(key=lambda row: (-row.points, -row.difference, -row.played))
    ahead = [(row.points, row.difference) for row in rows]
    return [structs.replace(row, place=ahead.index((row.points, row.difference)) + 1) for row in rows]


def _row(person: str, played: Sequence[Night], by: CountedBy, best: int | None) -> SeasonRow:
    def worth(night: Night) -> int:
        return night.row.score if by == "points" else night.below

    counted = sorted(played, key=lambda night: -worth(night))[:best]
    return SeasonRow(
        0,
        person,
        sum(map(worth, counted)),
        len(played),
        sum(night.row.won for night in played),
        sum(night.row.drawn for night in played),
        sum(night.row.lost for night in played),
        sum(night.row.difference for night in played),
        tuple(sorted(night.evening for night in counted)),
        sum(night.has_dropped for night in played),
    )
