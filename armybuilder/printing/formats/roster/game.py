"""The game strip of a roster: initiative, turns, objectives and defeat points, if the ruleset has them."""

from dataclasses import dataclass
from math import gcd

from armybuilder.lists.words import signed
from armybuilder.printing.layout.words import SMALL_BOX
from armybuilder.printing.units.morale import track
from armybuilder.printing.units.setting import Setting
from rules.core.advice import initiative_of
from rules.core.catalogue.catalogue import Catalogue

ACTIVE_TURNS = 8  # boxes for active turns, each of which takes 1 from the next roll
DEFEAT_IN_A_LINE = 20  # boxes


@dataclass(frozen=True, slots=True)
class GameStrip:
    """The counters of a game: numbers with boxes; "" if the ruleset does not have one.

    `initiative` is the roll, and `active` is the track of active turns. The turn track ends at the last possible turn,
    with a bar where the dice of `limit` start to count. Both sides have `objectives`, and lines of boxes for defeat
    points, worth `defeat_step` each: `defeat` has each line with its total points.
    """

    initiative: str
    active: str
    turns: str
    limit: str
    objectives: str
    defeat_step: int
    defeat: tuple[tuple[str, int], ...]


def game_strip(setting: Setting) -> GameStrip | None:
    """Return the counters for a list's player; None in a ruleset without any."""
    catalogue, numbers = setting.catalogue, setting.catalogue.procedures
    initiative, step = _initiative(setting), defeat_step(catalogue)
    if not (initiative or step or numbers.turns or numbers.objectives):
        return None
    rolled = catalogue.odds.initiative.turn if catalogue.odds.initiative else None
    first, dice = numbers.turns or 0, numbers.turn_dice or 0
    boxes, worth = SMALL_BOX * DEFEAT_IN_A_LINE, DEFEAT_IN_A_LINE * step
    return GameStrip(
        initiative=initiative,
        active=track(range(-1, -ACTIVE_TURNS - 1, -1)) if initiative and rolled and rolled.turns else "",
        turns=track(range(1, first + dice * catalogue.die + 1), first) if first else "",
        limit=turn_limit(catalogue),
        objectives=track(range(1, (numbers.objectives or 0) + 1)),
        defeat_step=step,
        defeat=((boxes, worth), (boxes, 2 * worth)) if step else (),
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
