"""Read catalogues from the database. Versions never change, so each process caches them by id."""

from datetime import datetime
from functools import lru_cache
from uuid import UUID

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.library import Library
from rules.encoding import decode
from rules.models import RulesetVersion


@lru_cache(maxsize=32)
def catalogue_for(version_id: UUID) -> Catalogue:
    """Return the catalogue of a version. Raises RulesetVersion.DoesNotExist."""
    return decode(RulesetVersion.objects.values_list("catalogue", flat=True).get(pk=version_id))


@lru_cache(maxsize=256)
def version_mark(version_id: UUID) -> tuple[int, datetime]:
    """Return a version's number and creation time. Raises RulesetVersion.DoesNotExist."""
    return RulesetVersion.objects.values_list("number", "created").get(pk=version_id)


def current_versions() -> list[RulesetVersion]:
    """Return the current version of every ruleset, in order, each with its ruleset and without its catalogue."""
    return list(RulesetVersion.objects.current().light())


def current_version(ruleset_id: str) -> RulesetVersion:
    """Return the current version of a ruleset. Raises RulesetVersion.DoesNotExist."""
    return RulesetVersion.objects.current().light().get(ruleset_id=ruleset_id)


def library() -> Library:
    """Return the current catalogues of all rulesets: what an imported list can use."""
    return library_of(current_versions())


def library_of(versions: list[RulesetVersion]) -> Library:
    """Return the catalogues of versions, one for each ruleset."""
    return _library(tuple(version.pk for version in versions))


@lru_cache(maxsize=4)
def _library(version_ids: tuple[UUID, ...]) -> Library:
    return Library(map(catalogue_for, version_ids))
