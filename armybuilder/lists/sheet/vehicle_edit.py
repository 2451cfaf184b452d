"""The edit state of a vehicle row."""

from django.utils.translation import gettext
from msgspec import UNSET

from armybuilder.lists.sheet.context import Context
from armybuilder.lists.sheet.controls import Fields
from armybuilder.lists.sheet.shapes import Control, EditState, Link
from armybuilder.lists.sheet.words import price
from rules.core.catalogue import VehicleType, Weapon
from rules.core.naming import squad_label
from rules.core.roster import Vehicle


def vehicle_edit(vehicle: Vehicle, context: Context) -> EditState:
    """Return the fields of a vehicle that the ruleset reads."""
    fields, catalogue = Fields(vehicle.id, context), context.catalogue
    known = catalogue.vehicle_by_id.get(vehicle.type)
    types = [(item.id, _type(item, context)) for item in catalogue.vehicles]
    lines: list[tuple[Control, ...]] = [
        (
            fields.line("name", gettext("Name"), vehicle.name, placeholder=gettext("unnamed")),
            fields.select("type", gettext("Type"), vehicle.type, types),
        ),
        (_weapons(fields, vehicle, known),),
    ]
    short = []
    if "movement" in catalogue.reads and known and len(known.movement) > 1:
        ways = [("", "–", ""), *((way.kind, way.name.to(context.language), "") for way in known.movement)]
        chosen = "" if vehicle.movement is UNSET else vehicle.movement
        short.append(fields.segment("movement", gettext("Moves on"), chosen, ways))
    if "combat_value" in catalogue.reads:
        value = None if vehicle.combat_value is UNSET else vehicle.combat_value
        short.append(fields.number("combat_value", gettext("Combat value"), value))
    if short:
        lines.append(tuple(short))
    if catalogue.vehicle_traits:
        traits = list(catalogue.vehicle_traits.values())
        lines.append((fields.chips("traits", gettext("Traits"), vehicle.traits, traits, {}),))
    lines.append((fields.notes(vehicle.notes),))
    count = fields.number("count", gettext("Number"), vehicle.count)
    return EditState(tuple(lines), _other_squads(vehicle, context), count, fields.errors.get("", ""))


def _type(item: VehicleType, context: Context) -> str:
    name = item.name.to(context.language)
    return f"{name} · {price(context.prices.vehicles.get(item.id, 0))}" if context.has_points else name


def _weapons(fields: Fields, vehicle: Vehicle, known: VehicleType | None) -> Control:
    """What the type may buy first, the rest behind "More weapons…"."""
    weapons = fields.context.catalogue.weapons
    first = [weapon for weapon in weapons if _may_buy(weapon, known)]
    rest = [weapon for weapon in weapons if weapon not in first]
    return fields.weapons(vehicle.weapons, first, rest, twice=True)


def _may_buy(weapon: Weapon, known: VehicleType | None) -> bool:
    if known is None or known.mounts is None:
        return "vehicle" in weapon.carried_by
    return weapon.id in known.mounts


def _other_squads(vehicle: Vehicle, context: Context) -> tuple[Link, ...]:
    return tuple(
        Link(squad.id, squad_label(squad, number).to(context.language))
        for number, squad in enumerate(context.roster.squads)
        if all(row.id != vehicle.id for row in squad.vehicles)
    )
