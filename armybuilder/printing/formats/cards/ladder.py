"""The ranking of troop classes as shades and pips, also legible in greyscale."""

from rules.core.catalogue.catalogue import Catalogue, TroopClass

STEPS = {"R": 5, "I": 3}  # shades in style.css
FULL = {"R": "■", "I": "●"}
EMPTY = {"R": "□", "I": "○"}


def shade(troops: TroopClass | None, catalogue: Catalogue) -> str:
    """Return the CSS class: R1 is the best of the regulars, I1 of the irregulars; "" if the class has no rank."""
    if troops is None or troops.rank is None:
        return ""
    side = _side(troops, catalogue)
    return f"{side}{min(troops.rank, STEPS[side])}"


def pips(troops: TroopClass | None, catalogue: Catalogue) -> str:
    """Return the pips: one per rank of its side, filled from the class's own rank down."""
    if troops is None or troops.rank is None:
        return ""
    side = _side(troops, catalogue)
    rungs = max(item.rank or 0 for item in catalogue.classes if item.side == troops.side)
    full = rungs + 1 - troops.rank
    return FULL[side] * full + EMPTY[side] * (rungs - full)


def _side(troops: TroopClass, catalogue: Catalogue) -> str:
    first = catalogue.sides[0].id if catalogue.sides else troops.side
    return "R" if troops.side == first else "I"
