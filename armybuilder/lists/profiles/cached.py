"""Profiles of lists, cached by document, rules version and question."""

from functools import lru_cache
from uuid import UUID

from armybuilder.lists.profiles.profile import Asked
from rules.catalogue import catalogue_for
from rules.core.document.roster import decode
from rules.core.odds import Profile, Strengths, profile_of, stops_armour, strengths_of

MOST_KEPT = 64  # someone who looks at a profile turns from class to class, and comes back


@lru_cache(maxsize=MOST_KEPT)
def profile_for(document: str, version_id: UUID, asked: Asked) -> Profile:
    """Return the profile of a document under a version of its rules, which has profiles (`has_profile`)."""
    roster, catalogue = decode(document.encode()), catalogue_for(version_id)
    return profile_of(roster, catalogue, asked.target, asked.together, reach=asked.reach)


@lru_cache(maxsize=MOST_KEPT)
def strengths_for(document: str, version_id: UUID) -> Strengths:
    """Return the other strengths of a document, under a version of its rules with profiles."""
    roster, catalogue = decode(document.encode()), catalogue_for(version_id)
    return strengths_of(roster, catalogue, _stops_armour(version_id))


@lru_cache(maxsize=16)
def _stops_armour(version_id: UUID) -> frozenset[str]:
    return stops_armour(catalogue_for(version_id))
