"""What can be added to a squad: the figures of presets, of its class, in those of its sections that have room."""

from collections import Counter
from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.ready import Preset
from rules.core.document.roster import Figure, Squad
from rules.core.judging.checks.params import SizeParams


def preset_figure(preset: Preset, squad: Squad, catalogue: Catalogue, row_id: str = "") -> Figure:
    """Return the figure that a preset adds to a squad: of the squad's class, else of its first figure's."""
    figure = Figure(id=row_id, weapons=preset.weapons, roles=preset.roles, leadership=preset.leadership)
    if squad.class_:
        return figure
    classes = [row.class_ for row in squad.figures] or [catalogue.classes[0].id]
    return replace(figure, class_=classes[0])


class SectionRoom:
    """How many men more each section of a squad may have, where the ruleset says how large sections are."""

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
        """Yield men as they join sections that have room, and at last those for whom there is none."""
        left = figure.count
        for section, free in self.free.items():
            number = min(left, free)
            if number > 0 and not figure.team:
                self.free[section] -= number
                left -= number
                yield replace(figure, count=number, team=section)
        if left:
            yield replace(figure, count=left)
