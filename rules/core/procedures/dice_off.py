"""The roll before the game that decides who attacks (rth §4.0)."""

from collections import Counter
from collections.abc import Iterable

from rules.core.catalogue.catalogue import HOUSE, Catalogue, Stat
from rules.core.document.roster import Squad

ROLE = "attacker"  # the format of lists whose paragraph has the roll, and the turns
DICE_OFF = 2  # dice that each rolls
INITIATIVE = "initiative"  # the characteristic that is added to 2d6


def attack_source(catalogue: Catalogue) -> str:
    """Return the paragraph of who attacks and for how long (rth §4.0); "": the ruleset's own text has no attacker."""
    sources = (item.source for item in catalogue.formats if item.id == ROLE and item.source != HOUSE)
    return next(sources, "")


def has_dice_off(catalogue: Catalogue) -> bool:
    """Return whether the ruleset's own text has an attacker and a defender: elsewhere the two roles are the house's."""
    return bool(attack_source(catalogue))


def turn_limits(catalogue: Catalogue) -> range:
    """Return the numbers of turns that the dice can give (rth §4.0); empty if the rules set no limit."""
    numbers = catalogue.procedures
    if numbers.turns is None or numbers.turn_dice is None:
        return range(0)
    return range(numbers.turns + numbers.turn_dice, numbers.turns + numbers.turn_dice * catalogue.die + 1)


def dice_off_bonus(squads: Iterable[Squad], catalogue: Catalogue) -> int | None:
    """Return what a force of these squads adds to its 2d6: initiative and morale (rth §4.0). None: it has no troops.

    The text does not say whose counts where troop classes are mixed. A reading: that of the most numerous class, on a
    tie the lower one, as for the morale of a mixed squad (§12.0).
    """
    men: Counter[int] = Counter()
    for squad in squads:
        for figure in squad.figures:
            known = catalogue.class_by_id.get(squad.class_of(figure))
            value = known.stats.get(INITIATIVE) if known else None
            if value is not None:
                men[value.value if isinstance(value, Stat) else value] += figure.count
    return min(men, key=lambda bonus: (-men[bonus], bonus), default=None)
