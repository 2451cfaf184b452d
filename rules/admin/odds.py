"""What chances are counted from, in the admin: facts of the table and standing effects, each with its effects."""

from typing import Any

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from rules import models
from rules.admin.base import Labelled, RulesAdmin, RulesetFilter, column, columns
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


@admin.register(models.Standing)
class StandingAdmin(RulesAdmin[models.Standing]):
    """What holds untold."""

    list_display = columns("standing", "slug", "ruleset", "source")
    list_select_related = ["ruleset"]
    list_filter = [("ruleset", RulesetFilter)]
    search_fields = ["slug", "source", "effects__roll"]
    ordering = ["ruleset__order", "ruleset", "position"]
    inlines = [Effects]
