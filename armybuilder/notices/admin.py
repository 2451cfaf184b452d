"""Notifications for staff: who was notified and emailed, without the text."""

from django.contrib import admin
from django.http import HttpRequest

from armybuilder.admin_reading import ReadingAdmin
from armybuilder.notices.models import Notice


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
