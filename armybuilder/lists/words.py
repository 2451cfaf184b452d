"""Words and numbers that pages and printouts of lists share."""

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise

from rules.core.catalogue.catalogue import Catalogue, Severity
from rules.core.document.naming import extra_label, figure_label, in_sentence, squad_label, vehicle_label
from rules.core.document.roster import Figure, Roster, Squad, SquadKind, Vehicle
from rules.core.document.rows import RowPlace, find_place
from rules.core.judging.report import Finding, sentence
from rules.core.text import NOTHING, Language, Text, minus

NO_BREAK = "\N{NO-BREAK SPACE}"

# A shape for each severity: colour is never the only difference.
ICONS: dict[Severity, str] = {"error": "octagon-alert", "warning": "triangle-alert", "info": "lightbulb"}


SEVERITY_NAMES: dict[Severity, StrPromise] = {"error": _("Error"), "warning": _("Warning"), "info": _("Tip")}
SQUAD_KINDS: dict[SquadKind, StrPromise] = {
    "squad": _("squad"),
    "section": _("independent section"),
    "sniper-team": _("sniper team"),
    "observer-section": _("observer section"),
}


# The uses of points, by the name of their sum in a breakdown.
USES: dict[str, StrPromise] = {
    "soldiers": _("Soldiers"),
    "leadership": _("Leadership"),
    "roles": _("Roles"),
    "weapons": _("Weapons"),
    "vehicles": _("Vehicles"),
    "extras": _("Extras"),
}


def signed(number: int) -> str:
    """Return a change or a surcharge with its sign: +5, −5, ±0."""
    if number == 0:
        return "±0"
    return f"+{number}" if number > 0 else minus(number)


def points_in_words(number: int) -> str:
    """Return a number of points in words, joined by a no-break space: 1 point, 150 points, −5 points."""
    unit_name = ngettext("point", "points", abs(number))
    return f"{minus(number)}{NO_BREAK}{unit_name}"


def price(points: int | None) -> str:
    return "" if points is None else minus(points)


def surcharge(points: int) -> str:
    return signed(points) if points else ""


def over_limit(over: int) -> str:
    return gettext("%(over)s over the limit") % {"over": over}


def class_name(class_id: str, catalogue: Catalogue, language: Language) -> str:
    """Return a class's name with its code: Veterans R3. A class that the edition does not have is named by its id."""
    known = catalogue.class_by_id.get(class_id)
    return f"{known.name.to(language)} {known.code}".rstrip() if known else class_id


def reason(finding: Finding, subject: str, language: Language) -> str:
    """Return the sentence of a finding without the name of its `subject`."""
    text = sentence(finding, language).removeprefix(f"{subject}: ")
    return text[:1].upper() + text[1:]


def label_of(place: RowPlace, catalogue: Catalogue) -> Text:
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
    """Return the name of a squad. Raises RowGoneError."""
    place = find_place(roster, squad_id, (Squad,))
    return squad_label(place.row, place.number)


def squad_name_of(place: RowPlace) -> Text:
    return squad_label(place.squad, place.squad_number) if place.squad else NOTHING
