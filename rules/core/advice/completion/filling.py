"""The ways to fill a squad: men of each preset, plain men with another weapon, the leader.

All of them are tried: expensive presets have small shares, which leaves some thousand combinations, and plain men
fill the rest. `cost` is the sum of the squad's prices; `assess` judges the chosen ones.
"""

from collections.abc import Iterable, Iterator
from itertools import product
from math import ceil
from typing import Any, NamedTuple

from msgspec.structs import replace

from rules.core.advice.figures import SectionRoom, called, preset_figure, price_of
from rules.core.advice.steps import Steps, SuggestionLine, alike, capital, men, say, step
from rules.core.catalogue.building import Completion, Preset
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.naming import in_sentence, what_it_is
from rules.core.document.roster import Figure, Squad
from rules.core.judging.prices import PriceList

MOST_NEW = 4  # men of a share at once: more than the shares of a sensible squad


class Filling(NamedTuple):
    """`shares`: new men of each shared preset; `plain`: plain men added (negative: men who change weapons).

    `level`: the leadership of its leader, `men`: the size of the squad. `bought`: vehicles and extras, included in
    the cost.
    """

    shares: tuple[int, ...]
    plain: int
    level: int
    men: int
    cost: int
    bought: int = 0


class Change(NamedTuple):
    """A part of a suggestion: its line and its steps."""

    line: SuggestionLine
    steps: Steps


Changes = tuple[Change, ...]


def cost_of(changes: Iterable[Change]) -> int:
    return sum(change.line.points for change in changes)


