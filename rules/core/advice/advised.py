"""All advice on a list, and the effect of each of its buttons."""

from msgspec import Struct

from rules.core.advice.adding import FittingAdditions
from rules.core.advice.fixing import FindingFixes
from rules.core.advice.steps import Steps
from rules.core.advice.under_limit import UnderLimit
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster
from rules.core.judging.report import Report
from rules.core.text import Text


class AdvisedChange(Struct, frozen=True):
    """A button of advice: its steps, and their names."""

    steps: Steps
    words: Text


class Advice(Struct, frozen=True):
    """All advice on a list: fixes for its findings, ways to get under its limit, what fits."""

    roster: Roster
    catalogue: Catalogue
    report: Report
    fixes: tuple[FindingFixes, ...]
    under_limit: UnderLimit
    fitting: FittingAdditions

    def changes(self) -> dict[str, AdvisedChange]:
        made = {one.key: AdvisedChange(one.steps, one.words) for one in self.fitting.additions}
        for item in self.fixes:  # a fix that also fits is shown as a fix
            made |= {one.key: AdvisedChange(one.steps, one.words) for one in item.fixes}
        suggestions = self.under_limit.suggestions
        return made | {one.key: AdvisedChange(one.steps, one.title) for one in suggestions}
