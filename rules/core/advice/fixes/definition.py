"""Fix rules: for each check function, the edits that can fix its findings.

    @fixes(scout)
    def less_scouts(case: FixCase[ScoutParams]) -> Iterator[PossibleFix]: …

They belong to the function and not to a code: every ruleset with the check has its fixes. A rule only names possible
fixes; this module offers those that `assess` finds good. If none is, `decide.yaml` says what the player decides.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from rules.core.advice.figures import called
from rules.core.advice.judging import Judged, difference, has_gone, judged, no_new_error
from rules.core.advice.steps import (
    Fact,
    Step,
    Steps,
    capital,
    change_men,
    key_of,
    men,
    say,
    step,
    take_men,
    tried,
)
from rules.core.catalogue.catalogue import Catalogue, Role
from rules.core.catalogue.entry import name_in
from rules.core.document.naming import extra_label, in_sentence, squad_label, vehicle_label
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.document.rows import RowPlace, places
from rules.core.forces import FORCE_CHECKS
from rules.core.judging.checks.definition import Spec, bound_checks
from rules.core.judging.prices import PriceList, price_list
from rules.core.judging.report import Finding, Report
from rules.core.text import Text

P = TypeVar("P", bound=Struct)


class PossibleFix(NamedTuple):
    """Steps that may fix a finding, and the text of the button."""

    words: Text
    steps: Iterable[Step]


def fix(name: str, steps: Iterable[Step], /, **facts: Fact) -> PossibleFix:
    """Return steps with words of `rules/core/advice/words.yaml`, filled with facts."""
    return PossibleFix(say(name, **facts), steps)


class FixCase(Struct, Generic[P], frozen=True):
    """A finding to fix: its list, its rules and its row (None: the whole list)."""

    finding: Finding
    params: P
    roster: Roster
    catalogue: Catalogue
    prices: PriceList
    place: RowPlace | None

    @property
    def row(self) -> Any:
        return self.place.row if self.place else None

    @property
    def squad(self) -> Squad:
        """Return the squad of the row, or the row itself for findings about a squad."""
        if self.place and self.place.squad:
            return self.place.squad
        squad: Squad = self.row
        return squad

    @property
    def squads(self) -> tuple[Squad, ...]:
        return self.roster.squads

    def name(self, row: Figure | Vehicle | ExtraEntry | Squad, squad: Squad | None = None) -> Text:
        """Return the name of a row inside a sentence; `squad`: that of a figure, if it is not the finding's."""
        match row:
            case Figure():
                return called(row, squad or self.squad, self.catalogue)
            case Vehicle():
                label = vehicle_label(row, self.catalogue.vehicle_by_id.get(row.type))
                return in_sentence(label, row.name)
            case ExtraEntry():
                return in_sentence(extra_label(row, self.catalogue.extra_by_id.get(row.extra)))
        return squad_label(row, next(i for i, one in enumerate(self.squads) if one.id == row.id))

    def weapon(self, weapon: str) -> Text:
        known = self.catalogue.weapon_by_id.get(weapon)
        return in_sentence(known.name) if known else Text(weapon, weapon)

    def troops(self, class_id: str) -> Text:
        return name_in(self.catalogue.class_by_id, class_id)

    def of_class(self, row: Figure | Squad, class_id: str) -> PossibleFix:
        """Make a figure or a squad of a class of the ruleset."""
        edit = "edit_squad" if isinstance(row, Squad) else "edit_figure"
        steps = (step(edit, row.id, class_=class_id),)
        return fix("make", steps, what=self.name(row), now=self.troops(class_id))

    def in_role(self, man: Figure, role: Role) -> PossibleFix:
        """Give one man of a row a role."""
        steps = change_men(self.squad, man, 1, roles=(*man.roles, role.id))
        return fix("make", steps, what=self.name(man), now=role.name)

    def removed(
        self, row: Figure | Vehicle | ExtraEntry | Squad, number: int = 0, squad: Squad | None = None
    ) -> PossibleFix:
        """Remove a row, or a `number` of its men or vehicles."""
        out = step("remove_squad", row.id) if isinstance(row, Squad) else take_men(row, number or row.count)
        return fix("remove", (out,), what=men(number or 1, self.name(row, squad)))