class Filler:
    """Fill one squad by the numbers of the ruleset, with a leader first if `budget` allows it."""

    def __init__(self, squad: Squad, catalogue: Catalogue, prices: PriceList, budget: int | None = None) -> None:
        self.squad, self.catalogue, self.prices = squad, catalogue, prices
        self.numbers: Completion = catalogue.offered.completion
        known = catalogue.preset_by_id
        self.plain = known[self.numbers.plain]
        self.leader_preset = known.get(self.numbers.leader)
        self.shares = [(share, known[share.preset]) for share in self.numbers.shares]
        self.leader = self._leader()
        is_led = self.leader is not None or squad.kind != "squad" or self.leader_preset is None
        price = self.price(self.leader_preset) if self.leader_preset else 0
        self.needs_leader = not is_led and (budget is None or price <= budget)

    def _leader(self) -> Figure | None:
        preset = self.leader_preset
        if preset is None:
            return None
        roles = set(preset.roles)
        rows = self.squad.figures
        leads = [row for row in rows if row.leadership or (roles and roles <= set(row.roles))]
        return max(leads, key=lambda figure: figure.leadership, default=None)

    def price(self, preset: Preset) -> int:
        figure = preset_figure(preset, self.squad, self.catalogue)
        return price_of(figure, self.squad, self.prices)

    def plain_rows(self) -> list[Figure]:
        """Return the rows of plain men, who can change their weapon."""
        gear = (self.plain.weapons, self.plain.roles, 0, "")
        rows = self.squad.figures
        return [row for row in rows if (row.weapons, row.roles, row.leadership, row.name) == gear]

    def _there(self, preset: Preset) -> int:
        """Return the number of men of a preset in the squad: with its role, or with special gear."""
        weapons = set(preset.weapons) - set(self.plain.weapons) or set(preset.weapons)
        rows = self.squad.figures
        if preset.roles:
            return sum(row.count for row in rows if set(preset.roles) <= set(row.roles))
        return sum(row.count for row in rows if weapons <= set(row.weapons))

    def levels(self) -> list[tuple[int, int]]:
        """Return the possible leaderships of the leader, each with its cost."""
        known = self.prices.leadership
        if not known or (self.leader is None and not self.needs_leader):
            return [(0, 0)]
        if self.leader is None and self.leader_preset:
            own, each = self.leader_preset.leadership, self.price(self.leader_preset)
        elif self.leader:
            own, each = self.leader.leadership, 0
            if self.leader.count > 1:
                return [(own, 0)]
        levels = [level for level in sorted(known) if own <= level <= max(own, 3)]
        return [(level, each + known[level] - known.get(own, 0)) for level in levels] or [(own, each)]

    def fillings(self, budget: int | None) -> Iterator[Filling]:
        """Yield all fillings that cost at most `budget` (None: any cost)."""
        here = self.squad.figure_count + self.needs_leader
        free = sum(row.count for row in self.plain_rows())
        prices = [self.price(preset) for _, preset in self.shares]
        there = [self._there(preset) for _, preset in self.shares]
        each, most = self.price(self.plain), max(self.numbers.most, here)
        if budget is not None and each <= 0:
            return
        counts = [range(self._cap(place, most, there) + 1) for place in range(len(self.shares))]
        levels = self.levels() if self.needs_leader or self.leader else [(0, 0)]
        leader_cost = self.price(self.leader_preset) if self.needs_leader and self.leader_preset else 0
        if self.needs_leader and not self.prices.leadership:
            levels = [(0, leader_cost)]
        for shares in product(*counts):
            new = sum(shares)
            special = sum(number * price for number, price in zip(shares, prices, strict=True))
            if budget is not None and special - min(free, new) * each > budget:
                continue
            for plain in range(-min(free, new), most - here - new + 1):
                men = here + new + plain
                if any(self._cap(place, men, there) < number for place, number in enumerate(shares)):
                    continue
                for level, extra in levels:
                    cost = special + plain * each + extra
                    if budget is None or 0 <= cost <= budget:
                        yield Filling(shares, plain, level, men, cost)

    def _cap(self, place: int, men: int, there: list[int]) -> int:
        """Return how many more men of a shared preset a squad of this size can have."""
        share = self.numbers.shares[place]
        most = ceil(men / share.one_in)
        return max(0, min(MOST_NEW, min(most, share.most or most) - there[place]))

    def changes(self, one: Filling) -> Iterator[Change]:
        """Yield the changes of a filling."""
        room = SectionRoom(self.squad, self.catalogue)
        if self.needs_leader and self.leader_preset:
            leader = preset_figure(self.leader_preset, self.squad, self.catalogue)
            yield self._added(replace(leader, leadership=one.level or leader.leadership), 1, room)
        elif self.leader and one.level > self.leader.leadership:
            yield self._promoted(self.leader, one.level)
        convert = max(0, -one.plain)
        rows = self.plain_rows()
        left = [row.count for row in rows]
        for (_, preset), number in zip(self.shares, one.shares, strict=True):
            figure = preset_figure(preset, self.squad, self.catalogue)
            while number and convert:
                place = next(i for i, free in enumerate(left) if free)
                yield self._rearmed(rows[place], left[place], figure)
                left[place] -= 1
                number, convert = number - 1, convert - 1
            if number:
                yield self._added(figure, number, room)
        if one.plain > 0:
            yield self._added(preset_figure(self.plain, self.squad, self.catalogue), one.plain, room)

    def _points(self, figure: Figure) -> int:
        return price_of(figure, self.squad, self.prices)

    def _added(self, figure: Figure, number: int, room: SectionRoom) -> Change:
        squad = self.squad
        name = what_it_is(figure, self.catalogue, squad.class_of(figure))
        words = men(number, name if number == 1 else in_sentence(name))
        if figure.leadership > 1:
            words = alike("{man}, leadership {level}", man=words, level=figure.leadership)
        added = room.placed(replace(figure, count=number))
        steps = tuple(step("add_figure", squad.id, item=row) for row in added)
        return Change(SuggestionLine(capital(words), number * self._points(figure)), steps)

    def _promoted(self, leader: Figure, level: int) -> Change:
        now = replace(leader, leadership=level)
        label = called(leader, self.squad, self.catalogue)
        words = alike("{man}: leadership {level}", man=label, level=level)
        steps = (step("edit_figure", leader.id, leadership=level),)
        return Change(SuggestionLine(capital(words), self._points(now) - self._points(leader)), steps)

    def _rearmed(self, row: Figure, left: int, figure: Figure) -> Change:
        """Return the change of one man of a row into a `figure`. `left`: how many of the row are still plain."""
        squad = self.squad
        fields: dict[str, Any] = {"weapons": figure.weapons, "roles": figure.roles}
        now = replace(row, count=1, **fields)
        label = called(row, squad, self.catalogue)
        what = in_sentence(what_it_is(now, self.catalogue, squad.class_of(row)))
        words = say("becomes", man=label, what=what)
        steps: Steps = (step("edit_figure", row.id, **fields),)
        if left > 1:  # a changed man gets his own row
            added = replace(now, id="", name="")
            steps = (step("set_count", row.id, count=left - 1), step("add_figure", squad.id, item=added))
        return Change(SuggestionLine(capital(words), self._points(now) - self._points(row)), steps)
