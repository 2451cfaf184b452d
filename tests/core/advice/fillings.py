"""All possible fillings of a squad, written man by man, and the best of them, for tests of completion."""

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from math import ceil

from msgspec.structs import replace

from rules.core.assess import assess
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import ExtraEntry, Figure, Roster, Vehicle
from tests.core.advice.test_fixes import errors


def all_squads(figures: list[Figure], catalogue: Catalogue) -> Iterator[list[Figure]]:
    """Every way to give the plain men of a squad another preset, to raise its leader, and to add men."""
    numbers = catalogue.completion
    known = [catalogue.preset_by_id[item] for item in (numbers.plain, *(share.preset for share in numbers.shares))]
    choices = [Figure(weapons=preset.weapons, roles=preset.roles) for preset in known]
    plain = [one for one in figures if one.weapons == choices[0].weapons and not one.leadership]
    others = [one for one in figures if one not in plain]
    for level in range(1, 4):
        led = [replace(one, leadership=max(level, one.leadership)) if one.leadership else one for one in others]
        for rearmed in combinations_with_replacement(choices, len(plain)):
            for number in range(numbers.most - len(figures) + 1):
                for added in combinations_with_replacement(choices, number):
                    yield [*led, *rearmed, *added]


def is_sensible(figures: list[Figure], before: list[Figure], catalogue: Catalogue) -> bool:
    for share in catalogue.completion.shares:
        weapon = catalogue.preset_by_id[share.preset].weapons[-1]
        number = sum(weapon in one.weapons for one in figures)
        had = sum(weapon in one.weapons for one in before)
        most = ceil(len(figures) / share.one_in)
        if number > max(had, min(most, share.most or most)):
            return False
    return True


def best(roster: Roster, catalogue: Catalogue) -> int:
    """Return the most points that a sensible legal list uses, with or without sensible purchases."""
    numbers = catalogue.completion
    most = 0
    levels = [range(item.most + 1) for item in (*numbers.vehicles, *numbers.extras)]
    for chosen in product(*levels):
        bought = list(zip((*numbers.vehicles, *numbers.extras), chosen, strict=True))
        vehicles = [Vehicle(type=item.id) for item, number in bought[: len(numbers.vehicles)] if number]
        extras = [
            ExtraEntry(extra=item.id, level=level if catalogue.extra_by_id[item.id].levels else 0)
            for item, level in bought[len(numbers.vehicles) :]
            if level
        ]
        squads = [replace(team, vehicles=(*team.vehicles, *vehicles)) for team in roster.squads]
        now = replace(roster, squads=tuple(squads), extras=(*roster.extras, *extras))
        most = max(most, best_filled(now, catalogue))
    return most


def best_filled(roster: Roster, catalogue: Catalogue) -> int:
    """The most points that a sensible legal list uses for its men."""
    (team,) = roster.squads
    men = [replace(row, count=1, id="") for row in team.figures for _ in range(row.count)]
    most = 0
    for figures in all_squads(men, catalogue):
        if is_sensible(figures, men, catalogue):
            now = replace(roster, squads=(replace(team, figures=tuple(figures)),))
            report = assess(now, catalogue)
            if (report.remaining or 0) >= 0 and not errors(report, now) - errors(assess(roster, catalogue), roster):
                most = max(most, report.total or 0)
    return most
