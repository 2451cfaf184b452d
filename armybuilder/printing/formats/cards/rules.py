"""Handbook rules of one entry, and the defeat points for a lost man."""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from armybuilder.printing.formats.roster.fire import Setting
from armybuilder.printing.layout.words import Fact
from rules.core.catalogue.handbook import PrintedRow, PrintedTable, Subjects
from rules.core.document.roster import Figure, Squad
from rules.core.handbook_for_list import concerns
from rules.core.text import Text


def rules_about(has: Subjects, setting: Setting) -> Iterator[Fact]:
    """Yield the handbook's rows on these subjects, but not those that hold for everyone: of each table together.

    They stand under its title, without which a row such as "Flak jacket −1" does not say what it is about. A class
    counts only for the rows on it together with something else.
    """
    without = replace(has, classes=())
    for table in setting.handbook:
        rows = [
            row
            for row in table.rows
            if not row.about.everyone and concerns(row.about, has if row.about.together else without)
        ]
        if rows:
            yield Fact(setting.say(table.name), " ".join(_told(row, table, setting) for row in rows))


def rules_of_man(figure: Figure, class_id: str, setting: Setting) -> Iterator[Fact]:
    """Yield the rules on a man’s roles and kit."""
    return rules_about(Subjects(classes=(class_id,), roles=figure.roles, kit=figure.kit), setting)


def shared_rules(squad: Squad, setting: Setting) -> list[Fact]:
    """Return the rules that several rows of a squad lean on, which its card says once for all of them."""
    told = Counter(
        fact for figure in squad.figures for fact in rules_of_man(figure, squad.class_of(figure), setting)
    )
    return [fact for fact, rows in told.items() if rows > 1]


def _told(row: PrintedRow, table: PrintedTable, setting: Setting) -> str:
    """Return the name of a row, and its rule as a sentence."""
    name, said = setting.say(row.name), _said(row, table, setting)
    if not said:
        return f"{name}."
    return f"{name}: {said}" if said.endswith(".") else f"{name}: {said}."


def _said(row: PrintedRow, table: PrintedTable, setting: Setting) -> str:
    """Return the cells and the rule. Each cell has the head of its column, unless it is a single one."""
    cells = []
    for at, cell in enumerate(row.cells):
        if cell is not None:
            text = setting.say(cell) if isinstance(cell, Text) else str(cell)
            is_plain = len(table.columns) == 1 and (isinstance(cell, Text) or text.startswith(("+", "−")))
            head = setting.say(table.columns[at]) if at < len(table.columns) and not is_plain else ""
            cells.append(f"{head} {text}".strip())
    said = ", ".join(cells)
    rule = setting.say(row.text) if row.text else ""
    return f"{said}. {rule}" if said and rule else said or rule


def defeat_points(figure: Figure, class_id: str, setting: Setting) -> int | None:
    """Return the defeat points for a lost man of the list (rth §15.0, bn §14.0), None if the handbook has none."""
    rows = [row for table in setting.handbook if table.topic == "defeat-points" for row in table.rows]
    for kind in ("leader", "man") if figure.leadership else ("man",):
        for row in rows:
            if row.counts == kind and (not row.about.classes or class_id in row.about.classes):
                return int(str(row.cells[0]))
    return None
