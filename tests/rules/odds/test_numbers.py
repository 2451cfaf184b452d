"""Chances in words and figures."""

from fractions import Fraction

import pytest
from django.utils.translation import override

from rules.odds.numbers import mean, nearest, percent, said


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("1/9", (1, 9)),
        ("1/18", (1, 18)),
        ("1/400", (1, 400)),
        ("3/8", (1, 3)),
        ("2/5", (2, 5)),
        ("41/100", (2, 5)),
        ("1/2", (1, 2)),
        ("52/100", (1, 2)),
        ("59/100", (3, 5)),
        ("5/8", (2, 3)),
        ("3/4", (3, 4)),
        ("5/6", (5, 6)),
        ("999/1000", (999, 1000)),
    ],
)
def test_a_chance_is_the_nearest_of_few(value: str, expected: tuple[int, int]) -> None:
    assert nearest(Fraction(value)) == expected


@pytest.mark.parametrize(
    ("value", "english", "italian"),
    [
        ("0", "–", "–"),
        ("1", "always", "sempre"),
        ("1/9", "1\xa0in\xa09", "1\xa0su\xa09"),
        ("2/5", "2\xa0in\xa05", "2\xa0su\xa05"),
    ],
)
def test_a_chance_in_words(value: str, english: str, italian: str) -> None:
    with override("en"):
        assert str(said(Fraction(value))) == english
    with override("it"):
        assert str(said(Fraction(value))) == italian


@pytest.mark.parametrize(
    ("value", "english", "italian"),
    [
        ("0", "0%", "0\xa0%"),
        ("1", "100%", "100\xa0%"),
        ("1/2", "50%", "50\xa0%"),
        ("996/1000", "99.6%", "99,6\xa0%"),
        ("99999/100000", "99.9%", "99,9\xa0%"),
        ("1/1296", "0.1%", "0,1\xa0%"),
        ("1/100000", "0.1%", "0,1\xa0%"),
    ],
)
def test_only_what_is_certain_is_a_hundred(value: str, english: str, italian: str) -> None:
    with override("en"):
        assert percent(Fraction(value)) == english
    with override("it"):
        assert percent(Fraction(value)) == italian


def test_a_mean_is_rounded_not_cut() -> None:
    with override("it"):
        assert [mean(Fraction(text)) for text in ("2/3", "0", "1/18", "5")] == ["0,7", "0,0", "0,06", "5,0"]
