"""Clubs for staff, who help clubs without an owner."""

from django.contrib import admin

from armybuilder.admin_reading import ReadingAdmin
from armybuilder.clubs.models import Club, HouseRules, Membership


class MembershipInline(admin.TabularInline[Membership, Club]):
    """The people of a club."""

    model = Membership
    extra = 0
    raw_id_fields = ("user",)


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin[Club]):
    """Clubs with their people."""

    list_display = ("name", "created")
    search_fields = ("name",)
    inlines = (MembershipInline,)


@admin.register(HouseRules)
class HouseRulesAdmin(ReadingAdmin[HouseRules]):
    """Versions of house rules, read-only: lists and games nights refer to them."""

    list_display = ("club", "ruleset", "number", "author", "created")
    list_select_related = ("club", "author")
    search_fields = ("club__name", "note")
