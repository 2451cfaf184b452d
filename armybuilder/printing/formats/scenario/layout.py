"""The scenario, a double-sided sheet. Front: the table, the setup, and secrets to fold away.

Back: where each squad and vehicle starts, a map to mark, room for signatures. Fields not decided by the ruleset are
left to fill in.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext

from armybuilder.printing.formats.roster.game import turn_limit
from armybuilder.printing.formats.scenario.table import SIZE, Table, table_of
from armybuilder.printing.layout.options import Paper
from armybuilder.printing.layout.words import NONE
from armybuilder.printing.units.setting import Setting
from armybuilder.printing.units.squads import squads_of
from armybuilder.printing.units.top import Top
from rules.core.catalogue.handbook import PrintedTable
from rules.core.contents import subjects_of
from rules.core.document.roster import Figure, Vehicle
from rules.core.handbook_for_list import concerns
from rules.core.odds import printed_handbook
from rules.core.procedures import kinds_of

DIE = "secret-die"  # its table in the handbook
OBJECTIVES = 5  # lines for objectives, in a ruleset without markers
NOTES: dict[Paper, int] = {"a4": 8, "letter": 6}  # lines for notes below the map
MARKED, OPEN = 4, 4  # fewer of them above the markers, and below lines for objectives as wide as the page
LINES = 8  # leaves room for the map on the first page, on A4 and Letter
BOX = "▢"  # in squadra-signs.ttf, close to its word


class DeploymentLine(NamedTuple):
    """A squad or a vehicle: its type, number of men, and the referee's combat values."""

    name: str = ""
    troops: str = ""
    figures: str = ""
    combat: str = ""


@dataclass(frozen=True, slots=True)
class ScenarioSheet:
    """A whole sheet. `setup`: tables of the handbook, except facts already on the map and the die.

    `markers` are the numbered objectives, with a box for each of the `kinds`. Without markers, `lines` are for writing.
    `die`: the meaning of the secret die of irregulars, with its `faces`. `deployed`: squads and vehicles, then blank
    lines to fill in by hand. `combat`: the ruleset has combat values. `passes` are boxes to tick.
    """

    top: Top
    table: Table
    markers: range
    kinds: tuple[str, ...]
    lines: range
    notes: range
    die: str
    faces: range
    limit: str
    setup: tuple[PrintedTable, ...]
    combat: bool
    deployed: tuple[DeploymentLine, ...]
    passes: str


def lay_out(setting: Setting) -> ScenarioSheet:
    """Return the content of a list's scenario sheet."""
    catalogue = setting.catalogue
    count = catalogue.procedures.objectives or 0
    game = setting.say(catalogue.name)
    label = gettext("%(game)s · the table, what is at stake and how to start") % {"game": game}
    setup = (found for found in printed_handbook(catalogue) if found.topic == "scenario")
    table = table_of(setting.roster, catalogue, setting.language)
    deployed = list(_lines(setting))
    tables = tuple(found for found in setup if found.id not in (SIZE, DIE))
    taken = OPEN + bool(tables) if table.is_open else MARKED * bool(count)
    return ScenarioSheet(
        top=Top.of(setting, label, gettext("scenario")),
        table=table,
        markers=range(1, count + 1),
        kinds=tuple(_kinds(setting)),
        lines=range(0 if count else OBJECTIVES),
        notes=range(NOTES[setting.options.paper] - taken),
        die=_die(setting),
        faces=range(1, catalogue.die + 1),
        limit=turn_limit(catalogue),
        setup=tables,
        combat="combat_value" in catalogue.reads,
        deployed=(*deployed, *[DeploymentLine()] * (LINES - len(deployed))),
        passes=BOX * _passes(setting),
    )


def _kinds(setting: Setting) -> Iterator[str]:
    """Yield the possible kinds of a numbered marker. An IED is a dummy."""
    numbers = setting.catalogue.procedures
    primary, secondary = numbers.primary_objectives or 0, numbers.secondary_objectives or 0
    dummies = (numbers.objectives or 0) - primary - secondary
    yield gettext("primary (%(count)s)") % {"count": primary}
    yield gettext("secondary (%(count)s)") % {"count": secondary}
    yield gettext("dummy (%(count)s)") % {"count": dummies}
    kinds = kinds_of(setting.catalogue, setting.roster)
    yield from (setting.say(kind.name) for kind in kinds if kind.piece == "dummy")


def _die(setting: Setting) -> str:
    """Return the meaning of the secret die, "" for a list without one."""
    has = subjects_of(setting.roster, setting.catalogue)
    tables = (table for table in printed_handbook(setting.catalogue) if table.id == DIE)
    row = next((row for table in tables for row in table.rows if concerns(row.about, has)), None)
    if row is None or row.text is None:
        return ""
    text = setting.say(row.text)
    if face := setting.catalogue.procedures.no_primary_on:
        text += " " + gettext("On a %(face)s there is no primary objective to take.") % {"face": face}
    return text


# ── The deployment ─────────────────────────────────────────────────────────────────────────────────────────────────


def _lines(setting: Setting) -> Iterator[DeploymentLine]:
    """Yield a line for each squad with men, followed by a line for each of its vehicles."""
    for found in squads_of(setting):
        squad = found.squad
        if squad.figures or not squad.vehicles:
            classes = dict.fromkeys(map(squad.class_of, squad.figures)) or [squad.class_]
            troops = ", ".join(setting.class_name(item) for item in classes if item)
            men = str(squad.figure_count) if squad.figures else NONE
            yield DeploymentLine(found.name, troops, men, _combat(squad.figures) or NONE)
        for unit in found.units:
            if unit.is_vehicle:
                about = (unit.type_name or NONE, NONE, _combat([unit.row]))
                yield from (DeploymentLine(f"{key} {unit.name}", *about) for key in unit.keys)


def _combat(rows: Iterable[Figure | Vehicle]) -> str:
    values = [row.combat_value for row in rows if isinstance(row.combat_value, int)]
    return ", ".join(str(value) for value in dict.fromkeys(values))


def _passes(setting: Setting) -> int:
    """Return the number of passes of the list's aircraft, in a ruleset that counts them."""
    if "passes" not in setting.catalogue.reads:
        return 0
    known = setting.catalogue.extra_by_id
    bought = (entry for entry in setting.roster.extras if entry.extra in known)
    return sum(entry.passes * entry.count for entry in bought if known[entry.extra].passes)
