"""What is said of a completion: each sentence where it is true, of three that are shown."""

from fractions import Fraction

import pytest
from django.utils.translation import override

from armybuilder.lists.builder.completed_words import Gained, words_of


def gained(*kills: int, staying: int = 1) -> Gained:
    return Gained(dict(zip((25, 50, 100), (Fraction(one) for one in kills), strict=True)), Fraction(staying))


PLAIN = gained(1, 2, 1)


@pytest.mark.parametrize(
    ("one", "others", "said"),
    [
        (gained(2, 3, 2), [PLAIN, PLAIN], "The most fire at every distance."),
        (gained(2, 2, 1), [PLAIN, PLAIN], "The best from close up."),
        (gained(1, 2, 2), [PLAIN], "The best from afar."),
        (gained(2, 2, 2), [PLAIN], "The best from close up."),
        (PLAIN, [PLAIN], "It gains most up to 50 cm."),
        (PLAIN, [], "It gains most up to 50 cm."),
        (gained(0, 0, 0), [PLAIN], "Not one expected kill more."),
        (gained(0, 0, 0, staying=0), [PLAIN], "Not one expected kill more. Staying power stays as it is."),
        (
            gained(1, 2, 1, staying=2),
            [PLAIN, PLAIN],
            "It gains most up to 50 cm. It stands longest of them.",
        ),
        (
            gained(2, 3, 2, staying=2),
            [gained(1, 1, 1, staying=2)],
            "The most fire at every distance.",
        ),
    ],
)
def test_each_sentence_is_said_where_it_is_true(one: Gained, others: list[Gained], said: str) -> None:
    with override("en"):
        assert words_of(one, others) == said
