"""Forces for staff, read-only."""

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from armybuilder.admin_reading import set_verbose_names
from armybuilder.forces.models import Force

set_verbose_names(
    Force,
    _("force"),
    _("forces"),
    club=_("club"),
    key=_("Id"),
    ruleset=_("Game"),
    version=_("Version"),
    text=_("Text"),
    document=_("Document"),
    changed=_("Changed on"),
    changed_by=_("Changed by"),
)


@admin.register(Force)
class ForceAdmin(admin.ModelAdmin[Force]):
    """Forces with their owners, written by clubs and by `load_forces`; here they are read-only."""

    list_display = ("key", "club", "ruleset", "version", "changed")
    list_filter = ("ruleset",)
    search_fields = ("key", "club__name")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Force | None = None) -> bool:
        return False
