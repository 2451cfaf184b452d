"""Advice on a list, kept by its document and the version of its rules; each proposal is found again by its key."""

from functools import lru_cache
from uuid import UUID

from msgspec import Struct

from armybuilder.lists.models import ArmyList
from rules.catalogue import catalogue_for
from rules.core.advice.completing import completions
from rules.core.advice.fits import Fit, fits
from rules.core.advice.mends import Mend, Mended, mends
from rules.core.advice.proposals import Proposal
from rules.core.advice.steps import Steps
from rules.core.advice.ways import ways_back
from rules.core.assess import assess
from rules.core.catalogue import Catalogue
from rules.core.report import Report
from rules.core.roster import Roster, decode
from rules.core.text import Text

MOST_KEPT = 64  # lists: somebody who looks at advice takes some of it, and comes back


class Offer(Struct, frozen=True):
    """What pressing a button does: steps, and what they are called."""

    steps: Steps
    words: Text


class Advice(Struct, frozen=True):
    """All that is advised on a list: what mends the findings of `report`, the ways back under the limit, what fits."""

    roster: Roster
    catalogue: Catalogue
    report: Report
    mended: tuple[Mended, ...]
    ways: tuple[Proposal, ...]
    fits: tuple[Fit, ...]

    def offers(self) -> dict[str, Offer]:
        """Return what can be taken, by keys."""
        mended = (mend for item in self.mended for mend in item.mends)
        single: list[Mend | Fit] = [*mended, *self.fits]
        return {one.key: Offer(one.steps, one.words) for one in single} | {
            way.key: Offer(way.steps, way.title) for way in self.ways
        }


def advice_on(army_list: ArmyList) -> Advice:
    """Return the advice on a list as it is."""
    return _advice(army_list.document, army_list.ruleset_version_id)


def completed(army_list: ArmyList, series: int, grade: int) -> tuple[Proposal, ...]:
    """Return what completes a list as it is, of a series, with men as good as `grade` says."""
    return _completed(army_list.document, army_list.ruleset_version_id, series, grade)


@lru_cache(maxsize=MOST_KEPT)
def _completed(document: str, version_id: UUID, series: int, grade: int) -> tuple[Proposal, ...]:
    roster, catalogue = decode(document.encode()), catalogue_for(version_id)
    return completions(roster, catalogue, assess(roster, catalogue), series, grade)


@lru_cache(maxsize=MOST_KEPT)
def _advice(document: str, version_id: UUID) -> Advice:
    roster, catalogue = decode(document.encode()), catalogue_for(version_id)
    report = assess(roster, catalogue)
    return Advice(
        roster,
        catalogue,
        report,
        mends(roster, catalogue, report),
        ways_back(roster, catalogue, report),
        fits(roster, catalogue, report),
    )
