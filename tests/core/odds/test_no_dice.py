"""A man whose number of dice is below zero, in a variant, rolls none."""

from fractions import Fraction

import pytest

from rules.core.odds.dice import ALWAYS, highest_at_least, successes


@pytest.mark.parametrize("dice", [0, -1, -99])
def test_no_dice_never_succeed(dice: int) -> None:
    assert highest_at_least(dice, 10, 4) == 0
    assert successes(dice, Fraction(1, 2)) == (ALWAYS,)
