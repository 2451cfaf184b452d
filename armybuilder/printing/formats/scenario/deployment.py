"""The back of the scenario: where each squad and vehicle starts, a map to mark, room for signatures."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from armybuilder.printing.formats.scenario.table import Grid, grid_of
from armybuilder.printing.layout.words import NONE
from armybuilder.printing.units.setting import Setting
from armybuilder.printing.units.squads import class_name, squads_of
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Figure, Roster, Vehicle
from rules.core.text import Language

LINES = 8  # leaves room for the map on the first page, on A4 and Letter
LETTERS: dict[Language, str] = {"it": "ABCDEFGHILMN", "en": "ABCDEFGHIJKL"}  # for the twelve columns
MAP = 120.0  # mm
BESIDE, LETTER = 6.0, 1.8  # mm, for row numbers, and for a letter
BOX = "▢"  # in squadra-signs.ttf, close to its word


@dataclass(frozen=True, slots=True)
class DeploymentLine:
    """A squad or a vehicle: its type, number of men, and the referee's combat values."""

    name: str = ""
    troops: str = ""
    figures: str = ""
    combat: str = ""


@dataclass(frozen=True, slots=True)
class Deployment:
    """The deployment of a list. `combat`: the ruleset has combat values. Blank lines are to fill in by hand.

    `letters` head the columns of the map, evenly spaced from `indent` mm. `numbers` are beside its rows. `passes` are
    boxes to tick.
    """

    combat: bool
    lines: tuple[DeploymentLine, ...]
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
    lines = list(_lines(Setting(roster, catalogue, language)))
    grid = grid_of(catalogue, MAP)
    return Deployment(
        combat="combat_value" in catalogue.reads,
        lines=(*lines, *[DeploymentLine()] * (LINES - len(lines))),
        grid=grid,
        letters=" ".join(LETTERS[language][: grid.columns]),
        numbers="\n".join(str(row + 1) for row in range(grid.rows)),
        passes=BOX * _passes(roster, catalogue),
    )


def _lines(setting: Setting) -> Iterator[DeploymentLine]:
    """Yield a line for each squad with men, followed by a line for each of its vehicles."""
    for found in squads_of(setting):
        squad = found.squad
        if squad.figures or not squad.vehicles:
            classes = dict.fromkeys(squad.class_of(figure) for figure in squad.figures) or {
                squad.class_: None
            }
            troops = (class_name(item, setting.catalogue, setting.language) for item in classes if item)
            men = str(squad.figure_count) if squad.figures else NONE
            yield DeploymentLine(found.name, ", ".join(troops), men, _combat(squad.figures) or NONE)
        for unit in found.units:
            if unit.is_vehicle:
                about = (unit.type_name or NONE, NONE, _combat([unit.row]))
                yield from (DeploymentLine(f"{key} {unit.name}", *about) for key in unit.keys)


def _combat(rows: Iterable[Figure | Vehicle]) -> str:
    values = [row.combat_value for row in rows if isinstance(row.combat_value, int)]
    return ", ".join(str(value) for value in dict.fromkeys(values))


def _passes(roster: Roster, catalogue: Catalogue) -> int:
    """Return the number of passes of the list's aircraft, in a ruleset that counts them."""
    if "passes" not in catalogue.reads:
        return 0
    bought = (entry for entry in roster.extras if entry.extra in catalogue.extra_by_id)
    return sum(entry.passes * entry.count for entry in bought if catalogue.extra_by_id[entry.extra].passes)
