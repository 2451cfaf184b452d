"""Work in the background for staff: what is done when, but not its input or output, which can be secret."""

from typing import Any

from django.apps import apps
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django_tasks_db.admin import DBTaskResultAdmin
from django_tasks_db.models import DBTaskResult

apps.get_app_config(DBTaskResult._meta.app_label).verbose_name = _("Work in the background")

admin.site.unregister(DBTaskResult)


@admin.register(DBTaskResult)
class TaskAdmin(DBTaskResultAdmin):
    """Tasks without arguments, results and tracebacks: those are in the site's log."""

    SECRET = ("args_kwargs", "return_value", "traceback")

    def get_readonly_fields(self, request: HttpRequest, obj: "DBTaskResult[Any, Any] | None" = None) -> list[str]:
        """Return the library's fields, except those that may contain a secret."""
        hidden = {*self.SECRET, "formatted_traceback"}
        return [name for name in super().get_readonly_fields(request, obj) if name not in hidden]

    def lookup_allowed(self, lookup: str, value: str, request: Any = None) -> bool:
        """Refuse to search by the beginning of a secret."""
        return not lookup.startswith(self.SECRET) and bool(super().lookup_allowed(lookup, value, request))
