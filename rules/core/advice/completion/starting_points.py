"""Starting points of a completion: squads brought to size, new whole squads, and one squad to fill."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from rules.core.advice.completion.filling import Change, Changes, Filler, cost_of
from rules.core.advice.figures import SectionRoom, called, plainest, preset_figure, price_of
from rules.core.advice.steps import SuggestionLine, alike, capital, change_men, men, say, step
from rules.core.catalogue.building import Preset
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.naming import in_sentence, squad_label, what_it_is
from rules.core.document.roster import Roster, Squad
from rules.core.judging.prices import PriceList, price_list

GRADES = 5  # on the slider: from 0, many, to 4, good


class StartingPoint(NamedTuple):
    """The squad to fill, which may be new, after the changes that add men and whole squads."""

    squad: Squad
    is_new: bool
    changes: Changes = ()


def starting_points(roster: Roster, catalogue: Catalogue, left: int | None, grade: int) -> Iterator[StartingPoint]:
    """Yield starting points, the best first.

    After it come the squads alone, those with room and the last ones first, then new squads, also of cheaper classes.
    """
    squads = [squad for squad in reversed(roster.squads) if squad.kind == "squad"]
    squads.sort(key=lambda squad: squad.figure_count >= catalogue.completion.most)
    yield _StartingPoints(roster, catalogue, grade).base(squads[0] if squads else None, left)
    if left is None:
        return
    yield from (StartingPoint(squad, False) for squad in squads)
    for cheaper in range(grade, -1, -1):
        yield _StartingPoints(roster, catalogue, cheaper).new(left)


class _StartingPoints:
    """Starting points for the completion of a list."""

    def __init__(self, roster: Roster, catalogue: Catalogue, grade: int) -> None:
        self.roster, self.catalogue, self.grade = roster, catalogue, grade
        self.numbers, self.prices = catalogue.offered.completion, price_list(roster, catalogue)
        self.squads = [squad for squad in roster.squads if squad.kind == "squad"]

    def base(self, squad: Squad | None, left: int | None) -> StartingPoint:
        """Return a squad as the starting point.

        Small squads grow first, then whole squads are added, then the others grow.
        """
        if squad is None:
            return StartingPoint(_fresh(self._new_class()), True) if left is None else self.new(left)
        if left is None:
            return StartingPoint(squad, False)
        others = [one for one in self.squads if one is not squad]
        fresh = _fresh(squad.class_ if squad.class_ in self.catalogue.class_by_id else self._new_class())
        grown = self._grown(others, self.numbers.least, left)
        left -= cost_of(grown)
        if self._room(squad) + _cost(self._whole(fresh), self.prices) <= left:
            led = self._grown([squad], squad.figure_count, left)
            return self._new_squads(fresh, left - cost_of(led), (*grown, *led))
        return StartingPoint(squad, False, grown or self._grown(others, self.numbers.most, left - self._room(squad)))

    def new(self, left: int) -> StartingPoint:
        """Return new squads as the starting point, beside the present ones: each of several needs a leader."""
        squads = [squad for squad in self.squads if squad.figures]
        grown = self._grown(squads, 0, left)
        return self._new_squads(_fresh(self._new_class()), left - cost_of(grown), grown)

    def _new_squads(self, fresh: Squad, left: int, changes: Changes) -> StartingPoint:
        """Return as many whole squads as the points allow, and another one to fill."""
        whole = self._whole(fresh)
        cost, number = _cost(whole, self.prices), 0
        while cost > 0 and left > self._room(fresh):
            number, left = number + 1, left - cost
        if number:
            troops = self.catalogue.class_by_id[whole.class_].name
            words = say("squad-of", number=whole.figure_count, troops=troops)
            line = SuggestionLine(men(number, words), number * cost)
            changes = (*changes, Change(line, (step("add_squad", item=whole),) * number))
        return StartingPoint(fresh, True, changes)

    def _grown(self, squads: list[Squad], to: int, left: int) -> Changes:
        """Return the changes that bring squads to a size within the points.

        Add plain men, and a leader if there is none: a new man, or one from a large enough squad.
        """
        changes: list[Change] = []
        for squad in squads:
            filler = Filler(squad, self.catalogue, self.prices)
            missing = to - squad.figure_count
            if filler.leader_preset and filler.needs_leader:
                here = left - cost_of(changes)
                leader = filler.leader_preset
                led = self._added(squad, leader, 1, here) if missing > 0 else self._promoted(squad, leader, here)
                if not led:
                    continue
                changes += led
                missing -= 1
            changes += self._added(squad, filler.plain, missing, left - cost_of(changes))
        return tuple(changes)

    def _added(self, squad: Squad, preset: Preset, number: int, left: int) -> Changes:
        """Add men of a preset to a squad, as far as the points allow; empty if they allow nobody."""
        man = preset_figure(preset, squad, self.catalogue)
        each = price_of(man, squad, self.prices)
        number = min(number, left // each) if each > 0 else 0
        if number <= 0:
            return ()
        placed = SectionRoom(squad, self.catalogue).placed(replace(man, count=number))
        steps = tuple(step("add_figure", squad.id, item=row) for row in placed)
        what = in_sentence(what_it_is(man, self.catalogue, squad.class_of(man)))
        name = squad_label(squad, self.roster.squads.index(squad))
        words = alike("{men} in {squad}", men=men(number, what), squad=name)
        return (Change(SuggestionLine(capital(words), number * each), steps),)

    def _promoted(self, squad: Squad, preset: Preset, left: int) -> Changes:
        """Make the plainest man of a squad a leader like that of a preset; empty if the points do not allow it."""
        for man in plainest(squad, self.catalogue)[:1]:
            now = replace(man, leadership=preset.leadership, roles=(*man.roles, *preset.roles))
            cost = price_of(now, squad, self.prices) - price_of(man, squad, self.prices)
            if cost <= left:
                steps = change_men(squad, man, 1, leadership=now.leadership, roles=now.roles)
                label = called(man, squad, self.catalogue)
                name = squad_label(squad, self.roster.squads.index(squad))
                facts = {"man": label, "what": in_sentence(preset.name), "squad": name}
                words = alike("{man}: {what} ({squad})", **facts)
                return (Change(SuggestionLine(capital(words), cost), steps),)
        return ()

    def _new_class(self) -> str:
        """Return the class of new squads: from the cheapest (0) to the best (4) of the list's side.

        In an empty list the side is that of the first ready-made squad.
        """
        catalogue = self.catalogue.offered
        ready = catalogue.ready_squads[0].troops if catalogue.ready_squads else catalogue.classes[0].id
        named = (squad.class_of(figure) for squad in self.roster.squads for figure in squad.figures)
        known = next((item for item in named if item in self.catalogue.class_by_id), ready)
        side = self.catalogue.class_by_id[known].side
        classes = [it for it in catalogue.classes if it.side == side and it.rank is not None]
        classes = classes or [it for it in catalogue.classes if it.side == side] or list(catalogue.classes)
        classes.sort(key=lambda it: -(it.rank or 0))
        return classes[round(self.grade * (len(classes) - 1) / (GRADES - 1))].id

    def _whole(self, fresh: Squad) -> Squad:
        """Return a complete squad of the smallest sensible size: a leader, each share at most once, plain men."""
        numbers, known = self.numbers, self.catalogue.preset_by_id
        presets = [known[numbers.leader]] if numbers.leader else []
        presets += [known[share.preset] for share in numbers.shares if share.one_in * 2 <= numbers.least]
        rows = [preset_figure(preset, fresh, self.catalogue) for preset in presets]
        plain = preset_figure(known[numbers.plain], fresh, self.catalogue)
        return replace(fresh, figures=(*rows, replace(plain, count=numbers.least - len(rows))))

    def _room(self, squad: Squad) -> int:
        """Return roughly the most points that a squad can take: all its possible men, and a fifth for weapons."""
        filler = Filler(squad, self.catalogue, self.prices)
        free = max(0, self.numbers.most - squad.figure_count)
        return free * filler.price(filler.plain) * 6 // 5


def _fresh(class_id: str) -> Squad:
    return Squad(name="", class_=class_id)


def _cost(squad: Squad, prices: PriceList) -> int:
    return sum(price_of(row, squad, prices) * row.count for row in squad.figures)
