"""Reports of lists, for staff."""

from datetime import datetime
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from armybuilder.sharing.models import Complaint, Publication


class ReportAdmin(admin.ModelAdmin[Any]):
    """Reports, the open ones first: look at the thing, hide it or not, resolve."""

    list_filter = (("settled", admin.EmptyFieldListFilter),)

    @admin.action(description=_("Resolve: nothing wrong"), permissions=["change"])
    def settle(self, request: HttpRequest, reports: QuerySet[Any]) -> None:
        reports.filter(settled=None).update(settled=timezone.now())

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


@admin.register(Complaint)
class ComplaintAdmin(ReportAdmin):
    """Reports of lists."""

    list_display = ("reason", "the_list", "made_by", "made", "settled")
    list_select_related = ("publication__army_list", "publication__link", "made_by")
    search_fields = ("reason", "publication__army_list__name")
    readonly_fields = ("publication", "reason", "made_by", "made", "settled", "the_list")
    actions = ("hide", "settle")

    @admin.display(description=_("list"))
    def the_list(self, complaint: Complaint) -> SafeString:
        publication = complaint.publication
        if publication.is_withdrawn:
            return format_html("{}", gettext("%(name)s, private again") % {"name": publication.army_list.name})
        address = reverse("sharing:shared", args=[publication.link.token])
        return format_html('<a href="{}">{}</a>', address, publication.army_list.name)

    @admin.action(description=_("Hide the lists and resolve"))
    def hide(self, request: HttpRequest, complaints: QuerySet[Complaint]) -> None:
        """Hide the lists from everyone; their owners see why on the share page."""
        Publication.objects.filter(complaints__in=complaints).update(hidden=True)
        self.settle(request, complaints)


@admin.register(Publication)
class PublicationAdmin(admin.ModelAdmin[Publication]):
    """Public lists, to hide or show again."""

    list_display = ("army_list", "public_since", "hidden")
    list_editable = ("hidden",)
    list_filter = ("hidden",)
    list_select_related = ("army_list",)
    search_fields = ("army_list__name",)
    readonly_fields = ("army_list", "link", "public_since")

    @admin.display(description=_("Public since"), ordering="army_list__public_since")
    def public_since(self, publication: Publication) -> datetime | None:
        return publication.army_list.public_since

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False
