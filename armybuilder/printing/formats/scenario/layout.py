"""The scenario, a double-sided sheet. Front: the table, the setup, and secrets to fold away. Back: the deployment.

Fields not decided by the ruleset are left to fill in.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext

from armybuilder.printing.formats.roster.game import turn_limit
from armybuilder.printing.formats.scenario.deployment import Deployment, deployment_of
from armybuilder.printing.formats.scenario.table import SIZE, Table, table_of
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.top import Top
from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.handbook import PrintedTable
from rules.core.contents import subjects_of
from rules.core.document.roster import Roster
from rules.core.handbook_for_list import concerns
from rules.core.judging.report import Report
from rules.core.odds import printed_handbook
from rules.core.procedures import kinds_of
from rules.core.text import Language

DIE = "secret-die"  # its table in the handbook
LINES = 5  # lines for objectives, in a ruleset without markers


@dataclass(frozen=True, slots=True)
class Setup:
    """A rule of the setup, under the title of its table."""

    title: str
    source: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class SecretDie:
    """The secret die of irregulars: its faces and their meaning."""

    faces: tuple[int, ...]
    text: str


@dataclass(frozen=True, slots=True)
class ScenarioSheet:
    """A whole sheet.

    `markers` are the numbered objectives, with a box for each of the `kinds`. Without markers, `lines` are for writing.
    """

    top: Top
    table: Table
    markers: tuple[str, ...]
    kinds: tuple[str, ...]
    lines: range
    die: SecretDie | None
    limit: str
    setup: tuple[Setup, ...]
    deployment: Deployment


def lay_out(roster: Roster, catalogue: Catalogue, report: Report, options: Options) -> ScenarioSheet:
    """Return the content of a list's scenario sheet, in `options.language`, the active language."""
    count = catalogue.procedures.objectives or 0
    game = catalogue.name.to(options.language)
    label = gettext("%(game)s · the table, what is at stake and how to start") % {"game": game}
    return ScenarioSheet(
        top=Top.of(roster, catalogue, options, label, gettext("scenario")),
        table=table_of(roster, catalogue),
        markers=tuple(str(number + 1) for number in range(count)),
        kinds=tuple(_kinds(roster, catalogue, options.language)) if count else (),
        lines=range(0 if count else LINES),
        die=_die(roster, catalogue, options.language),
        limit=turn_limit(catalogue),
        setup=tuple(_setup(catalogue, options.language)),
        deployment=deployment_of(roster, catalogue, options.language),
    )


def _kinds(roster: Roster, catalogue: Catalogue, language: Language) -> Iterator[str]:
    """Yield the possible kinds of a numbered marker. An IED is a dummy."""
    numbers = catalogue.procedures
    primary, secondary = numbers.primary_objectives or 0, numbers.secondary_objectives or 0
    dummies = (numbers.objectives or 0) - primary - secondary
    yield gettext("primary (%(count)s)") % {"count": primary}
    yield gettext("secondary (%(count)s)") % {"count": secondary}
    yield gettext("dummy (%(count)s)") % {"count": dummies}
    yield from (kind.name.to(language) for kind in kinds_of(catalogue, roster) if kind.piece == "dummy")


def _die(roster: Roster, catalogue: Catalogue, language: Language) -> SecretDie | None:
    """Return the secret die, for a list with a secret die."""
    has = subjects_of(roster, catalogue)
    tables = (table for table in printed_handbook(catalogue) if table.id == DIE)
    row = next((row for table in tables for row in table.rows if concerns(row.about, has)), None)
    if row is None or row.text is None:
        return None
    text = row.text.to(language)
    if face := catalogue.procedures.no_primary_on:
        none = gettext("On a %(face)s there is no primary objective to take.") % {"face": face}
        text = f"{text} {none}"
    return SecretDie(tuple(range(1, catalogue.die + 1)), text)


def _setup(catalogue: Catalogue, language: Language) -> Iterator[Setup]:
    """Yield the rules of the setup, except facts already on the map and the die."""
    for table in printed_handbook(catalogue):
        if table.topic == "scenario" and table.id not in (SIZE, DIE):
            yield from _rules(table, language)


def _rules(table: PrintedTable, language: Language) -> Iterator[Setup]:
    for row in table.rows:
        first = row is table.rows[0]
        yield Setup(
            title=table.name.to(language) if first else "",
            source=table.source if first else "",
            name=row.name.to(language),
            text=row.text.to(language) if row.text else "",
        )