FixFunction = Callable[[FixCase[P]], Iterable[PossibleFix]]


class FixRule(NamedTuple):
    """The possible fixes for a check's findings, and the decision to take if none is good."""

    function: FixFunction[Any]
    decide: Text


# A function that checks a list, or a list and its force.
Checking = Callable[[Any, Spec[P]], Iterable[Finding]]

DECIDE = msgspec.yaml.decode(Path(__file__).with_name("decide.yaml").read_bytes(), type=dict[str, Text])
FIX_RULES: dict[Checking[Any], FixRule] = {}


def fixes(check: Checking[P]) -> Callable[[FixFunction[P]], FixFunction[P]]:
    def declare(function: FixFunction[P]) -> FixFunction[P]:
        FIX_RULES[check] = FixRule(function, DECIDE[check.__name__])
        return function

    return declare


def fix_rule(code: str, catalogue: Catalogue) -> tuple[FixRule, Struct]:
    """Return the fixes for a code of a ruleset, with the parameters of its check."""
    made: Mapping[str, tuple[Checking[Any], Spec[Any]]] = (
        FORCE_CHECKS if code in FORCE_CHECKS else bound_checks(catalogue)
    )
    function, spec = made[code]
    return FIX_RULES[function], spec.params


def nothing(_: FixCase[Any]) -> Iterable[PossibleFix]:
    """Suggest nothing: the player has to decide."""
    return ()


MOST_OFFERED = 3  # fixes of one finding
MOST_TRIED = 8
MOST_FINDINGS = 20  # of a list that are fixed at once


class Fix(Struct, frozen=True):
    """A fix of a finding: the edit, the words of its button, its effect on the points (None: the list has none).

    `remains`: the findings of `assess` after it.
    """

    finding: Finding
    words: Text
    steps: Steps
    points: int | None
    remains: tuple[Finding, ...]

    @property
    def key(self) -> str:
        return key_of(self.steps)


class FindingFixes(Struct, frozen=True):
    """A finding with its fixes; `decide` is the player's decision if there are none."""

    finding: Finding
    fixes: tuple[Fix, ...]
    decide: Text


def find_fixes(
    roster: Roster, catalogue: Catalogue, report: Report, first: int = 0
) -> tuple[FindingFixes, ...]:
    """Return the findings of a list's report from number `first` on, in order, each with its fixes."""
    before = judged(roster, catalogue, report)
    places_by_path = {place.path: place for place in places(roster)}
    return tuple(
        _fixes(number, before, places_by_path.get(finding.path), catalogue)
        for number, finding in list(enumerate(report.findings))[first : first + MOST_FINDINGS]
    )


def _fixes(number: int, before: Judged, place: RowPlace | None, catalogue: Catalogue) -> FindingFixes:
    finding, roster = before.report.findings[number], before.roster
    known, params = fix_rule(finding.code, catalogue)
    case = FixCase(finding, params, roster, catalogue, price_list(roster, catalogue), place)
    most = max(1, min(MOST_TRIED, before.affordable // MOST_FINDINGS))
    good = list(_good(number, before, islice(known.function(case), most), catalogue))
    good.sort(key=lambda fix: len(fix.remains))
    return FindingFixes(finding, tuple(good[:MOST_OFFERED]), known.decide)


def _good(
    number: int, before: Judged, possible_fixes: Iterator[PossibleFix], catalogue: Catalogue
) -> Iterator[Fix]:
    """Yield the possible fixes that `assess` finds good, without duplicates."""
    seen: list[Roster] = []
    said: set[Text] = set()
    for possible in possible_fixes:
        steps = tuple(possible.steps)
        roster = tried(before.roster, steps)
        if roster is None or roster in seen or possible.words in said:
            continue
        now = judged(roster, catalogue)
        seen.append(roster)
        if has_gone(number, before, now) and no_new_error(before, now):
            said.add(possible.words)
            yield Fix(
                before.report.findings[number],
                capital(possible.words),
                steps,
                difference(before.report, now.report),
                now.report.findings,
            )
