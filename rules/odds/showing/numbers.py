"""Chances in players' words: “1 in 9”, “2 in 5” if that is exact, otherwise per cent; means with one decimal."""

from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext

from rules.language import active_language

FEW = {Fraction(count, of) for of in range(2, 11) for count in range(1, of)}  # shown as “2 in 5”
SURE = Fraction(1)

Raw = dict[str, Any]  # a question, an answer or a part of one, as plain data


class Said(NamedTuple):
    """A chance in words: what stands small before the large figure, and the figure. A line never breaks within."""

    lead: str
    figure: str

    def __str__(self) -> str:
        return f"{self.lead} {self.figure}".strip().replace(" ", "\N{NO-BREAK SPACE}")


def fraction(chance: Raw) -> Fraction:
    """Return a chance or an expected number of an answer."""
    return Fraction(chance["fraction"])


def said(value: Fraction) -> Said:
    """Return a chance in words: "1 in 4" if that is exact, otherwise per cent. Never and always have no number."""
    if not value:
        return Said("", "–")
    if value == SURE:
        return Said("", gettext("always"))
    if value.numerator == 1 or value in FEW:
        return Said(
            gettext("%(count)s in") % {"count": value.numerator},
            number_format(value.denominator, use_l10n=True),
        )
    return Said("", percent(value))


def of_hundred(value: Fraction) -> str:
    """Return a chance in per cent without the sign: 0 and 100 are what is certain only (99.6 is 99.6)."""
    exact = value * 100
    if exact in (0, 100):
        return str(int(exact))
    if exact < 1 or exact > 99:
        return number_format(min(max(round(float(exact), 1), 0.1), 99.9), 1)
    return str(round(exact))


def percent(value: Fraction) -> str:
    """Return a chance in per cent."""
    text = of_hundred(value)
    return f"{text}\N{NO-BREAK SPACE}%" if active_language() == "it" else f"{text}%"


def mean(value: Fraction) -> str:
    """Return an expected number, with one decimal; two where it is under a tenth."""
    places = 1 if not value or value >= Fraction(1, 10) else 2
    return number_format(round(float(value), places), places)


def share(value: Fraction, of: int = 100) -> str:
    """Return a chance as the length of a bar, as SVG writes numbers whatever the language."""
    return f"{float(value) * of:.2f}"
