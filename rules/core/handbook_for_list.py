"""The handbook for a list: the rows that concern it, with the numbers of its men."""

from collections.abc import Iterator
from itertools import chain

from msgspec.structs import replace

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.entry import TABLES
from rules.core.catalogue.handbook import (
    HandbookRow,
    NumberPath,
    PrintedCell,
    PrintedRow,
    PrintedTable,
    Subjects,
)
from rules.core.document.roster import Figure, Roster, Vehicle
from rules.core.odds import at_air, printed_handbook, rolls_in_hand
from rules.core.text import Text

NEVER = Text("mai", "never")
IN_NUMBERS = ("hit", "hit-air")  # rolls whose numbers are those of the men


def concerns(about: Subjects, has: Subjects) -> bool:
    """Return whether a rule holds for someone who has this: for everyone, or one subject of one kind is in both.

    Of a rule on several kinds `together`, one of each.
    """
    kinds = [(getattr(about, table), getattr(has, table)) for table in TABLES]
    shared = [not set(ours).isdisjoint(theirs) for ours, theirs in kinds if ours]
    return about.everyone or (all(shared) if about.together else any(shared))


def tables_for(roster: Roster, catalogue: Catalogue, has: Subjects) -> Iterator[PrintedTable]:
    """Yield the tables of the handbook with the rows for a list, fire at what flies with the numbers of its men."""
    for table, typed in zip(printed_handbook(catalogue), catalogue.handbook, strict=True):
        rows = [
            found
            for row, of_row in zip(table.rows, typed.rows, strict=True)
            if concerns(row.about, has) and catalogue.applies(roster.rulings, row.about.under)
            for found in _in_hand(row, of_row, roster, catalogue)
        ]
        if rows:
            yield replace(table, rows=tuple(rows))


def _in_hand(row: PrintedRow, typed: HandbookRow, roster: Roster, catalogue: Catalogue) -> Iterator[PrintedRow]:
    """Yield a row; of numbers at what flies one for each class that has the weapon.

    None of what a class or a range band adds to fire, which is in the numbers of its men.
    """
    paths = [cell for cell in typed.cells if isinstance(cell, tuple)]
    by_range = catalogue.odds.method == "range"
    standing = {one.id for one in catalogue.odds.standing}
    if any(path[0] == "modifier" and path[1] in standing and path[2] in IN_NUMBERS for path in paths):
        return
    if catalogue.odds.method == "quality" and any(path[0] == "band" for path in paths):
        return
    if not any((len(path) > 2 and path[0] == "air") or (path[:1] == ("band",) and by_range) for path in paths):
        yield row
        return
    classes = _firers(roster, catalogue, row.about)
    if not classes:
        yield row
    for class_id in classes:
        name, of_class = row.name, catalogue.class_by_id[class_id].name
        if len(classes) > 1:
            name = Text(f"{name.it}: {of_class.it}", f"{name.en}: {of_class.en}")
        yield replace(row, name=name, cells=tuple(_number(path, class_id, catalogue) for path in paths))


def _number(path: NumberPath, class_id: str, catalogue: Catalogue) -> PrintedCell:
    """Return the number of men of a class: against what flies, or within all or half of a range."""
    if path[0] == "air":
        return at_air(catalogue, class_id, path[1])[path[2]].need or NEVER
    air = catalogue.odds.air
    weapon = next(item.id for item in catalogue.weapons if air is None or item.id not in air.only)
    near, full = rolls_in_hand(catalogue, class_id, weapon)[0].bands
    need = (near if path[1] == "near" else full).shot.need or {}
    return f"{next(iter(need.values()), catalogue.die)}–{catalogue.die}"


def _firers(roster: Roster, catalogue: Catalogue, about: Subjects) -> list[str]:
    """Return the classes that fire some of a row's weapons, or any, in the order of the ruleset."""
    carried = {
        squad.class_of(row) if isinstance(row, Figure) else squad.class_
        for squad in roster.squads
        for row in chain[Figure | Vehicle](squad.figures, squad.vehicles)
        if about.everyone or set(about.weapons).intersection(row.weapons)
    }
    return [item.id for item in catalogue.classes if item.id in carried]
