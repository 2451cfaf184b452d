"""What chances are counted from, in the admin: facts of the table and standing effects, rolls and bombardments."""

from typing import Any

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from rules import models
from rules.admin.base import Labelled, ModelT, Rows, RulesAdmin, RulesetFilter, column, columns
from rules.admin.tables import EntryAdmin


class Effects(Labelled[models.Effect], admin.StackedInline[models.Effect, Any]):
    """The effects of a fact, or of what holds untold."""

    model = models.Effect
    extra = 0
    ordering = ["position"]
    fieldsets = [
        (None, {"fields": ["position", "roll", ("need", "die", "chance", "dice"), ("half", "once"), "source"]}),
        (
            _("Besides a number"),
            {
                "classes": ["collapse"],
                "fields": [
                    ("forbids", "hides", "farthest"), ("sees", "harder"), ("number", "column", "row"), "fires_as",
                    "gate",
                ],
            },
        ),
        (
            _("Whom it concerns"),
            {
                "classes": ["collapse"],
                "fields": [
                    "classes", "target_classes", "weapons", "unless_weapons", "modes", "unless_modes", "vehicles",
                    "targets", "facing", ("on_foot", "dismounted"), "pool",
                ],
            },
        ),
        (
            _("When it holds"),
            {"classes": ["collapse"], "fields": [("within", "beyond"), "when", "unless"]},
        ),
    ]  # fmt: skip


@admin.register(models.Situation)
class SituationAdmin(EntryAdmin[models.Situation]):
    """Facts of the table, found by the rolls that they change, too."""

    list_display = [*EntryAdmin.list_display, column("situation", "group")]
    search_fields = [*EntryAdmin.search_fields, "effects__roll"]
    inlines = [Effects]


class TableAdmin(RulesAdmin[ModelT]):
    """Rows of a ruleset that are no entries: each list says what it is found by."""

    list_select_related = ["ruleset"]
    list_filter = [("ruleset", RulesetFilter)]
    ordering = ["ruleset__order", "ruleset", "position"]


@admin.register(models.Standing)
class StandingAdmin(TableAdmin[models.Standing]):
    """What holds untold."""

    list_display = columns("standing", "slug", "ruleset", "source")
    search_fields = ["slug", "source", "effects__roll"]
    inlines = [Effects]


@admin.register(models.QuestionWeapon)
class QuestionWeaponAdmin(EntryAdmin[models.QuestionWeapon]):
    """Weapons that no list buys, found by the row that they fire on, too."""

    list_display = [*EntryAdmin.list_display, column("questionweapon", "fires_as")]
    search_fields = [*EntryAdmin.search_fields, "fires_as"]


@admin.register(models.Borrowed)
class BorrowedAdmin(TableAdmin[models.Borrowed]):
    """Weapons that rules lean on."""

    list_display = columns("borrowed", "weapons", "ruleset", "source")
    search_fields = ["weapons", "source"]


class DamageRows(Rows[models.DamageRow]):
    """The outcomes of a table."""

    model = models.DamageRow


@admin.register(models.DamageTable)
class DamageTableAdmin(TableAdmin[models.DamageTable]):
    """Tables of outcomes, found by these too."""

    fixed = ("ruleset", "which")
    list_display = columns("damagetable", "which", "ruleset", "source")
    search_fields = ["source", "rows__outcome"]
    inlines = [DamageRows]


class Contacts(Rows[models.Contact]):
    """How hard it is to reach the guns."""

    model = models.Contact


@admin.register(models.Bombardment)
class BombardmentAdmin(TableAdmin[models.Bombardment]):
    """Bombardments."""

    list_display = columns("bombardment", "slug", "name_it", "name_en", "kind", "ruleset", "source")
    search_fields = ["slug", "name_it", "name_en", "weapon", "source"]
    inlines = [Contacts]
    fieldsets = [
        (None, {"fields": ["ruleset", "position", "slug", "name_it", "name_en", "source", "kind"]}),
        (_("What may be its target"), {"fields": ["targets", "immune", "sure", ("one_man", "bare")]}),
        (
            _("What it rolls"),
            {
                "fields": [
                    "gate", "weapon", ("dice", "within"), "at_least", ("column", "number"),
                    ("soft_at_most", "soft_die"),
                ],
            },
        ),
    ]  # fmt: skip


@admin.register(models.Roll)
class RollAdmin(TableAdmin[models.Roll]):
    """Single rolls."""

    list_display = columns("roll", "slug", "name_it", "name_en", "ruleset", "source")
    search_fields = ["slug", "name_it", "name_en", "source"]
