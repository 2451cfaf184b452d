"""Advice on a list, kept by its document and the version of its rules; each proposal is found again by its key."""

from functools import lru_cache
from uuid import UUID

from msgspec import Struct

from armybuilder.lists.models import ArmyList
from rules.catalogue import catalogue_for
from rules.core.advice.mends import Mended, mends
from rules.core.advice.steps import Steps
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
    """All that is advised on a list. `report`: the one whose findings are mended."""

    roster: Roster
    catalogue: Catalogue
    report: Report
    mended: tuple[Mended, ...]

    def offers(self) -> dict[str, Offer]:
        """Return what can be taken, by keys."""
        return {mend.key: Offer(mend.steps, mend.words) for item in self.mended for mend in item.mends}


def advice_on(army_list: ArmyList) -> Advice:
    """Return the advice on a list as it is."""
    return _advice(army_list.document, army_list.ruleset_version_id)


@lru_cache(maxsize=MOST_KEPT)
def _advice(document: str, version_id: UUID) -> Advice:
    roster, catalogue = decode(document.encode()), catalogue_for(version_id)
    report = assess(roster, catalogue)
    return Advice(roster, catalogue, report, mends(roster, catalogue, report))
