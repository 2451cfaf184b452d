"""The rules of the handbook about one entry, and the defeat points for a lost man."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from armybuilder.printing.formats.cards.grid import Grid, rules_grid
from armybuilder.printing.layout.words import Fact
from armybuilder.printing.units.setting import Setting
from armybuilder.printing.units.squads import Unit
from rules.core.catalogue.handbook import PrintedRow, PrintedTable, Subjects
from rules.core.document.roster import Figure, Vehicle
from rules.core.handbook_for_list import concerns
from rules.core.text import Text

TABLE_LEAST = 3  # rows of numbers
LISTED = 4  # rows: so many have a line each
OF_INDIRECT_FIRE = ("indirect", "blast")


def rules_about(has: Subjects, setting: Setting) -> Iterator[Fact | Grid]:
    """Yield the handbook's rows on these subjects, table by table, except rows that apply to everyone.

    The title of the table makes a row like "Flak jacket −1" clear. A class counts only for rows that combine it with
    another subject, and a weapon only for indirect fire: other rows repeat numbers and notes of the card.
    """
    tables = [table for table in setting.used.handbook if table.topic == "indirect"]
    indirect = {weapon for table in tables for row in table.rows for weapon in row.about.weapons}
    weapons = tuple(weapon for weapon in has.weapons if weapon in indirect)
    for table in setting.used.handbook:
        shot = weapons if table.topic in OF_INDIRECT_FIRE else ()
        together = replace(has, weapons=shot or has.weapons)
        alone = replace(has, weapons=shot, classes=())
        rows = [
            row
            for row in table.rows
            if not row.about.everyone and concerns(row.about, together if row.about.together else alone)
        ]
        told = [_told(row, table, setting) for row in rows]
        if grid := _table(table, rows, setting):
            yield grid
        elif len(told) < LISTED:
            text = " ".join(f"{rule.label}: {rule.text}" if rule.text else rule.label for rule in told)
            yield from [Fact(setting.say(table.name), text)] if told else []
        else:
            yield Fact(setting.say(table.name), "")
            yield from told


def rules_of(unit: Unit) -> Iterator[Fact | Grid]:
    """Yield the rules on a man’s roles and kit or a vehicle's traits, and on weapons of indirect fire."""
    row = unit.row
    if isinstance(row, Vehicle):
        has = Subjects(traits=row.traits, weapons=row.weapons)
    else:
        has = Subjects(classes=(unit.class_,), roles=row.roles, kit=row.kit, weapons=row.weapons)
    return rules_about(has, unit.setting)


def shared_rules(rules: Iterable[Sequence[Fact | Grid]]) -> list[Fact | Grid]:
    """Return the rules shared by several rows of a squad's men, for the squad's card."""
    told = Counter(fact for of_row in rules for fact in of_row)
    return [fact for fact, rows in told.items() if rows > 1]


def defeat_points(figure: Figure, unit: Unit) -> int | None:
    """Return the defeat points for a lost man (rth §15.0, bn §14.0), None if the handbook has none."""
    tables = (table for table in unit.setting.used.handbook if table.topic == "defeat-points")
    rows = [row for table in tables for row in table.rows]
    for kind in ("leader", "man") if figure.leadership else ("man",):
        for row in rows:
            if row.counts == kind and (not row.about.classes or unit.class_ in row.about.classes):
                return int(str(row.cells[0]))
    return None


def _table(table: PrintedTable, rows: Sequence[PrintedRow], setting: Setting) -> Grid | None:
    """Return rows of numbers as a table, None for few rows or for sentences."""
    plain = len(rows) >= TABLE_LEAST and len(table.columns) > 1
    if not plain or any(row.text or len(row.cells) < len(table.columns) for row in rows):
        return None
    return rules_grid(
        setting.say(table.name),
        [setting.say(column) for column in table.columns],
        [(setting.say(row.name), [setting.cell(cell) for cell in row.cells]) for row in rows],
    )


def _told(row: PrintedRow, table: PrintedTable, setting: Setting) -> Fact:
    """Return the name of a row, and its rule as a sentence. A cell has its column's heading unless it is alone."""
    cells = []
    for at, cell in enumerate(row.cells):
        if cell is not None:
            text = setting.cell(cell)
            is_plain = len(table.columns) == 1 and (isinstance(cell, Text) or text.startswith(("+", "−")))
            head = setting.say(table.columns[at]) if at < len(table.columns) and not is_plain else ""
            cells.append(f"{head} {text}".strip())
    said = ". ".join(part for part in (", ".join(cells), setting.say(row.text) if row.text else "") if part)
    name = setting.say(row.name)
    return Fact(name, f"{said.removesuffix('.')}.") if said else Fact(f"{name.removesuffix('.')}.", "")
