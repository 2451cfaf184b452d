"""Advice on a list, cached by its document and rules version. A key identifies each suggestion."""

from functools import lru_cache
from uuid import UUID

from msgspec.structs import replace

from armybuilder.lists.models import ArmyList
from rules.catalogue import catalogue_for
from rules.core.advice import (
    Advice,
    FindingFixes,
    Suggestion,
    completions,
    find_cuts,
    find_fixes,
    fitting_additions,
)
from rules.core.assess import assess
from rules.core.document.roster import decode

MOST_KEPT = 16  # lists, 4 MB for the worst: someone who looks at advice takes some of it, and comes back


def advice_on(army_list: ArmyList, first: int = 0) -> Advice:
    """Return the advice on a list; fixes for findings from the number `first` on, twenty at once."""
    document, version_id = army_list.document, army_list.ruleset_version_id
    return replace(_advice(document, version_id), fixes=_fixes(document, version_id, first))


def completed(army_list: ArmyList, series: int, grade: int) -> tuple[Suggestion, ...]:
    """Return a series of completions of a list, with men of the `grade`."""
    return _completed(army_list.document, army_list.ruleset_version_id, series, grade)


@lru_cache(maxsize=MOST_KEPT)
def _completed(document: str, version_id: UUID, series: int, grade: int) -> tuple[Suggestion, ...]:
    roster, catalogue = decode(document.encode()), catalogue_for(version_id)
    return completions(roster, catalogue, assess(roster, catalogue), series, grade)


@lru_cache(maxsize=MOST_KEPT)
def _fixes(document: str, version_id: UUID, first: int) -> tuple[FindingFixes, ...]:
    advised = _advice(document, version_id)
    return find_fixes(advised.roster, advised.catalogue, advised.report, first)


@lru_cache(maxsize=MOST_KEPT)
def _advice(document: str, version_id: UUID) -> Advice:
    roster, catalogue = decode(document.encode()), catalogue_for(version_id)
    report = assess(roster, catalogue)
    cuts, additions = find_cuts(roster, catalogue, report), fitting_additions(roster, catalogue, report)
    return Advice(roster, catalogue, report, (), cuts, additions)
