"""Morale by losses (rth, bn §12.0): the dice, a box for each loss, the faces that fail; also defeat points."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext

from armybuilder.lists.words import NO_BREAK
from armybuilder.printing.layout.words import SMALL_BOX, Fact, cited, inside
from armybuilder.printing.units.setting import Setting
from rules.core import procedures
from rules.core.catalogue.handbook import PrintedRow, PrintedTable, Subjects, Topic
from rules.core.text import minus


@dataclass(frozen=True, slots=True)
class Morale:
    """The morale test: its dice, the class that sets them, and a box for each loss.

    A platoon adds `per_squad` dice, one for each squad that has not lost half of its men. A bar in `losses` follows the
    last that leaves half of the men: until then, the highest face of the die passes. With `half_of_each`, it passes
    while each squad has half of its men, and there is no bar. `leaders` count `leader_more` extra losses: the squad
    commanders, or `every_leader`. `faces` are the losses at which each face of the best die fails, from 1.
    """

    dice: int
    troops: str
    per_squad: int
    losses: str
    faces: list[str]
    source: str
    leaders: int
    leader_more: int
    half_of_each: bool
    every_leader: bool

    @property
    def leader_boxes(self) -> str:
        """A box for each leader that counts more."""
        return SMALL_BOX * self.leaders


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
    return Morale(
        dice=procedures.morale_dice(catalogue, troops.id) or 0,
        troops=setting.say(troops.name),
        per_squad=squads if squads > 1 else 0,
        losses=track(range(1, men + 1), 0 if half_of_each else procedures.lost_at_half(men)),
        faces=list(_faces(catalogue.die)),
        source=level.source,
        leaders=len(procedures.leaders_counted(roster, readings)),
        leader_more=leader_losses - 1,
        half_of_each=half_of_each,
        every_leader=readings.every_leader,
    )


def track(numbers: Iterable[int], bar: int = 0) -> str:
    """Return numbers, each with a box to tick, and a bar behind the number `bar`: "1▢ 2▢ | 3▢"."""
    return " ".join(f"{minus(number)}{NO_BREAK}{SMALL_BOX}{' |' if number == bar else ''}" for number in numbers)


def lines_of_losses(men: int, in_a_line: int, bar: int) -> Iterator[list[str]]:
    """Yield the numbers of losses in lines, with a bar after `bar` losses, or no bar for 0."""
    numbers = [f"{number} |" if number == bar else str(number) for number in range(1, men + 1)]
    for start in range(0, men, in_a_line):
        yield numbers[start : start + in_a_line]


def _faces(die: int) -> Iterator[str]:
    for face in range(1, die):
        yield str(procedures.losses_failed(face, half_remain=True, die=die))
    losses = procedures.losses_failed(die, half_remain=False, die=die)
    yield gettext("%(losses)s, under half") % {"losses": losses}


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
