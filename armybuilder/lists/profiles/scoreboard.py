"""The scoreboard of two lists: measure by measure the two values and the better one, and the sum."""

from collections.abc import Iterator
from fractions import Fraction

from django.utils.translation import gettext, ngettext
from msgspec import Struct

from armybuilder.lists.profiles.fire import at_distance, power
from armybuilder.lists.profiles.morale import main_curve
from armybuilder.lists.profiles.profile import Two, armour_of, roll_of
from rules.core.odds import OpposedRoll
from rules.core.text import Language
from rules.odds.showing.answers import mean, percent

HALF = 50  # the length of a full bar, from the middle


class Measure(Struct, frozen=True):
    """A line of the scoreboard: a name, both values in words and as numbers. More is better."""

    name: str
    words: tuple[str, str]
    values: tuple[Fraction, Fraction]

    @property
    def better(self) -> int | None:
        return None if self.words[0] == self.words[1] else int(self.values[1] > self.values[0])

    @property
    def bars(self) -> tuple[int, int]:
        """The lengths of the bars, 0 to 50: the larger value is full."""
        most = max(*self.values, Fraction(1, 100))
        first, second = (round(HALF * max(value, Fraction(0)) / most) for value in self.values)
        return first, second


class Scoreboard(Struct, frozen=True):
    """All measures of two lists, and how many each is better in."""

    measures: tuple[Measure, ...]

    @property
    def wins(self) -> tuple[int, int]:
        better = [measure.better for measure in self.measures]
        return better.count(0), better.count(1)

    @property
    def even(self) -> str:
        count = len(self.measures) - sum(self.wins)
        return ngettext("%(count)s even", "%(count)s even", count) % {"count": count} if count else ""


def scoreboard(lists: Two, language: Language) -> Scoreboard:
    """Return the scoreboard of two lists with profiles for the same question."""
    return Scoreboard(tuple(_measures(lists, language)))


def _measures(lists: Two, language: Language) -> Iterator[Measure]:
    places = range(len(lists[0].profile.distances))
    near, far = min(1, places[-1]), places[-1]
    for place, name in (("open", gettext("Fire in the open")), ("cover", gettext("Fire at cover"))):
        yield _fire(lists, near, place, name)
    if far != near:
        yield _fire(lists, far, "open", gettext("Fire in the open"))
    staying = lists[0].profile.staying.hits["open"], lists[1].profile.staying.hits["open"]
    yield Measure(gettext("Hits until half are out"), (mean(staying[0]), mean(staying[1])), staying)
    men = [one.roster.figure_count for one in lists]
    yield Measure(gettext("Figures"), (str(men[0]), str(men[1])), (Fraction(men[0]), Fraction(men[1])))
    yield from _morale(lists)
    rolls = [(one.strengths.initiative, one.strengths.melee) for one in lists]
    for name, first, second in zip(
        (gettext("Initiative"), gettext("Melee")), rolls[0], rolls[1], strict=True
    ):
        yield from _opposed(name, first, second)
    yield from _armour(lists, language)


def _fire(lists: Two, place: int, cover: str, name: str) -> Measure:
    hits = [power(one.profile.distances[place], "hits", "still", cover) for one in lists]
    distance = at_distance(lists[0].profile.distances[place].distance)
    return Measure(f"{name} {distance}", (mean(hits[0]), mean(hits[1])), (hits[0], hits[1]))


def _morale(lists: Two) -> Iterator[Measure]:
    """Yield the chance to pass morale when the smaller list has lost half of its men."""
    first, second = (main_curve(one.profile) for one in lists)
    if first is None or second is None:
        return
    lost = min(first.men, second.men) // 2
    if 0 < lost < min(len(first.curve), len(second.curve)):
        values = first.curve[lost], second.curve[lost]
        name = ngettext("Morale after %(lost)s loss", "Morale after %(lost)s losses", lost) % {"lost": lost}
        yield Measure(name, (percent(values[0]), percent(values[1])), values)


def _opposed(name: str, first: OpposedRoll | None, second: OpposedRoll | None) -> Iterator[Measure]:
    if first and second:
        values = (Fraction(first.bonus + first.dice), Fraction(second.bonus + second.dice))
        yield Measure(name, (roll_of(first), roll_of(second)), values)


def _armour(lists: Two, language: Language) -> Iterator[Measure]:
    """Yield the weapons against armour, if a list has any."""
    first, second = (one.strengths.armour or () for one in lists)
    if first or second:
        words = [armour_of(one.strengths, one.catalogue, language) or gettext("nothing") for one in lists]
        numbers = [Fraction(sum(count for _, count in armour)) for armour in (first, second)]
        yield Measure(gettext("Against armour"), (words[0], words[1]), (numbers[0], numbers[1]))
