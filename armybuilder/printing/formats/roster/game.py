"""The game strip of a roster: initiative, turns, objectives and defeat points, if the ruleset has them."""

from dataclasses import dataclass
from math import gcd

from django.utils.translation import gettext

from armybuilder.lists.words import signed
from armybuilder.printing.units.morale import lines_of_losses, over_boxes
from armybuilder.printing.units.setting import Setting
from rules.core.advice import initiative_of
from rules.core.catalogue.catalogue import Catalogue
from rules.core.text import minus

IN_A_LINE = 8  # boxes with numbers
ACTIVE_TURNS = 8  # boxes for active turns, each of which takes 1 from the next roll
DEFEAT_LINES, DEFEAT_IN_A_LINE = 2, 20  # of boxes, for each side

SMALL_BOX = "▢"  # in squadra-signs.ttf, closer together


@dataclass(frozen=True, slots=True)
class GameStrip:
    """The counters of a game: lines of numbers with boxes under them; "" if the ruleset does not have one.

    `initiative` is the roll, and `active` is the track of active turns. The turn track ends at the last possible turn,
    with a bar where the dice of `limit` start to count. Each side has `objectives`, and lines of boxes for `defeat`
    points, worth `defeat_step` each, with their total points.
    """

    initiative: str
    active: str
    turns: str
    limit: str
    objectives: str
    defeat_step: int
    defeat: str


def game_strip(setting: Setting) -> GameStrip | None:
    """Return the counters for a list's player; None in a ruleset without any."""
    catalogue, numbers = setting.catalogue, setting.catalogue.procedures
    initiative, step = _initiative(setting), defeat_step(catalogue)
    if not (initiative or step or numbers.turns or numbers.objectives):
        return None
    rolled = catalogue.odds.initiative.turn if catalogue.odds.initiative else None
    active = [minus(-number) for number in range(1, ACTIVE_TURNS + 1)]
    objectives = [str(number + 1) for number in range(numbers.objectives or 0)]
    return GameStrip(
        initiative=initiative,
        active=over_boxes(active) if initiative and rolled and rolled.turns else "",
        turns=_turns(catalogue),
        limit=turn_limit(catalogue),
        objectives=over_boxes(objectives * 2) if objectives else "",
        defeat_step=step,
        defeat=_defeat(step) if step else "",
    )


def _initiative(setting: Setting) -> str:
    """Say "2d6 + 5" in a game that counts troops or leaders in the roll."""
    counted, bonus = setting.catalogue.odds.initiative, initiative_of(setting.roster, setting.catalogue)
    if counted is None or bonus is None:
        return ""
    dice = _dice(counted.turn.dice, counted.turn.die or setting.catalogue.die)
    return f"{dice} {signed(bonus)[0]} {signed(bonus)[1:]}" if bonus else dice


def _dice(count: int, die: int) -> str:
    return f"{'' if count == 1 else count}d{die}"


def _turns(catalogue: Catalogue) -> str:
    """Return the possible turns of a game, with a bar after the certain turns."""
    least, dice = catalogue.procedures.turns, catalogue.procedures.turn_dice or 0
    if least is None:
        return ""
    return "\n".join(map(over_boxes, lines_of_losses(least + dice * catalogue.die, IN_A_LINE, least)))


def turn_limit(catalogue: Catalogue) -> str:
    """Return the last turn as "10 + d6", "" without a limit."""
    least, dice = catalogue.procedures.turns, catalogue.procedures.turn_dice
    if least is None:
        return ""
    return f"{least} + {_dice(dice, catalogue.die)}" if dice else str(least)


def defeat_step(catalogue: Catalogue) -> int:
    """Return the value of a box of defeat points, their common divisor; 0 without defeat points."""
    tables = (table for table in catalogue.handbook if table.topic == "defeat-points")
    cells = (cell for table in tables for row in table.rows for cell in row.cells)
    return gcd(*(cell for cell in cells if isinstance(cell, int)))


def _defeat(step: int) -> str:
    """Return the lines of boxes, ours first."""
    return "\n".join(
        f"{SMALL_BOX * DEFEAT_IN_A_LINE} {line * DEFEAT_IN_A_LINE * step}{whose}"
        for whose in ("", f" · {gettext('The enemy’s')}")
        for line in range(1, DEFEAT_LINES + 1)
    )
