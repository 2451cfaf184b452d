"""The difficulty of an action, and the face that a man of some quality needs for it (bi)."""

from rules.core.catalogue.odds.tables import LEVELS, Level


def harder(level: Level | None, steps: int) -> Level | None:
    """Return a level made harder by a number of steps (negative: easier). None: impossible, beyond difficult."""
    place = len(LEVELS) if level is None else LEVELS.index(level)
    moved = max(place + steps, 0)
    return LEVELS[moved] if moved < len(LEVELS) else None


def need_of(level: Level, quality: int, die: int) -> int:
    """Return the highest face with which an action succeeds."""
    match level:
        case "very-easy":
            return die
        case "easy":
            return min(2 * quality, die)
        case "normal":
            return quality
    return -(-quality // 2)
