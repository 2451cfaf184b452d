"""The layout of a roster, before any HTML.

Everything is text: numbers with signs, names in the chosen language, columns of the ruleset. Widths are in
millimetres, measured with the advance widths of the fonts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import ceil
from typing import Literal, NamedTuple

from django.utils.translation import gettext

from armybuilder.printing.formats.roster import summary
from armybuilder.printing.formats.roster.columns import Columns
from armybuilder.printing.formats.roster.game import GameStrip, game_strip
from armybuilder.printing.formats.roster.rows import RosterSquad
from armybuilder.printing.layout.options import Handed, Paper
from armybuilder.printing.layout.qr import qr_code
from armybuilder.printing.layout.sizes import PAPERS
from armybuilder.printing.layout.words import Fact, unbreakable
from armybuilder.printing.units.fire import notes_of, save_notes
from armybuilder.printing.units.morale import Morale, defeat_points, morale, morale_rules
from armybuilder.printing.units.setting import Setting
from armybuilder.printing.units.squads import squads_of, strength
from armybuilder.printing.units.top import Top
from rules.core.catalogue.entry import name_in
from rules.core.judging.prices import Breakdown
from rules.core.judging.report import Report, State, state_of
from rules.core.text import minus

# Millimetres of a dense roster: its head, a line of a row, the head of a squad, a line of the lower part, a line of
# full width, the game strip with what belongs to it.
HEAD, ROW, SQUAD, LINE, FULL_LINE, STRIP = 26.0, 4.7, 24.0, 3.1, 4.8, 45.0
HALF_LINE, WHOLE_LINE = 64, 125  # letters
MORALE_LINES, HEADING_LINES = 5.0, 1.6  # morale beside its boxes; a heading
AIRY, ROOMY, TIGHT = 1.26, 1.1, 0.92  # times as high
UNSURE = 7.0  # mm
# The opponent's copy: its largest and smallest type, in points; rows for the head of a squad; the letters of a line and
# the rows of half a page in a type of one point.
COPY_LARGEST, COPY_SMALLEST, COPY_HEAD, COPY_LETTERS = 12.0, 7.5, 1.5, 470
COPY_ROWS: dict[Paper, float] = {"a4": 194.0, "letter": 180.0}

HOUSE_MARK = "C "  # raised beside points that include a club price


class LowerPart(NamedTuple):
    """Extras, morale or weapon notes in a column of the lower part. `goes_on`: they began in the column before."""

    kind: str
    lines: Sequence[summary.ExtraLine | Fact | None]
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class Total:
    """The points of the list. `limit` is "" without a limit, and `over` is "" within the limit."""

    points: str
    limit: str
    over: str


@dataclass(frozen=True, slots=True)
class RosterSheet:
    """A whole roster. `density`: the style of lines that are wider in a short list, and closer if that saves a page.

    `copy_size`: the size of the type, in points, if it is the opponent's copy: half a page, twice on a sheet, without
    boxes, numbers needed, notes or extras. A submitted list has a `code`, typed by a referee, and a `closing` line
    about parts that are not on the sheet.
    """

    top: Top
    version: str
    total: Total | None
    state: State
    facts: tuple[Fact, ...]
    columns: Columns
    squads: tuple[RosterSquad, ...]
    extras: tuple[summary.ExtraLine, ...]
    rulings: tuple[Fact, ...]
    verdict: str
    rules: str
    qr: str
    problems: tuple[summary.FindingLine, ...]
    weapon_notes: tuple[Fact, ...] = ()
    morale: Morale | None = None
    morale_rules: tuple[Fact, ...] = ()
    defeat_points: tuple[tuple[Fact, str], ...] = ()
    notes: str = ""
    game: GameStrip | None = None
    density: str = ""
    code: str = ""
    closing: str = ""
    copy_size: float = 0

    @property
    def lower(self) -> list[list[LowerPart]]:
        """The lower part in two columns, the second empty if there is only one line."""
        left, right = (
            [
                LowerPart(kind, [line.content for line in lines])
                for kind, lines in groupby(column, lambda one: one.kind)
            ]
            for column in _halves(self)
        )
        if left and right and left[-1].kind == right[0].kind:
            right[0] = right[0]._replace(goes_on=True)
        return [left, right]


def lay_out(setting: Setting) -> RosterSheet:
    """Return the content of a roster. A submitted one has the data for a referee's check, but no private parts."""
    setting = replace(setting, beside=True)
    roster, catalogue, report, options = setting.roster, setting.catalogue, setting.report, setting.options
    origin, handed, columns = options.origin, options.origin.handed, Columns.of(setting)
    squads = tuple(RosterSquad(**vars(one), columns=columns) for one in squads_of(setting))
    facts = handed.facts if handed else _facts(setting)
    sheet = RosterSheet(
        top=Top.of(setting, handed.label if handed else _label(setting), "", of_roster=True),
        version=summary.version(origin),
        total=_total(report),
        state=state_of(report, catalogue),
        facts=tuple(Fact(label, text) for label, text in facts),
        columns=columns,
        squads=squads,
        extras=tuple(summary.extras(setting)) if handed is None or handed.told else (),
        rulings=tuple(summary.rulings(roster, catalogue, setting.language, HOUSE_MARK, defaults=False)),
        verdict=summary.verdict(report, catalogue),
        rules=summary.rules(origin),
        qr=qr_code(origin.link),
        problems=tuple(summary.problems(setting)),
        copy_size=_copy_size(squads, options.paper) if options.opponent else 0,
        code=handed.code if handed else "",
        closing=_closing(handed) if handed else "",
    )
    if handed is None:
        sheet = replace(
            sheet,
            weapon_notes=(
                *notes_of(setting.carried, setting),
                *save_notes(setting.carried, setting),
                *summary.small_numbers(row for squad in squads for row in squad.rows),
            ),
            morale=morale(setting),
            morale_rules=tuple(morale_rules(setting)),
            defeat_points=tuple(defeat_points(setting)),
            notes=roster.notes,
            game=game_strip(setting),
        )
    return replace(sheet, density=_density(sheet, options.paper))


