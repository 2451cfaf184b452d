"""Names of a list's rows inside a sentence."""

from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.naming import extra_label, figure_label, in_sentence, squad_label, vehicle_label
from rules.core.document.roster import Figure, Roster, Squad, Vehicle
from rules.core.document.rows import Place, find_place
from rules.core.text import NOTHING, Text


def label_of(place: Place, catalogue: Catalogue) -> Text:
    """Return what a row is called, as it stands inside a sentence."""
    match place.row:
        case Figure() as figure:
            label = figure_label(figure, catalogue, figure.class_ or place.squad_class)
            return in_sentence(label, figure.name)
        case Vehicle() as vehicle:
            label = vehicle_label(vehicle, catalogue.vehicle_by_id.get(vehicle.type))
            return in_sentence(label, vehicle.name)
        case entry:
            extra = catalogue.extra_by_id.get(entry.extra)
            label = extra_label(entry, extra)
            return in_sentence(label) if extra else label


def squad_name(roster: Roster, squad_id: str) -> Text:
    """Return what a squad is called. Raises RowGoneError."""
    place = find_place(roster, squad_id, (Squad,))
    return squad_label(place.row, place.number)


def squad_name_of(place: Place) -> Text:
    """Return what the squad of a row is called; nothing for an extra of the list."""
    return squad_label(place.squad, place.squad_number) if place.squad else NOTHING
