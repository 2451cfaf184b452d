"""The words about a completion: each sentence when it is true, for three suggestions."""

from fractions import Fraction

import pytest
from django.utils.translation import override

from armybuilder.lists.builder.completing import Gained, words_of


def gained(*kills: int, staying: int = 1) -> Gained:
    return Gained(dict(zip((25, 50, 100), (Fraction(one) for one in kills), strict=True)), Fraction(staying))


PLAIN = gained(1, 2, 1)


@pytest.mark.parametrize(
    ("one", "others", "said"),
    [
        (gained(2, 3, 2), [PLAIN, PLAIN], "The most firepower at every distance."),
        (gained(2, 2, 1), [PLAIN, PLAIN], "Best at close range."),
        (gained(1, 2, 2), [PLAIN], "Best at long range."),
        (gained(2, 2, 2), [PLAIN], "Best at close range."),
        (PLAIN, [PLAIN], "It gains most up to 50 cm."),
        (PLAIN, [], "It gains most up to 50 cm."),
        (gained(0, 0, 0), [PLAIN], "No extra expected kills."),
        (gained(0, 0, 0, staying=0), [PLAIN], "No extra expected kills. Staying power is unchanged."),
        (
            gained(1, 2, 1, staying=2),
            [PLAIN, PLAIN],
            "It gains most up to 50 cm. It holds out longest.",
        ),
        (
            gained(2, 3, 2, staying=2),
            [gained(1, 1, 1, staying=2)],
            "The most firepower at every distance.",
        ),
    ],
)
def test_each_sentence_is_said_where_it_is_true(one: Gained, others: list[Gained], said: str) -> None:
    with override("en"):
        assert words_of(one, others) == said
