"""Chances that a row's weapons put the chosen troops or vehicle out of action in a turn."""

from collections.abc import Iterator

from django.utils.translation import gettext

from armybuilder.printing.formats.roster.fire import FireLine, Setting
from armybuilder.printing.layout.words import NONE, Fact
from rules.core.document.roster import Figure, Squad, Vehicle
from rules.odds.fire.weapon_grid import Grid, GridCell, grid_of, in_hands
from rules.odds.showing.answers import lost

SIGN = "%"  # begins the lines


def target_name(setting: Setting) -> str:
    """Return what the target is called, "" where none is picked that the ruleset knows."""
    catalogue = setting.catalogue
    known = catalogue.class_by_id.get(setting.against) or catalogue.vehicle_by_id.get(setting.against)
    return setting.say(known.name) if known else ""


def harm_lines(row: Figure | Vehicle, squad: Squad, setting: Setting) -> list[FireLine]:
    """Return a line for each weapon under the columns of fire: still, at a target in the open."""
    columns = setting.columns
    if not columns.fire:
        return []
    return [
        FireLine(
            name=f"{SIGN} {found.weapon}",
            needs=tuple(_by_column(found, setting)),
            dice="",
            covering=("",) * len(columns.covering),
        )
        for found in _grids(row, squad, setting)
    ]


def harm_facts(row: Figure | Vehicle, squad: Squad, setting: Setting) -> Iterator[Fact]:
    """Yield what the lines of a row mean; where there are no columns, for each weapon "half range 47/31"."""
    if setting.columns.fire:
        if harm_lines(row, squad, setting):
            yield from harm_said(setting)
        return
    for found in _grids(row, squad, setting):
        said = ", ".join(
            f"{line.at} {_percent(line.cells[0])}/{_percent(line.cells[2])}" for line in found.reached
        )
        words = {"weapon": found.weapon, "target": target_name(setting)}
        label = gettext("%(weapon)s, of 100 out of action (open/cover): %(target)s") % words
        yield Fact(label, said or "0")


def harm_said(setting: Setting) -> Iterator[Fact]:
    """Yield what the lines mean, where there are any."""
    if target_name(setting) and setting.columns.fire:
        said = gettext("%(target)s out of action in 100 turns; in the open, still")
        yield Fact(SIGN, said % {"target": target_name(setting)})


def _grids(row: Figure | Vehicle, squad: Squad, setting: Setting) -> list[Grid]:
    if not target_name(setting):
        return []
    catalogue, language = setting.catalogue, setting.language
    queries = (f"{query}&t={setting.against}" for _, query in in_hands(row, squad, catalogue))
    grids = (grid_of(catalogue, language, query, lost) for query in queries)
    return [found for found in grids if found.first or not found.flying]


def _by_column(found: Grid, setting: Setting) -> Iterator[str]:
    """Yield the cell of each column: by its far edge, or one after the other where a weapon has edges of its own."""
    by_edge = {line.distance: line.cells[0] for line in found.lines}
    in_order = list(by_edge.values())
    for at, head in enumerate(setting.columns.fire):
        if setting.catalogue.bands:
            yield _percent(by_edge.get(head))
        else:
            yield _percent(in_order[at] if at < len(in_order) else None)


def _percent(cell: GridCell | None) -> str:
    return cell.percent if cell else NONE
