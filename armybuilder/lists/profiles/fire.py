"""The fire of one list or two: charts with a table below, for expected hits and men out of action."""

from fractions import Fraction
from typing import Literal

from django.utils.translation import gettext, pgettext
from msgspec import Struct

from armybuilder.lists.profiles.charts import Step, StepChart, step_chart
from armybuilder.lists.words import NO_BREAK
from rules.core.odds import AtDistance, Profile
from rules.core.text import MINUS
from rules.odds.showing.answers import mean

Measure = Literal["hits", "kills"]
MEASURES: tuple[Measure, ...] = ("hits", "kills")
PLACES, MOTIONS = ("open", "cover"), ("still", "moved")
Names = tuple[str, str]
Fired = tuple[Profile, str]  # a list, still or moved


class FireRow(Struct, frozen=True):
    """Fire at one distance: that of the area, that of the line."""

    distance: int
    area: Fraction
    line: Fraction

    @property
    def difference(self) -> str:
        """The difference as in a table: +0.3, −0.7, "=" if there is none."""
        if self.area == self.line:
            return "="
        return f"{'+' if self.area > self.line else MINUS}{mean(abs(self.area - self.line))}"


class FirePlace(Struct, frozen=True):
    """Fire at targets in one kind of place: a chart, and a table with the same values."""

    name: str
    chart: StepChart
    rows: tuple[FireRow, ...]


class Fire(Struct, frozen=True):
    """A measure of fire: the meaning of area and line of its charts, in the open and in cover.

    `differs`: they are two lists, and the table has a column for their difference.
    """

    id: str
    title: str
    area: str
    line: str
    places: tuple[FirePlace, ...]
    differs: bool = False


def fire_of_one(profile: Profile) -> tuple[Fire, ...]:
    names = motion_name("still"), motion_name("moved")
    fired = tuple((profile, motion) for motion in MOTIONS)
    return tuple(_fire(measure, _title(measure), measure, names, fired) for measure in MEASURES)


def fire_of_two(first: Profile, second: Profile, names: Names) -> tuple[Fire, ...]:
    return tuple(
        _fire(
            f"{measure}-{motion}",
            f"{_title(measure)}, {motion_name(motion)}",
            measure,
            names,
            ((first, motion), (second, motion)),
            differs=True,
        )
        for measure in MEASURES
        for motion in MOTIONS
    )


def power(at: AtDistance, measure: Measure, motion: str, place: str) -> Fraction:
    one = at.power[motion][place]
    return one.hits if measure == "hits" else one.kills


def place_name(place: str) -> str:
    return gettext("Targets in the open") if place == "open" else gettext("Targets in cover")


def motion_name(motion: str) -> str:
    return pgettext("fire", "still") if motion == "still" else pgettext("fire", "moving")


def at_distance(*distances: int) -> str:
    """Return a distance, or some, in words."""
    said = gettext("at %(distance)s cm").replace(" ", NO_BREAK)
    return said % {"distance": ", ".join(map(str, distances))}


def _title(measure: Measure) -> str:
    if measure == "hits":
        return gettext("Expected hits in a turn")
    return gettext("Men put out of action in a turn")


def _fire(
    fire_id: str,
    title: str,
    measure: Measure,
    names: Names,
    fired: tuple[Fired, ...],
    *,
    differs: bool = False,
) -> Fire:
    highest = _highest([profile for profile, _motion in fired], measure)
    places = tuple(_place(measure, place, names, fired, highest, labels=not differs) for place in PLACES)
    return Fire(fire_id, title, area=names[0], line=names[1], places=places, differs=differs)


def _place(
    measure: Measure, place: str, names: Names, fired: tuple[Fired, ...], highest: float, *, labels: bool
) -> FirePlace:
    profile = fired[0][0]
    values = [[power(at, measure, motion, place) for at in one.distances] for one, motion in fired]
    said = "; ".join(f"{name}: {_told(profile, one)}" for name, one in zip(names, values, strict=True))
    return FirePlace(
        name=place_name(place),
        chart=step_chart(_steps(profile, *values, labels=labels), said, highest),
        rows=tuple(FireRow(at.distance, one, other) for at, one, other in zip(profile.distances, *values, strict=True)),
    )


def _highest(profiles: list[Profile], measure: Measure) -> float:
    values = (
        power(at, measure, motion, place)
        for profile in profiles
        for at in profile.distances
        for motion in MOTIONS
        for place in PLACES
    )
    return float(max(values, default=Fraction(0)))


def _steps(profile: Profile, areas: list[Fraction], lines: list[Fraction], *, labels: bool) -> list[Step]:
    steps, before = [], 0
    for number, (at, area, line) in enumerate(zip(profile.distances, areas, lines, strict=True)):
        last = number == len(profile.distances) - 1
        tick = f"{at.distance} cm" if last else str(at.distance)
        label = mean(area) if labels else ""
        steps.append(Step(at.distance - before, tick, float(area), float(line), label))
        before = at.distance
    return steps


def _told(profile: Profile, values: list[Fraction]) -> str:
    return ", ".join(
        f"{mean(value)} {at_distance(at.distance)}" for at, value in zip(profile.distances, values, strict=True)
    )
