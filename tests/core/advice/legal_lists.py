"""Legal lists of any ruleset, made at random from its presets, to test advice."""

from collections.abc import Iterator
from itertools import count
from random import Random

from msgspec.structs import replace

from rules.core.assess import assess
from rules.core.catalogue.building import Preset
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.edits import with_ids
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle

POINTS_LEFT = (3, 9, 14, 20, 33, 48, 75, 99, 101, 140, 230, 375)


def legal_lists(catalogue: Catalogue, number: int, seed: int = 1) -> Iterator[Roster]:
    """Yield so many legal lists, where the game has points with some left."""
    random = Random(f"{catalogue.id} {seed}")
    found = 0
    while found < number:
        roster = _list(random, catalogue)
        report = assess(roster, catalogue)
        if report.legal and report.total is not None:
            limit = report.total + random.choice(POINTS_LEFT)
            roster = replace(roster, role="open", limit=limit)
        if report.legal and assess(roster, catalogue).legal:
            found += 1
            yield roster


def _list(random: Random, catalogue: Catalogue) -> Roster:
    squads = tuple(_squad(random, catalogue) for _ in range(random.choice((1, 1, 1, 2, 2, 3, 5))))
    extras = tuple(
        ExtraEntry(extra=extra.id, level=min(extra.levels or (0,)))
        for extra in random.sample(catalogue.extras, min(2, len(catalogue.extras)))
        if extra.sold_for("list") and random.random() < 0.3
    )
    roster = Roster(format="armylist/1", ruleset=catalogue.id, name="L", squads=squads, extras=extras)
    return with_ids(roster, (f"row-{number}" for number in count(1)))


def _squad(random: Random, catalogue: Catalogue) -> Squad:
    numbers, known = catalogue.completion, catalogue.preset_by_id
    side = random.choice(catalogue.classes).side
    troops = random.choice([one for one in catalogue.classes if one.side == side])
    rows = [_figure(known[numbers.leader])] if numbers.leader and random.random() < 0.85 else []
    rows += [_figure(random.choice(catalogue.presets)) for _ in range(random.choice((0, 0, 1, 2, 3)))]
    plain = random.choice((0, 1, 2, 3, 5, 7, 9))
    if plain:
        rows.append(_figure(known[numbers.plain or catalogue.presets[0].id], plain))
    has_vehicle = catalogue.completion.vehicles and random.random() < 0.1
    vehicles = tuple(Vehicle(type=one.id) for one in catalogue.completion.vehicles[:1] if has_vehicle)
    teams = random.random() < 0.3
    figures = tuple(replace(row, team=random.choice("AB")) if teams else row for row in rows)
    return Squad(name=random.choice(("", "Alpha")), class_=troops.id, figures=figures, vehicles=vehicles)


def _figure(preset: Preset, number: int = 1) -> Figure:
    return Figure(weapons=preset.weapons, roles=preset.roles, leadership=preset.leadership, count=number)
