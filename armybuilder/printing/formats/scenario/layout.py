"""The scenario, a sheet of two sides: in front the table, objectives and the setup, behind it the deployment.

Fields that the ruleset does not decide are left to fill in.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext

from armybuilder.printing.formats.roster.game import turn_limit
from armybuilder.printing.formats.scenario.deployment import Deployment, deployment_of
from armybuilder.printing.formats.scenario.sizes import FIELD
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.top import Top
from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.handbook import PrintedTable, Procedures
from rules.core.document.roster import Roster
from rules.core.judging.report import Report
from rules.core.odds import printed_handbook
from rules.core.text import Language

LINES = 5  # to write objectives on, in a ruleset that has no markers


@dataclass(frozen=True, slots=True)
class Zone:
    """The zone of a side: `height` mm of the map from an edge, or a rectangle, and its text."""

    place: str
    words: str
    height: float
    width: float = FIELD.field


@dataclass(frozen=True, slots=True)
class Setup:
    """A rule of the setup, under the title of its table."""

    title: str
    source: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class ScenarioSheet:
    """A whole sheet. `ours` and `theirs` are the sides of the table, below and above.

    `markers` are the numbered objectives, each with a box for each of the `kinds`; none: `lines` to write on. `faces`
    are those of the secret die; `none_on` says which of them has no objective.
    """

    top: Top
    ours: str
    theirs: str
    zones: tuple[Zone, ...]
    margin: float
    margin_words: str
    markers: tuple[str, ...]
    kinds: tuple[str, ...]
    lines: range
    faces: tuple[int, ...]
    none_on: str
    limit: str
    setup: tuple[Setup, ...]
    deployment: Deployment


def lay_out(roster: Roster, catalogue: Catalogue, report: Report, options: Options) -> ScenarioSheet:
    """Return the content of a list's scenario sheet, in `options.language`, the active language."""
    numbers = catalogue.procedures
    label = gettext("%(game)s · the table, what is at stake and how to start")
    said = gettext("Squadra · scenario for %(list)s · %(game)s · %(credit)s")
    ours, theirs = _sides(roster, numbers)
    return ScenarioSheet(
        top=Top.of(roster, catalogue, options, label % {"game": catalogue.name.to(options.language)}, said),
        ours=ours,
        theirs=theirs,
        zones=tuple(_zones(roster, numbers)),
        margin=(numbers.markers_edge or 0) * FIELD.cm,
        margin_words=_margin(numbers),
        markers=tuple(str(number + 1) for number in range(numbers.objectives or 0)),
        kinds=_kinds(numbers),
        lines=range(0 if numbers.objectives else LINES),
        faces=tuple(range(1, catalogue.die + 1)),
        none_on=gettext("On a %(face)s there is no primary objective to take.")
        % {"face": numbers.no_primary_on}
        if numbers.no_primary_on
        else "",
        limit=turn_limit(catalogue),
        setup=tuple(_setup(catalogue, options.language)),
        deployment=deployment_of(roster, catalogue, options.language),
    )


# ── The map ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _sides(roster: Roster, numbers: Procedures) -> tuple[str, str]:
    """Return the sides at the lower and upper edge; the list's own is below."""
    if numbers.attacker_depth == numbers.defender_depth:
        return gettext("your edge"), gettext("the enemy’s edge")
    attacker, defender = gettext("attacker’s edge"), gettext("defender’s edge")
    return (defender, attacker) if roster.role == "defender" else (attacker, defender)


def _zones(roster: Roster, numbers: Procedures) -> Iterator[Zone]:
    """Yield the zones of both sides; none if the ruleset has none."""
    attacker, defender = ("above", "below") if roster.role == "defender" else ("below", "above")
    if numbers.attacker_depth:
        yield _strip(attacker, numbers.attacker_depth)
    if numbers.defender_depth:
        yield _strip(defender, numbers.defender_depth)
    if numbers.defender_length and numbers.defender_width:
        words = gettext("Defender: %(wide)s × %(long)s cm, anywhere in this half, at any angle")
        found = {"wide": numbers.defender_width, "long": numbers.defender_length}
        high, long = numbers.defender_width * FIELD.cm, numbers.defender_length * FIELD.cm
        yield Zone(f"{defender} within", words % found, high, long)


def _strip(place: str, depth: int) -> Zone:
    return Zone(
        place, gettext("deploys within %(depth)s cm of the edge") % {"depth": depth}, depth * FIELD.cm
    )


# ── Objectives ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _margin(numbers: Procedures) -> str:
    if not (numbers.markers_edge and numbers.markers_apart):
        return ""
    words = gettext(
        "Markers: inside the dotted line (%(edge)s cm from the edge), more than %(apart)s cm apart"
    )
    return words % {"edge": numbers.markers_edge, "apart": numbers.markers_apart}


def _kinds(numbers: Procedures) -> tuple[str, ...]:
    """Return the kinds of markers with their numbers."""
    primary, secondary = numbers.primary_objectives, numbers.secondary_objectives
    if not (numbers.objectives and primary and secondary):
        return (gettext("ours"),)
    dummies = numbers.objectives - primary - secondary
    return (
        gettext("primary (%(count)s)") % {"count": primary},
        gettext("secondary (%(count)s)") % {"count": secondary},
        gettext("dummy (%(count)s)") % {"count": dummies},
    )


# ── The setup ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _setup(catalogue: Catalogue, language: Language) -> Iterator[Setup]:
    for table in printed_handbook(catalogue):
        if table.topic == "scenario":
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
