"""Clubs for staff: to look, and to help a club whose owner is gone."""

from django.contrib import admin

from armybuilder.clubs.models import Club, Membership


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