def _closing(handed: Handed) -> str:
    left_out = (
        gettext("Notes are not on this sheet.")
        if handed.told
        else gettext("Notes and extras are not on this sheet: the total includes them.")
    )
    checked = gettext("Check its code at %(address)s") % {"address": handed.address}
    return f"{left_out} {checked}" if handed.address else left_out


def _copy_size(squads: Sequence[RosterSquad], paper: Paper) -> float:
    """Return the size of the type of the opponent's copy, in halves of a point: as large as half a page allows."""
    rows = [(", ".join(unit.told), ", ".join(unit.armed)) for squad in squads for unit in squad.units]
    size = COPY_LARGEST
    while size > COPY_SMALLEST:
        lines = sum(ceil(max(map(len, row)) * size / COPY_LETTERS) for row in rows)
        if size * (COPY_HEAD * len(squads) + lines) <= COPY_ROWS[paper]:
            break
        size -= 0.5
    return size


# ── Density ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _density(sheet: RosterSheet, paper: Paper) -> str:
    """Return the spacing of a roster: the widest that takes no more pages, closer still if that saves the second."""
    room, tall = PAPERS[paper].paper_height - PAPERS[paper].bottom, _height(sheet)
    least, most = room - UNSURE, room + 2 * UNSURE
    if tall * AIRY <= least:
        return "airy"
    if least < tall <= most / TIGHT:
        return "dense tight"
    pages = 1 if tall <= most else 2
    return "" if tall * ROOMY <= pages * least else "dense"


