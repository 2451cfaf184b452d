"""Forces for staff, read-only."""

from django.contrib import admin

from armybuilder.admin_reading import ReadingAdmin
from armybuilder.forces.models import Force


@admin.register(Force)
class ForceAdmin(ReadingAdmin[Force]):
    """Forces with their owners, written by clubs and by `load_forces`; here they are read-only."""

    list_display = ("key", "club", "ruleset", "version", "changed")
    list_filter = ("ruleset",)
    search_fields = ("key", "club__name")
