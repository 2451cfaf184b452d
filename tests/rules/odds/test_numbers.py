"""Chances in words and figures."""

from fractions import Fraction

import pytest
from django.utils.translation import override

from rules.odds.showing.answers import mean, percent, said


@pytest.mark.parametrize(
    ("value", "english", "italian"),
    [
        ("0", "–", "–"),
        ("1", "always", "sempre"),
        ("1/9", "1\xa0in\xa09", "1\xa0su\xa09"),
        ("1/4", "1\xa0in\xa04", "1\xa0su\xa04"),
        ("22/100", "22%", "22\xa0%"),
        ("2/5", "2\xa0in\xa05", "2\xa0su\xa05"),
        ("9/10", "9\xa0in\xa010", "9\xa0su\xa010"),
        ("10/11", "91%", "91\xa0%"),
        ("1/18", "1\xa0in\xa018", "1\xa0su\xa018"),
        ("999/1000", "99.9%", "99,9\xa0%"),
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
