"""Profiles of lists, cached by document, rules version and question."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from uuid import UUID

from armybuilder.lists.profiles.fire import fire_of_one, power
from armybuilder.lists.profiles.morale import morale_of_one
from armybuilder.lists.profiles.profile import ProfileQuery, strong_in
from armybuilder.lists.words import USES
from rules.catalogue import catalogue_for
from rules.core.assess import assess
from rules.core.document.roster import decode
from rules.core.judging.report import Report
from rules.core.odds import Profile, Strengths, profile_of, stops_armour, strengths_of
from rules.core.text import Language

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


def profile_values(document: str, version_id: UUID, asked: ProfileQuery, language: Language) -> dict[str, object]:
    """Return the values of the page of a profile: numbers as fractions, which the template puts into words."""
    roster, catalogue = decode(document.encode()), catalogue_for(version_id)
    profile, report = profile_for(document, version_id, asked), assess(roster, catalogue)
    values: dict[str, object] = {"profile": profile, "report": report, "asked": asked}
    if not profile.men:
        return values
    near = profile.distances[0]
    still, moved = (power(near, "hits", motion, "open") for motion in ("still", "moved"))
    return values | {
        "strong": list(strong_in(strengths_for(document, version_id), catalogue, language)),
        "cost_of_moving": 1 - moved / still if still else None,
        "rifle_dice": {place: hits / RIFLE_DIE for place, hits in profile.staying.hits.items()},
        "hits_for_a_point": _hits_for_a_point(profile, report.total),
        "fire": fire_of_one(profile),
        "morale": morale_of_one(profile, roster, catalogue, language),
        "shares": list(_shares(report)),
        "has_vehicles": any(squad.vehicles for squad in roster.squads),
    }


def _hits_for_a_point(profile: Profile, total: int | None) -> list[tuple[Fraction, int]]:
    """Return the hits that a point buys at the two nearest distances; nothing without points or hits."""
    near = profile.distances[:2]
    hits = [power(at, "hits", "still", "open") for at in near]
    if not total or total < 0 or not any(hits):
        return []
    return [(number / total, at.distance) for number, at in zip(hits, near, strict=True)]


def spent_of(report: Report) -> list[tuple[str, int]]:
    """Return the use of a list's points; nothing without any."""
    if report.points is None:
        return []
    return [(str(name), getattr(report.points.breakdown, use)) for use, name in USES.items()]


def _shares(report: Report) -> Iterator[tuple[str, int, Fraction]]:
    """Yield each use of points with its share. A use can be below zero, with club prices: it has none."""
    parts = spent_of(report)
    whole = sum(points for _, points in parts if points > 0)
    for name, points in parts:
        yield name, points, Fraction(max(points, 0), whole) if whole else Fraction(0)
