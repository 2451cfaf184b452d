"""The forms of the builder: one for each thing that can be edited.

A form has the fields, conditions, choices, labels and errors of a row. The report judges the effects of a value on
the list.
"""

from typing import Any

from armybuilder.lists.forms.base import BuilderForm, FormContext
from armybuilder.lists.forms.pieces import MOST_FIGURES, MOST_VEHICLES, FigureForm, VehicleForm
from armybuilder.lists.forms.squad import (
    MOST_EXTRAS,
    THE_LIST,
    CountForm,
    ExtraChoice,
    ExtraForm,
    NameForm,
    RulingsForm,
    SettingsForm,
    SquadForm,
    extra_choice,
    kinds_of,
)
from armybuilder.lists.forms.weapons import offer_of_row
from rules.core.document.roster import Figure, Squad, Vehicle
from rules.core.document.rows import RowGoneError, RowPlace, find_place


def row_form(place: RowPlace, context: FormContext, data: Any = None) -> BuilderForm:
    form = _row_form(place, context, data)
    if force := context.roster.force:
        offer_of_row(form, place, force, context.catalogue)
    return form


def _row_form(place: RowPlace, context: FormContext, data: Any) -> BuilderForm:
    match place.row:
        case Figure() as figure:
            return FigureForm(figure, place.squad_class, context, data)
        case Vehicle() as vehicle:
            return VehicleForm(vehicle, context, data)
        case Squad() as squad:
            return SquadForm(squad, context, data)
        case entry:
            return ExtraForm(entry, extra_choice(entry, context), data)


def retyped_form(place: RowPlace, context: FormContext, typed: dict[str, Any]) -> BuilderForm:
    return row_form(place, context, row_form(place, context).values() | typed)


def open_form(row_id: str, context: FormContext) -> BuilderForm | None:
    if row_id == THE_LIST:
        return SettingsForm(context)
    try:
        return row_form(find_place(context.roster, row_id, (Figure, Vehicle, Squad)), context)
    except RowGoneError:
        return None
