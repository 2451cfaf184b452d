"""The rules in the admin, for sites with their own rulesets."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from rules import models
from rules.admin.base import (
    RowT,
    RulesAdmin,
    RulesetFilter,
    WordFilter,
    column,
    columns,
    rows_of,
)
from rules.admin.fields import name_tables

name_tables()


IN_ORDER = ["ruleset__order", "ruleset", "position"]


class EntryAdmin(RulesAdmin[RowT]):
    """Rows of a ruleset, found by id, by their names in both languages and by paragraph."""

    list_display = columns("entry", "name_it", "name_en", "slug", "ruleset", "source")
    list_filter = [("ruleset", RulesetFilter)]
    search_fields = ["slug", "name_it", "name_en", "source"]
    ordering = IN_ORDER


class PricedAdmin(EntryAdmin[RowT]):
    """Rows with a price."""

    list_display = [*EntryAdmin.list_display, column("entry", "points")]


@admin.register(models.Ruleset)
class RulesetAdmin(RulesAdmin[models.Ruleset]):
    """The site's rulesets. `load_rules` creates them: an empty one would contradict itself."""

    list_display = columns("ruleset", "name_it", "name_en", "id", "edition_it", "edition_en", "current")
    list_select_related = ["current"]
    search_fields = ["id", "name_it", "name_en"]

    fieldsets = [
        (None, {"fields": ["name_it", "name_en", "edition_it", "edition_en", "line_it", "line_en"]}),
        (
            _("Which game?"),
            {"fields": ["short_edition_it", "short_edition_en", "period_it", "period_en", "suits_it", "suits_en"]},
        ),
        (_("The text"), {"fields": ["credit", "language", "order"]}),
        (_("The game"), {"fields": ["die", "bands", "covering_bands", "has_points", "reads", "item_source"]}),
        (_("Leadership"), {"fields": ["leadership", "leadership_source"]}),
        (
            _("What is rolled"),
            {"fields": ["covering_most", "storm_attacking", "storm_defending", "leader_losses", "morale_bonus"]},
        ),
        (_("At the table"), {"fields": ["turns", "turn_dice"]}),
        (
            _("Objectives"),
            {"fields": ["objectives", "primary_objectives", "secondary_objectives", "markers_apart", "markers_edge",
                        "no_primary_on"]},
        ),
        (
            _("Deployment"),
            {"fields": ["attacker_depth", "defender_depth", "defender_length", "defender_width"]},
        ),
        (_("Chances"), {"fields": ["odds"]}),
        (_("Completion"), {"fields": ["completion"]}),
        (_("Abbreviations"), {"fields": ["abbreviations"]}),
        (_("States"), {"fields": ["states", "vehicle_states"]}),
        (_("Markers"), {"fields": ["markers"]}),
    ]  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[models.Ruleset]:
        return super().get_queryset(request).filter(visibility=None).defer("current__catalogue")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(models.RulesetVersion)
class RulesetVersionAdmin(admin.ModelAdmin[models.RulesetVersion]):
    """The versions of rulesets: readable, never changed, because lists refer to them."""

    list_display = columns("rulesetversion", "ruleset", "number", "created", "digest")
    list_filter = [("ruleset", RulesetFilter)]
    ordering = ["ruleset__order", "ruleset", "-number"]
    fields = ("ruleset", "number", "created", "digest")
    readonly_fields = fields
    # Without the notice of the editable tables.
    change_list_template, change_form_template = "admin/change_list.html", "admin/change_form.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[models.RulesetVersion]:
        return super().get_queryset(request).filter(ruleset__visibility=None).defer("catalogue")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


admin.site.register(
    [models.Side, models.Characteristic, models.SaveColumn, models.Format, models.Kit],
    EntryAdmin,
)
admin.site.register([models.TroopClass, models.Role], PricedAdmin)
admin.site.register(models.Weapon, PricedAdmin, inlines=[rows_of(models.FireRow)])
admin.site.register(models.VehicleType, PricedAdmin, inlines=[rows_of(models.Movement), rows_of(models.SaveRow)])
admin.site.register(models.Ruling, EntryAdmin, inlines=[rows_of(models.RulingOption)])


# Neither a quick-add figure nor a squad added with one tap has a paragraph.
admin.site.register(
    models.Preset,
    EntryAdmin,
    list_display=columns("preset", "name_it", "name_en", "slug", "ruleset", "weapons"),
    search_fields=["slug", "name_it", "name_en", "weapons"],
)
admin.site.register(
    models.ReadySquad,
    EntryAdmin,
    list_display=columns("readysquad", "name_it", "name_en", "slug", "ruleset", "troops"),
    search_fields=["slug", "name_it", "name_en", "troops"],
    inlines=[rows_of(models.ReadyFigure)],
)
admin.site.register(
    models.Trait,
    EntryAdmin,
    fixed=(*EntryAdmin.fixed, "carrier"),
    list_display=[*EntryAdmin.list_display, column("trait", "carrier")],
)
admin.site.register(
    models.Extra,
    EntryAdmin,
    list_display=[*EntryAdmin.list_display, *columns("extra", "squad_points", "list_points")],
    inlines=[rows_of(models.ExtraCondition)],
)
admin.site.register(
    models.HandbookTable,
    EntryAdmin,
    list_display=[*EntryAdmin.list_display, column("handbooktable", "topic")],
    # The search includes the rows.
    search_fields=[
        *EntryAdmin.search_fields,
        *(f"rows__{column}" for column in ("name_it", "name_en", "text_it", "text_en")),
    ],
    inlines=[rows_of(models.HandbookRow)],
)
admin.site.register(
    models.Check,
    RulesAdmin,
    fixed=("ruleset", "code"),
    list_display=columns("check", "code", "severity", "function", "ruleset", "source"),
    list_filter=[("ruleset", RulesetFilter), ("severity", WordFilter)],
    search_fields=["code", "function", "source"],
    ordering=IN_ORDER,
)


class NicknameForm(forms.ModelForm[models.Nickname]):
    """The form of a nickname: at least one word, in either language."""

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean() or {}
        if not any(cleaned.get(column) for column in ("both", "it", "en")):
            self.add_error("both", _("Enter at least one word."))
        return cleaned


admin.site.register(
    models.Nickname,
    RulesAdmin,
    form=NicknameForm,
    fixed=("ruleset", "kind", "slug"),
    list_display=columns("nickname", "kind", "slug", "both", "it", "en", "ruleset"),
    list_filter=[("ruleset", RulesetFilter), ("kind", WordFilter)],
    search_fields=["slug", "both", "it", "en"],
    ordering=IN_ORDER,
)
