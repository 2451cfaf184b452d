"""Cures: for each function that checks, the edits that may mend what it finds, and what is left for a person to decide.

    @cures(scout, decide=Text(…))
    def less_scouts(case: Case[ScoutParams]) -> Iterator[Cure]: …

They hang on the function, not on a code: whatever ruleset makes the check has its mends. Cures only suggest;
`rules.core.advice.fixes.offered` offers what `assess` finds good.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec import Struct

from rules.core.advice.steps import Step
from rules.core.catalogue.catalogue import Catalogue
from rules.core.contents.naming import extra_label, figure_label, in_sentence, squad_label, vehicle_label
from rules.core.document.places import Place
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.forces.judging import FORCE_CHECKS
from rules.core.judging.checks.definition import Spec, bound_checks
from rules.core.judging.prices import PriceList
from rules.core.judging.report import Finding
from rules.core.text.text import Text

P = TypeVar("P", bound=Struct)


class Cure(NamedTuple):
    """Steps that may mend a finding, and what the button says."""

    words: Text
    steps: Iterable[Step]


class Case(Struct, Generic[P], frozen=True):
    """A finding to be mended: in which list, by which rules, at which row (None: of the whole list)."""

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
        class_id = (squad or self.squad).class_of(figure)
        return in_sentence(figure_label(figure, self.catalogue, class_id), figure.name)

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


CureFunction = Callable[[Case[P]], Iterable[Cure]]


class Cures(NamedTuple):
    """What may mend the findings of a check, and the line that says what a person has to decide where nothing does."""

    function: CureFunction[Any]
    decide: Text


# A function that checks a list, or a list beside its force.
Checking = Callable[[Any, Spec[P]], Iterable[Finding]]

CURES: dict[Checking[Any], Cures] = {}


def cures(check: Checking[P], decide: Text) -> Callable[[CureFunction[P]], CureFunction[P]]:
    """Declare a function to suggest what mends the findings of a check."""

    def declare(function: CureFunction[P]) -> CureFunction[P]:
        CURES[check] = Cures(function, decide)
        return function

    return declare


def cures_of(code: str, catalogue: Catalogue) -> tuple[Cures, Struct]:
    """Return the cures of what a ruleset reports under a code, with what it tells the check."""
    made: Mapping[str, tuple[Checking[Any], Spec[Any]]] = (
        FORCE_CHECKS if code in FORCE_CHECKS else bound_checks(catalogue)
    )
    function, spec = made[code]
    return CURES[function], spec.params


def nothing(_: Case[Any]) -> Iterable[Cure]:
    """Suggest nothing: a person has to decide."""
    return ()


def say(it: str, en: str, **facts: Text | str | int) -> Text:
    """Return words in both languages, with facts in place (`{man}`)."""
    italian = {name: fact.it if isinstance(fact, Text) else fact for name, fact in facts.items()}
    english = {name: fact.en if isinstance(fact, Text) else fact for name, fact in facts.items()}
    return Text(it.format(**italian), en.format(**english))


def special(figure: Figure, catalogue: Catalogue) -> bool:
    """Return whether a figure carries what others do not: a leader, a weapon that costs or counts, a role."""
    weapons: Mapping[str, Any] = catalogue.weapon_by_id
    return bool(
        figure.leadership
        or figure.roles
        or any(weapons[item].tags or weapons[item].points for item in figure.weapons if item in weapons)
    )


def plainest(squad: Squad, catalogue: Catalogue) -> list[Figure]:
    """Return the figures of a squad, those first whom a task may be given: with a name, with nothing special."""
    return sorted(squad.figures, key=lambda it: (special(it, catalogue), it.leadership, not it.name))


def men(number: int, name: Text) -> Text:
    """Return so many men of a name: "2 × rifleman"; one is the name alone."""
    return name if number == 1 else say("{number} × {name}", "{number} × {name}", number=number, name=name)
