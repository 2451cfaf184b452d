"""The back of the scenario: where each squad and vehicle starts, a map to mark, room for signatures."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from django.utils.translation import ngettext

from armybuilder.printing.formats.scenario.table import Grid, grid_of
from armybuilder.printing.layout import fit
from armybuilder.printing.layout.measure import Face, fitted, wrapped
from armybuilder.printing.layout.words import NONE
from armybuilder.printing.units.squads import class_name
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.naming import squad_label, vehicle_label
from rules.core.document.roster import Figure, Roster, Squad, Vehicle
from rules.core.text import Language

LINES_BESIDE_MAP = 8  # leaves room for the map on the first page, on A4 and Letter
LINES_AT_MOST = 150  # more than any list for a game
LETTERS: dict[Language, str] = {"it": "ABCDEFGHILMN", "en": "ABCDEFGHIJKL"}  # for the twelve columns
MAP = 120.0  # mm
BESIDE, LETTER = 6.0, 1.8  # mm, for row numbers, and for a letter
NAME_ROOM, TROOPS_ROOM = 46.0, 33.0  # mm, beside a column of combat values
TEXT = 8.0  # points
BOX = "▢"  # in squadra-signs.ttf, close to its word
PASSES_AT_MOST = 12


@dataclass(frozen=True, slots=True)
class DeploymentLine:
    """A squad or a vehicle: its number, type, number of men, and the referee's combat values."""

    number: str
    name: str
    troops: str
    figures: str
    combat: str


@dataclass(frozen=True, slots=True)
class Deployment:
    """The deployment of a list. `combat`: the ruleset has combat values. `blank` lines are to fill in by hand.

    `letters` head the columns of the map, evenly spaced from `indent` mm. `numbers` are beside its rows. `passes` are
    boxes to tick.
    """

    combat: bool
    lines: tuple[DeploymentLine, ...]
    blank: tuple[str, ...]
    more: str
    grid: Grid
    letters: str
    numbers: str
    passes: str

    @property
    def indent(self) -> float:
        return BESIDE + self.grid.square / 2 - LETTER / 2

    @property
    def letters_width(self) -> float:
        return self.grid.width - self.grid.square + LETTER


def deployment_of(roster: Roster, catalogue: Catalogue, language: Language) -> Deployment:
    """Return the deployment of a list in the active language, which is `language`."""
    found = list(islice(_lines(roster, catalogue, language), LINES_AT_MOST))
    more = _line_count(roster) - len(found)
    grid = grid_of(catalogue, MAP)
    return Deployment(
        combat="combat_value" in catalogue.reads,
        lines=tuple(found),
        blank=tuple(str(number + 1) for number in range(len(found), LINES_BESIDE_MAP)),
        more=ngettext("and %(count)s more on screen", "and %(count)s more on screen", more) % {"count": more}
        if more
        else "",
        grid=grid,
        letters=" ".join(LETTERS[language][: grid.columns]),
        numbers="\n".join(str(row + 1) for row in range(grid.rows)),
        passes=BOX * min(_passes(roster, catalogue), PASSES_AT_MOST),
    )


# ── The lines ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _lines(roster: Roster, catalogue: Catalogue, language: Language) -> Iterator[DeploymentLine]:
    """Yield a line for each squad with men, followed by a line for each of its vehicles."""
    number = 0
    for at, squad in enumerate(roster.squads):
        if _on_foot(squad):
            number += 1
            yield _squad_line(squad, at, number, catalogue, language)
        for vehicle in squad.vehicles:
            for _ in range(vehicle.count):
                number += 1
                yield _vehicle_line(vehicle, number, catalogue, language)


def _line_count(roster: Roster) -> int:
    return sum(_on_foot(squad) + sum(row.count for row in squad.vehicles) for squad in roster.squads)


def _on_foot(squad: Squad) -> bool:
    return bool(squad.figures) or not squad.vehicles


def _squad_line(
    squad: Squad, at: int, number: int, catalogue: Catalogue, language: Language
) -> DeploymentLine:
    classes = dict.fromkeys(squad.class_of(figure) for figure in squad.figures) or {squad.class_: None}
    return DeploymentLine(
        number=str(number),
        name=_lines_of(squad_label(squad, at).to(language), fit.BOLD, NAME_ROOM),
        troops=_lines_of(
            ", ".join(class_name(item, catalogue, language) for item in classes if item),
            fit.PLAIN,
            TROOPS_ROOM,
        ),
        figures=str(squad.figure_count) if squad.figures else NONE,
        combat=_combat(squad.figures) or NONE,
    )


def _vehicle_line(vehicle: Vehicle, number: int, catalogue: Catalogue, language: Language) -> DeploymentLine:
    """Return the blank for the combat value of a vehicle, set by the referee."""
    kind = catalogue.vehicle_by_id.get(vehicle.type)
    type_name = kind.name.to(language) if kind else vehicle.type
    return DeploymentLine(
        number=str(number),
        name=_lines_of(vehicle_label(vehicle, kind).to(language), fit.BOLD, NAME_ROOM),
        troops=_lines_of(type_name, fit.PLAIN, TROOPS_ROOM) if vehicle.name else NONE,
        figures=NONE,
        combat=_combat([vehicle]),
    )


def _lines_of(text: str, face: Face, room: float) -> str:
    """Return a text in at most two lines, cutting the rest."""
    first, *rest = wrapped(fit.clean(text), face, TEXT, room)
    return "\n".join([first, *([fitted(" ".join(rest), face, TEXT, room)] if rest else [])])


def _combat(rows: Iterable[Figure | Vehicle]) -> str:
    values = [row.combat_value for row in rows if isinstance(row.combat_value, int)]
    return ", ".join(str(value) for value in dict.fromkeys(values))


def _passes(roster: Roster, catalogue: Catalogue) -> int:
    """Return the number of passes of the list's aircraft, in a ruleset that counts them."""
    if "passes" not in catalogue.reads:
        return 0
    bought = (entry for entry in roster.extras if entry.extra in catalogue.extra_by_id)
    return sum(entry.passes * entry.count for entry in bought if catalogue.extra_by_id[entry.extra].passes)
