"""A list as CSV, for spreadsheets: a line a row of the list, with its points."""

import csv
import io
from collections.abc import Iterator, Mapping

from django.utils import translation
from django.utils.translation import gettext

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.entry import Entry
from rules.core.contents.naming import extra_label, figure_label, squad_label, vehicle_label
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.judging.breakdown import SquadPoints
from rules.core.judging.report import Report
from rules.core.text.text import Language

Cells = list[object]
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet takes for the beginning of a formula
BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"  # without it Excel does not read UTF-8


def write_csv(roster: Roster, catalogue: Catalogue, report: Report, language: Language) -> str:
    """Return a list as CSV in UTF-8 with a BOM. No cell begins a formula: names are a stranger's."""
    out = io.StringIO()
    writer = csv.writer(out)
    with translation.override(language):
        writer.writerow(_heads())
        for cells in _Table(roster, catalogue, report, language).rows():
            writer.writerow([harmless(cell) for cell in cells])
    return BOM + out.getvalue()


def _heads() -> list[str]:
    return [
        gettext("Squad"),
        gettext("Kind"),
        gettext("Name"),
        gettext("Number"),
        gettext("Class"),
        gettext("Weapons"),
        gettext("Roles and kit"),
        gettext("Leadership"),
        gettext("Points"),
        gettext("Notes"),
    ]


def harmless(cell: object) -> object:
    """Return a cell as it may stand in a spreadsheet: none begins a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


class _Table:
    """The lines of one list."""

    def __init__(self, roster: Roster, catalogue: Catalogue, report: Report, language: Language) -> None:
        self.roster, self.catalogue, self.language = roster, catalogue, language
        self.points = report.points

    def rows(self) -> Iterator[Cells]:
        if force := self.roster.template:
            whose = " · ".join(filter(None, (force.name.to(self.language), force.club)))
            yield ["", gettext("force"), whose, *[""] * 7]
        for number, squad in enumerate(self.roster.squads):
            name = squad_label(squad, number).to(self.language)
            yield from self.squad(squad, name, self.points.squads[number] if self.points else None)
        yield from self.extras(self.roster.extras, "", self.points.extras if self.points else None)

    def squad(self, squad: Squad, name: str, points: SquadPoints | None) -> Iterator[Cells]:
        for i, figure in enumerate(squad.figures):
            yield self.figure(squad, figure, name, points.figures[i] if points else "")
        for i, vehicle in enumerate(squad.vehicles):
            yield self.vehicle(vehicle, name, points.vehicles[i] if points else "")
        yield from self.extras(squad.extras, name, points.extras if points else None)

    def figure(self, squad: Squad, figure: Figure, place: str, points: int | str) -> Cells:
        book, class_id = self.catalogue, squad.class_of(figure)
        return [
            place,
            gettext("figure"),
            figure_label(figure, book, class_id).to(self.language),
            figure.count,
            self.name(class_id, book.class_by_id),
            self.names(figure.weapons, book.weapon_by_id),
            self.names((*figure.roles, *figure.kit), {**book.role_by_id, **book.kit_by_id}),
            figure.leadership or "",
            points,
            figure.notes,
        ]

    def vehicle(self, vehicle: Vehicle, place: str, points: int | str) -> Cells:
        book = self.catalogue
        name = vehicle_label(vehicle, book.vehicle_by_id.get(vehicle.type)).to(self.language)
        kind = self.name(vehicle.type, book.vehicle_by_id)
        weapons = self.names(vehicle.weapons, book.weapon_by_id)
        traits = self.names(vehicle.traits, book.vehicle_traits)
        return [
            place,
            gettext("vehicle"),
            name,
            vehicle.count,
            kind,
            weapons,
            traits,
            "",
            points,
            vehicle.notes,
        ]

    def extras(
        self, bought: tuple[ExtraEntry, ...], place: str, points: tuple[int, ...] | None
    ) -> Iterator[Cells]:
        for i, entry in enumerate(bought):
            label = extra_label(entry, self.catalogue.extra_by_id.get(entry.extra)).to(self.language)
            yield [
                place,
                gettext("extra"),
                label,
                entry.count,
                "",
                "",
                "",
                "",
                points[i] if points else "",
                "",
            ]

    def name(self, item: str, table: Mapping[str, Entry]) -> str:
        return table[item].name.to(self.language) if item in table else item

    def names(self, items: tuple[str, ...], table: Mapping[str, Entry]) -> str:
        return ", ".join(self.name(item, table) for item in items)
