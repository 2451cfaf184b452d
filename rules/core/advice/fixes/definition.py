"""Fix rules: for each function that checks, the edits that may fix its findings.

    @fixes(scout, decide=Text(…))
    def less_scouts(case: FixCase[ScoutParams]) -> Iterator[PossibleFix]: …

They belong to the function and not to a code, so every ruleset with the check has its fixes. A rule only names
possible fixes; `rules.core.advice.fixes.offered` offers those that `assess` finds good.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec import Struct

from rules.core.advice.figures import called
from rules.core.advice.steps import Step
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.naming import extra_label, in_sentence, squad_label, vehicle_label
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.document.rows import Place
from rules.core.forces import FORCE_CHECKS
from rules.core.judging.checks.definition import Spec, bound_checks
from rules.core.judging.prices import PriceList
from rules.core.judging.report import Finding
from rules.core.text import Text

P = TypeVar("P", bound=Struct)


class PossibleFix(NamedTuple):
    """Steps that may fix a finding, and what the button says."""

    words: Text
    steps: Iterable[Step]


class FixCase(Struct, Generic[P], frozen=True):
    """A finding to fix: in which list, by which rules, at which row (None: of the whole list)."""

    finding: Finding
    params: P
    roster: Roster
    catalogue: Catalogue
    prices: PriceList
    place: Place | None

    @property
    def row(self) -> Any:
        """Return the row that the finding points at."""
        return self.place.row if self.place else None

    @property
    def squad(self) -> Squad:
        """Return the squad of the row, which is the row itself where the finding speaks of a squad."""
        if self.place and self.place.squad:
            return self.place.squad
        squad: Squad = self.row
        return squad

    @property
    def squads(self) -> tuple[Squad, ...]:
        """Return the squads of the list."""
        return self.roster.squads

    def man(self, figure: Figure, squad: Squad | None = None) -> Text:
        """Return what a figure is called inside a sentence."""
        return called(figure, squad or self.squad, self.catalogue)

    def name(self, squad: Squad) -> Text:
        """Return what a squad is called."""
        return squad_label(squad, next(i for i, one in enumerate(self.roster.squads) if one.id == squad.id))

    def vehicle(self, vehicle: Vehicle) -> Text:
        """Return what a vehicle is called inside a sentence."""
        label = vehicle_label(vehicle, self.catalogue.vehicle_by_id.get(vehicle.type))
        return in_sentence(label, vehicle.name)

    def extra(self, entry: ExtraEntry) -> Text:
        """Return what an extra is called inside a sentence."""
        return in_sentence(extra_label(entry, self.catalogue.extra_by_id.get(entry.extra)))

    def carrier(self) -> Text:
        """Return what the row that the finding points at is called inside a sentence."""
        match self.row:
            case Figure() as figure:
                return self.man(figure)
            case Vehicle() as vehicle:
                return self.vehicle(vehicle)
            case ExtraEntry() as entry:
                return self.extra(entry)
        return self.name(self.row)

    def weapon(self, weapon: str) -> Text:
        """Return what a weapon is called inside a sentence."""
        known = self.catalogue.weapon_by_id.get(weapon)
        return in_sentence(known.name) if known else Text(weapon, weapon)

    def troops(self, class_id: str) -> Text:
        """Return the name of a class."""
        known = self.catalogue.class_by_id.get(class_id)
        return known.name if known else Text(class_id, class_id)


FixFunction = Callable[[FixCase[P]], Iterable[PossibleFix]]


class FixRule(NamedTuple):
    """The possible fixes of a check’s findings, and a line for a person to decide by where none is good."""

    function: FixFunction[Any]
    decide: Text


# A function that checks a list, or a list beside its force.
Checking = Callable[[Any, Spec[P]], Iterable[Finding]]

FIX_RULES: dict[Checking[Any], FixRule] = {}


def fixes(check: Checking[P], decide: Text) -> Callable[[FixFunction[P]], FixFunction[P]]:
    """Declare a function to suggest what fixes the findings of a check."""

    def declare(function: FixFunction[P]) -> FixFunction[P]:
        FIX_RULES[check] = FixRule(function, decide)
        return function

    return declare


def fix_rule(code: str, catalogue: Catalogue) -> tuple[FixRule, Struct]:
    """Return the fixes of what a ruleset reports under a code, with what it tells the check."""
    made: Mapping[str, tuple[Checking[Any], Spec[Any]]] = (
        FORCE_CHECKS if code in FORCE_CHECKS else bound_checks(catalogue)
    )
    function, spec = made[code]
    return FIX_RULES[function], spec.params


def nothing(_: FixCase[Any]) -> Iterable[PossibleFix]:
    """Suggest nothing: a person has to decide."""
    return ()
