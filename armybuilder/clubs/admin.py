"""Clubs for staff: to look, and to help a club whose owner is gone."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from armybuilder.admin_names import set_verbose_names
from armybuilder.clubs.models import Club, Membership

set_verbose_names(
    Club,
    _("club"),
    _("clubs"),
    name=_("Name"),
    about=_("About the club"),
    rulings=_("Rulings"),
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
