"""A list as half a page, twice on a sheet, for the opponent: without boxes, numbers needed or notes."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from armybuilder.lists.words import minus
from armybuilder.printing.formats.half.options import HalfOptions
from armybuilder.printing.formats.roster.fire import Setting, columns_for, held_weapons, setting_for
from armybuilder.printing.formats.roster.layout import RosterSheet
from armybuilder.printing.formats.roster.layout import lay_out as lay_out_roster
from armybuilder.printing.formats.roster.options import RosterOptions
from armybuilder.printing.formats.roster.rows import figure_tags, vehicle_tags
from armybuilder.printing.formats.roster.squads import squad_line
from armybuilder.printing.layout.measure import MM_PER_POINT, wrapped
from armybuilder.printing.layout.sizes import PAPERS, content_width
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.naming import figure_label, squad_label, vehicle_label
from rules.core.document.roster import Figure, Roster, Squad, Vehicle
from rules.core.judging.prices import figure_is_house, vehicle_is_house
from rules.core.judging.report import Report

COPIES = 2
SIZES = (10.5, 9.0, 7.5)  # of the type, in points: the largest in which a copy leaves room for the other
LINE, PADDING = 1.25, 0.6  # of a row: in its size, and in mm
SQUAD, SQUAD_EDGES = 1.35, 3.0  # of a squad's head: its type in that of the rows; around it, in mm
HEAD, CUT = 21.0, 4.5  # above the squads, and where the copies meet, in mm
POINTS = 13.0  # the column on the right, in mm


@dataclass(frozen=True, slots=True)
class HalfRow:
    """A row of a squad: name, weapons and points."""

    name: str
    weapons: str
    points: str
    house: bool = False  # there is a price of the club in its points


@dataclass(frozen=True, slots=True)
class HalfSquad:
    """A squad: its name, what it is in a line, its points, its rows."""

    name: str
    line: str
    points: str
    rows: tuple[HalfRow, ...]


@dataclass(frozen=True, slots=True)
class HalfSheet:
    """A whole sheet: the head, rulings and verdict of the roster, and the squads in short. `extras` are told or not.

    `type_size` is that of the rows, in points.
    """

    roster: RosterSheet
    squads: tuple[HalfSquad, ...]
    extras: bool
    player: str
    copies: range
    type_size: float = SIZES[-1]

    @property
    def type_class(self) -> str:
        """The type size as a class of the style sheet."""
        return f"t{self.type_size * 100:.0f}"


def lay_out(roster: Roster, catalogue: Catalogue, report: Report, options: HalfOptions) -> HalfSheet:
    """Return the content of the sheet, in `options.language`, the active language."""
    columns = columns_for(roster, catalogue, report.points is not None, options)
    setting = setting_for(roster, catalogue, columns, options.language, modified=False)
    as_roster = RosterOptions(options.language, options.paper, options.ink, options.origin)
    sheet = HalfSheet(
        roster=lay_out_roster(roster, catalogue, report, as_roster),
        squads=tuple(_squads(roster, setting, report)),
        extras=not options.hide_extras,
        player=options.origin.player,
        copies=range(COPIES),
    )
    paper = PAPERS[options.paper]
    room = paper.paper_height / 2 - paper.bottom - CUT
    fitting = (size for size in SIZES if _height(sheet, size, content_width(options.paper)) <= room)
    return replace(sheet, type_size=next(fitting, SIZES[-1]))


def _height(sheet: HalfSheet, size: float, room: float) -> float:
    """Return the height of a copy in mm, its rows set in `size` points on lines of `room` mm."""
    column = (room - POINTS) / 2 - 1
    rows = [row for squad in sheet.squads for row in squad.rows]
    lines = sum(max(_lines(row.name, size, column), _lines(row.weapons, size, column)) for row in rows)
    heads = sum(_lines(f"{squad.name} {squad.line}", size * SQUAD, room - POINTS) for squad in sheet.squads)
    told = sum(_lines(text, size, room) for text in _told_below(sheet))
    em = size * MM_PER_POINT
    return (
        HEAD
        + (lines + told + heads * SQUAD) * LINE * em
        + len(rows) * PADDING
        + len(sheet.squads) * SQUAD_EDGES
    )


def _told_below(sheet: HalfSheet) -> Iterator[str]:
    """Yield the texts below the squads, about as wide as printed."""
    roster = sheet.roster
    if sheet.extras and roster.extras:
        yield " · ".join([gettext("Extras"), *(f"{extra.name} ({extra.points})" for extra in roster.extras)])
    if roster.rulings:
        yield " · ".join(
            [gettext("Rulings"), *(f"{ruling.label} {ruling.text}" for ruling in roster.rulings)]
        )
    yield f"{roster.verdict} {roster.rules}"


def _lines(text: str, size: float, room: float) -> int:
    return len(wrapped(text, "barlow-600-normal", size, room))


def _squads(roster: Roster, setting: Setting, report: Report) -> Iterator[HalfSquad]:
    for number, squad in enumerate(roster.squads):
        points = report.points.squads[number] if report.points else None
        prices = (*points.figures, *points.vehicles) if points else ()
        told = [*_figures(squad, setting), *_vehicles(squad, setting)]
        ours = _house_rows(squad, setting) if points else ()
        yield HalfSquad(
            name=setting.say(squad_label(squad, number)),
            line=squad_line(squad, setting.catalogue, setting.language),
            points=minus(points.total) if points else "",
            rows=tuple(
                HalfRow(name, weapons, minus(prices[at]) if prices else "", at in ours)
                for at, (name, weapons) in enumerate(told)
            ),
        )


def _house_rows(squad: Squad, setting: Setting) -> set[int]:
    """Return which rows have a price of the club in their points."""
    prices = setting.prices
    if prices is None:
        return set()
    men = [figure_is_house(figure, squad.class_of(figure), prices) for figure in squad.figures]
    vehicles = [vehicle_is_house(vehicle, prices) for vehicle in squad.vehicles]
    return {at for at, is_ours in enumerate([*men, *vehicles]) if is_ours}


def _figures(squad: Squad, setting: Setting) -> Iterator[tuple[str, str]]:
    for figure in squad.figures:
        label = setting.say(figure_label(figure, setting.catalogue, squad.class_of(figure)))
        yield _told(
            label,
            figure,
            [tag for tag in figure_tags(figure, squad.class_of(figure), setting) if tag != label],
            setting,
        )


def _vehicles(squad: Squad, setting: Setting) -> Iterator[tuple[str, str]]:
    for vehicle in squad.vehicles:
        kind = setting.catalogue.vehicle_by_id.get(vehicle.type)
        yield _told(
            setting.say(vehicle_label(vehicle, kind)), vehicle, [*vehicle_tags(vehicle, setting)], setting
        )


def _told(label: str, row: Figure | Vehicle, tags: list[str], setting: Setting) -> tuple[str, str]:
    """Return the name with number and type, and the weapons; unknown ones by id."""
    name = f"{label} ×{row.count}" if row.count > 1 else label
    known = setting.catalogue.weapon_by_id
    weapons = [setting.say(known[item].name) if item in known else item for item in row.weapons]
    if isinstance(row, Vehicle):
        weapons += [setting.say(weapon.name) for weapon in held_weapons(row, setting.catalogue)]
    return ", ".join([name, *tags]), ", ".join(weapons)
