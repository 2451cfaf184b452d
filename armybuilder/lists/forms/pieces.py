"""The forms of figures and vehicles."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext
from msgspec import UNSET

from armybuilder.lists.forms.base import BuilderForm, FormContext, values_of
from armybuilder.lists.forms.fields import (
    LONGEST_TEAM,
    AnyOf,
    CombatValue,
    LineField,
    OneOf,
    count_field,
    entry_choices,
    name_field,
    notes_field,
)
from armybuilder.lists.forms.weapons import weapons_field
from armybuilder.lists.words import price, surcharge
from armybuilder.widgets import Segment, Switch, priced, with_present
from rules.core.catalogue.catalogue import Catalogue, VehicleType, Weapon
from rules.core.catalogue.entry import offered
from rules.core.document.roster import Figure, Vehicle
from rules.core.document.sections import TEAMS, team_word
from rules.core.judging.resolved import as_preset
from rules.core.text import Language

MOST_FIGURES = 200
FIRST_WEAPONS = 6  # the rest is behind "More weapons…"


class FigureForm(BuilderForm):
    """The fields of a figure in the ruleset."""

    layout = (
        ("name", "class"),
        ("weapons",),
        ("leadership", "team"),
        ("roles",),
        ("kit",),
        ("ability", "combat_value"),
        ("notes",),
    )

    def __init__(self, figure: Figure, squad_class: str, context: FormContext, data: Any = None) -> None:
        super().__init__(figure.id, values_of(figure), data)
        self.catalogue = catalogue = context.catalogue
        reads = catalogue.reads
        self.fields["name"] = name_field()
        self.fields["count"] = count_field(MOST_FIGURES, figure.id)
        self.fields["class"] = _class_field(figure, squad_class, context)
        self.fields["weapons"] = weapons_field(figure, first_weapons(catalogue), context)
        if catalogue.leadership or figure.leadership:
            self.fields["leadership"] = _leadership_field(figure, context)
        if "team" in reads:
            self.fields["team"] = _team_field(figure, catalogue, context.language)
        if catalogue.roles or figure.roles or "commander" in reads:
            roles = entry_choices(offered(catalogue.roles, figure.roles), context, context.prices.roles)
            self.fields["roles"] = AnyOf(gettext("Role"), roles, figure.roles)
        if "commander" in reads:
            self.fields["commander"] = Switch(label=gettext("Commands the platoon"))
            self.fields["roles"].widget.also = self["commander"]
        if catalogue.kit:
            self.fields["kit"] = AnyOf(
                gettext("Kit"), entry_choices(offered(catalogue.kit, figure.kit), context), figure.kit
            )
        if "ability" in reads:
            classes = context.class_choices(gettext("Same as the squad’s leader"), [figure.ability])
            self.fields["ability"] = OneOf(gettext("Ability"), classes, figure.ability, required=False)
        if "combat_value" in reads:
            self.fields["combat_value"] = CombatValue()
        self.fields["notes"] = notes_field()

    def cleaned_row(self) -> dict[str, Any]:
        fields = super().cleaned_row()
        fields["weapons"] = as_preset(fields["weapons"], self.catalogue)
        if "leadership" in fields:
            fields["leadership"] = int(fields["leadership"])
        return fields


def _class_field(figure: Figure, squad_class: str, context: FormContext) -> OneOf:
    known = context.catalogue.class_by_id.get(squad_class)
    own = known.code or known.name.to(context.language) if known else squad_class
    nothing = gettext("Same as the squad (%(troops)s)") % {"troops": own} if squad_class else ""
    choices = context.class_choices(nothing, [figure.class_])
    return OneOf(gettext("Class"), choices, figure.class_, required=not squad_class)


def _leadership_field(figure: Figure, context: FormContext) -> OneOf:
    prices = context.prices.leadership
    levels = [
        (str(level), priced(str(level), surcharge(prices.get(level, 0)) or "0"))
        for level in (0, *context.catalogue.leadership)
    ]
    own, widget = str(figure.leadership), Segment(stacked=True)
    return OneOf(gettext("Leadership"), levels, own, required=True, widget=widget)


def _team_field(figure: Figure, catalogue: Catalogue, language: Language) -> LineField:
    """Return the field for a team, or for a section if the rules have sections: a few, and existing ones."""
    teams = with_present([("", "–"), *((team, team) for team in TEAMS)], [figure.team])
    return LineField(team_word(catalogue).to(language), LONGEST_TEAM, widget=Segment(teams))


def first_weapons(catalogue: Catalogue) -> Sequence[Weapon]:
    usual = dict.fromkeys(weapon for preset in catalogue.offered.presets for weapon in preset.weapons)
    on_foot = [weapon.id for weapon in catalogue.offered.weapons if "figure" in weapon.carried_by]
    return [catalogue.weapon_by_id[weapon] for weapon in dict.fromkeys((*usual, *on_foot))][:FIRST_WEAPONS]


MOST_VEHICLES = 50


class VehicleForm(BuilderForm):
    """The fields of a vehicle in the ruleset."""

    layout = (("name", "type"), ("weapons",), ("movement", "combat_value"), ("traits",), ("notes",))

    def __init__(self, vehicle: Vehicle, context: FormContext, data: Any = None) -> None:
        super().__init__(vehicle.id, values_of(vehicle), data)
        self.catalogue = catalogue = context.catalogue
        known = catalogue.vehicle_by_id.get(vehicle.type)
        types = [(item.id, _type_label(item, context)) for item in offered(catalogue.vehicles, [vehicle.type])]
        first = [weapon for weapon in catalogue.offered.weapons if _may_buy(weapon, known)]
        self.fields["name"] = name_field()
        self.fields["count"] = count_field(MOST_VEHICLES, vehicle.id)
        self.fields["type"] = OneOf(gettext("Type"), types, vehicle.type, required=True)
        self.fields["weapons"] = weapons_field(vehicle, first, context, twice=True)
        if "movement" in catalogue.reads and known and len(known.movement) > 1:
            self.fields["movement"] = _movement_field(vehicle, known, context)
        if "combat_value" in catalogue.reads:
            self.fields["combat_value"] = CombatValue()
        if catalogue.vehicle_traits:
            traits = entry_choices(offered(catalogue.vehicle_traits.values(), vehicle.traits), context)
            self.fields["traits"] = AnyOf(gettext("Traits"), traits, vehicle.traits)
        self.fields["notes"] = notes_field()

    def cleaned_row(self) -> dict[str, Any]:
        fields = super().cleaned_row()
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