def _height(sheet: RosterSheet) -> float:
    """Return roughly how high a dense roster is, mm."""
    lower = max(_lines_of(column) for column in _halves(sheet))
    told = [*(problem.text for problem in sheet.problems), *sheet.notes.splitlines()]
    told += [" ".join(f"{ruling.label} {ruling.text}" for ruling in sheet.rulings)]
    rows = sum(row.height for squad in sheet.squads for row in squad.rows)
    full = sum(1 + len(text) // WHOLE_LINE for text in told)
    tall = HEAD + ROW * rows + SQUAD * len(sheet.squads) + LINE * lower + FULL_LINE * full
    return tall + STRIP * bool(sheet.game)


# ── The lower part ─────────────────────────────────────────────────────────────────────────────────────────────────


class LowerLine(NamedTuple):
    """An extra, a weapon note, or all about morale (no `content`), with roughly how many lines it takes."""

    kind: Literal["extras", "morale", "weapons"]
    content: summary.ExtraLine | Fact | None
    takes: float


def _halves(sheet: RosterSheet) -> tuple[list[LowerLine], list[LowerLine]]:
    """Return the lower part in two columns of nearly the same height, with morale before or after the weapons."""
    extras = [LowerLine("extras", one, _taken(f"{one.name} {one.text} {one.fire}")) for one in sheet.extras]
    notes = [LowerLine("weapons", one, _taken(one.text)) for one in sheet.weapon_notes]
    has_morale = sheet.morale or sheet.morale_rules
    morale = [LowerLine("morale", None, _morale_lines(sheet))] if has_morale else []
    orders = ([*extras, *morale, *notes], [*extras, *notes, *morale])
    ways = [(lines[:place], lines[place:]) for lines in orders for place in range(1, len(lines) + 1)]
    return min(ways, key=lambda columns: max(map(_lines_of, columns)), default=([], []))


def _lines_of(column: Sequence[LowerLine]) -> float:
    """Return roughly how many lines a column takes with its headings."""
    return HEADING_LINES * len({line.kind for line in column}) + sum(line.takes for line in column)


def _morale_lines(sheet: RosterSheet) -> float:
    if sheet.morale is None:
        return sum(_taken(rule.text) for rule in sheet.morale_rules)
    boxes = 1.1 * (1 + sheet.morale.losses.count("\n"))
    return MORALE_LINES + boxes + sum(_taken(fact.text) for fact, _ in sheet.defeat_points)


def _taken(text: str) -> float:
    """Return roughly how many lines a paragraph takes in a column."""
    return 1.3 + len(text) // HALF_LINE


# ── The head and the foot ──────────────────────────────────────────────────────────────────────────────────────────


def _label(setting: Setting) -> str:
    catalogue = setting.catalogue
    role = name_in(catalogue.format_by_id, setting.roster.role)
    return " · ".join(map(setting.say, (catalogue.name, role, catalogue.edition)))


def _total(report: Report) -> Total | None:
    if report.points is None:
        return None
    over = -(report.remaining or 0)
    return Total(
        points=minus(report.points.total),
        limit="" if report.limit is None else str(report.limit),
        over=gettext("%(points)s over") % {"points": over} if over > 0 else "",
    )


def _facts(setting: Setting) -> Iterator[tuple[str, str]]:
    roster, points = setting.roster, setting.report.points
    if setting.options.origin.player:
        yield gettext("Player"), setting.options.origin.player
    if roster.pair_name:
        yield gettext("Pair"), roster.pair_name
    if roster.force:
        yield gettext("From the force"), setting.say(roster.force.name)
    if "commander" in setting.catalogue.reads and (commander := ", ".join(_commanders(setting))):
        yield gettext("In command"), commander
    yield gettext("Strength"), strength(*roster.squads)
    if points:
        yield gettext("Points"), _breakdown(points.breakdown)


def _commanders(setting: Setting) -> Iterator[str]:
    """Yield the names of platoon commanders, with their squad if they have none."""
    for squad in squads_of(setting):
        for unit in squad.units:
            if unit.figure and unit.figure.commander:
                yield unit.figure.name or f"{unit.name} ({squad.name})"


def _breakdown(breakdown: Breakdown) -> str:
    parts = (
        (gettext("soldiers"), breakdown.soldiers),
        (gettext("leadership"), breakdown.leadership),
        (gettext("roles"), breakdown.roles),
        (gettext("weapons"), breakdown.weapons),
        (gettext("vehicles"), breakdown.vehicles),
        (gettext("extras"), breakdown.extras),
    )
    return " · ".join(unbreakable(f"{name} {minus(points)}") for name, points in parts if points) or "0"
