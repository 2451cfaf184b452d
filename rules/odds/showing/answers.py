"""Parts of answers: chances in words, large figures, a sentence, a bar of outcomes, charts with tables."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext, pgettext

from rules.core.text import signed
from rules.language import active_language
from rules.odds.showing.words import HARMLESS, LOST, outcome

FEW = {Fraction(count, of) for of in range(2, 11) for count in range(1, of)}  # shown as “2 in 5”
SURE = Fraction(1)

Raw = dict[str, Any]  # a question, an answer or a part of one, as plain data


class ChanceWords(NamedTuple):
    """A chance in words: the small text before the large figure, and the figure. A line never breaks inside."""

    lead: str
    figure: str

    def __str__(self) -> str:
        return f"{self.lead} {self.figure}".strip().replace(" ", "\N{NO-BREAK SPACE}")


def fraction(chance: Raw) -> Fraction:
    return Fraction(chance["fraction"])


def said(value: Fraction) -> ChanceWords:
    """Return a chance in words: "1 in 4" if that is exact, otherwise per cent. Never and always have no number."""
    if not value:
        return ChanceWords("", "–")
    if value == SURE:
        return ChanceWords("", gettext("always"))
    if is_simple(value):
        lead = gettext("%(count)s in") % {"count": value.numerator}
        return ChanceWords(lead, number_format(value.denominator, use_l10n=True))
    return ChanceWords("", percent(value))


def is_simple(value: Fraction) -> bool:
    """Whether a chance is exactly “1 in 6” or “2 in 5”."""
    return value.numerator == 1 or value in FEW


def of_hundred(value: Fraction) -> str:
    """Return a chance in per cent without the sign: 0 and 100 only for certainty (99.6 is 99.6)."""
    exact = value * 100
    if exact in (0, 100):
        return str(int(exact))
    if exact < 1 or exact > 99:
        return number_format(min(max(round(float(exact), 1), 0.1), 99.9), 1)
    return str(round(exact))


def percent(value: Fraction) -> str:
    text = of_hundred(value)
    return f"{text}\N{NO-BREAK SPACE}%" if active_language() == "it" else f"{text}%"


def times(value: Fraction) -> str:
    """Return the frequency, for inside a sentence."""
    if not value:
        return gettext("never")
    return str(said(value))


def dice_in_words(dice: int) -> str:
    return ngettext("%(count)s die", "%(count)s dice", dice) % {"count": dice}


def modifier_text(modifier: Raw) -> str:
    by = modifier.get("by")
    return "½" if by is None else signed(by)


def needed(need: Raw | None) -> str:
    """Return the successful faces: “5+” for high ones, “1–4” for low ones, “–” for none."""
    if need is None:
        return "–"
    if "at_least" in need:
        return f"{need['at_least']}+"
    return "1" if need["at_most"] == 1 else f"1–{need['at_most']}"


def mean(value: Fraction) -> str:
    """Return an expected number, with one decimal, or two under a tenth."""
    places = 1 if not value or value >= Fraction(1, 10) else 2
    return number_format(round(float(value), places), places)


def share(value: Fraction, of: int = 100) -> str:
    """Return a chance as the length of a bar, as SVG writes numbers in any language."""
    return f"{float(value) * of:.2f}"


MOST_BARS = 9
ROOMY = 6


class Figure(NamedTuple):
    """A chance with its name."""

    label: str
    said: ChanceWords


class Piece(NamedTuple):
    """A piece of the bar: its name, its share in words, its place in thousandths, and its style."""

    label: str
    percent: str
    x: str
    width: str
    kind: str


class Bar(NamedTuple):
    """A column: its label, its chance (`short`: without the sign), its height, whether it is highlighted."""

    label: str
    percent: str
    y: str
    height: str
    is_on: bool = False
    short: str = ""


class Chart(NamedTuple):
    """A chart of chances: heading, note, unit of the columns, and the columns."""

    heading: str
    beside: str
    column: str
    bars: tuple[Bar, ...]

    @property
    def is_narrow(self) -> bool:
        """Whether its columns have no room for %, which is then beside the heading."""
        return len(self.bars) > ROOMY


class WorkingStep(NamedTuple):
    """A step of the working: its text, a formula with its power, the figure, the paragraph."""

    text: str
    figure: str
    source: str = ""
    formula: str = ""
    power: str = ""


class Answer(NamedTuple):
    """An answer as a page shows it."""

    main: Figure
    sentence: str
    figures: tuple[Figure, ...] = ()
    bar: tuple[Piece, ...] = ()
    charts: tuple[Chart, ...] = ()
    steps: tuple[WorkingStep, ...] = ()
    source: str = ""


def lost(answer: Raw) -> Fraction:
    outcomes = answer["target"]["outcomes"]
    return sum((fraction(one) for name, one in outcomes.items() if name in LOST), Fraction(0))


def hit(answer: Raw) -> Fraction:
    return 1 - fraction(answer["target"]["outcomes"]["missed"])


def hits_on_average(answer: Raw) -> Fraction:
    """Return the average number of hits on the target, of which `hit` is the chance of one or more."""
    return average(answer["target"]["hits"])


def average(chances: list[Raw]) -> Fraction:
    return sum((number * fraction(one) for number, one in enumerate(chances)), Fraction(0))


def in_all(raw: Raw, answer: Raw) -> list[Figure]:
    """Return the figure of the average losses among several men."""
    if raw["target"].get("figures", 1) == 1:
        return []
    return [Figure(gettext("Lost on average"), ChanceWords("", mean(fraction(answer["expected_kills"]))))]


def unanswered(label: str, situation: str, answer: Raw) -> Answer:
    because = answer["because"]
    return Answer(
        main=Figure(label, said(Fraction(0))),
        sentence=f"{situation}: {because['text']}.",
        source=because["source"],
    )


def outcome_bar(answer: Raw) -> tuple[Piece, ...]:
    """Return the pieces of a bar of the outcomes, mildest first."""
    return pieces(
        (outcome(name), fraction(one), "full" if name in LOST else "none" if name in HARMLESS else "ground")
        for name, one in answer.get("outcomes", {}).items()
    )


def pieces(parts: Iterable[tuple[str, Fraction, str]]) -> tuple[Piece, ...]:
    """Return the pieces of a bar, each with its name, its chance and its style, without impossible ones."""
    made, start = [], Fraction(0)
    for label, chance, kind in parts:
        if chance:
            made.append(Piece(label, percent(chance), share(start, 1000), share(chance, 1000), kind))
        start += chance
    return tuple(made)


def columns(chances: Mapping[str, Fraction], here: str = "") -> tuple[Bar, ...]:
    """Return a column for each chance, the highest as high as the chart; `here`: the selected one."""
    highest = max(chances.values()) or Fraction(1)
    bars = []
    for label, chance in chances.items():
        y, height = share(1 - chance / highest), share(chance / highest)
        bars.append(Bar(label, percent(chance), y, height, label == here, of_hundred(chance)))
    return tuple(bars)


def numbered(chances: list[Raw], most: int = MOST_BARS) -> dict[str, Fraction]:
    """Return a distribution by number; the last column includes everything beyond it."""
    found = {str(place): fraction(one) for place, one in enumerate(chances[: most - 1])}
    rest = [fraction(one) for one in chances[most - 1 :]]
    if rest:
        found[str(most - 1) + ("+" if len(rest) > 1 else "")] = sum(rest, Fraction(0))
    return found


def bars_of_hits(answer: Raw) -> Chart:
    """Return the chart of the number of hits; of explosives, on the target, wherever they land."""
    hits = answer["target"]["hits"] if "landing" in answer else answer["hits"]
    beside = gettext("%(mean)s on average") % {"mean": mean(average(hits))}
    return Chart(gettext("Number of hits"), beside, pgettext("how many", "Hits"), columns(numbered(hits)))
