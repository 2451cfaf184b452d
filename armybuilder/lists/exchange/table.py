"""Write a list as CSV: a line for the list, for each squad and for each row, with its points.

`own_table.py` reads it back exactly, with any changes.
"""

import csv
import io
from collections.abc import Iterator

from django.utils import translation
from django.utils.translation import gettext

from armybuilder.lists.exchange.our_format.words import COMMANDER, GEAR, KEYS, MOUNTED
from armybuilder.lists.exchange.our_format.writing import TextWriter
from armybuilder.spreadsheets import BOM, harmless
from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.entry import Kind
from rules.core.document.naming import extra_label, figure_label, squad_label, vehicle_label
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.judging.prices import SquadPoints
from rules.core.judging.report import Report
from rules.core.text import Language

Cells = dict[str, object]
APART = "; "  # between details


def write_csv(roster: Roster, catalogue: Catalogue, report: Report, language: Language) -> str:
    """Return a list as CSV in UTF-8 with a BOM. No cell starts a formula, because names are untrusted."""
    out = io.StringIO()
    writer = csv.writer(out)
    with translation.override(language):
        heads = _heads()
        writer.writerow(heads.values())
        for cells in _CsvWriter(roster, catalogue, report, language).rows():
            writer.writerow([_cell(cells.get(column, "")) for column in heads])
    return BOM + out.getvalue()


def _heads() -> dict[str, str]:
    return {
        "squad": gettext("Squad"),
        "kind": gettext("Type"),
        "name": gettext("Name"),
        "count": gettext("Number"),
        "class": gettext("Class"),
        "weapons": gettext("Weapons"),
        "gear": gettext("Roles and kit"),
        "leadership": gettext("Leadership"),
        "points": gettext("Points"),
        "notes": gettext("Notes"),
        "own": gettext("Custom name"),
        "details": gettext("Details"),
    }


def _cell(cell: object) -> object:
    """Return a cell that can be read back, doubling an apostrophe at its start."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith("'") else harmless(cell)


class _CsvWriter:
    """Writes the lines of one list: cells by their columns."""

    def __init__(self, roster: Roster, catalogue: Catalogue, report: Report, language: Language) -> None:
        self.roster, self.catalogue, self.language = roster, catalogue, language
        self.points = report.points
        self.text = TextWriter(roster, catalogue, report, language, points=False)

    def rows(self) -> Iterator[Cells]:
        yield self.head()
        if force := self.roster.force:
            name = force.name.to(self.language)
            whose = " · ".join(filter(None, (name, force.club)))
            yield {"kind": gettext("force"), "name": whose, "own": name}
        for number, squad in enumerate(self.roster.squads):
            label = squad_label(squad, number).to(self.language)
            for cells in self.squad(squad, label, self.points.squads[number] if self.points else None):
                yield {"squad": label} | cells
        yield from self.extras(self.roster.extras, self.points.extras if self.points else None)
        for name, option in self.text.ruling_names():
            yield {"kind": gettext("ruling"), "name": name, "details": option}
        for key, points in self.roster.prices.items():
            yield {"kind": gettext("price"), "name": key, "count": points}

    def head(self) -> Cells:
        role = self.catalogue.format_by_id.get(self.roster.role)
        return {
            "kind": gettext("list"),
            "name": self.roster.name,
            "class": self.text.game(),
            "gear": role.name.to(self.language) if role else self.roster.role,
            "notes": self.roster.notes,
            "details": APART.join(self.text.list_words()),
        }

    def squad(self, squad: Squad, label: str, points: SquadPoints | None) -> Iterator[Cells]:
        yield {
            "kind": gettext("squad"),
            "name": label,
            "class": self.words("class", squad.class_),
            "own": squad.name,
            "details": " · ".join(self.text.squad_details(squad)),
        }
        for i, figure in enumerate(squad.figures):
            yield self.figure(squad, figure) | {"points": points.figures[i] if points else ""}
        for i, vehicle in enumerate(squad.vehicles):
            yield self.vehicle(vehicle) | {"points": points.vehicles[i] if points else ""}
        yield from self.extras(squad.extras, points.extras if points else None)

    def figure(self, squad: Squad, figure: Figure) -> Cells:
        class_id = squad.class_of(figure)
        details = list(self.text.figure_details(figure))
        if figure.commander:
            details.insert(0, COMMANDER.to(self.language))
        if figure.class_ == squad.class_ != "":
            details.insert(0, f"{KEYS['class'].to(self.language)} {self.text.item('class', class_id)}")
        gear = [
            *(self.text.item("role", item, GEAR) for item in figure.roles),
            *(self.text.item("kit", item, GEAR) for item in figure.kit),
        ]
        return {
            "kind": gettext("figure"),
            "name": figure_label(figure, self.catalogue, class_id).to(self.language),
            "count": figure.count,
            "class": self.words("class", class_id),
            "weapons": ", ".join(self.text.item("weapon", item, GEAR) for item in figure.weapons),
            "gear": ", ".join(gear),
            "leadership": figure.leadership or "",
            "notes": figure.notes,
            "own": figure.name,
            "details": ", ".join(details),
        }

    def vehicle(self, vehicle: Vehicle) -> Cells:
        return {
            "kind": gettext("vehicle"),
            "name": vehicle_label(vehicle, self.catalogue.vehicle_by_id.get(vehicle.type)).to(self.language),
            "count": vehicle.count,
            "class": self.words("vehicle", vehicle.type),
            "weapons": ", ".join(self.text.item("weapon", item, MOUNTED) for item in vehicle.weapons),
            "gear": ", ".join(self.text.item("trait", item, MOUNTED) for item in vehicle.traits),
            "notes": vehicle.notes,
            "own": vehicle.name,
            "details": ", ".join(self.text.vehicle_details(vehicle)),
        }

    def extras(self, bought: tuple[ExtraEntry, ...], points: tuple[int, ...] | None) -> Iterator[Cells]:
        for i, entry in enumerate(bought):
            yield {
                "kind": gettext("extra"),
                "name": extra_label(entry, self.catalogue.extra_by_id.get(entry.extra)).to(self.language),
                "count": entry.count,
                "class": self.words("extra", entry.extra),
                "points": points[i] if points else "",
                "details": ", ".join(self.text.extra_words(entry, with_count=False)),
            }

    def words(self, kind: Kind, item: str) -> str:
        """Return the name of a thing as read back, without quotation marks."""
        return self.text.words.say(kind, item, self.language) if item else ""
