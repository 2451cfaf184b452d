"""Words for the admin's table of work in the background, which the library that runs them has in English only."""

from django.apps import apps
from django.utils.translation import gettext_lazy as _
from django_tasks_db.models import DBTaskResult

from armybuilder.admin_names import set_verbose_names

apps.get_app_config(DBTaskResult._meta.app_label).verbose_name = _("Work in the background")
set_verbose_names(
    DBTaskResult,
    _("task"),
    _("tasks"),
    status=_("State"),
    enqueued_at=_("Asked for on"),
    started_at=_("Begun on"),
    finished_at=_("Finished on"),
    args_kwargs=_("What it is told"),
    priority=_("Urgency"),
    task_path=_("Function"),
    worker_ids=_("Who works on it"),
    queue_name=_("Queue"),
    backend_name=_("Kind of queue"),
    run_after=_("Not before"),
    return_value=_("Result"),
    exception_class_path=_("Error"),
    traceback=_("Where it failed"),
)
