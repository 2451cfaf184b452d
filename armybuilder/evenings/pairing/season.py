"""A season: results over several games nights."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct, structs

CountedBy = Literal["points", "places"]


class Night(Struct, frozen=True):
    """The result of a person (a key) at a games night: points, and the number of players below them."""

    evening: int
    person: str
    points: int
    below: int
    won: int
    drawn: int
    lost: int
    difference: int
    has_dropped: bool = False


class SeasonRow(Struct, frozen=True):
    """A player in the table of a season. Level players share a place.

    `counted`: the numbers of the games nights that count; `dropped`: how many games nights they dropped out of.
    """

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
        """The difference of defeat points with its sign."""
        return f"{self.difference:+}".replace("-", "−") if self.difference else "0"


def season_table(
    nights: Sequence[Night], by: CountedBy = "points", best: int | None = None
) -> list[SeasonRow]:
    """Return the table: by the points of the evenings, or ("places") one for each who stood below.

    `best`: so many evenings count, the best of each; None: all. Won, lost and difference are those of all evenings.
    Who has as many points, and the same difference, stands at the same place.
    """
    mine: defaultdict[str, list[Night]] = defaultdict(list)
    for night in nights:
        mine[night.person].append(night)
    rows = [_row(person, played, by, best) for person, played in mine.items()]
    rows.sort(key=lambda row: (-row.points, -row.difference, -row.played))
    ahead = [(row.points, row.difference) for row in rows]
    return [_at(row, ahead.index((row.points, row.difference)) + 1) for row in rows]


def _row(person: str, played: Sequence[Night], by: CountedBy, best: int | None) -> SeasonRow:
    def worth(night: Night) -> int:
        return night.points if by == "points" else night.below

    counted = sorted(played, key=lambda night: -worth(night))[:best]
    return SeasonRow(
        0,
        person,
        sum(map(worth, counted)),
        len(played),
        sum(night.won for night in played),
        sum(night.drawn for night in played),
        sum(night.lost for night in played),
        sum(night.difference for night in played),
        tuple(sorted(night.evening for night in counted)),
        sum(night.has_dropped for night in played),
    )


def _at(row: SeasonRow, place: int) -> SeasonRow:
    return structs.replace(row, place=place)
