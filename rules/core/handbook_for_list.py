"""The handbook for a list: the rows that concern it, with the numbers of its men."""

from collections.abc import Iterable, Iterator
from itertools import chain

from msgspec.structs import replace

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.handbook import HandbookRow, PrintedRow, PrintedTable, Subjects
from rules.core.document.roster import Figure, Roster, Vehicle
from rules.core.odds import at_air, printed_handbook
from rules.core.text import Text

NEVER = Text("mai", "never")


def concerns(about: Subjects, has: Subjects) -> bool:
    """Return whether a rule holds for someone who has this: for everyone, or one subject of one kind is in both.

    Of a rule on several kinds `together`, one of each.
    """
    kinds = (
        (about.classes, has.classes),
        (about.weapons, has.weapons),
        (about.vehicles, has.vehicles),
        (about.extras, has.extras),
        (about.roles, has.roles),
        (about.kit, has.kit),
        (about.traits, has.traits),
    )
    shared = [not set(ours).isdisjoint(theirs) for ours, theirs in kinds if ours]
    return about.everyone or (all(shared) if about.together else any(shared))


def tables_for(roster: Roster, catalogue: Catalogue, has: Subjects) -> Iterator[PrintedTable]:
    """Yield the tables of the handbook with the rows for a list, fire at what flies with the numbers of its men."""
    for table, typed in zip(printed_handbook(catalogue), catalogue.handbook, strict=True):
        rows = [
            found
            for row, of_row in zip(table.rows, typed.rows, strict=True)
            if concerns(row.about, has)
            for found in _in_hand(row, of_row, roster, catalogue)
        ]
        if rows:
            yield replace(table, rows=tuple(rows))


def _in_hand(
    row: PrintedRow, typed: HandbookRow, roster: Roster, catalogue: Catalogue
) -> Iterator[PrintedRow]:
    """Yield a row; of numbers at what flies one for each class that has the weapon, and none of what classes add."""
    paths = [cell for cell in typed.cells if isinstance(cell, tuple)]
    if any(path[:3:2] == ("modifier", "hit-air") and path[1] in _standing(catalogue) for path in paths):
        return
    if not any(path[0] == "air" and len(path) > 2 for path in paths):
        yield row
        return
    classes = _firers(roster, catalogue, row.about.weapons)
    for class_id in classes:
        name, of_class = row.name, catalogue.class_by_id[class_id].name
        if len(classes) > 1:
            name = Text(f"{name.it}: {of_class.it}", f"{name.en}: {of_class.en}")
        shots = [at_air(catalogue, class_id, weapon)[kind] for _air, weapon, kind in paths]
        yield replace(row, name=name, cells=tuple(shot.need or NEVER for shot in shots))


def _standing(catalogue: Catalogue) -> set[str]:
    return {one.id for one in catalogue.odds.standing}


def _firers(roster: Roster, catalogue: Catalogue, weapons: Iterable[str]) -> list[str]:
    """Return the classes that fire some of these weapons, in the order of the ruleset."""
    fired = set(weapons)
    carried = {
        squad.class_of(row) if isinstance(row, Figure) else squad.class_
        for squad in roster.squads
        for row in chain[Figure | Vehicle](squad.figures, squad.vehicles)
        if fired.intersection(row.weapons)
    }
    return [item.id for item in catalogue.classes if item.id in carried]
