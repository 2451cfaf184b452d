"""The ranking of troop classes as shades and pips, which are also legible in grey."""

from rules.core.catalogue.catalogue import Catalogue, TroopClass

STEPS = {"R": 5, "I": 3}  # shades of style.css
FULL = {"R": "■", "I": "●"}
EMPTY = {"R": "□", "I": "○"}


def shade(troops: TroopClass | None, catalogue: Catalogue) -> str:
    """Return the class of style.css: R1 is the best of a ladder, I1 of the second (irregulars); "" off both."""
    if troops is None or troops.rank is None:
        return ""
    side = _side(troops, catalogue)
    return f"{side}{min(troops.rank, STEPS[side])}"


def pips(troops: TroopClass | None, catalogue: Catalogue) -> str:
    """Return the pips: as many as there are rungs on its side's ladder, full from the class's own rung down."""
    if troops is None or troops.rank is None:
        return ""
    side = _side(troops, catalogue)
    rungs = max(item.rank or 0 for item in catalogue.classes if item.side == troops.side)
    full = rungs + 1 - troops.rank
    return FULL[side] * full + EMPTY[side] * (rungs - full)


def _side(troops: TroopClass, catalogue: Catalogue) -> str:
    first = catalogue.sides[0].id if catalogue.sides else troops.side
    return "R" if troops.side == first else "I"
