"""The field of weapons, and the choices in a list that follows a force."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, cast

from django.forms import ChoiceField
from django.urls import reverse
from django.utils.translation import gettext

from armybuilder.lists.forms.base import BuilderForm, FormContext
from armybuilder.lists.forms.fields import AnyOf
from armybuilder.lists.words import surcharge
from armybuilder.widgets import Chips, options_of, priced, with_present
from rules.core.catalogue.catalogue import Catalogue, Weapon
from rules.core.catalogue.entry import offered
from rules.core.document.edits import MOST
from rules.core.document.force import Force, ForceFigure, ForceSquad
from rules.core.document.naming import weapon_in_full
from rules.core.document.roster import Figure, Squad, Vehicle
from rules.core.document.rows import RowPlace
from rules.core.forces.followed import classes_near
from rules.core.text import Language
from rules.odds.fire.weapon_grid import weapons_of
from rules.reference.answers import fire_facts


class Fire(NamedTuple):
    """The effect of a weapon of a row, and the address of its odds."""

    name: str
    facts: Sequence[str]
    odds: str = ""


class WeaponChips(Chips):
    """Weapons: some visible, the rest behind "More weapons…". Each appears as often as it is carried.

    `in_sight`: the number of visible ones; `again`: those that can be added once more; `fire`: their fire.
    """

    template_name = "lists/_weapon_chips.html"

    def __init__(self, in_sight: int, again: Collection[str] = (), fire: Sequence[Fire] = ()) -> None:
        super().__init__()
        self.in_sight, self.again, self.fire = in_sight, again, fire

    def optgroups(self, name: str, value: list[str], attrs: dict[str, Any] | None = None) -> list[Any]:
        return [
            (None, list(self._options(name, weapon, label, value.count(weapon))), number)
            for number, (weapon, label) in enumerate(self.choices)
        ]

    def _options(self, name: str, weapon: str, label: Any, times: int) -> Iterator[dict[str, Any]]:
        """Yield the weapon as often as it is carried, and once more if it can be added."""
        for number in range(times):
            yield self.create_option(name, weapon, label, True, number)
        if times == 0 or weapon in self.again:
            yield self.create_option(name, weapon, label, False, times)

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        widget = context["widget"]
        first, more = widget["optgroups"][: self.in_sight], widget["optgroups"][self.in_sight :]
        widget["first"], widget["more"] = options_of(first), options_of(more)
        widget["is_open"] = any(option["selected"] for option in widget["more"])
        widget["fire"] = self.fire
        return context


def weapons_field(
    row: Figure | Vehicle, first: Sequence[Weapon], context: FormContext, *, twice: bool = False
) -> AnyOf:
    """Return the field: `first` visible, with present ones of other editions. `twice`: the same again."""
    own = row.weapons
    weapons = offered(context.catalogue.weapons, own)
    known = context.catalogue.weapon_by_id
    foreign = [weapon for weapon in own if weapon not in known]
    in_sight = with_present(_choices(first, context), foreign)
    rest = _choices((weapon for weapon in weapons if weapon not in first), context)
    widget = WeaponChips(len(in_sight), known if twice else (), _fire(row, context))
    return AnyOf(gettext("Weapons"), [*in_sight, *rest], own, most=MOST["weapons"], widget=widget)


def _fire(row: Figure | Vehicle, context: FormContext) -> list[Fire]:
    """Return the fire of the weapons of a row, including those in the price of a vehicle."""
    catalogue, language = context.catalogue, context.language
    known = catalogue.vehicle_by_id.get(row.type) if isinstance(row, Vehicle) else None
    carried = dict.fromkeys((*row.weapons, *(known.includes if known else ())))
    with_odds = weapons_of(row, catalogue) if context.list_id else ()
    return [
        Fire(_called(weapon, language), facts, _odds_of(row, weapon, context) if weapon.id in with_odds else "")
        for weapon in (catalogue.weapon_by_id[item] for item in carried if item in catalogue.weapon_by_id)
        if (facts := fire_facts(weapon, catalogue, language)) or weapon.id in with_odds
    ]


def _odds_of(row: Figure | Vehicle, weapon: Weapon, context: FormContext) -> str:
    return reverse("lists:weapon-odds", args=[context.list_id, row.id, weapon.id])


def _called(weapon: Weapon, language: Language) -> str:
    in_full = weapon_in_full(weapon, language)
    return f"{weapon.name.to(language)} ({in_full})" if in_full else weapon.name.to(language)


def _choices(weapons: Iterable[Weapon], context: FormContext) -> list[tuple[str, str]]:
    return [(weapon.id, priced(weapon.name.to(context.language), _price(weapon, context))) for weapon in weapons]


def _price(weapon: Weapon, context: FormContext) -> str:
    if not context.has_points:
        return ""
    if weapon.id in context.prices.unpriced:
        return gettext("no price")
    return surcharge(context.prices.weapons.get(weapon.id, 0)) or "0"


Allowed = dict[str, Collection[str]]  # ids by the name of the field that chooses among them


def offer_of_row(form: BuilderForm, place: RowPlace, force: Force, catalogue: Catalogue) -> None:
    """Offer the force's choices for a row or squad; without a force, everything."""
    squad = place.squad or place.row
    wanted = force.squad(squad.force_squad) if isinstance(squad, Squad) else None
    match place.row:
        case Figure() if wanted:
            _offer(form, _for_figure(wanted, catalogue))
        case Vehicle() as vehicle if wanted:
            _offer(form, _for_vehicle(vehicle, wanted))
        case Squad() if wanted:
            _offer(form, _for_squad(wanted, catalogue))


def _for_figure(wanted: ForceSquad, catalogue: Catalogue) -> Allowed:
    types = wanted.figures
    return {
        "weapons": _any(types, lambda kind: (*kind.weapons, *kind.also)),
        "roles": _any(types, lambda kind: (kind.role, *kind.roles)),
        "leadership": _any(types, lambda kind: map(str, kind.leadership or (0,))),
        "class": {"", *_any(types, lambda kind: classes_near(kind.class_, catalogue) if kind.class_ else ())},
    }


def _for_vehicle(vehicle: Vehicle, wanted: ForceSquad) -> Allowed:
    weapons = {item for kind in wanted.vehicles if kind.type == vehicle.type for item in kind.weapons}
    return {"type": {kind.type for kind in wanted.vehicles}, "weapons": weapons}


def _for_squad(wanted: ForceSquad, catalogue: Catalogue) -> Allowed:
    return {
        "class": classes_near(wanted.class_, catalogue),
        "list_class": {wanted.class_},
        "kind": {wanted.kind},
        "traits": wanted.traits,
    }


def _any(types: Iterable[ForceFigure], of: Callable[[ForceFigure], Iterable[str]]) -> set[str]:
    return {item for kind in types for item in of(kind)}


def _offer(form: BuilderForm, allowed: Allowed) -> None:
    """Remove choices that the force does not allow and the row does not have, and fields without choices."""
    for name, ids in allowed.items():
        field, own = form.fields.get(name), form.initial[name]
        if not isinstance(field, ChoiceField):
            continue
        has = own if isinstance(own, tuple) else (str(own),)
        choices = cast(list[tuple[str, str]], field.choices)
        field.widget.choices = [choice for choice in choices if choice[0] in ids or choice[0] in has]
        if isinstance(field.widget, WeaponChips):
            field.widget.in_sight = len(field.widget.choices)
        has_also = name == "roles" and "commander" in form.fields
        if not (field.widget.choices or form.is_bound or has_also):
            del form.fields[name]
