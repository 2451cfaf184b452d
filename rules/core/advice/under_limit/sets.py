"""Sets of cuts of different rows that save enough: few rows first, then few points.

Which sums can be saved with how many rows is kept as the bits of a number, so that no set is made that saves too
little. Of rows that are alike only the first are taken, each set of them once.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from rules.core.advice.under_limit.cuts import Cut

Chosen = tuple[Cut, ...]
MOST_SAVED = 20_000  # points: what lists of people have in all is less
SUMS = (1 << MOST_SAVED) - 1


class _Row(NamedTuple):
    """The cuts of one row; `after`: the place of the next row that is not like it."""

    like: tuple[object, ...]
    cuts: tuple[Cut, ...]
    after: int


class CutSets:
    """The sets of some cuts that save `over` points or more, but less than `MOST_SAVED`."""

    def __init__(self, cuts: list[Cut], over: int) -> None:
        self.over = over
        by_row: dict[str, list[Cut]] = {}
        for cut in cuts:
            by_row.setdefault(cut.row, []).append(cut)
        kinds = dict.fromkeys(_like(row) for row in by_row.values())
        places = {like: place for place, like in enumerate(kinds)}
        rows = sorted(by_row.values(), key=lambda row: places[_like(row)])
        self.rows: list[_Row] = []
        for like, alike in groupby(rows, key=_like):
            several = [tuple(row) for row in alike]
            after = len(self.rows) + len(several)
            self.rows += [_Row(like, row, after) for row in several]
        # sums[number][place]: what can be saved with so many of the rows from a place on, a bit for each sum
        self.sums = [[1] * (len(self.rows) + 1)]

    def of(self, number: int) -> Iterator[Chosen]:
        """Yield the sets of so many rows, those first that save least."""
        while len(self.sums) <= number:
            self.sums.append(self._one_more(self.sums[-1]))
        wanted, saving = self.sums[number][0] >> self.over, self.over
        while wanted:
            if wanted & 1:
                yield from self._saving(0, number, saving)
            wanted >>= 1
            saving += 1

    def _one_more(self, fewer: list[int]) -> list[int]:
        sums = [0]
        for place in range(len(self.rows) - 1, -1, -1):
            here = sums[-1]
            for saving in {cut.saving for cut in self.rows[place].cuts}:
                here |= fewer[place + 1] << saving
            sums.append(here & SUMS)
        return sums[::-1]

    def _saving(self, place: int, number: int, saving: int, least: int = 0) -> Iterator[Chosen]:
        """Yield the sets of so many rows, from a place on, that save just so much.

        `least`: the first of its cuts that the row at the place may have, as one like it before has that.
        """
        if number == 0:
            yield ()
        while number and place < len(self.rows):
            row = self.rows[place]
            for index in range(least, len(row.cuts)):
                cut = row.cuts[index]
                left = saving - cut.saving
                if left >= 0 and self.sums[number - 1][place + 1] >> left & 1:
                    is_alike = place + 1 < row.after
                    for others in self._saving(place + 1, number - 1, left, index if is_alike else 0):
                        yield (cut, *others)
            place, least = row.after, 0
            if not self.sums[number][place] >> saving & 1:
                return


def _like(row: list[Cut]) -> tuple[object, ...]:
    return row[0].like
