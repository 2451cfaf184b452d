"""Clubs for staff, who help clubs without an owner."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from armybuilder.admin_reading import ReadingAdmin, set_verbose_names
from armybuilder.clubs.models import Club, HouseRules, Membership

set_verbose_names(
    Club,
    _("club"),
    _("clubs"),
    name=_("Name"),
    about=_("About the club"),
    time_zone=_("Time zone"),
    created=_("Founded on"),
)
set_verbose_names(
    Membership,
    _("member"),
    _("members"),
    club=_("club"),
    user=_("user"),
    role=_("Role in the club"),
    joined=_("Member since"),
)
set_verbose_names(
    HouseRules,
    _("house rules"),
    _("house rules"),
    club=_("club"),
    ruleset=_("ruleset"),
    number=_("Version"),
    prices=_("Prices"),
    rulings=_("Rulings"),
    note=_("Note"),
    author=_("author"),
    created=_("Created on"),
)


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
