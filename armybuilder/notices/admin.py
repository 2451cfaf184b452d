"""Notifications for staff: who was notified and emailed, without the text."""

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from armybuilder.admin_reading import ReadingAdmin, set_verbose_names
from armybuilder.notices.models import Notice

set_verbose_names(
    Notice,
    _("notification"),
    _("Notifications"),
    user=_("user"),
    kind=_("Type"),
    made=_("Created on"),
    on_site=_("On the site"),
    read=_("Read on"),
    mail_due=_("To be emailed on"),
    mail_tries=_("Attempts to email it"),
    mailed=_("Emailed on"),
)


@admin.register(Notice)
class NoticeAdmin(ReadingAdmin[Notice]):
    """Notifications of all users."""

    list_display = ("kind", "user", "made", "mail_due", "mail_tries", "mailed")
    list_filter = ("kind",)
    list_select_related = ("user",)
    search_fields = ("user__username",)
    fields = ("user", "kind", "made", "on_site", "read", "mail_due", "mail_tries", "mailed")

    def has_delete_permission(self, request: HttpRequest, obj: Notice | None = None) -> bool:
        """Staff who can delete accounts can also delete their notifications."""
        return obj is not None and request.user.has_perm("accounts.delete_user")
