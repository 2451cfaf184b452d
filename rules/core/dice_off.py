"""The roll before the game that decides who attacks (rth §4.0)."""

from collections import Counter

from rules.core.catalogue import HOUSE, Catalogue, Stat
from rules.core.roster import Roster

INITIATIVE = "initiative"  # the characteristic that is added to 2d6


def has_dice_off(catalogue: Catalogue) -> bool:
    """Return whether the ruleset's own text has an attacker and a defender: elsewhere the two roles are the house's."""
    return any(item.id == "attacker" and item.source != HOUSE for item in catalogue.formats)


def dice_off_bonus(roster: Roster, catalogue: Catalogue) -> int | None:
    """Return what a force adds to its 2d6: the initiative and morale of its troops (rth §4.0). None: it has no troops.

    The text does not say whose counts where troop classes are mixed. A reading: that of the most numerous class, on a
    tie the lower one, as for the morale of a mixed squad (§12.0).
    """
    men: Counter[int] = Counter()
    for squad in roster.squads:
        for figure in squad.figures:
            known = catalogue.class_by_id.get(squad.class_of(figure))
            value = known.stats.get(INITIATIVE) if known else None
            if value is not None:
                men[value.value if isinstance(value, Stat) else value] += figure.count
    return min(men, key=lambda bonus: (-men[bonus], bonus), default=None)
