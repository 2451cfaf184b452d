"""Own rules and reports of them, for staff: look, hide and show again, resolve."""

from typing import Any

from django.contrib import admin
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from armybuilder.own_rules.models import OwnRules, RulesReport
from armybuilder.sharing.admin import ReportAdmin
from rules.models import Ruleset


def _link(rules: OwnRules) -> SafeString:
    address = reverse("rules:ruleset", args=[rules.pk])
    return format_html('<a href="{}">{}</a>', address, rules.ruleset.name_it)


@admin.register(OwnRules)
class OwnRulesAdmin(admin.ModelAdmin[OwnRules]):
    """Own rules, to hide or show again. Their owners read the reason."""

    list_display = ("name", "owner", "visibility", "hidden")
    list_filter = (("ruleset__hidden", admin.EmptyFieldListFilter),)
    list_select_related = ("ruleset__owner",)
    search_fields = ("ruleset__name_it", "ruleset__name_en", "ruleset__id")
    fields = readonly_fields = ("name", "owner", "visibility", "hidden")
    actions = ("hide", "show")

    def get_fields(self, request: HttpRequest, obj: OwnRules | None = None) -> Any:
        return (*self.readonly_fields, "hidden_reason")

    @admin.display(description=_("Name"), ordering="ruleset__name_it")
    def name(self, rules: OwnRules) -> SafeString:
        return _link(rules)

    @admin.display(description=_("Owner"), ordering="ruleset__owner__username")
    def owner(self, rules: OwnRules) -> str:
        return str(rules.ruleset.owner or "–")

    @admin.display(description=_("Visible to"), ordering="ruleset__visibility")
    def visibility(self, rules: OwnRules) -> str:
        return str(rules.ruleset.visibility)

    @admin.display(description=_("Hidden by staff"), ordering="ruleset__hidden")
    def hidden(self, rules: OwnRules) -> Any:
        return rules.ruleset.hidden

    @admin.action(description=_("Hide"), permissions=["change"])
    def hide(self, request: HttpRequest, rules: QuerySet[OwnRules]) -> None:
        hide(rules)

    @admin.action(description=_("Show again"), permissions=["change"])
    def show(self, request: HttpRequest, rules: QuerySet[OwnRules]) -> None:
        Ruleset.objects.filter(own_rules__in=rules).update(hidden=None)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: OwnRules | None = None) -> bool:
        return False


@admin.register(RulesReport)
class RulesReportAdmin(ReportAdmin):
    """Reports of rules."""

    list_display = ("reason", "of", "made_by", "made", "settled")
    list_select_related = ("rules__ruleset", "made_by")
    search_fields = ("reason", "rules__ruleset__name_it")
    readonly_fields = ("rules", "reason", "made_by", "made", "settled", "of")
    actions = ("hide_rules", "settle")

    @admin.display(description=_("own rules"))
    def of(self, report: RulesReport) -> SafeString:
        return _link(report.rules)

    @admin.action(description=_("Hide the rules and resolve"), permissions=["change"])
    def hide_rules(self, request: HttpRequest, reports: QuerySet[RulesReport]) -> None:
        """Hide the rules; their owners read the reason of the report, unless there is another."""
        with transaction.atomic():
            for report in reports.select_related("rules"):
                OwnRules.objects.filter(pk=report.rules_id, hidden_reason="").update(hidden_reason=report.reason[:300])
            hide(OwnRules.objects.filter(reports__in=reports))
            self.settle(request, reports)


def hide(rules: QuerySet[OwnRules]) -> None:
    Ruleset.objects.filter(own_rules__in=rules, hidden=None).update(hidden=timezone.now())
