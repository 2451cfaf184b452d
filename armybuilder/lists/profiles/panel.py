"""Profiles of lists, cached by document, rules version and question."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from uuid import UUID

from django.utils.translation import gettext, ngettext
from msgspec import Struct

from armybuilder.lists.profiles.fire import Fire, at_distance, fire_of_one, power
from armybuilder.lists.profiles.morale import MoralePanel, morale_of_one
from armybuilder.lists.profiles.profile import Profiled, ProfileQuery, asks_for_reach, strong_in
from armybuilder.lists.words import USES, class_name
from rules.catalogue import catalogue_for
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import decode
from rules.core.judging.report import Report
from rules.core.odds import Profile, Strengths, profile_of, stops_armour, strengths_of
from rules.core.text import Language
from rules.odds.showing.answers import mean, percent, share
from rules.reference.parts import Book

MOST_KEPT = 64  # a reader of a profile changes from class to class, and comes back


@lru_cache(maxsize=MOST_KEPT)
def profile_for(document: str, version_id: UUID, asked: ProfileQuery) -> Profile:
    """Return the profile of a document under a version of its rules with profiles (`has_profile`)."""
    roster, catalogue = decode(document.encode()), catalogue_for(version_id)
    return profile_of(roster, catalogue, asked.target, asked.together, reach=asked.reach)


@lru_cache(maxsize=MOST_KEPT)
def strengths_for(document: str, version_id: UUID) -> Strengths:
    roster, catalogue = decode(document.encode()), catalogue_for(version_id)
    return strengths_of(roster, catalogue, _stops_armour(version_id))


@lru_cache(maxsize=16)
def _stops_armour(version_id: UUID) -> frozenset[str]:
    return stops_armour(catalogue_for(version_id))


RIFLE_DIE = Fraction(1, 2)  # that needs 4 or more: hits are expressed in such dice


class Target(Struct, frozen=True):
    """The query of a profile: the classes that can be fired at, with the chosen one, and the referee's range.

    `reach` None: the game has none.
    """

    classes: tuple[tuple[str, str], ...]
    chosen: str
    together: int
    reach: int | None

    @property
    def name(self) -> str:
        class_ = dict(self.classes).get(self.chosen, "")
        together = {"count": self.together, "troops": class_}
        return gettext("%(troops)s, %(count)s together") % together if self.together > 1 else class_


class Spent(Struct, frozen=True):
    """A use of points: the number, its share, and the length of its bar out of a hundred."""

    name: str
    points: int
    part: str
    bar: str


class Staying(Struct, frozen=True):
    """The staying power of a list: the men in half of it, hits in the open and in cover, rifle dice for them."""

    half: int
    hits: tuple[str, str]
    dice: tuple[str, str]


class ProfilePanel(Struct, frozen=True):
    """A profile. A list without men has neither `lead` nor fire; `bought`: the value of a point, "" without points."""

    book: Book
    fire_source: str
    morale_source: str
    men: int
    lead: tuple[str, ...]
    strong: tuple[tuple[str, str], ...]
    target: Target
    fire: tuple[Fire, ...]
    staying: Staying
    morale: MoralePanel
    spent: tuple[Spent, ...]
    total: int | None
    limit: int | None
    bought: str
    has_vehicles: bool


def profile_panel(one: Profiled, report: Report, asked: ProfileQuery, language: Language) -> ProfilePanel:
    profile, catalogue, odds = one.profile, one.catalogue, one.catalogue.odds
    return ProfilePanel(
        book=Book.of(catalogue),
        fire_source=odds.fire.source if odds.fire else "",
        morale_source=odds.morale.source if odds.morale else "",
        men=profile.men,
        lead=tuple(_lead(profile)) if profile.men else (),
        strong=tuple(strong_in(one.strengths, catalogue, language)),
        target=target_of(catalogue, asked, language),
        fire=fire_of_one(profile) if profile.men else (),
        staying=staying_of(profile),
        morale=morale_of_one(profile, one.roster, catalogue, language),
        spent=tuple(_spent(report)),
        total=report.total,
        limit=report.limit,
        bought=_bought(profile, report.total),
        has_vehicles=any(squad.vehicles for squad in one.roster.squads),
    )


def target_of(catalogue: Catalogue, asked: ProfileQuery, language: Language) -> Target:
    classes = tuple((one.id, class_name(one.id, catalogue, language)) for one in catalogue.classes)
    reach = asked.reach if asks_for_reach(catalogue) else None
    return Target(classes, asked.target, asked.together, reach)


def staying_of(profile: Profile) -> Staying:
    hits = profile.staying.hits["open"], profile.staying.hits["cover"]
    return Staying(
        profile.staying.half,
        (mean(hits[0]), mean(hits[1])),
        (mean(hits[0] / RIFLE_DIE), mean(hits[1] / RIFLE_DIE)),
    )


def _lead(profile: Profile) -> Iterator[str]:
    near, far = profile.distances[0], profile.distances[-1]
    yield ngettext(
        "%(men)s man hits %(near)s times a turn %(at_near)s, and %(far)s times %(at_far)s (still, in the open).",
        "%(men)s men hit %(near)s times a turn %(at_near)s, and %(far)s times %(at_far)s (still, in the open).",
        profile.men,
    ) % {
        "men": profile.men,
        "near": mean(power(near, "hits", "still", "open")),
        "at_near": at_distance(near.distance),
        "far": mean(power(far, "hits", "still", "open")),
        "at_far": at_distance(far.distance),
    }
    still, moved = (power(near, "hits", motion, "open") for motion in ("still", "moved"))
    if still:
        yield _cost_of_moving(1 - moved / still) % {
            "part": percent(1 - moved / still),
            "at": at_distance(near.distance),
        }
    yield gettext(
        "It takes %(open)s hits in the open, or %(cover)s in cover, to put half the men out of action."
    ) % {
        "open": mean(profile.staying.hits["open"]),
        "cover": mean(profile.staying.hits["cover"]),
    }


def _cost_of_moving(cost: Fraction) -> str:
    if cost == 1:
        return gettext("A man who moves does not fire.")
    return (
        gettext("Moving costs %(part)s of the fire %(at)s.")
        if cost
        else gettext("Moving costs no fire %(at)s.")
    )


def _bought(profile: Profile, total: int | None) -> str:
    """Return the value of a point at the two nearest distances; "" without points or hits."""
    hits = [power(at, "hits", "still", "open") for at in profile.distances[:2]]
    if not total or total < 0 or not any(hits):
        return ""
    near, far = profile.distances[0], profile.distances[len(hits) - 1]
    return gettext("Each point buys %(near)s expected hits %(at_near)s and %(far)s %(at_far)s.") % {
        "near": mean(hits[0] / total),
        "at_near": at_distance(near.distance),
        "far": mean(hits[-1] / total),
        "at_far": at_distance(far.distance),
    }


def spent_of(report: Report) -> list[tuple[str, int]]:
    """Return the use of a list's points; nothing without any."""
    if report.points is None:
        return []
    return [(str(name), getattr(report.points.breakdown, use)) for use, name in USES.items()]


def _spent(report: Report) -> Iterator[Spent]:
    """Yield the parts. A part can be below zero, with club prices: its bar is empty."""
    parts = spent_of(report)
    whole = sum(points for _, points in parts if points > 0)
    for name, points in parts:
        part = Fraction(max(points, 0), whole) if whole else Fraction(0)
        yield Spent(name, points, percent(part), share(part))
