"""Advice on a list, kept by its document and the version of its rules; each proposal is found again by its key."""

from functools import lru_cache
from uuid import UUID

from msgspec.structs import replace

from armybuilder.lists.models import ArmyList
from rules.catalogue import catalogue_for
from rules.core.advice.adding.fitting import fits
from rules.core.advice.advised import Advice
from rules.core.advice.completion.completing import completions
from rules.core.advice.fixes.offered import Mended, mends
from rules.core.advice.suggestions import Proposal
from rules.core.advice.under_limit.ways_back import ways_back
from rules.core.document.roster import decode
from rules.core.judging.assess import assess

MOST_KEPT = 16  # lists, 4 MB for the worst: somebody who looks at advice takes some of it, and comes back


def advice_on(army_list: ArmyList, first: int = 0) -> Advice:
    """Return the advice on a list as it is; the findings are mended from the number `first` on, twenty at once."""
    document, version_id = army_list.document, army_list.ruleset_version_id
    return replace(_advice(document, version_id), mended=_mended(document, version_id, first))


def completed(army_list: ArmyList, series: int, grade: int) -> tuple[Proposal, ...]:
    """Return what completes a list as it is, of a series, with men as good as `grade` says."""
    return _completed(army_list.document, army_list.ruleset_version_id, series, grade)


@lru_cache(maxsize=MOST_KEPT)
def _completed(document: str, version_id: UUID, series: int, grade: int) -> tuple[Proposal, ...]:
    roster, catalogue = decode(document.encode()), catalogue_for(version_id)
    return completions(roster, catalogue, assess(roster, catalogue), series, grade)


@lru_cache(maxsize=MOST_KEPT)
def _mended(document: str, version_id: UUID, first: int) -> tuple[Mended, ...]:
    advised = _advice(document, version_id)
    return mends(advised.roster, advised.catalogue, advised.report, first)


@lru_cache(maxsize=MOST_KEPT)
def _advice(document: str, version_id: UUID) -> Advice:
    roster, catalogue = decode(document.encode()), catalogue_for(version_id)
    report = assess(roster, catalogue)
    ways, additions = ways_back(roster, catalogue, report), fits(roster, catalogue, report)
    return Advice(roster, catalogue, report, (), ways, additions)
