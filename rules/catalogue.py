"""Read catalogues from the database. Versions never change, so each process caches them by id."""

from datetime import datetime
from functools import lru_cache
from uuid import UUID

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.library import Library
from rules.encoding import decode
from rules.models import RulesetVersion


@lru_cache(maxsize=64)
def catalogue_for(version_id: UUID) -> Catalogue:
    """Return the catalogue of a version. Raises RulesetVersion.DoesNotExist."""
    return decode(RulesetVersion.objects.values_list("catalogue", flat=True).get(pk=version_id))


@lru_cache(maxsize=256)
def version_mark(version_id: UUID) -> tuple[int, datetime]:
    """Return a version's number and creation time. Raises RulesetVersion.DoesNotExist."""
    return RulesetVersion.objects.values_list("number", "created").get(pk=version_id)


def current_versions(user_id: int | None = None) -> list[RulesetVersion]:
    """Return the current version of each ruleset that a user (None: a stranger) may see.

    They are in order, each with its ruleset and without its catalogue.
    """
    return list(RulesetVersion.objects.current().seen_by(user_id).light())


def versions_of_club(club_id: UUID) -> list[RulesetVersion]:
    """Return the current version of each ruleset that a club plays: the site's and its own, in order."""
    return list(RulesetVersion.objects.current().of_club(club_id).light())


def offered_version(ruleset_id: str, user_id: int | None) -> RulesetVersion:
    """Return the current version of a ruleset named by a visitor. Raises RulesetVersion.DoesNotExist."""
    return RulesetVersion.objects.current().opened_by(user_id).light().get(ruleset_id=ruleset_id)


def current_version(ruleset_id: str) -> RulesetVersion:
    """Return the current version of a ruleset that something stored names. Raises RulesetVersion.DoesNotExist."""
    return RulesetVersion.objects.current().light().get(ruleset_id=ruleset_id)


def library(user_id: int | None = None) -> Library:
    """Return the current catalogues that a user (None: a stranger) may see: what an imported list can use."""
    return library_of(current_versions(user_id))


def library_of(versions: list[RulesetVersion]) -> Library:
    return _library(tuple(version.pk for version in versions))


@lru_cache(maxsize=4)
def _library(version_ids: tuple[UUID, ...]) -> Library:
    return Library(map(catalogue_for, version_ids))
