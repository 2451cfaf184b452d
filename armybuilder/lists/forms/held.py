"""What forms offer where a list is held to a force: what a squad of it may have, and what the row has already.

Anything else is still taken, from a page that was opened before the list was held: the checks mark it.
"""

from collections.abc import Callable, Collection, Iterable
from typing import cast

from django.forms import ChoiceField

from armybuilder.lists.forms.base import BuilderForm
from armybuilder.lists.forms.weapons import WeaponChips
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.force import Force, ForceFigure, ForceSquad
from rules.core.document.roster import Figure, Squad, Vehicle
from rules.core.document.rows import Place
from rules.core.forces.followed import classes_near

Allowed = dict[str, Collection[str]]  # ids by the name of the field that chooses among them


def offer_of_row(form: BuilderForm, place: Place, force: Force, catalogue: Catalogue) -> None:
    """Offer in the form of a row or squad what the force has for it; one that is not the force's offers all."""
    squad = place.squad or place.row
    wanted = force.squad(squad.force_squad) if isinstance(squad, Squad) else None
    match place.row:
        case Figure() as figure if wanted:
            _figure(form, figure, wanted, catalogue)
        case Vehicle() as vehicle if wanted:
            _vehicle(form, vehicle, wanted)
        case Squad() as own if wanted:
            _squad(form, own, wanted, catalogue)


def _figure(form: BuilderForm, figure: Figure, wanted: ForceSquad, catalogue: Catalogue) -> None:
    """Offer what any type of man of the squad has."""
    types = wanted.figures
    allowed: Allowed = {
        "weapons": _any(types, lambda kind: (*kind.weapons, *kind.also)),
        "roles": _any(types, lambda kind: (kind.role, *kind.roles)),
        "leadership": _any(types, lambda kind: map(str, kind.leadership or (0,))),
        "class": {"", *_any(types, lambda kind: classes_near(kind.class_, catalogue) if kind.class_ else ())},
    }
    has: Allowed = {
        "weapons": figure.weapons,
        "roles": figure.roles,
        "leadership": (str(figure.leadership),),
        "class": (figure.class_,),
    }
    _offer(form, allowed, has)


def _vehicle(form: BuilderForm, vehicle: Vehicle, wanted: ForceSquad) -> None:
    """Offer the types that the squad has, and the weapons that may be bought for this one."""
    weapons = {item for kind in wanted.vehicles if kind.type == vehicle.type for item in kind.weapons}
    allowed: Allowed = {"type": {kind.type for kind in wanted.vehicles}, "weapons": weapons}
    _offer(form, allowed, {"type": (vehicle.type,), "weapons": vehicle.weapons})


def _squad(form: BuilderForm, squad: Squad, wanted: ForceSquad, catalogue: Catalogue) -> None:
    """Offer the classes, the kind and the traits that the squad may have."""
    allowed: Allowed = {
        "class": classes_near(wanted.class_, catalogue),
        "list_class": {wanted.class_},
        "kind": {wanted.kind},
        "traits": wanted.traits,
    }
    has: Allowed = {
        "class": (squad.class_,),
        "list_class": (squad.list_class,),
        "kind": (squad.kind,),
        "traits": squad.traits,
    }
    _offer(form, allowed, has)


def _any(types: Iterable[ForceFigure], of: Callable[[ForceFigure], Iterable[str]]) -> set[str]:
    return {item for kind in types for item in of(kind)}


def _offer(form: BuilderForm, allowed: Allowed, has: Allowed) -> None:
    """Leave out of the choices that are shown what the force does not allow, and fields that nothing is left of."""
    for name, ids in allowed.items():
        field = form.fields.get(name)
        if not isinstance(field, ChoiceField):
            continue
        choices = cast(list[tuple[str, str]], field.choices)
        field.widget.choices = [choice for choice in choices if choice[0] in ids or choice[0] in has[name]]
        if isinstance(field.widget, WeaponChips):
            field.widget.in_sight = len(field.widget.choices)
        if (
            not field.widget.choices
            and not form.is_bound
            and not (name == "roles" and "commander" in form.fields)
        ):
            del form.fields[name]
