"""The game strip of a roster: initiative, turns, objectives and defeat points, if the ruleset has them."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import gcd

from django.utils.translation import gettext

from armybuilder.lists.words import minus, signed
from armybuilder.printing.units.morale import lines_of_losses, over_boxes
from rules.core.advice import initiative_of
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster

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


def game_strip(roster: Roster, catalogue: Catalogue) -> GameStrip | None:
    """Return the counters for a list's player; None in a ruleset without any."""
    initiative, step = _initiative(roster, catalogue), defeat_step(catalogue)
    rolled = catalogue.odds.initiative.turn if catalogue.odds.initiative else None
    counts_turns = bool(initiative and rolled and rolled.turns)
    numbers = catalogue.procedures
    if not (initiative or step or numbers.turns or numbers.objectives):
        return None
    return GameStrip(
        initiative=initiative,
        active=over_boxes([minus(-number) for number in range(1, ACTIVE_TURNS + 1)]) if counts_turns else "",
        turns="\n".join(_turns(catalogue)),
        limit=turn_limit(catalogue),
        objectives=over_boxes([*map(str, range(1, numbers.objectives + 1))] * 2)
        if numbers.objectives
        else "",
        defeat_step=step,
        defeat="\n".join(_defeat(step)) if step else "",
    )


def _initiative(roster: Roster, catalogue: Catalogue) -> str:
    """Say "2d6 + 5" in a game that counts troops or leaders in the roll."""
    rolled = catalogue.odds.initiative.turn if catalogue.odds.initiative else None
    bonus = initiative_of(roster, catalogue)
    if rolled is None or bonus is None or not (rolled.characteristic or rolled.leadership):
        return ""
    return f"{_dice(rolled.dice, rolled.die or catalogue.die)} {_spaced(bonus)}".rstrip()


def _dice(count: int, die: int) -> str:
    return f"{'' if count == 1 else count}d{die}"


def _spaced(bonus: int) -> str:
    """Return a bonus with a space between sign and number, "" for none."""
    text = signed(bonus) if bonus else ""
    return f"{text[:1]} {text[1:]}".strip()


def _turns(catalogue: Catalogue) -> Iterator[str]:
    """Yield the possible turns of a game, with a bar after the certain turns."""
    least, dice = catalogue.procedures.turns, catalogue.procedures.turn_dice or 0
    if least is not None:
        for line in lines_of_losses(least + dice * catalogue.die, IN_A_LINE, least):
            yield over_boxes(line)


def turn_limit(catalogue: Catalogue) -> str:
    """Return the last turn as "10 + d6", "" without a limit."""
    least, dice = catalogue.procedures.turns, catalogue.procedures.turn_dice
    if least is None:
        return ""
    return f"{least} + {_dice(dice, catalogue.die)}" if dice else str(least)


def defeat_step(catalogue: Catalogue) -> int:
    """Return the value of a box of defeat points, their common divisor; 0 without defeat points."""
    return gcd(
        *(
            cell
            for table in catalogue.handbook
            if table.topic == "defeat-points"
            for row in table.rows
            for cell in row.cells
            if isinstance(cell, int)
        )
    )


def _defeat(step: int) -> Iterator[str]:
    """Yield the lines of boxes, ours first."""
    for whose in ("", f" · {gettext('The enemy’s')}"):
        for line in range(1, DEFEAT_LINES + 1):
            yield f"{SMALL_BOX * DEFEAT_IN_A_LINE} {line * DEFEAT_IN_A_LINE * step}{whose}"
