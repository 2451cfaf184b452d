"""How lucky the dice were that were rolled here, exactly."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from msgspec import Struct

from rules.core.game.events import Rolled
from rules.core.odds.chances import at_least, at_most


class Luck(Struct, frozen=True):
    """How many dice had something to pass, how many did, how many do in the mean, and the chance of so few or fewer."""

    dice: int
    passed: int
    expected: Fraction
    chance: Fraction


def luck_of(rolls: Iterable[Rolled]) -> Luck | None:
    """Return how lucky all rolls of a side were together; None: none of them had anything to pass."""
    chances = [one for roll in rolls for one in _dice(roll)]
    if not chances:
        return None
    passed = sum(done for _chance, done in chances)
    spread = [Fraction(1)]
    for chance, _done in chances:
        missed = [*(part * (1 - chance) for part in spread), Fraction(0)]
        made = [Fraction(0), *(part * chance for part in spread)]
        spread = [some + more for some, more in zip(missed, made, strict=True)]
    expected = sum((chance for chance, _done in chances), Fraction(0))
    return Luck(len(chances), passed, expected, sum(spread[: passed + 1], Fraction(0)))


def _dice(roll: Rolled) -> Iterator[tuple[Fraction, bool]]:
    """Yield the chance of each die that had something to pass, and whether it did."""
    for face in roll.faces:
        if roll.at_least is not None:
            yield at_least(roll.at_least, roll.die), face >= roll.at_least
        elif roll.at_most is not None:
            yield at_most(roll.at_most, roll.die), face <= roll.at_most
