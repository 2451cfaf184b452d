"""A filling of a squad as lines and steps: new men, better leaders, other weapons."""

from collections.abc import Iterator

from msgspec.structs import replace

from rules.core.advice.completion.filling import Filler, Filling
from rules.core.advice.figures import SectionRoom, called, preset_figure, price_of
from rules.core.advice.steps import Steps, change_men, step
from rules.core.advice.suggestions import SuggestionLine
from rules.core.advice.wording import alike, capital, men, say
from rules.core.document.naming import in_sentence, what_it_is
from rules.core.document.roster import Figure


class FillingSteps:
    """What the fillings of one squad do."""

    def __init__(self, filler: Filler) -> None:
        self.filler, self.squad = filler, filler.squad
        self.catalogue, self.prices = filler.catalogue, filler.prices
        self.room = SectionRoom(filler.squad, filler.catalogue)

    def changes(self, one: Filling) -> Iterator[tuple[SuggestionLine, Steps]]:
        """Yield what changes in the squad: lines, each with the steps that do it."""
        filler, squad = self.filler, self.squad
        self.room = SectionRoom(squad, self.catalogue)
        if filler.needs_leader and filler.leader_preset:
            leader = preset_figure(filler.leader_preset, squad, self.catalogue)
            yield self._added(replace(leader, leadership=one.level or leader.leadership), 1)
        elif filler.leader and one.level > filler.leader.leadership:
            yield self._promoted(filler.leader, one.level)
        convert = max(0, -one.plain)
        rows = list(filler.plain_rows())
        left = [row.count for row in rows]
        for (_, preset), number in zip(filler.shares, one.shares, strict=True):
            figure = preset_figure(preset, squad, self.catalogue)
            while number and convert:
                place = next(i for i, free in enumerate(left) if free)
                yield self._rearmed(rows[place], left[place], figure)
                left[place] -= 1
                number, convert = number - 1, convert - 1
            if number:
                yield self._added(figure, number)
        if one.plain > 0:
            yield self._added(preset_figure(filler.plain, squad, self.catalogue), one.plain)

    def _points(self, figure: Figure) -> int:
        return price_of(figure, self.squad, self.prices)

    def _added(self, figure: Figure, number: int) -> tuple[SuggestionLine, Steps]:
        squad = self.squad
        name = what_it_is(figure, self.catalogue, squad.class_of(figure))
        words = men(number, name if number == 1 else in_sentence(name))
        if figure.leadership > 1:
            words = alike("{man}, leadership {level}", man=words, level=figure.leadership)
        added = self.room.placed(replace(figure, count=number))
        steps = tuple(step("add_figure", squad.id, item=row) for row in added)
        return SuggestionLine(capital(words), number * self._points(figure)), steps

    def _promoted(self, leader: Figure, level: int) -> tuple[SuggestionLine, Steps]:
        now = replace(leader, leadership=level)
        label = called(leader, self.squad, self.catalogue)
        words = alike("{man}: leadership {level}", man=label, level=level)
        steps = (step("edit_figure", leader.id, leadership=level),)
        return SuggestionLine(capital(words), self._points(now) - self._points(leader)), steps

    def _rearmed(self, row: Figure, left: int, figure: Figure) -> tuple[SuggestionLine, Steps]:
        """Return the change of one man of a row into a `figure`. `left`: how many of the row are still plain."""
        squad = self.squad
        fields = {"weapons": figure.weapons, "roles": figure.roles}
        now = replace(row, count=1, **fields)
        label = called(row, squad, self.catalogue)
        what = in_sentence(what_it_is(now, self.catalogue, squad.class_of(row)))
        words = say("{man} diventa {what}", "{man} becomes {what}", man=label, what=what)
        steps = change_men(squad, replace(row, count=left), 1, **fields)
        if left > 1:  # who changes stands in a row of his own, the others keep theirs for the next
            added = replace(now, id="", name="")
            steps = (step("set_count", row.id, count=left - 1), step("add_figure", squad.id, item=added))
        return SuggestionLine(capital(words), self._points(now) - self._points(row)), steps
