"""Games nights for staff: to read them and their log, without lists and private links."""

from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from armybuilder.admin_reading import ReadingAdmin
from armybuilder.evenings.models import NAMED, Evening

LINES = 200  # the last lines of a log


@admin.register(Evening)
class EveningAdmin(ReadingAdmin[Evening]):
    """Games nights of all clubs with their logs."""

    list_display = ("name", "club", "start", "state")
    list_filter = ("state",)
    list_select_related = ("club",)
    search_fields = ("name", "club__name")
    fields = (
        "club",
        "name",
        "start",
        "place",
        "note",
        "state",
        "deadline",
        "started",
        "finished",
        "created",
        "log_lines",
    )

    def has_delete_permission(self, request: HttpRequest, obj: Evening | None = None) -> bool:
        """Staff who can delete a club can delete its games nights."""
        return obj is not None and request.user.has_perm("clubs.delete_club")

    @admin.display(description=_("Log"))
    def log_lines(self, evening: Evening) -> SafeString:
        """Return the lines of its log, the last first."""
        lines = evening.log.select_related("actor", "guest__user").prefetch_related(*NAMED)[:LINES]
        return format_html_join("", "{} {}<br>", ((f"{localtime(line.time):%Y-%m-%d %H:%M}", line) for line in lines))
