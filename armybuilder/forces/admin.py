"""Forces for staff, read-only."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from armybuilder.admin_reading import ReadingAdmin, set_verbose_names
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
class ForceAdmin(ReadingAdmin[Force]):
    """Forces with their owners, written by clubs and by `load_forces`; here they are read-only."""

    list_display = ("key", "club", "ruleset", "version", "changed")
    list_filter = ("ruleset",)
    search_fields = ("key", "club__name")
