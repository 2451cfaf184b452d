"""What every part of the sheet looks at."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from rules.core.catalogue import Catalogue
from rules.core.points import ListPoints
from rules.core.prices import PriceList, price_list
from rules.core.report import Finding, Report
from rules.core.roster import Roster, Squad
from rules.core.text import Language


@dataclass(frozen=True, slots=True)
class Refused:
    """A form that was refused: whose (a row's id, or "list"), what was typed, and what is wrong with each field."""

    row: str
    typed: Mapping[str, Sequence[str]]
    errors: Mapping[str, str]


@dataclass(frozen=True)
class Context:
    """A list as the parts of the sheet see it. `editing`: the row in its edit state; `chosen`: the palette's squad."""

    roster: Roster
    catalogue: Catalogue
    report: Report
    language: Language
    editing: str = ""
    chosen: str = ""
    refused: Refused | None = None

    @cached_property
    def prices(self) -> PriceList:
        """What everything costs in this list."""
        return price_list(self.roster, self.catalogue)

    @property
    def points(self) -> ListPoints | None:
        """The points of the list, row by row; None where it has none."""
        return self.report.points

    @property
    def has_points(self) -> bool:
        """Whether the list has points."""
        return self.report.points is not None

    @cached_property
    def findings(self) -> dict[str, list[Finding]]:
        """The findings by path."""
        by_path: dict[str, list[Finding]] = {}
        for finding in self.report.findings:
            by_path.setdefault(finding.path, []).append(finding)
        return by_path

    @cached_property
    def squad(self) -> Squad | None:
        """The palette's squad: the one chosen, else that of the row being edited, else the last."""
        squads = self.roster.squads
        for squad in squads:
            if squad.id == self.chosen:
                return squad
        for squad in squads:
            rows = (*squad.figures, *squad.vehicles, *squad.extras)
            if self.editing and self.editing in (squad.id, *(row.id for row in rows)):
                return squad
        return squads[-1] if squads else None

    def over(self, points: int) -> int:
        """By how much the list would be over its limit with `points` more (0: it fits, or there is no limit)."""
        remaining = self.report.remaining
        return 0 if remaining is None else max(0, points - remaining)

    def refusal_of(self, row: str) -> Refused | None:
        """The refused form of a row, if it is that row's."""
        return self.refused if self.refused and self.refused.row == row else None
