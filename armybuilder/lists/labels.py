"""Finding the rows of a list by their ids, and what they are called."""

from dataclasses import dataclass

from rules.core.catalogue import Catalogue
from rules.core.edits import RowGone
from rules.core.naming import figure_label, in_sentence, squad_label, vehicle_label
from rules.core.roster import ExtraEntry, Figure, Roster, Row, Squad, Vehicle, rows
from rules.core.text import NOTHING, Text

Unit = Figure | Vehicle | ExtraEntry


@dataclass(frozen=True, slots=True)
class Found:
    """A row, the squad it stands in (None: the list's own extras), and the rows of its table."""

    row: Unit
    squad: Squad | None
    table: tuple[Unit, ...]

    @property
    def squad_class(self) -> str:
        """The class that figures of the squad have where they have none of their own."""
        return self.squad.class_ if self.squad else ""

    @property
    def neighbour(self) -> str:
        """Where to go when the row is removed: the next row, else the one before, else its squad."""
        number = self.table.index(self.row)
        others = (*self.table[number + 1 : number + 2], *self.table[max(0, number - 1) : number])
        return others[0].id if others else self.squad.id if self.squad else ""


def find_row(roster: Roster, row_id: str) -> Found:
    """Return the figure, vehicle or extra of an id. Raises RowGone."""
    for squad in roster.squads:
        for table in (squad.figures, squad.vehicles, squad.extras):
            for row in table:
                if row.id == row_id:
                    return Found(row, squad, table)
    for entry in roster.extras:
        if entry.id == row_id:
            return Found(entry, None, roster.extras)
    raise RowGone(row_id)


def row_by_id(roster: Roster, row_id: str) -> Row | None:
    """Return the row of an id, whatever its kind, None where there is none."""
    return next((row for _, row in rows(roster) if row.id == row_id), None)


def find_squad(roster: Roster, squad_id: str) -> tuple[Squad, int]:
    """Return the squad of an id and its place in the list. Raises RowGone."""
    for number, squad in enumerate(roster.squads):
        if squad.id == squad_id:
            return squad, number
    raise RowGone(squad_id)


def label_of(found: Found, catalogue: Catalogue) -> Text:
    """Return what a row is called, as it stands inside a sentence."""
    match found.row:
        case Figure() as figure:
            label = figure_label(figure, catalogue, figure.class_ or found.squad_class)
            return in_sentence(label, figure.name)
        case Vehicle() as vehicle:
            label = vehicle_label(vehicle, catalogue.vehicle_by_id.get(vehicle.type))
            return in_sentence(label, vehicle.name)
        case entry:
            extra = catalogue.extra_by_id.get(entry.extra)
            return in_sentence(extra.name) if extra else Text(entry.extra, entry.extra)


def squad_name(roster: Roster, squad_id: str) -> Text:
    """Return what a squad is called. Raises RowGone."""
    return squad_label(*find_squad(roster, squad_id))


def place_of(found: Found, roster: Roster) -> Text:
    """Return what the squad of a row is called; nothing for an extra of the list."""
    return squad_name(roster, found.squad.id) if found.squad else NOTHING
