"""What a ruleset has once for its chances, in the admin: fire, saves, damage, and so on, each with its tables."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from rules import models
from rules.admin.base import ModelT, Rows, RulesAdmin, RulesetFilter, columns
from rules.admin.odds import Effects


class SectionAdmin(RulesAdmin[ModelT]):
    """A section: a ruleset has one, or none."""

    fixed = ("ruleset",)
    list_display = columns("section", "ruleset", "source")
    list_select_related = ["ruleset"]
    list_filter = [("ruleset", RulesetFilter)]
    search_fields = ["source"]
    ordering = ["ruleset__order", "ruleset"]


class Ways(Rows[models.Ways]):
    """What the ways to fire of some weapons are called."""

    model = models.Ways


class Astray(Rows[models.Astray]):
    """Where shots fall that miss."""

    model = models.Astray


class AirNumbers(Rows[models.AirNumbers]):
    """What weapons need at what flies."""

    model = models.AirNumbers


class BandEffects(Effects):
    """What the short and the long band do."""

    fieldsets = [(None, {"fields": ["band"]}), *Effects.fieldsets]


@admin.register(models.Fire)
class FireAdmin(SectionAdmin[models.Fire]):
    """Direct fire."""

    inlines = [Ways, Astray, AirNumbers, BandEffects]
    fieldsets = [
        (None, {"fields": ["ruleset", "source", "area", "spread", "as_infantry"]}),
        (_("The referee’s range"), {"fields": [("full", "near")]}),
        (
            _("Fire at what flies"),
            {
                "fields": [
                    "air_source", "air_kinds", "air_weapons", "air_only", "air_flat", "air_vehicle", "air_gates",
                ],
            },
        ),
    ]  # fmt: skip


class WeaponColumns(Rows[models.WeaponColumn]):
    """Which weapons a save column is for."""

    model = models.WeaponColumn


class PlainSaves(Rows[models.PlainSave]):
    """The numbers of vehicles where no column holds."""

    model = models.PlainSave


@admin.register(models.Saves)
class SavesAdmin(SectionAdmin[models.Saves]):
    """Saves."""

    inlines = [WeaponColumns, PlainSaves]


class Penetrations(Rows[models.Penetration]):
    """The chances to pierce armour."""

    model = models.Penetration


@admin.register(models.Damage)
class DamageAdmin(SectionAdmin[models.Damage]):
    """Damage. It has no paragraph: its tables of outcomes do."""

    list_display = columns("damage", "ruleset")
    search_fields = ["ruleset__id"]
    inlines = [Penetrations]


class Blasts(Rows[models.Blast]):
    """How far explosions reach."""

    model = models.Blast


class BlastRows(Rows[models.BlastRow]):
    """The chances to be hit."""

    model = models.BlastRow


class Deviations(Rows[models.Deviation]):
    """Where shots fall that are off."""

    model = models.Deviation


@admin.register(models.Explosions)
class ExplosionsAdmin(SectionAdmin[models.Explosions]):
    """Explosions."""

    inlines = [Blasts, BlastRows, Deviations]


class SpottingRows(Rows[models.SpottingRow]):
    """The numbers by band."""

    model = models.SpottingRow


class Sights(Rows[models.Sight]):
    """How hard targets are to be seen."""

    model = models.Sight


@admin.register(models.Spotting)
class SpottingAdmin(SectionAdmin[models.Spotting]):
    """Spotting."""

    inlines = [SpottingRows, Sights]


class InitiativeRolls(Rows[models.InitiativeRoll]):
    """The rolls for initiative."""

    model = models.InitiativeRoll


@admin.register(models.Initiative)
class InitiativeAdmin(SectionAdmin[models.Initiative]):
    """Initiative."""

    inlines = [InitiativeRolls]


@admin.register(models.Profile)
class ProfileAdmin(SectionAdmin[models.Profile]):
    """The profile of a list, which no paragraph stands behind."""

    list_display = columns("profile", "ruleset", "distances")
    search_fields = ["ruleset__id"]


admin.site.register([models.Covering, models.Morale, models.Melee], SectionAdmin)
