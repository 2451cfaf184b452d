"""Build the figures of a squad from presets, with their price, name, task and fire value."""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.core.catalogue.building import Preset
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.naming import figure_label, in_sentence
from rules.core.document.roster import Figure, Roster, Squad
from rules.core.judging.checks.definition import SizeParams
from rules.core.judging.prices import PriceList
from rules.core.judging.resolved import loadout_of
from rules.core.odds import profile_of, usual_target
from rules.core.text import Text


def preset_figure(preset: Preset, squad: Squad, catalogue: Catalogue, row_id: str = "") -> Figure:
    """Return the figure that a preset adds to a squad: of the squad's class, or of its first figure's."""
    figure = Figure(id=row_id, weapons=preset.weapons, roles=preset.roles, leadership=preset.leadership)
    if squad.class_:
        return figure
    classes = [row.class_ for row in squad.figures] or [catalogue.offered.classes[0].id]
    return replace(figure, class_=classes[0])


class SectionRoom:
    """The room in each section of a squad, if the ruleset limits their size."""

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
    """Return whether a figure is special: a leader, with a role, or with a weapon that costs or counts."""
    weapons: Mapping[str, Any] = catalogue.weapon_by_id
    return bool(
        figure.leadership
        or figure.roles
        or any(weapons[item].tags or weapons[item].points for item in figure.weapons if item in weapons)
    )


def plainest(squad: Squad, catalogue: Catalogue) -> list[Figure]:
    """Return the figures of a squad in the order in which they can get a task: plain ones first."""
    return sorted(squad.figures, key=lambda it: (special(it, catalogue), it.leadership, not it.name))


def price_of(figure: Figure, squad: Squad, prices: PriceList) -> int:
    return loadout_of(figure, squad.class_of(figure), prices).points


def called(figure: Figure, squad: Squad, catalogue: Catalogue) -> Text:
    return in_sentence(figure_label(figure, catalogue, squad.class_of(figure)), figure.name)


NOTHING = Fraction(0)
REACH = 100  # cm: the assumed maximum range, if the referee decides it


class Firepower:
    """The expected kills of men standing still, against men of a middling class in the open."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.known: dict[tuple[object, ...], Fraction] = {}
        measures = catalogue.odds.profile
        by_range = catalogue.odds.method == "range"
        bands = () if measures is None else measures.distances or catalogue.bands
        self.reach = REACH if measures and by_range else 0
        self.distance = self.reach // 2 or (bands[len(bands) // 2 - 1] if len(bands) > 1 else 0)
        self.target = usual_target(catalogue)

    def of(self, figure: Figure | None, squad: Squad) -> Fraction:
        """Return the value of one man's fire; 0 if the ruleset has no profile."""
        if figure is None or not self.distance:
            return NOTHING
        class_id = squad.class_of(figure)
        key = (class_id, figure.weapons, figure.roles)
        if key not in self.known:
            alone = Figure(class_=class_id, weapons=figure.weapons, roles=figure.roles)
            squads = (Squad(name="", class_=class_id, figures=(alone,)),)
            roster = Roster(format="armylist/1", ruleset=self.catalogue.id, name="-", squads=squads)
            at = (self.distance,)
            profile = profile_of(roster, self.catalogue, self.target, distances=at, reach=self.reach)
            self.known[key] = profile.distances[0].power["still"]["open"].kills
        return self.known[key]

    def of_list(self, roster: Roster) -> Fraction:
        men = ((row, squad) for squad in roster.squads for row in squad.figures)
        return sum((self.of(row, squad) * row.count for row, squad in men), NOTHING)
