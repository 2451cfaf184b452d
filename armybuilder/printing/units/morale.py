"""Morale by losses (rth, bn §12.0): the dice, a box for each loss, the faces that fail; also defeat points."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from armybuilder.lists.words import NO_BREAK
from armybuilder.printing.layout.fit import width
from armybuilder.printing.layout.sizes import SHEET
from armybuilder.printing.layout.words import BOX, Fact, cited, inside
from armybuilder.printing.units.setting import Setting
from rules.core import procedures
from rules.core.catalogue.handbook import PrintedRow, PrintedTable, Subjects, Topic

LOSSES_IN_A_LINE = 10  # boxes of the loss track
BESIDE_AT_MOST = 5  # boxes of men and leaders on one line with their words
BEFORE_NUMBER = NO_BREAK * 3  # plain spaces at the start of a line are lost (printout.py)
TABS_OF_LABEL = 3  # tab stops for the labels


@dataclass(frozen=True, slots=True)
class Morale:
    """The morale test: its dice, the class that sets them, and a box for each loss.

    A platoon adds `per_squad` dice, one for each squad that has not lost half of its men. `losses` are lines of
    numbers, each over its boxes, one for each man, and boxes for leaders. A bar follows the last loss that leaves half
    of the men. Before the bar, the highest face of the die passes. With `half_of_each`, it passes while each squad
    has half of its men, and there is no bar. `leaders` count `leader_more` extra losses: the squad commanders, or
    `every_leader`. `faces` are two lines: each face, and the losses at which it fails.
    """

    dice: int
    troops: str
    per_squad: int
    losses: str
    faces: str
    source: str
    leaders: int
    leader_more: int
    half_of_each: bool
    every_leader: bool


def morale(setting: Setting) -> Morale | None:
    """Return the morale dice of a ruleset that tests morale by losses (`mixed-classes`)."""
    roster, catalogue = setting.roster, setting.catalogue
    level = catalogue.check_by_function.get("mixed-classes")
    leader_losses = catalogue.procedures.leader_losses
    troops = catalogue.class_by_id.get(procedures.majority(roster.squads, catalogue))
    if level is None or leader_losses is None or troops is None:
        return None
    squads = sum(1 for squad in roster.squads if squad.figures)
    men = roster.figure_count
    readings = procedures.readings_of(catalogue, roster.rulings)
    half_of_each = readings.half_of_each and squads > 1
    leaders = len(procedures.leaders_counted(roster, readings))
    return Morale(
        dice=procedures.morale_dice(catalogue, troops.id) or 0,
        troops=setting.say(troops.name),
        per_squad=squads if squads > 1 else 0,
        losses=_losses(men, 0 if half_of_each else procedures.lost_at_half(men), leaders),
        faces=_faces(catalogue.die),
        source=level.source,
        leaders=leaders,
        leader_more=leader_losses - 1,
        half_of_each=half_of_each,
        every_leader=readings.every_leader,
    )


def _losses(men: int, bar: int, leaders: int) -> str:
    """Return the boxes of men and leaders: on one line with the words for leaders, if there is room."""
    lines = "\n".join(map(over_boxes, lines_of_losses(men, LOSSES_IN_A_LINE, bar)))
    led = BOX * min(leaders, LOSSES_IN_A_LINE)
    is_beside = 0 < men % LOSSES_IN_A_LINE <= BESIDE_AT_MOST - leaders
    return (lines + (BEFORE_NUMBER if is_beside else "\n") + led).strip("\n") if led else lines


def over_boxes(numbers: Sequence[str]) -> str:
    """Return a line of numbers, and below it a box under each."""
    return "\t".join(f"{BEFORE_NUMBER}{number}" for number in numbers) + "\n" + BOX * len(numbers)


def lines_of_losses(men: int, in_a_line: int, bar: int) -> Iterator[list[str]]:
    """Yield the numbers of losses in lines, with a bar after `bar` losses, or no bar for 0."""
    numbers = [f"{number} |" if number == bar else str(number) for number in range(1, men + 1)]
    for start in range(0, men, in_a_line):
        yield numbers[start : start + in_a_line]


def _faces(die: int) -> str:
    """Return the faces of the best die, and below each the losses at which it fails."""
    fails = [str(procedures.losses_failed(face, half_remain=True, die=die)) for face in range(1, die)]
    under_half = procedures.losses_failed(die, half_remain=False, die=die)
    fails.append(gettext("%(losses)s, under half") % {"losses": under_half})
    values = [
        (gettext("Best die"), map(str, range(1, die + 1))),
        (gettext("fails with losses"), fails),
    ]
    return "\n".join(label + "\t" * _tabs_after(label) + "\t".join(said) for label, said in values)


def _tabs_after(label: str) -> int:
    """Return the tabs that lead to the same stop whatever the length of a label."""
    return max(1, TABS_OF_LABEL - int(width(label, "barlow-condensed-600-normal", 7.5) / SHEET.tab))


# ── By the handbook ────────────────────────────────────────────────────────────────────────────────────────────────


def morale_rules(setting: Setting) -> Iterator[Fact]:
    """Yield the morale rules of a game that uses neither loss dice nor quality rolls (Ludonet)."""
    numbers = setting.catalogue.procedures
    if numbers.leader_losses is None and numbers.morale_bonus is None:
        for table in _tables("morale", setting):
            for row in table.rows:
                yield Fact(_named(row, setting), setting.say(row.text) if row.text else "")


def defeat_points(setting: Setting) -> Iterator[tuple[Fact, str]]:
    """Yield the defeat points for the list on one line, extras last, with the first table's paragraph.

    A number already given for an extra is left out.
    """
    tables = list(_tables("defeat-points", setting))
    rows = [row for table in tables for row in table.rows if row.cells and not _said_by_extra(row, setting)]
    if rows:
        worth = f"{NO_BREAK}· ".join(_worth(row, setting) for row in rows)
        yield Fact(setting.say(tables[0].name), worth), cited(tables[0].source, setting.catalogue)


def _said_by_extra(row: PrintedRow, setting: Setting) -> bool:
    """Whether the row is about an extra that already gives its number in its text."""
    texts = [setting.catalogue.extra_by_id[item].text.en for item in row.about.extras]
    said = [word.strip(".,;") for text in texts for word in text.split()]
    return row.about == Subjects(extras=row.about.extras) and str(row.cells[0]) in said


def _tables(topic: Topic, setting: Setting) -> Iterator[PrintedTable]:
    """Return the tables of a topic with the rows for the list, except optional rules."""
    return (table for table in setting.used.handbook if table.topic == topic and not table.optional)


def _worth(row: PrintedRow, setting: Setting) -> str:
    """Say "Irregulars 5", and the condition."""
    name, _, worth = _named(row, setting).rpartition(" ")
    named = f"{name}{NO_BREAK}{worth}"
    return f"{named} ({inside(setting.say(row.text))})" if row.text else named


def _named(row: PrintedRow, setting: Setting) -> str:
    cells = (setting.cell(cell) for cell in row.cells if cell is not None)
    return " ".join((setting.say(row.name), *cells))
