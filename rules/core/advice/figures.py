"""The figures of a squad: new ones from presets, what they cost, what they are called, who may get a task."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.core.catalogue.building import Preset
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.naming import figure_label, in_sentence
from rules.core.document.roster import Figure, Squad
from rules.core.judging.checks.params import SizeParams
from rules.core.judging.prices import PriceList
from rules.core.judging.resolved import loadout_of
from rules.core.text import Text


def preset_figure(preset: Preset, squad: Squad, catalogue: Catalogue, row_id: str = "") -> Figure:
    """Return the figure that a preset adds to a squad: of the squad's class, or of its first figure's."""
    figure = Figure(id=row_id, weapons=preset.weapons, roles=preset.roles, leadership=preset.leadership)
    if squad.class_:
        return figure
    classes = [row.class_ for row in squad.figures] or [catalogue.classes[0].id]
    return replace(figure, class_=classes[0])


class SectionRoom:
    """The room in each section of a squad, where the ruleset limits the size of sections."""

    def __init__(self, squad: Squad, catalogue: Catalogue) -> None:
        self.free: Counter[str] = Counter()
        check = catalogue.check_by_function.get("section-size")
        if check is None:
            return
        most = msgspec.convert(check.params, SizeParams).most
        for row in squad.figures:
            if row.team:
                self.free[row.team] -= row.count
        for section in self.free:
            self.free[section] += most

    def placed(self, figure: Figure) -> Iterator[Figure]:
        """Yield the men as they join sections with room, then those without a place."""
        left = figure.count
        for section, free in self.free.items():
            number = min(left, free)
            if number > 0 and not figure.team:
                self.free[section] -= number
                left -= number
                yield replace(figure, count=number, team=section)
        if left:
            yield replace(figure, count=left)


def special(figure: Figure, catalogue: Catalogue) -> bool:
    """Return whether a figure carries what others do not: a leader, a weapon that costs or counts, a role."""
    weapons: Mapping[str, Any] = catalogue.weapon_by_id
    return bool(
        figure.leadership
        or figure.roles
        or any(weapons[item].tags or weapons[item].points for item in figure.weapons if item in weapons)
    )


def plainest(squad: Squad, catalogue: Catalogue) -> list[Figure]:
    """Return the figures of a squad in the order in which they may get a task: plain ones first."""
    return sorted(squad.figures, key=lambda it: (special(it, catalogue), it.leadership, not it.name))


def price_of(figure: Figure, squad: Squad, prices: PriceList) -> int:
    """Return what one man of a row costs."""
    return loadout_of(figure, squad.class_of(figure), prices).points


def called(figure: Figure, squad: Squad, catalogue: Catalogue) -> Text:
    """Return what a figure is called inside a sentence."""
    return in_sentence(figure_label(figure, catalogue, squad.class_of(figure)), figure.name)
