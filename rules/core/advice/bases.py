"""What a list is completed from: squads brought to their size, whole squads more, and one squad to be filled up."""

from typing import NamedTuple

from msgspec.structs import replace

from rules.core.advice.additions import preset_figure
from rules.core.advice.curing import men, say
from rules.core.advice.fillings import Filler
from rules.core.advice.mends import beginning
from rules.core.advice.proposals import Line
from rules.core.advice.steps import Step, Steps, step
from rules.core.catalogue import Catalogue
from rules.core.loadout import loadout_of
from rules.core.naming import in_sentence, squad_label, what_it_is
from rules.core.prices import PriceList, price_list
from rules.core.roster import Roster, Squad
from rules.core.text import Text

GRADES = 5  # of the slider: from 0, many, to 4, good


class Base(NamedTuple):
    """The squad that is filled up, which may be new; before, the steps that make whole squads, and their lines."""

    squad: Squad
    is_new: bool
    steps: Steps = ()
    lines: tuple[Line, ...] = ()

    @property
    def spent(self) -> int:
        """Return what the steps before cost."""
        return sum(line.points for line in self.lines)


def base_of(roster: Roster, catalogue: Catalogue, left: int | None, grade: int) -> Base:
    """Return from what a list with so many points left (None: no limit) is completed."""
    return _Bases(roster, catalogue, grade).base(left)


def squad_with_room(roster: Roster, catalogue: Catalogue) -> Squad | None:
    """Return the last squad that has room for men, else the last; None where there is none."""
    squads = [squad for squad in roster.squads if squad.kind == "squad"]
    with_room = [squad for squad in squads if squad.figure_count < catalogue.completion.most]
    return next(reversed(with_room or squads), None)


class _Bases:
    """What a list may be completed from."""

    def __init__(self, roster: Roster, catalogue: Catalogue, grade: int) -> None:
        self.roster, self.catalogue, self.grade = roster, catalogue, grade
        self.numbers, self.prices = catalogue.completion, price_list(roster, catalogue)
        self.squads = [squad for squad in roster.squads if squad.kind == "squad"]

    def base(self, left: int | None) -> Base:
        """Return the base: small squads grow first, then there are whole squads more, then the others grow."""
        squad = squad_with_room(self.roster, self.catalogue)
        if squad is None:
            return self._new_squads(_fresh(self._new_class()), left, (), ())
        if left is None:
            return Base(squad, False)
        others = [one for one in self.squads if one is not squad]
        fresh = _fresh(squad.class_ if squad.class_ in self.catalogue.class_by_id else self._new_class())
        steps, lines, left = self._grown(others, self.numbers.least, left)
        if self._room(squad) + _cost(self._whole(fresh), self.prices) <= left:
            return self._new_squads(fresh, left, steps, lines)
        if steps:
            return Base(squad, False, steps, lines)
        steps, lines, _ = self._grown(others, self.numbers.most, left - self._room(squad))
        return Base(squad, False, steps, lines)

    def _new_squads(
        self, fresh: Squad, left: int | None, steps: tuple[Step, ...], lines: tuple[Line, ...]
    ) -> Base:
        """Return as many whole squads as there are points for, and another one to be filled up."""
        whole = self._whole(fresh)
        cost, number = _cost(whole, self.prices), 0
        while left is not None and cost > 0 and left > self._room(fresh):
            number, left = number + 1, left - cost
        if number:
            words = men(number, self._squad_words(whole))
            lines = (*lines, Line(words, number * cost))
            steps = (*steps, *[step("add_squad", item=whole)] * number)
        return Base(fresh, True, steps, lines)

    def _grown(
        self, squads: list[Squad], to: int, left: int
    ) -> tuple[tuple[Step, ...], tuple[Line, ...], int]:
        """Return the plain men that bring squads to a size, as far as so many points go, and the points left then."""
        steps: list[Step] = []
        lines: list[Line] = []
        for squad in squads:
            man = preset_figure(self.catalogue.preset_by_id[self.numbers.plain], squad, self.catalogue)
            each = loadout_of(man, squad.class_of(man), self.prices).points
            number = min(to - squad.figure_count, left // each) if each > 0 else 0
            if number > 0:
                steps.append(step("add_figure", squad.id, item=replace(man, count=number)))
                what = in_sentence(what_it_is(man, self.catalogue, squad.class_of(man)))
                name = squad_label(squad, self.roster.squads.index(squad))
                words = say("{men} in {squad}", "{men} in {squad}", men=men(number, what), squad=name)
                lines.append(Line(beginning(words), number * each))
                left -= number * each
        return tuple(steps), tuple(lines), left

    def _new_class(self) -> str:
        """Return the class of new squads, of the side of the first ready squad: the cheapest (0) to the best (4)."""
        catalogue = self.catalogue
        ready = catalogue.ready_squads[0].troops if catalogue.ready_squads else catalogue.classes[0].id
        side = catalogue.class_by_id[ready].side
        classes = [it for it in catalogue.classes if it.side == side and it.rank is not None]
        classes = classes or [it for it in catalogue.classes if it.side == side]
        classes.sort(key=lambda it: -(it.rank or 0))
        return classes[round(self.grade * (len(classes) - 1) / (GRADES - 1))].id

    def _whole(self, fresh: Squad) -> Squad:
        """Return a whole squad of the least sensible size: a leader, a share of each at most once, plain men."""
        numbers, known = self.numbers, self.catalogue.preset_by_id
        presets = [known[numbers.leader]] if numbers.leader else []
        presets += [known[share.preset] for share in numbers.shares if share.one_in * 2 <= numbers.least]
        rows = [preset_figure(preset, fresh, self.catalogue) for preset in presets]
        plain = preset_figure(known[numbers.plain], fresh, self.catalogue)
        return replace(fresh, figures=(*rows, replace(plain, count=numbers.least - len(rows))))

    def _room(self, squad: Squad) -> int:
        """Return how many points a squad can take at most, about: all the men it may have, a fifth for weapons."""
        filler = Filler(squad, self.catalogue, self.prices)
        free = max(0, self.numbers.most - squad.figure_count)
        return free * filler.price(filler.plain) * 6 // 5

    def _squad_words(self, squad: Squad) -> Text:
        return say(
            "Squadra di {number}: {troops}",
            "Squad of {number}: {troops}",
            number=squad.figure_count,
            troops=self.catalogue.class_by_id[squad.class_].name,
        )


def _fresh(class_id: str) -> Squad:
    return Squad(name="", class_=class_id)


def _cost(squad: Squad, prices: PriceList) -> int:
    return sum(loadout_of(row, squad.class_of(row), prices).points * row.count for row in squad.figures)
