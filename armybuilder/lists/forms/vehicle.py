"""The form of a vehicle row."""

from typing import Any

from django.utils.translation import gettext
from msgspec import UNSET

from armybuilder.lists.forms.base import BuilderForm, values_of
from armybuilder.lists.forms.context import FormContext
from armybuilder.lists.forms.fields import (
    AnyOf,
    OneOf,
    combat_value_field,
    count_field,
    entry_choices,
    name_field,
    notes_field,
)
from armybuilder.lists.forms.odds_link import weapon_odds
from armybuilder.lists.forms.weapons import weapons_field
from armybuilder.lists.words import price
from armybuilder.widgets import Segment
from rules.core.catalogue.catalogue import VehicleType, Weapon
from rules.core.document.roster import Vehicle

MOST_VEHICLES = 50


class VehicleForm(BuilderForm):
    """The fields of a vehicle that the ruleset reads."""

    layout = (("name", "type"), ("weapons",), ("movement", "combat_value"), ("traits",), ("notes",))

    def __init__(self, vehicle: Vehicle, context: FormContext, data: Any = None) -> None:
        super().__init__(vehicle.id, values_of(vehicle), data)
        self.catalogue = catalogue = context.catalogue
        known = catalogue.vehicle_by_id.get(vehicle.type)
        types = [(item.id, _type_label(item, context)) for item in catalogue.vehicles]
        first = [weapon for weapon in catalogue.weapons if _may_buy(weapon, known)]
        self.fields["name"] = name_field()
        self.fields["count"] = count_field(MOST_VEHICLES, vehicle.id)
        self.fields["type"] = OneOf(gettext("Type"), types, vehicle.type, required=True)
        odds = weapon_odds(vehicle, context)
        carried = (*vehicle.weapons, *(known.includes if known else ()))
        self.fields["weapons"] = weapons_field(
            vehicle.weapons, first, context, twice=True, fired=carried, odds=odds
        )
        if "movement" in catalogue.reads and known and len(known.movement) > 1:
            self.fields["movement"] = _movement_field(vehicle, known, context)
        if "combat_value" in catalogue.reads:
            self.fields["combat_value"] = combat_value_field()
        if catalogue.vehicle_traits:
            traits = entry_choices(catalogue.vehicle_traits.values(), context)
            self.fields["traits"] = AnyOf(gettext("Traits"), traits, vehicle.traits)
        self.fields["notes"] = notes_field()

    def cleaned_row(self) -> dict[str, Any]:
        """Return what was posted, by the names that `edits.edit_vehicle` knows fields by."""
        fields = self.posted(
            "name", "count", "type", "weapons", "traits", "notes", "movement", "combat_value"
        )
        if fields.get("combat_value", 0) is None:
            fields["combat_value"] = UNSET
        new_type = self.catalogue.vehicle_by_id.get(fields["type"])
        ways = [way.kind for way in new_type.movement] if new_type else []
        if "movement" in fields and (fields["movement"] not in ways or len(ways) == 1):
            fields["movement"] = UNSET
        return fields


def _type_label(item: VehicleType, context: FormContext) -> str:
    name = item.name.to(context.language)
    return f"{name} · {price(context.prices.vehicles.get(item.id, 0))}" if context.has_points else name


def _may_buy(weapon: Weapon, known: VehicleType | None) -> bool:
    if known is None or known.mounts is None:
        return "vehicle" in weapon.carried_by
    return weapon.id in known.mounts


def _movement_field(vehicle: Vehicle, known: VehicleType, context: FormContext) -> OneOf:
    ways = [("", "–"), *((way.kind, way.name.to(context.language)) for way in known.movement)]
    own = "" if vehicle.movement is UNSET else vehicle.movement
    return OneOf(gettext("Moves on"), ways, own, required=False, widget=Segment())
