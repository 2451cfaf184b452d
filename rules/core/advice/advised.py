"""All that is advised on a list, and what each of its buttons does."""

from msgspec import Struct

from rules.core.advice.adding.fitting import Fit, WhatFits
from rules.core.advice.fixes.offered import Mend, Mended
from rules.core.advice.steps import Steps
from rules.core.advice.under_limit.ways_back import WaysBack
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster
from rules.core.judging.report import Report
from rules.core.text.text import Text


class Offer(Struct, frozen=True):
    """What pressing a button does: steps, and what they are called."""

    steps: Steps
    words: Text


class Advice(Struct, frozen=True):
    """All that is advised on a list: what mends findings of `report`, the ways back under the limit, what fits."""

    roster: Roster
    catalogue: Catalogue
    report: Report
    mended: tuple[Mended, ...]
    back: WaysBack
    fits: WhatFits

    def offers(self) -> dict[str, Offer]:
        """Return what can be taken, by keys."""
        mended = (mend for item in self.mended for mend in item.mends)
        single: list[Mend | Fit] = [*self.fits.fits, *mended]  # what mends may fit, too: it is called a mend
        return {one.key: Offer(one.steps, one.words) for one in single} | {
            way.key: Offer(way.steps, way.title) for way in self.back.ways
        }
